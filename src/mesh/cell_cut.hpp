// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "mesh/point_stencils.hpp"

namespace eagre::mesh {

/// An edge of a mesh by its points; a point of the mesh is the edge between it and itself.
using CutEdge = std::pair<Label, Label>;

/// Where a surface cuts the cells of a mesh: one polygon a cut of a cell, its points on the edges of the mesh.
struct CellCut {
  std::vector<Vec3> points;
  std::vector<CutEdge> pointEdges;  ///< of the mesh, the end behind the surface first
  std::vector<Label> pointCells;    ///< of the first polygon with the point
  std::vector<std::vector<Label>> polygons;
  std::vector<Label> polygonCells;
};

/// Cuts these cells, in their order, where a field is zero that is given at the points of the mesh and linear on its edges. The
/// normals point to where it is positive. On a face where the field changes sign four times each positive corner is cut off by
/// itself, from both sides: if nothing but the boundary bounds the cells, the surface is closed. A point of the mesh where the
/// field is zero is a point of the surface and counts as in front: a layer of faces there is cut once, from the cells behind it.
/// field: one value per point of the mesh; those of other cells are not read. Serial.
CellCut cutCells(const PointStencils& mesh, std::span<const double> field, std::span<const Label> cells);

/// Cuts every cell by the plane through `origin` with this normal. Points of the mesh nearer to the plane than 1e-12 of the
/// mesh's extent lie on it.
CellCut cutCells(const PointStencils& mesh, const Vec3& origin, const Vec3& normal);

/// Divides polygons into triangles about their first points.
void triangulate(CellCut& cut);

/// Area vector [m^2] and centre of a polygon, about the mean of its points.
struct PolygonGeometry {
  Vec3 area{}, centre{};
};
PolygonGeometry polygonGeometry(const std::vector<Vec3>& points, const std::vector<Label>& polygon);

}  // namespace eagre::mesh
