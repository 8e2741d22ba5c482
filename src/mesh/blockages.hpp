// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/mesh.hpp"

/// Patches that overlap partly (cyclicACMI). Each of a pair has a blockage beside it, its nonOverlapPatch, a patch with the same
/// faces in the same order. A face that lies over the other patch with a part w of its area is open to that part: its area
/// vector and the volume that it sweeps are w times those of the whole face, and 1 - w times those of its twin on the blockage.
/// So each cell is closed, and all else is done as for cyclicAMI patches and for walls. v1912 has the same areas, but volumes
/// swept by the whole face on both.
namespace eagre::mesh {

/// Where w is 0 or 1, this much is left of either face, so that it has a normal.
inline constexpr double leastPart = 1e-13;

/// The patch of the mesh that is the blockage of a cyclicACMI patch, a position in the list. Error (badCase): its
/// nonOverlapPatch is missing, is no patch, or is coupled, empty or of another size.
int blockageOf(const std::vector<PolyPatch>& patches, const PolyPatch& patch);

/// Errors (badCase): as blockageOf(); faces that are not those of the blockage.
void checkBlockage(const PolyMesh& mesh, const PolyPatch& patch);

/// Areas of a mesh whose overlaps have not been found: cyclicACMI patches are closed. areas: one per face.
void blockAll(const PolyMesh& mesh, std::vector<Vec3>& areas);

/// What is left of the area of each face of a mesh where Overlaps::covered is known: w and 1 - w on cyclicACMI patches and
/// their blockages, 1 elsewhere; empty if there are no such patches. Local.
std::vector<double> partsOfAreas(const Mesh& mesh);

}  // namespace eagre::mesh
