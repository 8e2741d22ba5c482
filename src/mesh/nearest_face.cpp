// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/nearest_face.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "core/error.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::mesh {
namespace {

constexpr double alike = 1e-12;  ///< part of a distance

Vec3 nearestOnEdge(const Vec3& point, const Vec3& a, const Vec3& b) {
  const Vec3 edge = b - a;
  const double length = magSqr(edge);
  return length > 0 ? a + std::clamp(dot(point - a, edge) / length, 0.0, 1.0) * edge : a;
}

/// Where the foot of the perpendicular lies in the triangle it is that, else the nearest point of the three edges.
Vec3 nearestOnTriangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  const double nn = magSqr(n);
  if (nn > 0) {
    const Vec3 foot = point - (dot(point - a, n) / nn) * n;
    const auto inside = [&](const Vec3& p, const Vec3& q) { return dot(cross(q - p, foot - p), n) >= 0; };
    if (inside(a, b) && inside(b, c) && inside(c, a)) return foot;
  }
  Vec3 best = nearestOnEdge(point, a, b);
  for (const Vec3& other : {nearestOnEdge(point, b, c), nearestOnEdge(point, c, a)})
    if (magSqr(other - point) < magSqr(best - point)) best = other;
  return best;
}

Vec3 nearestOnFace(const Vec3& point, std::span<const Vec3> corners) {
  if (corners.size() == 3) return nearestOnTriangle(point, corners[0], corners[1], corners[2]);
  Vec3 middle{};
  for (const Vec3& corner : corners) middle += corner / static_cast<double>(corners.size());
  Vec3 best = corners.front();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 other = nearestOnTriangle(point, corners[i], corners[(i + 1) % corners.size()], middle);
    if (magSqr(other - point) < magSqr(best - point)) best = other;
  }
  return best;
}

/// The corners of this rank's faces of the patches, as they are now.
struct Faces {
  std::vector<Label> faces;  ///< boundary faces
  std::vector<Label> starts{0};
  std::vector<Vec3> points;
  void add(Label face) {
    faces.push_back(face);
    starts.push_back(static_cast<Label>(points.size()));
  }
  std::span<const Vec3> cornersOf(std::size_t i) const { return std::span(points).subspan(starts[i], starts[i + 1] - starts[i]); }
};

Faces facesOf(const Mesh& mesh, const std::vector<std::size_t>& patches) {
  Faces made;
  if (!mesh.points) {
    for (const std::size_t p : patches) {
      const auto found = mesh.corners.find(mesh.patches[p].name);
      if (found == mesh.corners.end()) continue;
      const FaceCorners& own = found->second;
      for (Label i = 0; i < mesh.patches[p].size; ++i) {
        made.points.insert(made.points.end(), own.points.begin() + own.starts[i], own.points.begin() + own.starts[i + 1]);
        made.add(mesh.patches[p].start + i);
      }
    }
    return made;
  }
  std::vector<char> wanted(static_cast<std::size_t>(mesh.nBoundaryFaces), 0);
  for (const std::size_t p : patches) std::fill_n(wanted.begin() + mesh.patches[p].start, mesh.patches[p].size, char{1});
  const PolyMesh& shape = mesh.points->shape;
  for (std::size_t f = 0; f < mesh.points->faceOf.size(); ++f) {
    const Label face = mesh.points->faceOf[f] - mesh.nInteriorFaces();
    if (face < 0 || !wanted[face]) continue;
    for (Label i = shape.faceOffsets[f]; i < shape.faceOffsets[f + 1]; ++i)
      made.points.push_back(shape.points[shape.facePoints[i]]);
    made.add(face);
  }
  return made;
}

}  // namespace

std::vector<NearestFace> nearestFaces(const Mesh& mesh, const std::vector<std::size_t>& patches,
                                      const std::vector<Vec3>& points) {
  const Faces faces = facesOf(mesh, patches);
  const auto& all = mesh.communicator();
  constexpr double none = std::numeric_limits<double>::max();
  std::vector<NearestFace> nearest(points.size());
  for (std::size_t p = 0; p < points.size(); ++p) {
    std::vector<Vec3> places(faces.faces.size());
    double least = none;
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i] = nearestOnFace(points[p], faces.cornersOf(i));
      least = std::min(least, mag(places[i] - points[p]));
    }
    least = all.min(least);
    if (least == none) throw Error("there is no face on the patches", ExitCode::badCase);
    double number = none;
    std::array<double, 3> place{};
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto own = static_cast<double>(mesh.faceGlobal[mesh.nInteriorFaces() + faces.faces[i]]);
      if (mag(places[i] - points[p]) > (1 + alike) * least || own >= number) continue;
      number = own;
      nearest[p].face = faces.faces[i];
      place = {places[i].x, places[i].y, places[i].z};
    }
    if (number > all.min(number)) nearest[p].face = -1;
    if (nearest[p].face < 0) place = {};
    all.sum(place);
    nearest[p].place = {place[0], place[1], place[2]};
  }
  return nearest;
}

}  // namespace eagre::mesh
