// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "case/source_table.hpp"
#include "mesh/poly_addressing.hpp"

namespace eagre::case_ {

using config::Dictionary;

namespace {

/// One flag a cell, face or point: in one of the sets that `set` or `sets` names.
std::vector<char> inSets(const Dictionary& dict, const SourceContext& context, SetKind kind, Log& log) {
  const std::vector<std::string> names =
      dict.has("sets") ? dict.get<std::vector<std::string>>("sets") : std::vector{dict.get<std::string>("set")};
  const Place& place = dict.at(dict.has("sets") ? "sets" : "set").place;
  std::vector<char> in(static_cast<std::size_t>(sizeOf(kind, context.mesh)), 0);
  for (const std::string& name : names) {
    log.line(fmt::format("    According to {}Set {} ...", nounOf(kind), name));
    if (!context.set) throw Error(place, fmt::format("sets are not read here, so {}Set '{}' cannot be used", nounOf(kind), name));
    for (const Label member : context.set(kind, name, place)) in[member] = 1;
  }
  return in;
}

std::vector<Label> members(const std::vector<char>& in) {
  std::vector<Label> list;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (in[i]) list.push_back(static_cast<Label>(i));
  return list;
}

template <SetKind kind>
std::vector<Label> same(const Dictionary& dict, const SourceContext& context, Log& log) {
  return members(inSets(dict, context, kind, log));
}

std::string option(const Dictionary& dict, std::span<const std::string> valid) { return dict.getChoice("option", valid); }

std::vector<Label> faceToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::array<std::string, 4> options{"neighbour", "owner", "any", "all"};
  const std::string which = option(dict, options);
  const mesh::PolyMesh& mesh = context.mesh;
  const std::vector<char> in = inSets(dict, context, SetKind::faces, log);
  std::vector<Label> cells, unchosenFaces(static_cast<std::size_t>(mesh.nCells()), 0);
  const auto visit = [&](Label cell, bool chosen, bool isSide) {
    if (chosen && isSide) cells.push_back(cell);
    if (!chosen) ++unchosenFaces[cell];
  };
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    visit(mesh.owner[f], in[f] != 0, which == "owner" || which == "any");
    if (f < mesh.nInternalFaces()) visit(mesh.neighbour[f], in[f] != 0, which == "neighbour" || which == "any");
  }
  if (which == "all")
    for (Label c = 0; c < mesh.nCells(); ++c)
      if (unchosenFaces[c] == 0) cells.push_back(c);
  return cells;
}

/// Whether two neighbouring points of a face are in a set.
bool hasEdgeIn(std::span<const Label> points, const std::vector<char>& in) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (in[points[i]] && in[points[(i + 1) % points.size()]]) return true;
  return false;
}

std::vector<Label> pointToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::array<std::string, 2> options{"any", "edge"};
  const bool edge = option(dict, options) == "edge";
  const mesh::PolyMesh& mesh = context.mesh;
  const std::vector<char> in = inSets(dict, context, SetKind::points, log);
  std::vector<Label> cells;
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const auto points = mesh.pointsOf(f);
    if (edge ? !hasEdgeIn(points, in) : std::ranges::none_of(points, [&](Label p) { return in[p] != 0; })) continue;
    cells.push_back(mesh.owner[f]);
    if (f < mesh.nInternalFaces()) cells.push_back(mesh.neighbour[f]);
  }
  return cells;
}

std::vector<Label> cellToFace(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::array<std::string, 3> options{"all", "both", "outside"};
  const std::string which = option(dict, options);
  const mesh::PolyMesh& mesh = context.mesh;
  const std::vector<char> in = inSets(dict, context, SetKind::cells, log);
  const std::vector<Label> partners = mesh::cyclicPartners(mesh);
  std::vector<Label> faces;
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const bool own = in[mesh.owner[f]] != 0;
    bool other = false;
    if (f < mesh.nInternalFaces())
      other = in[mesh.neighbour[f]] != 0;
    else if (const Label partner = partners[f - mesh.nInternalFaces()]; partner >= 0)
      other = in[mesh.owner[partner]] != 0;
    const bool internal = f < mesh.nInternalFaces();
    if (which == "all" ? own || (internal && other) : which == "both" ? own && other : own != other) faces.push_back(f);
  }
  return faces;
}

std::vector<Label> pointToFace(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::array<std::string, 3> options{"any", "all", "edge"};
  const std::string which = option(dict, options);
  const std::vector<char> in = inSets(dict, context, SetKind::points, log);
  const auto isIn = [&](Label p) { return in[p] != 0; };
  std::vector<Label> faces;
  for (Label f = 0; f < context.mesh.nFaces(); ++f) {
    const auto points = context.mesh.pointsOf(f);
    if (which == "any"   ? std::ranges::any_of(points, isIn)
        : which == "all" ? std::ranges::all_of(points, isIn)
                         : hasEdgeIn(points, in))
      faces.push_back(f);
  }
  return faces;
}

std::vector<Label> cellToPoint(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::array<std::string, 1> options{"all"};
  option(dict, options);
  const mesh::PolyMesh& mesh = context.mesh;
  const std::vector<char> in = inSets(dict, context, SetKind::cells, log);
  std::vector<Label> points;
  for (Label f = 0; f < mesh.nFaces(); ++f)
    if (in[mesh.owner[f]] || (f < mesh.nInternalFaces() && in[mesh.neighbour[f]]))
      points.insert(points.end(), mesh.pointsOf(f).begin(), mesh.pointsOf(f).end());
  return points;
}

std::vector<Label> faceToPoint(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::array<std::string, 1> options{"all"};
  option(dict, options);
  const std::vector<char> in = inSets(dict, context, SetKind::faces, log);
  std::vector<Label> points;
  for (Label f = 0; f < context.mesh.nFaces(); ++f)
    if (in[f]) points.insert(points.end(), context.mesh.pointsOf(f).begin(), context.mesh.pointsOf(f).end());
  return points;
}

}  // namespace

void addSetSources(SourceTable& table) {
  table.add({"cellToCell", "cells of another set", same<SetKind::cells>});
  table.add({"faceToFace", "faces of another set", same<SetKind::faces>});
  table.add({"pointToPoint", "points of another set", same<SetKind::points>});
  table.add({"faceToCell", "cells of the faces in a set: owner, neighbour, any, all", faceToCell});
  table.add({"pointToCell", "cells with points in a set", pointToCell});
  table.add({"cellToFace", "faces of the cells in a set: all, or those between two of them (both)", cellToFace});
  table.add({"pointToFace", "faces with points in a set: any, all, edge", pointToFace});
  table.add({"cellToPoint", "points of the cells in a set", cellToPoint});
  table.add({"faceToPoint", "points of the faces in a set", faceToPoint});
}

}  // namespace eagre::case_
