// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "mesh/cell_shapes.hpp"

namespace eagre::mesh {

/// Half of the edges [m] of a cell that is a box along the axes, to 1e-12 of them. centre and volume: those of the cell.
std::optional<Vec3> halfEdges(const CellShapes::View& shapes, Label cell, const Vec3& centre, double volume);

/// A plane in a box: the middle of its polygon from the box's centre [m], and the area [m^2]; 0: there is none.
struct PlaneInBox {
  Vec3 centre{};
  double area = 0;
};

/// The plane of unit normal n behind which this fraction of a box lies, without iteration but for five- and six-sided polygons
/// (after Scardovelli and Zaleski, J. Comput. Phys. 164 (2000) 228): what CellCutter::find() gives in any cell, to round-off.
/// half: of the edges [m]. An n of zero has no plane.
PlaneInBox planeInBox(const Vec3& half, const Vec3& n, double fraction);

}  // namespace eagre::mesh
