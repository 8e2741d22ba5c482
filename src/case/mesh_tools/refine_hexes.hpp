// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// A mesh some of whose cells have been divided.
struct Refined {
  mesh::PolyMesh mesh;
  std::vector<Label> origin;  ///< for each cell: the cell that it was part of
};

/// Divides each of these hexes (EdgeMesh::isHex) into eight by its centre, the centres of its faces and the middles of its edges.
/// Neighbours that are not divided become polyhedra. New cells join the cell zones of the one that they were part of.
Refined refineHexes(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry, const std::vector<Label>& cells);

/// Adds the new cells to the zones of those that they were part of. origin: as in Refined; nOld: cells before.
void extendCellZones(mesh::PolyMesh& mesh, const std::vector<Label>& origin, Label nOld);

}  // namespace eagre::case_
