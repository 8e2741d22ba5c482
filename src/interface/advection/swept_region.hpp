// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "mesh/cell_cutter.hpp"

namespace eagre::interface_ {

/// A plane at the start of a time step: n . (x - centre) < 0 within phase 1.
struct InterfacePlane {
  Vec3 centre, normal;
};

/// Volume, with its sign, and the part of it on phase 1's side of a plane [m^3].
struct CutVolume {
  double whole = 0, below = 0;
  CutVolume& operator+=(const CutVolume& other) {
    whole += other.whole;
    below += other.below;
    return *this;
  }
};

/// Of a tetrahedron; whole > 0 if d is where the normal of a, b, c by the right-hand rule points to.
CutVolume cutTetrahedron(const std::array<Vec3, 4>& corners, const InterfacePlane& plane);

/// The region that flows out of a cell through one of its faces in a time step: between the face and where its corners come from.
/// The face is of triangles about its middle, the region of a prism per triangle, each of three tetrahedra whose volumes have
/// signs, so that a region that turns over counts with both. Two regions with an edge of their faces in common meet along that
/// edge without a gap or an overlap, as far as their corners come from the same places. Where the middle comes from is moved
/// along the face's normal so that the region has the volume of the flux (Rider and Kothe 1998, section 4.2; Lopez, Hernandez,
/// Gomez and Faura 2004 for regions that meet at their edges). For loops.
struct SweptRegion {
  const mesh::CellShapes::View& shapes;
  Label face;  ///< of the shapes
  Label cell;  ///< that the region flows out of

  /// What of `total`, the volume that flows through the face in the sense of the mesh [m^3], is phase 1 where this is behind the
  /// plane, within the cell and beyond: between 0 and total. comesFrom(position, point): a corner's place at the start of the
  /// step.
  template <class ComesFrom>
  double fluxOf(const InterfacePlane& plane, double total, const ComesFrom& comesFrom) const {
    mesh::SmallPolygon ends, starts;
    for (Label k = 0; k < shapes.nCorners(face); ++k) {
      const Label p = shapes.corner(face, k);
      ends.add(shapes.points[p]);
      starts.add(comesFrom(shapes.points[p], p));
    }
    return std::copysign(outflow(plane, std::abs(total), ends, starts), total);
  }

 private:
  double outflow(const InterfacePlane& plane, double total, const mesh::SmallPolygon& ends,
                 const mesh::SmallPolygon& starts) const;
};

}  // namespace eagre::interface_
