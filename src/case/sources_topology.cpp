// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "case/source_table.hpp"
#include "mesh/poly_addressing.hpp"

namespace eagre::case_ {

using config::Dictionary;

namespace {

std::vector<Label> membersOf(const std::vector<char>& in) {
  std::vector<Label> list;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (in[i]) list.push_back(static_cast<Label>(i));
  return list;
}

/// One flag a cell or face: in the set that an entry names; all of them if the entry is missing or says "none".
std::vector<char> flagsOf(const Dictionary& dict, const SourceContext& context, SetKind kind, Log& log) {
  const auto n = static_cast<std::size_t>(sizeOf(kind, context.mesh));
  const std::string name = dict.getOr("set", "none");
  if (name == "none" || name.empty()) return std::vector<char>(n, 1);
  log.line(fmt::format("    Loading subset {} to delimit search region.", name));
  const Place& place = dict.at("set").place;
  if (!context.set) throw Error(place, fmt::format("sets are not read here, so set '{}' cannot be used", name));
  std::vector<char> in(n, 0);
  for (const Label member : context.set(kind, name, place)) in[member] = 1;
  return in;
}

int atLeast(const Dictionary& dict, const std::string& keyword, int value, int least) {
  if (value < least) throw Error(dict.at(keyword).place, fmt::format("{} must be at least {}", keyword, least));
  return value;
}

std::vector<Label> boundaryToCell(const Dictionary&, const SourceContext& context, Log& log) {
  log.line("    Adding all boundary cells ...");
  return {context.mesh.owner.begin() + context.mesh.nInternalFaces(), context.mesh.owner.end()};
}

std::vector<Label> faceZoneToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  // OpenFOAM's words: the master cell is the one that the zone's normal points into.
  const std::array<std::string, 4> options{"master", "slave", "front", "back"};  // openfoam.com, from v2212 on: front, back
  const std::string option = dict.getChoice("option", options);
  const bool master = option == "master" || option == "front";
  const std::vector<NamePattern> names = readNames(dict, "zone", "zones");
  const mesh::PolyMesh& mesh = context.mesh;
  std::vector<Label> cells;
  std::vector<std::string> valid;
  bool found = false;
  for (const mesh::Zone& zone : mesh.faceZones) {
    valid.push_back(zone.name);
    if (std::ranges::none_of(names, [&](const NamePattern& n) { return n.matches(zone.name); })) continue;
    found = true;
    log.line(fmt::format("    Found matching zone {} with {} faces.", zone.name, zone.members.size()));
    for (std::size_t i = 0; i < zone.members.size(); ++i) {
      const Label f = zone.members[i];
      const bool wantsOwner = (zone.flip[i] != 0) == master;
      if (wantsOwner)
        cells.push_back(mesh.owner[f]);
      else if (f < mesh.nInternalFaces())
        cells.push_back(mesh.neighbour[f]);
    }
  }
  if (!found) {
    const std::string message = unknownWordMessage("face zone", names.empty() ? "" : names[0].name, valid);
    if (!context.noMatchIsWarning) throw Error(dict.place(), message);
    log.warnOnce(fmt::format("{}: {}; nothing is chosen", toString(dict.place()), message));
  }
  return cells;
}

std::vector<Label> haloToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  if (!context.current)
    throw Error(dict.place(), "haloToCell grows or shrinks a cellSet, so it can only be used with add or subtract");
  const int steps = dict.getOr("steps", 1);
  log.line(fmt::format("    {} by {} layers of cells ...", context.subtracting ? "Shrinking" : "Growing", steps));
  const mesh::PolyMesh& mesh = context.mesh;
  std::vector<char> in(static_cast<std::size_t>(mesh.nCells()), 0);
  for (const Label c : *context.current) in[c] = 1;
  const std::vector<char> before = in;
  const std::vector<Label> partners = mesh::cyclicPartners(mesh);
  for (int step = 0; step < steps; ++step) {
    const std::vector<char> old = in;
    const char now = context.subtracting ? 0 : 1;
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      const Label own = mesh.owner[f];
      Label other = -1;
      if (f < mesh.nInternalFaces())
        other = mesh.neighbour[f];
      else if (partners[f - mesh.nInternalFaces()] >= 0)
        other = mesh.owner[partners[f - mesh.nInternalFaces()]];
      // A boundary face has nothing outside: the perimeter passes through it.
      if ((old[own] != 0) == (other >= 0 && old[other] != 0)) continue;
      in[own] = now;
      if (other >= 0) in[other] = now;
    }
  }
  std::vector<Label> changed;
  for (std::size_t c = 0; c < in.size(); ++c)
    if (in[c] != before[c]) changed.push_back(static_cast<Label>(c));
  return changed;
}

