// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// The face of some patches that is nearest to a point.
struct NearestFace {
  Label face = -1;  ///< boundary face of this rank; -1: another rank has it
  Vec3 place{};     ///< the nearest point on it [m], known on all ranks
};

/// For each point the nearest face of the patches (indices in mesh.patches), of equally near ones (to a part in 1e12) the first
/// in the global mesh. A face is taken as the triangles between its edges and the mean of its corners. The corners are those of
/// mesh.points, which move with the mesh, or else of mesh.corners. Collective. Errors (badCase): the patches have no faces.
std::vector<NearestFace> nearestFaces(const Mesh& mesh, const std::vector<std::size_t>& patches, const std::vector<Vec3>& points);

}  // namespace eagre::mesh
