// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// Joins pairs of patches (master, slave) where they touch: a slave face that coincides with a master face becomes one
/// internal face with it, slave points go over to the master's; faces without a partner stay in their patch, patches
/// that are left empty are removed. Points are the same if closer than 5% of the shortest edge there. The order of points
/// and faces is that of OpenFOAM v1912's integral sliding interface.
/// Error (badCase) if a patch does not exist, if nothing touches, or if faces overlap without coinciding (OpenFOAM would cut
/// them into polygons).
void mergePatchPairs(mesh::PolyMesh& mesh, const std::vector<std::pair<std::string, std::string>>& pairs, const Place& place);

}  // namespace eagre::case_