std::vector<Label> nbrToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  const int most = atLeast(dict, "neighbours", dict.get<int>("neighbours"), 1);
  log.line(fmt::format("    Adding cells with only {} or fewer neighbouring cells ...", most));
  const mesh::PolyMesh& mesh = context.mesh;
  std::vector<int> n(static_cast<std::size_t>(mesh.nCells()), 0);
  for (Label f = 0; f < mesh.nInternalFaces(); ++f) {
    ++n[mesh.owner[f]];
    ++n[mesh.neighbour[f]];
  }
  const std::vector<Label> partners = mesh::cyclicPartners(mesh);
  for (std::size_t i = 0; i < partners.size(); ++i)
    if (partners[i] >= 0) ++n[mesh.owner[static_cast<std::size_t>(mesh.nInternalFaces()) + i]];
  std::vector<Label> cells;
  for (std::size_t c = 0; c < n.size(); ++c)
    if (n[c] <= most) cells.push_back(static_cast<Label>(c));
  return cells;
}

/// Faces between cells that are in and cells that are not, cyclic patches included.
std::vector<char> facesBetween(const mesh::PolyMesh& mesh, const std::vector<char>& in) {
  std::vector<char> between(static_cast<std::size_t>(mesh.nFaces()), 0);
  for (Label f = 0; f < mesh.nInternalFaces(); ++f) between[f] = in[mesh.owner[f]] != in[mesh.neighbour[f]];
  const std::vector<Label> partners = mesh::cyclicPartners(mesh);
  for (std::size_t i = 0; i < partners.size(); ++i)
    if (const std::size_t f = static_cast<std::size_t>(mesh.nInternalFaces()) + i; partners[i] >= 0)
      between[f] = in[mesh.owner[f]] != in[mesh.owner[partners[i]]];
  return between;
}

/// Cells that share a point with a flagged cell, and with an uncoupled boundary if asked.
std::vector<char> touching(const mesh::PolyMesh& mesh, const std::vector<char>& flagged, bool boundaryToo) {
  std::vector<char> point(mesh.points.size(), 0), touched(flagged.size(), 0);
  const auto mark = [&](Label f) {
    for (const Label p : mesh.pointsOf(f)) point[p] = 1;
  };
  for (Label f = 0; f < mesh.nFaces(); ++f)
    if (flagged[mesh.owner[f]] || (f < mesh.nInternalFaces() && flagged[mesh.neighbour[f]])) mark(f);
  for (const mesh::PolyPatch& patch : mesh.patches)
    if (boundaryToo && patch.type != "empty" && !patch.type.starts_with("cyclic"))
      for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) mark(static_cast<Label>(f));
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    if (std::ranges::none_of(mesh.pointsOf(f), [&](Label p) { return point[p] != 0; })) continue;
    touched[mesh.owner[f]] = 1;
    if (f < mesh.nInternalFaces()) touched[mesh.neighbour[f]] = 1;
  }
  return touched;
}

/// The regions into which the flagged cells fall, and which of them contain one of the points.
struct Regions {
  std::vector<Label> ofCell;
  std::set<Label> kept;
};

Regions regionsWith(const std::vector<Vec3>& points, const std::vector<char>& in, const SourceContext& context,
                    const Place& place) {
  Regions regions{mesh::connectedRegions(context.mesh, facesBetween(context.mesh, in)), {}};
  for (const Vec3& point : points) {
    const Label cell = mesh::findCell(context.mesh, context.geometry, point);
    if (cell < 0)
      throw Error(place, fmt::format("the point ({:g} {:g} {:g}) is in no cell of the mesh", point.x, point.y, point.z));
    regions.kept.insert(regions.ofCell[cell]);
  }
  return regions;
}

