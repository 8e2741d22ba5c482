// SPDX-License-Identifier: BSD-3-Clause
#include "case/zone_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "case/searchable_surface.hpp"
#include "case/words.hpp"

namespace eagre::case_ {

using config::Dictionary;

namespace {

std::vector<Label> setOf(const Dictionary& dict, const std::string& keyword, SetKind kind, const SourceContext& context,
                         Log& log) {
  const std::string name = dict.get<std::string>(keyword);
  log.line(fmt::format("    Using all {0}s of {0}Set {1} ...", nounOf(kind), name));
  return context.set(kind, name, dict.at(keyword).place);
}

ZoneSelection setToCellZone(const Dictionary& dict, const SourceContext& context, Log& log) {
  return {SetKind::cells, setOf(dict, "set", SetKind::cells, context, log), {}};
}

ZoneSelection setToPointZone(const Dictionary& dict, const SourceContext& context, Log& log) {
  return {SetKind::points, setOf(dict, "set", SetKind::points, context, log), {}};
}

/// All faces of a set, flipped as flip(face) says.
template <class Flip>
ZoneSelection orientedFaces(std::vector<Label> faces, const Flip& flip) {
  ZoneSelection selection{SetKind::faces, std::move(faces), {}};
  for (const Label f : selection.members) selection.flip.push_back(flip(f));
  return selection;
}

ZoneSelection setToFaceZone(const Dictionary& dict, const SourceContext& context, Log& log) {
  if (dict.has("cellSet"))
    log.warnOnce(
        fmt::format("{}: setToFaceZone does not use the entry cellSet; setsToFaceZone does", toString(dict.at("cellSet").place)));
  return orientedFaces(setOf(dict, "faceSet", SetKind::faces, context, log), [](Label) { return false; });
}

ZoneSelection setsToFaceZone(const Dictionary& dict, const SourceContext& context, Log& log) {
  const mesh::PolyMesh& mesh = context.mesh;
  const bool inwards = dict.getOr("flip", false);
  std::vector<char> in(static_cast<std::size_t>(mesh.nCells()), 0);
  for (const Label c : setOf(dict, "cellSet", SetKind::cells, context, log)) in[c] = 1;
  std::size_t undecided = 0;
  ZoneSelection selection = orientedFaces(setOf(dict, "faceSet", SetKind::faces, context, log), [&](Label f) {
    const bool own = in[mesh.owner[f]] != 0;
    bool flip = !own;
    if (f < mesh.nInternalFaces()) {
      const bool other = in[mesh.neighbour[f]] != 0;
      undecided += own == other;
      flip = !own && other;
    }
    return flip != inwards;
  });
  if (undecided > 0)
    log.warnOnce(
        fmt::format("{}: {} internal faces have both or none of their cells in cellSet {}, so their orientation is that of "
                    "the mesh",
                    toString(dict.place()), undecided, dict.get<std::string>("cellSet")));
  return selection;
}

ZoneSelection setAndNormalToFaceZone(const Dictionary& dict, const SourceContext& context, Log& log) {
  const Vec3 normal = dict.get<Vec3>("normal");
  return orientedFaces(setOf(dict, "faceSet", SetKind::faces, context, log),
                       [&](Label f) { return dot(context.geometry.faceAreas[f], normal) <= 0; });
}

ZoneSelection faceZoneToFaceZone(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::string name = dict.get<std::string>("zone");
  log.line(fmt::format("    Using all faces of faceZone {} ...", name));
  std::vector<std::string> valid;
  for (const mesh::Zone& zone : context.mesh.faceZones) {
    valid.push_back(zone.name);
    if (zone.name != name) continue;
    std::map<Label, char> faces;
    for (std::size_t i = 0; i < zone.members.size(); ++i) faces.emplace(zone.members[i], zone.flip[i]);
    ZoneSelection selection{SetKind::faces, {}, {}};
    for (const auto& [face, flip] : faces) {
      selection.members.push_back(face);
      selection.flip.push_back(flip);
    }
    return selection;
  }
  throw Error(dict.at("zone").place, unknownWordMessage("face zone", name, valid));
}

/// The faces that bound a set of cells.
ZoneSelection cellToFaceZone(const Dictionary& dict, const SourceContext& context, Log& log) {
  const mesh::PolyMesh& mesh = context.mesh;
  std::vector<char> in(static_cast<std::size_t>(mesh.nCells()), 0);
  for (const Label c : setOf(dict, "set", SetKind::cells, context, log)) in[c] = 1;
  const bool inwards = dict.getOr("flip", false);
  std::vector<Label> faces;
  for (Label f = 0; f < mesh.nFaces(); ++f)
    if ((in[mesh.owner[f]] != 0) != (f < mesh.nInternalFaces() && in[mesh.neighbour[f]] != 0)) faces.push_back(f);
  return orientedFaces(std::move(faces), [&](Label f) { return (in[mesh.owner[f]] == 0) != inwards; });
}

/// For each face the number of the region that it is in; faces of a region hang together by edges.
std::vector<std::size_t> regionsOf(const std::vector<Label>& faces, const mesh::PolyMesh& mesh) {
  std::vector<std::size_t> region(faces.size());
  std::iota(region.begin(), region.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (region[i] != i) i = region[i] = region[region[i]];
    return i;
  };
  std::map<std::pair<Label, Label>, std::size_t> faceOfEdge;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto points = mesh.pointsOf(faces[i]);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const auto edge = std::minmax(points[k], points[(k + 1) % points.size()]);
      const auto [other, isNew] = faceOfEdge.try_emplace({edge.first, edge.second}, i);
      if (!isNew) region[root(i)] = root(other->second);
    }
  }
  for (std::size_t i = 0; i < faces.size(); ++i) region[i] = root(i);
  return region;
}

