// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comm/redistribution.hpp"
#include "mesh/mesh.hpp"

namespace eagre::physics {

/// What each cell wants to know of the wall face that is nearest to it, from whatever rank has the face. The plan is made once.
class NearestWall {
 public:
  /// mesh has nearestWallFace. Collective.
  explicit NearestWall(const mesh::Mesh& mesh);
  /// onFaces: nBoundaryFaces. Result: nCells; T{} without walls. Collective.
  template <class T>
  std::vector<T> operator()(const std::vector<T>& onFaces) const {
    const std::vector<T> found = cells_.scatter(faces_.gather(onFaces));
    std::vector<T> values(mesh_->nearestWallFace.size());
    auto next = found.begin();
    for (std::size_t c = 0; c < values.size(); ++c)
      if (mesh_->nearestWallFace[c] >= 0) values[c] = *next++;
    return values;
  }

 private:
  const mesh::Mesh* mesh_;
  comm::Redistribution faces_, cells_;
};

}  // namespace eagre::physics