/// What falls off when the selection has been eroded is taken away, grown again by as many layers.
void removeAppendages(const std::vector<Vec3>& points, int nErode, const SourceContext& context, const Place& place,
                      std::vector<char>& in) {
  if (nErode == 0) return;
  std::vector<char> shrunk = in;
  for (int i = 0; i < nErode; ++i) {
    std::vector<char> outside(shrunk.size());
    for (std::size_t c = 0; c < shrunk.size(); ++c) outside[c] = shrunk[c] == 0;
    const std::vector<char> touched = touching(context.mesh, outside, true);
    for (std::size_t c = 0; c < shrunk.size(); ++c)
      if (touched[c]) shrunk[c] = 0;
  }
  const Regions pieces = regionsWith(points, shrunk, context, place);
  std::vector<char> fallen(in.size(), 0);
  for (std::size_t c = 0; c < in.size(); ++c) fallen[c] = shrunk[c] && !pieces.kept.contains(pieces.ofCell[c]);
  for (int i = 0; i < nErode; ++i) fallen = touching(context.mesh, fallen, false);
  for (std::size_t c = 0; c < in.size(); ++c)
    if (fallen[c]) in[c] = 0;
}

std::vector<Label> regionToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::string keyword = dict.has("insidePoint") && !dict.has("insidePoints") ? "insidePoint" : "insidePoints";
  const auto points = dict.get<std::vector<Vec3>>(keyword);
  const Place& place = dict.at(keyword).place;
  const int nErode = dict.has("nErode") ? atLeast(dict, "nErode", dict.get<int>("nErode"), 0) : 0;
  log.line(fmt::format("    Adding all cells of connected regions that contain {} points ...", points.size()));
  std::vector<char> in = flagsOf(dict, context, SetKind::cells, log);
  const Regions regions = regionsWith(points, in, context, place);
  for (std::size_t c = 0; c < in.size(); ++c)
    if (!regions.kept.contains(regions.ofCell[c])) in[c] = 0;
  removeAppendages(points, nErode, context, place, in);
  return membersOf(in);
}

/// Numbers of points, triangles and quadrilaterals of a cell; {0, 0, 0} if a face has more corners.
struct CellShape {
  std::size_t points = 0, triangles = 0, quads = 0;
  bool operator==(const CellShape&) const = default;
};

std::vector<Label> shapeToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  static const std::map<std::string, CellShape> shapes{{"hex", {8, 0, 6}}, {"wedge", {7, 2, 4}}, {"prism", {6, 2, 3}},
                                                       {"pyr", {5, 4, 1}}, {"tet", {4, 4, 0}},   {"tetWedge", {5, 2, 2}}};
  std::vector<std::string> valid;
  for (const auto& [name, shape] : shapes) valid.push_back(name);
  const std::string keyword = dict.has("shape") ? "shape" : "type";
  const std::string name = dict.get<std::string>(keyword);
  if (name == "splitHex")
    throw Error(dict.at(keyword).place,
                "cells that are split hexahedra (splitHex) are not recognised; valid are hex, wedge, "
                "prism, pyr, tet, tetWedge");
  const CellShape wanted = shapes.at(dict.getChoice(keyword, valid));
  log.line(fmt::format("    Adding all {} cells ...", name));
  const mesh::LabelRows faces = mesh::facesOfCells(context.mesh);
  std::vector<Label> cells;
  for (Label c = 0; c < faces.size(); ++c) {
    CellShape shape;
    std::set<Label> points;
    bool other = false;
    for (const Label f : faces[c]) {
      const auto corners = context.mesh.pointsOf(f);
      points.insert(corners.begin(), corners.end());
      shape.triangles += corners.size() == 3;
      shape.quads += corners.size() == 4;
      other = other || corners.size() > 4;
    }
    shape.points = points.size();
    if (!other && shape == wanted) cells.push_back(c);
  }
  return cells;
}