/// The faces of the region whose centre of area is nearest to the point.
std::vector<Label> nearestRegion(const std::vector<Label>& faces, const Vec3& point, const SourceContext& context) {
  const auto region = regionsOf(faces, context.mesh);
  struct Sum {
    double area = 0;
    Vec3 moment{};
  };
  std::map<std::size_t, Sum> sums;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const double area = mag(context.geometry.faceAreas[faces[i]]);
    sums[region[i]].area += area;
    sums[region[i]].moment += area * context.geometry.faceCentres[faces[i]];
  }
  const auto distance = [&](const auto& entry) { return mag(entry.second.moment / entry.second.area - point); };
  const auto nearest = std::ranges::min_element(sums, {}, distance);
  std::vector<Label> chosen;
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (region[i] == nearest->first) chosen.push_back(faces[i]);
  return chosen;
}

/// `option closest`: openfoam.com's v2206.
ZoneSelection planeToFaceZone(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::array<std::string, 2> options{"all", "closest"};
  const Vec3 point = dict.get<Vec3>("point"), normal = dict.get<Vec3>("normal");
  const bool closest = dict.has("option") && dict.getChoice("option", options) == "closest";
  log.line(fmt::format("    Adding all faces between cells on both sides of the plane at ({:g} {:g} {:g}) ...", point.x, point.y,
                       point.z));
  const mesh::PolyMesh& mesh = context.mesh;
  const auto above = [&](Label c) { return dot(context.geometry.cellCentres[c] - point, normal) > 0; };
  std::vector<Label> faces;
  for (Label f = 0; f < mesh.nInternalFaces(); ++f)
    if (above(mesh.owner[f]) != above(mesh.neighbour[f])) faces.push_back(f);
  if (closest) faces = nearestRegion(faces, point, context);
  return orientedFaces(std::move(faces), [&](Label f) { return above(mesh.owner[f]); });
}

ZoneSelection searchableSurfaceToFaceZone(const Dictionary& dict, const SourceContext& context, Log& log) {
  const SearchableSurface surface = makeSurface(dict, dict.has("surfaceType") ? "surfaceType" : "surface", context.caseDirectory);
  log.line("    Adding all faces from searchableSurface ...");
  CrossedFaces crossed = facesCrossing(surface, context.mesh, context.geometry);
  return {SetKind::faces, std::move(crossed.faces), std::move(crossed.flip)};
}

using Make = ZoneSelection (*)(const Dictionary&, const SourceContext&, Log&);
const WordTable<Make>& table() {
  static const WordTable<Make> sources{
      {"cellToFaceZone", "the faces that bound a cellSet", cellToFaceZone},
      {"faceZoneToFaceZone", "the faces of another faceZone", faceZoneToFaceZone},
      {"planeToFaceZone", "the faces between cells on both sides of a plane; option all or closest", planeToFaceZone},
      {"searchableSurfaceToFaceZone", "the faces that a surface crosses", searchableSurfaceToFaceZone},
      {"setAndNormalToFaceZone", "the faces of a set, turned to point along a normal", setAndNormalToFaceZone},
      {"setToCellZone", "the cells of a set", setToCellZone},
      {"setToFaceZone", "the faces of a set, not turned", setToFaceZone},
      {"setToPointZone", "the points of a set", setToPointZone},
      {"setsToFaceZone", "the faces of a faceSet, turned to point out of a cellSet", setsToFaceZone}};
  return sources;
}

}  // namespace

ZoneSelection selectZone(const std::string& source, const Dictionary& controls, const SourceContext& context, Log& log) {
  return (*table().find(source))(controls, context, log);
}

bool isZoneSource(const std::string& source) { return table().contains(source); }

std::vector<std::string> zoneSourceNames() { return table().names(); }
std::vector<Word> zoneSourceWords() { return table().words(); }

}  // namespace eagre::case_
