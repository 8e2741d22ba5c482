// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// The mesh of these cells alone (ascending), as OpenFOAM's subsetMesh makes it. Faces to cells that are left out join `patch`;
/// where that is empty, a new patch oldInternalFaces of type empty, behind the others. Error (badCase): no such patch.
mesh::PolyMesh subsetMesh(const mesh::PolyMesh& mesh, const std::vector<Label>& cells, const std::string& patch);

}  // namespace eagre::case_
