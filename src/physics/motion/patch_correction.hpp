// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "mesh/point_distance.hpp"

namespace eagre::physics {

/// Interpolation `patchCorrected ((patches) (patches) ..)` of motion solvers, as in v1912: values at points that come from cells
/// miss what point conditions prescribe by a residual r. Each group of patches has r carried from its points to all others, the
/// nearest counting (mesh::PointDistance, distance d_g), and a point takes
///
///     sum_g r_g / d_g^2 / sum_g 1 / d_g^2.
class PatchCorrection {
 public:
  /// reader: behind the word patchCorrected.
  explicit PatchCorrection(config::TokenReader& reader);
  /// whole: the global mesh on rank 0, nullptr elsewhere. Error (badCase): a name that is no patch.
  void start(const mesh::PolyMesh* whole, const mesh::Mesh& mesh);
  /// values: one per point of this rank, as prescribed on patches; uncorrected: the same as interpolated. Collective.
  void correct(const mesh::Mesh& mesh, const std::vector<Vec3>& uncorrected, std::vector<Vec3>& values) const;

 private:
  Place place_;
  std::vector<std::vector<std::string>> names_;  ///< of the patches of each group
  std::vector<mesh::PointDistance> groups_;
};

}  // namespace eagre::physics
