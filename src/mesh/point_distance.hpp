// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// Distance of the points of a mesh that moves to the points of some of its patches [m]. A wave carries the places of these from
/// point to edge to point; each keeps the place that is nearer by more than 1 % of the square of the distance that it has. It
/// goes along the edges of the global mesh, which rank 0 has here, so that all ranks together have what one has, and not
/// through cyclic patches.
class PointDistance {
 public:
  /// whole: the global mesh on rank 0, nullptr elsewhere. patches: their names.
  PointDistance(const PolyMesh* whole, const std::vector<std::string>& patches);

  /// From the present points: one per point of mesh.points->shape; 1e15 where no edges lead to. Collective.
  std::vector<double> find(const Mesh& mesh) const;

 private:
  using Edge = std::pair<Label, Label>;
  void gatherEdges(const PolyMesh& whole);
  std::vector<double> wave(const std::vector<Vec3>& points) const;

  std::vector<Edge> edges_;                 ///< of the global mesh, sorted; rank 0, as the others
  std::vector<Label> starts_{0}, edgesOf_;  ///< point p has edgesOf_[starts_[p] .. starts_[p + 1])
  std::vector<Label> seeds_;                ///< points of the patches, in the order of their faces
};

}  // namespace eagre::mesh
