// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "case/mesh_tools/edges.hpp"

namespace eagre::case_ {

/// Where a loop around a cell crosses its surface: at a point of the mesh, or on an edge.
struct Cut {
  bool onEdge = false;
  Label index = 0;    ///< of the point or edge
  double weight = 0;  ///< on an edge: how far from its first to its second end
  bool operator==(const Cut& other) const { return onEdge == other.onEdge && index == other.index; }
};
using CellLoop = std::vector<Cut>;

Vec3 position(const EdgeMesh& edges, const Cut& cut);

/// The middles of the four edges of a hex that are nearest to `direction`, in order around it.
CellLoop loopOfHex(const EdgeMesh& edges, Label cell, const Vec3& direction);

/// Where the plane through `centre` normal to `direction` cuts the edges of a cell, in order around it. A cut within a tenth of
/// an edge's length of its end, or a point within a thousandth of its shortest edge of the plane, is at the point, as in
/// OpenFOAM's geomCellLooper. Empty: the plane cuts fewer than three times.
CellLoop loopOfPlane(const EdgeMesh& edges, Label cell, const Vec3& centre, const Vec3& direction);

}  // namespace eagre::case_
