// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// Distance of cells and boundary faces of a mesh that moves to some of its patches [m], as addWallDistances() finds those to
/// walls: by a wave through the global mesh, which rank 0 has here, so that all ranks together have what one has.
class PatchDistance {
 public:
  /// whole: the global mesh on rank 0, of which a copy is kept, nullptr elsewhere. patches: their names. correctWalls: as of
  /// addWallDistances().
  PatchDistance(const PolyMesh* whole, const std::vector<std::string>& patches, bool correctWalls = true);

  /// From the present points. cells: nAllCells, ghosts included; boundary: nBoundaryFaces (1e-15 on the patches); nearest (if
  /// given): as Mesh::nearestWallFace, of the patches. Collective.
  void find(const Mesh& mesh, std::vector<double>& cells, std::vector<double>& boundary, std::vector<Label>* nearest = nullptr);

 private:
  PolyMesh whole_;
  bool correctWalls_;
};

}  // namespace eagre::mesh
