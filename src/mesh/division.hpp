// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/slab_mesh.hpp"

namespace eagre::mesh {

/// What the rank of a part cannot work out by itself: counts, owner, neighbour, global indices, C and V of its own cells, Cf, Sf,
/// wallDistance, coupled ranges (without names), and the local size of each global patch. part: a rank for each cell of the slab,
/// which is used up. Collective.
Mesh divide(const comm::Communicator& communicator, SlabMesh& slab, std::vector<int>&& part, std::vector<Label>& patchSizes);

/// Position of each coupled patch's partner; -1 for other patches.
std::vector<int> partnerPatches(const std::vector<PolyPatch>& patches);

/// Works out everything in a mesh that follows from what divide() gives: names, the halo, centres and volumes of ghosts,
/// addressing, interpolation weights and difference coefficients. Collective.
void complete(Mesh& mesh, const std::vector<Label>& patchSizes, const comm::Communicator& communicator);

/// The geometry part of complete(): from C and V of owned cells, Sf.vectors and Cf of all faces (firstCf is 0) to C and V of
/// ghosts, interpolation weights and difference coefficients. Collective.
void completeGeometry(Mesh& mesh, const comm::Communicator& communicator);

}  // namespace eagre::mesh
