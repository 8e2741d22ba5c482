// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/mirror_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case/mesh_tools/loose_faces.hpp"

namespace eagre::case_ {

using config::Dictionary;
using mesh::PolyMesh;

namespace {

/// The image of every point: itself if it is on the plane. Adds the new ones to points.
std::vector<Label> imagesOf(const PolyMesh& mesh, const MirrorPlane& plane, std::vector<Vec3>& points) {
  std::vector<Label> image(mesh.points.size());
  for (std::size_t p = 0; p < image.size(); ++p) {
    const double distance = dot(plane.origin - mesh.points[p], plane.normal);
    const bool onPlane = std::abs(distance) <= plane.tolerance;
    image[p] = static_cast<Label>(onPlane ? p : points.size());
    if (!onPlane) points.push_back(mesh.points[p] + (2 * distance) * plane.normal);
  }
  return image;
}

void checkSides(const PolyMesh& mesh, const MirrorPlane& plane) {
  std::vector<char> before(static_cast<std::size_t>(mesh.nCells()), 0), behind = before;
  const auto mark = [&](Label cell, const Vec3& point) {
    const double distance = dot(point - plane.origin, plane.normal);
    if (distance > plane.tolerance) before[cell] = 1;
    if (distance < -plane.tolerance) behind[cell] = 1;
    if (before[cell] && behind[cell])
      throw Error(
          fmt::format(
              "mirrorMesh: the plane cuts cells, such as cell {} near ({} {} {}); they would overlap their images. Give a "
              "plane beside the mesh or on its boundary, or a larger planeTolerance if it is on the boundary already",
              cell, point.x, point.y, point.z),
          ExitCode::badCase);
  };
  for (Label f = 0; f < mesh.nFaces(); ++f)
    for (const Label p : mesh.pointsOf(f)) {
      mark(mesh.owner[f], mesh.points[p]);
      if (f < mesh.nInternalFaces()) mark(mesh.neighbour[f], mesh.points[p]);
    }
}

}  // namespace

MirrorPlane readMirrorPlane(const Dictionary& dict) {
  const MirrorPlane plane{readPlane(dict, true), dict.get<double>("planeTolerance")};
  if (!(plane.tolerance >= 0)) throw Error(dict.at("planeTolerance").place, "planeTolerance must not be negative");
  return plane;
}

PolyMesh mirrorMesh(const PolyMesh& mesh, const MirrorPlane& plane) {
  checkSides(mesh, plane);
  std::vector<Vec3> points = mesh.points;
  const std::vector<Label> image = imagesOf(mesh, plane, points);
  const Label nCells = mesh.nCells();
  LooseFaces faces;
  std::vector<char> onPlane(mesh.owner.size(), 0);
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const bool inside = f < mesh.nInternalFaces();
    onPlane[f] = !inside && std::ranges::all_of(mesh.pointsOf(f), [&](Label p) { return image[p] == p; });
    const Label beyond = inside ? mesh.neighbour[f] : onPlane[f] ? mesh.owner[f] + nCells : LooseFaces::none;
    faces.addFrom(mesh, f, mesh.pointsOf(f), mesh.owner[f], beyond);
  }
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    if (onPlane[f]) continue;
    std::vector<Label> turned(mesh.pointsOf(f).begin(), mesh.pointsOf(f).end());
    std::reverse(turned.begin() + 1, turned.end());
    for (Label& p : turned) p = image[p];
    faces.addFrom(mesh, f, turned, mesh.owner[f] + nCells,
                  f < mesh.nInternalFaces() ? mesh.neighbour[f] + nCells : LooseFaces::none);
  }
  PolyMesh result = faces.order(mesh, std::move(points));
  for (std::size_t z = 0; z < mesh.cellZones.size(); ++z)
    for (const Label c : mesh.cellZones[z].members) result.cellZones[z].members.push_back(c + nCells);
  for (std::size_t z = 0; z < mesh.pointZones.size(); ++z)
    for (const Label p : mesh.pointZones[z].members)
      if (image[p] != p) result.pointZones[z].members.push_back(image[p]);
  return result;
}

}  // namespace eagre::case_
