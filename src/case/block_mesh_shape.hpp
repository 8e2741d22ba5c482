// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/types.hpp"

namespace eagre::case_ {

/// Faces of a hexahedron by its corners, in OpenFOAM's order (x-min, x-max, y-min, y-max, z-min, z-max), normals outward.
inline constexpr std::array<std::array<int, 4>, 6> hexFaces = {
    {{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 3, 2, 1}, {4, 5, 6, 7}}};

/// Ends of the 12 edges of a hexahedron: 4 along x, 4 along y, 4 along z.
inline constexpr std::array<std::array<int, 2>, 12> hexEdges = {
    {{0, 1}, {3, 2}, {7, 6}, {4, 5}, {0, 3}, {1, 2}, {5, 6}, {4, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};

/// Four points of a face; a triangle has -1 last.
using Quad = std::array<Label, 4>;
inline int nPoints(const Quad& face) { return face[3] < 0 ? 3 : 4; }

/// The same points, each as often, in any order.
bool samePoints(const Quad& a, const Quad& b);
/// The same points in the same cyclic order, in either sense.
bool sameFace(const Quad& a, const Quad& b);

/// The faces of a cell by corners of the hexahedron that it came from.
struct CellShape {
  int nFaces = 0;
  std::array<std::array<std::int8_t, 4>, 6> faces{};
};

/// The hexahedron with its faces in the order of hexFaces.
CellShape plainHex();

/// What a hexahedron becomes when some of its corners coincide: hex, prism, wedge (7 points), pyramid, tetrahedron or
/// tetWedge (5 points), with its faces in the order, and each from the start point, that OpenFOAM's recognition of
/// shapes gives (also to the full hexahedron). representative[c] is the first corner that coincides with corner c.
/// Empty if it is none of these.
std::optional<CellShape> collapsedShape(const std::array<int, 8>& representative);

/// Cells that came from hexahedra: 8 points each and a shape.
struct ShapedCells {
  std::vector<std::array<Label, 8>> points;
  std::vector<std::uint8_t> shapeOf;
  std::vector<CellShape> shapes;

  const CellShape& shape(Label cell) const { return shapes[shapeOf[cell]]; }
  Quad face(Label cell, int f) const {
    const auto& corners = shape(cell).faces[f];
    const auto& p = points[cell];
    return {p[corners[0]], p[corners[1]], p[corners[2]], corners[3] < 0 ? -1 : p[corners[3]]};
  }
};

}  // namespace eagre::case_
