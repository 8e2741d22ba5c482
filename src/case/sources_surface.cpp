// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case/searchable_surface.hpp"
#include "case/source_table.hpp"
#include "case/tri_surface.hpp"
#include "mesh/poly_addressing.hpp"

namespace eagre::case_ {

using config::Dictionary;

namespace {

/// Which cells a surface cuts: those with a face that an edge of the mesh or of the surface pierces.
std::vector<char> cutCells(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry, const TriangleTree& surface) {
  std::vector<char> cut(static_cast<std::size_t>(mesh.nCells()), 0), cutFace(static_cast<std::size_t>(mesh.nFaces()), 0);
  Triangles ofFaces;
  std::vector<Label> face;
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const auto points = mesh.pointsOf(f);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3 &a = mesh.points[points[i]], &b = mesh.points[points[(i + 1) % points.size()]];
      if (!cutFace[f] && surface.firstCrossing(a, b)) cutFace[f] = 1;
      ofFaces.push_back({geometry.faceCentres[f], a, b});
      face.push_back(f);
    }
  }
  const TriangleTree faces(std::move(ofFaces));
  for (const auto& triangle : surface.triangles())
    for (std::size_t i = 0; i < 3; ++i)
      faces.crossings(triangle[i], triangle[(i + 1) % 3], [&](const TriangleTree::Crossing& c) {
        cutFace[face[c.triangle]] = 1;
        return true;
      });
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    if (!cutFace[f]) continue;
    cut[mesh.owner[f]] = 1;
    if (f < mesh.nInternalFaces()) cut[mesh.neighbour[f]] = 1;
  }
  return cut;
}

/// For each cell: outside if it can be reached from an outside point without passing a cell that is cut.
std::vector<char> reachable(const Dictionary& dict, const SourceContext& context, const std::vector<char>& cut) {
  const mesh::PolyMesh& mesh = context.mesh;
  std::vector<char> blocked(static_cast<std::size_t>(mesh.nFaces()), 0);
  for (Label f = 0; f < mesh.nFaces(); ++f)
    blocked[f] = cut[mesh.owner[f]] || (f < mesh.nInternalFaces() && cut[mesh.neighbour[f]]);
  const std::vector<Label> region = mesh::connectedRegions(mesh, blocked);
  std::vector<char> outside(cut.size(), 0);
  for (const Vec3& point : dict.get<std::vector<Vec3>>("outsidePoints")) {
    const Label cell = mesh::findCell(mesh, context.geometry, point);
    if (cell < 0)
      throw Error(dict.at("outsidePoints").place,
                  fmt::format("the point ({:g} {:g} {:g}) is in no cell of the mesh", point.x, point.y, point.z));
    for (std::size_t c = 0; c < outside.size(); ++c)
      if (region[c] == region[cell]) outside[c] = 1;
  }
  return outside;
}

/// Which cells are chosen by a surface.
struct SurfaceChoice {
  bool cut, inside, outside, byOrientation;
  double near;
};

SurfaceChoice readSurfaceChoice(const Dictionary& dict) {
  const SurfaceChoice want{dict.get<bool>("includeCut"), dict.get<bool>("includeInside"), dict.get<bool>("includeOutside"),
                           dict.getOr("useSurfaceOrientation", false), dict.get<double>("nearDistance")};
  if (dict.get<double>("curvature") >= -1)
    throw Error(dict.at("curvature").place,
                "cells are not chosen by curvature; valid is a number below -1, which switches it off");
  if (want.near < 0 && want.cut == want.inside && want.inside == want.outside)
    throw Error(dict.place(),
                "all cells or none would be chosen: say yes to one or two of includeCut, includeInside and includeOutside");
  if (want.byOrientation && want.cut)
    throw Error(dict.at("includeCut").place, "includeCut cannot be used with useSurfaceOrientation");
  return want;
}

std::vector<Label> surfaceToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  const SurfaceChoice want = readSurfaceChoice(dict);
  const std::string name = dict.get<std::string>("file");
  log.line(fmt::format("    Adding cells in relation to surface {} ...", name));
  const TriangleTree surface(
      readTriSurface(surfaceFile(name, context.caseDirectory, dict.at("file").place), dict.getOr("scale", 1.0)));
  const std::vector<Vec3>& centres = context.geometry.cellCentres;
  std::vector<char> cut(centres.size(), 0), outside(centres.size(), 0);
  if (want.byOrientation) {
    for (std::size_t c = 0; c < centres.size(); ++c) outside[c] = !surface.encloses(centres[c]);
  } else if (want.cut || want.inside || want.outside) {
    cut = cutCells(context.mesh, context.geometry, surface);
    outside = reachable(dict, context, cut);
  }
  // OpenFOAM looks as far as the corners of a cube with edges of nearDistance.
  const double reach = want.near * std::sqrt(0.75);
  std::vector<Label> cells;
  for (std::size_t c = 0; c < centres.size(); ++c) {
    const bool chosen = cut[c] ? want.cut : outside[c] ? want.outside : want.inside;
    if (chosen || (want.near > 0 && surface.distance(centres[c]) < reach)) cells.push_back(static_cast<Label>(c));
  }
  return cells;
}

template <SetKind kind>
std::vector<Label> searchableSurface(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::string keyword = dict.has("surfaceType") ? "surfaceType" : "surface";
  const SearchableSurface surface = makeSurface(dict, keyword, context.caseDirectory);
  if (!surface.encloses)
    throw Error(dict.at(keyword).place, "the surface encloses nothing; box, sphere, cylinder, triSurfaceMesh do");
  log.line(fmt::format("    Adding {}s enclosed by searchableSurface ...", nounOf(kind)));
  const std::vector<Vec3>& places = kind == SetKind::cells ? context.geometry.cellCentres : context.geometry.faceCentres;
  std::vector<Label> members;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (surface.encloses(places[i])) members.push_back(static_cast<Label>(i));
  return members;
}

}  // namespace

void addSurfaceSources(SourceTable& table) {
  table.add({"surfaceToCell", "cells inside, outside or cut by a triangulated surface", surfaceToCell});
  table.add({"searchableSurfaceToCell", "cells whose centre is inside a surface", searchableSurface<SetKind::cells>});
  table.add({"searchableSurfaceToFace", "faces whose centre is inside a surface", searchableSurface<SetKind::faces>});
}

}  // namespace eagre::case_
