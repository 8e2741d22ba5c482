// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>
#include <vector>

#include "core/vec.hpp"

namespace eagre::mesh {

/// A face as triangles, for measuring what it has in common with others.
struct TriangulatedFace {
  std::vector<std::array<Vec3, 3>> triangles;  ///< in the sense of the corners
  Vec3 normal;                                 ///< unit vector along the face's area vector
  double area = 0;                             ///< of the triangles together [m^2]
  Vec3 low, high;                              ///< the box around the corners [m]
};

/// Cuts a face with three corners or more: from the corner with the largest interior angle to the one that best bisects it, and
/// the two parts likewise. So a bent face is cut as OpenFOAM v1912 cuts it.
TriangulatedFace triangulated(std::span<const Vec3> corners);

/// The area [m^2] of the part of `source` that lies over `target`, seen along the mean of the two normals, which point at each
/// other: each triangle of the source is clipped (Sutherland and Hodgman 1974) by the planes through the edges of each
/// triangle of the target. Points nearer to such a plane than 1e-6 of the triangle's size lie in it. 0 for faces that do not face
/// each other.
double overlapArea(const TriangulatedFace& source, const TriangulatedFace& target);

/// The least part of a face that counts as an overlap.
inline constexpr double leastOverlap = 1e-6;

}  // namespace eagre::mesh
