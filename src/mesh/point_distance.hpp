// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/wave_parts.hpp"

namespace eagre::mesh {

/// Distance of the points of a mesh that moves to the points of some of its patches [m]. A wave carries the places of these from
/// point to edge to point; each keeps the place that is nearer by more than 1 % of the square of the distance that it has. It
/// goes along the edges of the global mesh, which rank 0 has here, so that all ranks together have what one has, and not
/// through cyclic patches.
class PointDistance {
 public:
  enum class Seeds { asInMesh, asListed };  ///< the order of the patches from which the wave starts
  /// whole: the global mesh on rank 0, nullptr elsewhere. patches: their names.
  PointDistance(const PolyMesh* whole, const std::vector<std::string>& patches, Seeds order = Seeds::asInMesh);

  /// From the present points: one per point of mesh.points->shape; 1e15 where no edges lead to. Collective.
  std::vector<double> find(const Mesh& mesh) const;

  struct Carried {
    std::vector<double> distances;
    std::vector<Vec3> values;
  };
  /// The same, and for each point the value that stands at the place it has kept: values at the points of this rank, of which
  /// those on the patches count. Collective.
  Carried carry(const Mesh& mesh, const std::vector<Vec3>& values) const;

 private:
  using Edge = std::pair<Label, Label>;
  void gatherSeeds(const PolyMesh& whole, const std::vector<std::string>& patches, Seeds order);
  void gatherEdges(const PolyMesh& whole);
  std::vector<Nearest> wave(const std::vector<Vec3>& points) const;

  std::vector<Edge> edges_;                 ///< of the global mesh, sorted; rank 0, as the others
  std::vector<Label> starts_{0}, edgesOf_;  ///< point p has edgesOf_[starts_[p] .. starts_[p + 1])
  std::vector<Label> seeds_;                ///< points of the patches, in the order of their faces
};

}  // namespace eagre::mesh
