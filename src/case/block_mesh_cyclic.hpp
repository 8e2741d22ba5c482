// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// Puts the faces of the second patch of every cyclic pair in the order of the first, each starting at the point that
/// corresponds to the first point of its partner, as solvers need it. The transform between the two is what the patch's
/// entry `transform` says, else found from the largest faces: a rotation about the origin if they are not parallel, else a
/// translation. Faces are the same if their centres are closer than matchTolerance times their size.
/// Returns for each face where it is now.
/// Error (badCase) if the neighbour patch is missing or not cyclic, if sizes differ, or if a face has no partner.
std::vector<Label> orderCyclicPatches(mesh::PolyMesh& mesh);

}  // namespace eagre::case_
