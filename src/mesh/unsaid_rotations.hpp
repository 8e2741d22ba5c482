// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::mesh {

/// What two plain cyclic patches do not say if they are turned against each other and name no transform that says so
/// (rotational) or excludes it (translational): adds transform rotational, rotationAxis and rotationCentre to both, as their
/// normals and places have it. v1912 turns by the normals, too (coupledPolyPatch::calcTransformTensors: where they are not
/// parallel to 1e-4). Patches whose faces one rotation does not put upon each other stay as they are: checkPolyMesh names them.
/// The mesh has passed checkTopology. Returns the names of the first patches of the pairs.
std::vector<std::string> sayRotations(PolyMesh& mesh);

}  // namespace eagre::mesh
