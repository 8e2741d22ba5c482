// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "mesh/poly_mesh.hpp"

namespace eagre::mesh {

/// Distance [m] of every cell and boundary face to the nearest wall, as turbulence models need it, into
/// geometry.cellWallDistances and geometry.boundaryWallDistances; and which face of a wall that is, of every cell, into
/// geometry.nearestWallFaces. A wave carries the centres of wall faces from cell to face to
/// cell; each keeps the centre that is nearer by more than 1 % of the square of the distance that it has (OpenFOAM's meshWave,
/// in its order, which decides what is kept). In a cell that touches a wall by a face or a point, with correctWalls, the distance
/// is to the wall's faces there instead. On walls it is 1e-15; 1e15 everywhere in a mesh without walls.
/// mesh must have passed checkPatches. Serial: the order of the wave is that of the global mesh, so that all ranks together
/// have the distances that one has.
void addWallDistances(const PolyMesh& mesh, PolyGeometry& geometry, bool correctWalls);

}  // namespace eagre::mesh
