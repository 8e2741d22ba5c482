// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// Gives every rank its part, and no more, of the cell zones that rank 0 holds (empty elsewhere): Mesh::cellZones, with the same
/// names in the same order on all ranks, cells by their index here, ascending. Collective.
void dealCellZones(const comm::Communicator& communicator, std::vector<Zone> zones, Mesh& mesh);

}  // namespace eagre::mesh
