// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "comm/redistribution.hpp"
#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// Mesh::wallDistance of a mesh whose points move: the faces of walls on this rank and those of the same patch that share a point
/// with them, whatever rank has these, and the plan that fetches their points.
class NearWalls {
 public:
  /// whole: the global mesh on rank 0, nullptr elsewhere. mesh has its points (mesh/mesh_points.hpp). Collective.
  NearWalls(const PolyMesh* whole, const Mesh& mesh);

  /// Computes mesh.wallDistance from mesh.points and mesh.C, to the last bit as nearWallDistances() does for the global mesh.
  /// Collective.
  void update(Mesh& mesh);

 private:
  PolyMesh walls_;                                   ///< their faces alone
  std::vector<Label> boundaryFace_;                  ///< of each of them: its index on this rank; -1: on another one
  std::optional<comm::Redistribution> has_, wants_;  ///< points of this rank's cells, and of walls_
};

}  // namespace eagre::mesh
