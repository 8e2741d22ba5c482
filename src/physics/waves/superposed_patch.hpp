// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "fv/fields/context.hpp"
#include "fv/fields/patch_waves.hpp"
#include "mesh/derived.hpp"
#include "physics/waves/superposition.hpp"

namespace eagre::physics::waves {

/// The waves of openfoam.org on one patch: means over each face of what the sea gives at its corners and centre, wherever the
/// patch is now.
class SuperposedPatch final : public fv::PatchWaves {
 public:
  /// Mesh::corners has the patch.
  SuperposedPatch(std::shared_ptr<Superposition> sea, const mesh::Patch& patch, const fv::Context& context);

  void correct() override;
  std::span<const Vec3> velocity() const override { return velocity_; }
  std::span<const double> phaseFraction() const override { return alpha_; }

 private:
  std::shared_ptr<Superposition> sea_;  ///< of all patches
  const mesh::Patch& patch_;
  const fv::Context& context_;
  double time_ = vGreat;  ///< of velocity_ and alpha_, as
  mesh::GeometryStamp geometry_;
  std::vector<Vec3> velocity_;
  std::vector<double> alpha_;
};

}  // namespace eagre::physics::waves