std::vector<Label> targetVolumeToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  const double volume = dict.get<double>("volume");
  const Vec3 normal = dict.get<Vec3>("normal");
  if (volume < 0) throw Error(dict.at("volume").place, "volume must not be negative");
  const std::vector<char> mask = flagsOf(dict, context, SetKind::cells, log);
  log.line(fmt::format("    Adding cells up to target volume {:g} ...", volume));
  // Cells below a plane: the plane is where one cell more would reach the volume. Cells at one height go together.
  std::vector<std::pair<double, Label>> heights;
  for (std::size_t c = 0; c < mask.size(); ++c)
    if (mask[c]) heights.emplace_back(dot(context.geometry.cellCentres[c], normal), static_cast<Label>(c));
  std::sort(heights.begin(), heights.end());
  const double extent = heights.empty() ? 0 : std::abs(heights.back().first - heights.front().first);
  std::vector<Label> cells, layer;
  double sum = 0;
  for (std::size_t i = 0; i < heights.size();) {
    double more = 0;
    layer.clear();
    const double height = heights[i].first;
    for (; i < heights.size() && heights[i].first - height <= 1e-13 * extent; ++i) {
      more += context.geometry.cellVolumes[heights[i].second];
      layer.push_back(heights[i].second);
    }
    if (sum + more >= volume) break;
    sum += more;
    cells.insert(cells.end(), layer.begin(), layer.end());
  }
  log.line(fmt::format("    Selected {} with actual volume {:g}", cells.size(), sum));
  return cells;
}

std::vector<Label> regionToFace(const Dictionary& dict, const SourceContext& context, Log& log) {
  const Vec3 near = dict.get<Vec3>("nearPoint");
  dict.at("set");  // an Error: that is the entry to write
  const std::vector<char> in = flagsOf(dict, context, SetKind::faces, log);
  const mesh::PolyMesh& mesh = context.mesh;
  std::vector<Label> candidates = membersOf(in);
  if (candidates.empty()) return {};
  std::map<std::pair<Label, Label>, std::vector<Label>> facesOfEdge;
  const auto eachEdge = [&](Label f, const auto& visit) {
    const auto points = mesh.pointsOf(f);
    for (std::size_t i = 0; i < points.size(); ++i) visit(std::minmax(points[i], points[(i + 1) % points.size()]));
  };
  for (const Label f : candidates) eachEdge(f, [&](std::pair<Label, Label> edge) { facesOfEdge[edge].push_back(f); });
  const Label seed =
      *std::ranges::min_element(candidates, {}, [&](Label f) { return magSqr(context.geometry.faceCentres[f] - near); });
  std::set<Label> region{seed};
  for (std::vector<Label> front{seed}; !front.empty();) {
    const Label face = front.back();
    front.pop_back();
    eachEdge(face, [&](std::pair<Label, Label> edge) {
      for (const Label f : facesOfEdge[edge])
        if (region.insert(f).second) front.push_back(f);
    });
  }
  log.line(
      fmt::format("    Adding {} faces connected to the one nearest to ({:g} {:g} {:g})", region.size(), near.x, near.y, near.z));
  return {region.begin(), region.end()};
}

}  // namespace

void addTopologySources(SourceTable& table) {
  table.add({"boundaryToCell", "cells at boundary faces", boundaryToCell});
  table.add({"faceZoneToCell", "cells on one side of a faceZone: master or slave", faceZoneToCell});
  table.add({"haloToCell", "the cells around a set, steps deep", haloToCell});
  table.add({"nbrToCell", "cells with at most a number of neighbours", nbrToCell});
  table.add({"regionToCell", "cells that are connected with points, within a set", regionToCell});
  table.add({"shapeToCell", "cells of a shape: hex, prism, pyr, tet, ..", shapeToCell});
  table.add({"targetVolumeToCell", "cells below a plane such that their volume is a given one", targetVolumeToCell});
  table.add({"regionToFace", "faces of a set connected with the one nearest to a point", regionToFace});
}

}  // namespace eagre::case_
