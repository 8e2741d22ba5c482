// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::mesh {

/// Distance [m] of a point to face f of the mesh, taken as triangles about the face's centre.
double distanceToFace(const PolyMesh& mesh, const Vec3& centre, Label f, const Vec3& point);

/// Distance [m] of the cell behind each wall face to the wall, as wall functions need it: to the nearest of the face itself and
/// the faces of the same patch that share a point with it (in a corner or on a curved wall that may be another one), each taken
/// as triangles about its centre. One value per boundary face, from the first on; 0 on patches that are no walls.
std::vector<double> nearWallDistances(const PolyMesh& mesh, const PolyGeometry& geometry);
/// Sets cellWallDistances and nearestWallFaces of cells that touch walls: with a wall face, to the nearest face as in
/// nearWallDistances; with a point of a wall alone, to the nearest of that patch's faces at the first such point.
void correctAtWalls(const PolyMesh& mesh, PolyGeometry& geometry);

}  // namespace eagre::mesh
