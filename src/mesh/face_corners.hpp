// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>
#include <vector>

#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// Corners of all faces of the named patches of the global mesh; patches that it does not have, and empty ones, are left out.
std::map<std::string, FaceCorners> faceCorners(const PolyMesh& mesh, const std::vector<std::string>& patches);

/// Gives every rank the corners of its faces, and no others: Mesh::corners. corners: of the global mesh on rank 0, empty
/// elsewhere. Collective.
void dealFaceCorners(const comm::Communicator& communicator, std::map<std::string, FaceCorners> corners, Mesh& mesh);

}  // namespace eagre::mesh
