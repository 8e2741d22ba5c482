// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/point_stencils.hpp"

namespace eagre::mesh {

/// Where a plane cuts the cells of the undivided mesh: one polygon a cut of a cell, its points on the edges of the mesh.
struct PlaneCut {
  std::vector<Vec3> points;
  std::vector<Label> pointCells;  ///< of the first polygon with the point
  std::vector<std::vector<Label>> polygons;
  std::vector<Label> polygonCells;
};

/// Cuts every cell by the plane through `origin` with this normal, which the polygons' normals follow. Points of the mesh nearer
/// to the plane than 1e-12 of the mesh's extent lie on it and count as in front: a layer of faces on the plane is cut once, from
/// the cells behind it. Serial.
PlaneCut cutCells(const PointStencils& mesh, const Vec3& origin, const Vec3& normal);

/// Area vector [m^2] and centre of a polygon, about the mean of its points.
struct PolygonGeometry {
  Vec3 area{}, centre{};
};
PolygonGeometry polygonGeometry(const std::vector<Vec3>& points, const std::vector<Label>& polygon);

}  // namespace eagre::mesh
