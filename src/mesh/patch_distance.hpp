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
  /// whole: the global mesh on rank 0, of which a copy is kept, nullptr elsewhere. patches: their names.
  PatchDistance(const PolyMesh* whole, const std::vector<std::string>& patches);

  /// From the present points. cells: nAllCells, ghosts included; boundary: nBoundaryFaces (1e-15 on the patches). Collective.
  void find(const Mesh& mesh, std::vector<double>& cells, std::vector<double>& boundary);

 private:
  PolyMesh whole_;
};

}  // namespace eagre::mesh
