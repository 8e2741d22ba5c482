// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/scatter_lists.hpp"

namespace eagre::mesh {

/// A point that another one meets across cyclic patches. Seen from that other one it lies there too, moved by the translation of
/// the patches, or by those of several pairs where it is on an edge of theirs.
struct PointImage {
  Label point;        ///< in the global mesh
  Label translation;  ///< a number for each that there is in the mesh; 0: by nothing, as between two sides of a baffle
};

/// The images of the points of a rank's mesh: those of point p (of MeshPoints::shape) are of(p).
class PointImages {
 public:
  /// whole: the global mesh on rank 0, nullptr elsewhere. mesh: its patches and rotations; patches of transform rotational have
  /// no images. pointGlobal: the points of this rank, by their index in the global mesh. Collective where there are translational
  /// cyclic patches.
  PointImages(const PolyMesh* whole, const Mesh& mesh, const std::vector<Label>& pointGlobal, GlobalLabel nPointsGlobal);
  PointImages() = default;

  /// Calls use(point, image) for each image of each point of this rank.
  template <class Use>
  void each(Use&& use) const {
    for (std::size_t p = 0; p < lists_.size(); ++p)
      for (std::size_t i = 0; i + 1 < lists_[p].size(); i += 2)
        use(static_cast<Label>(p), PointImage{lists_[p][i], lists_[p][i + 1]});
  }

 private:
  Lists lists_;  ///< of each point: a point and a translation in turn
};

}  // namespace eagre::mesh
