// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/patch_correction.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

PatchCorrection::PatchCorrection(config::TokenReader& reader) : place_(reader.place()) {
  reader.list([&] {
    auto& group = names_.emplace_back();
    reader.list([&] { group.push_back(reader.word()); });
  });
  reader.expectEnd();
  if (names_.empty()) reader.fail("patchCorrected needs groups of patches, ((patch ..) (patch ..))");
}

void PatchCorrection::start(const mesh::PolyMesh* whole, const mesh::Mesh& mesh) {
  std::vector<std::string> all;
  for (const auto& patch : mesh.globalPatches) all.push_back(patch.name);
  groups_.clear();
  for (const auto& group : names_) {
    for (const std::string& name : group)
      if (std::find(all.begin(), all.end(), name) == all.end())
        throw Error(place_, "interpolation patchCorrected: " + unknownWordMessage("patch", name, all));
    groups_.emplace_back(whole, group, mesh::PointDistance::Seeds::asListed);
  }
}

void PatchCorrection::correct(const mesh::Mesh& mesh, const std::vector<Vec3>& uncorrected, std::vector<Vec3>& values) const {
  const auto n = static_cast<Label>(values.size());
  std::vector<Vec3> residual(values.size()), sum(values.size());
  parallelFor({"motion: residual of patches", 72}, n,
              [residual = View(residual), values = View(values), uncorrected = View(uncorrected)](Label p) {
                residual[p] = values[p] - uncorrected[p];
              });
  std::vector<double> weights(values.size());
  for (const mesh::PointDistance& group : groups_) {
    const mesh::PointDistance::Carried carried = group.carry(mesh, residual);
    parallelFor(
        {"motion: patch correction", 80}, n,
        [distance = View(carried.distances), r = View(carried.values), sum = View(sum), weights = View(weights)](Label p) {
          const double weight = 1 / std::max(distance[p] * distance[p], small);
          sum[p] += weight * r[p];
          weights[p] += weight;
        });
  }
  parallelFor({"motion: add patch correction", 56}, n,
              [values = View(values), sum = View(sum), weights = View(weights)](Label p) { values[p] += sum[p] / weights[p]; });
}

}  // namespace eagre::physics
