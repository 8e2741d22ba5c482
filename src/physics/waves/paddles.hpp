// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/patch_waves.hpp"
#include "physics/waves/wave_theory.hpp"

namespace eagre::physics::waves {

/// The waves of one patch: the patch is divided across into nPaddle paddles, each with the level that the theory gives at its
/// middle, and the water below moves as the theory says; with active absorption (Schaeffer and Klopman 2000) the level that the
/// flow has at the paddle corrects the velocity by (level - measured) sqrt(g/measured). The model shallowWaterAbsorption makes no
/// waves and absorbs.
class Paddles final : public fv::PatchWaves {
 public:
  /// dictionary: of the patch in constant/waveProperties; state: uniform/waveProperties.<patch> of the start time, nullptr if it
  /// is not there. alpha and U are registered and hold their start; Mesh::corners has the patch. Collective. Errors (badCase):
  /// missing or wrong entries.
  Paddles(const config::Dictionary& dictionary, const config::Dictionary* state, const mesh::Patch& patch,
          const fv::Context& context);
  /// Adds what is wrong in a patch's dictionary, before there are fields.
  static void check(const config::Dictionary& dictionary, Problems& problems);

  void correct() override;
  std::span<const Vec3> velocity() const override { return velocity_; }
  std::span<const double> phaseFraction() const override { return alpha_; }
  /// Name and text of the dictionary that a restart reads.
  std::pair<std::string, std::string> state() const;

 private:
  void placeFaces();
  std::vector<double> measuredLevels() const;
  void generate(double t, const std::vector<double>& level);
  void absorb(const std::vector<double>& level);
  void passThrough();

  const mesh::Patch& patch_;
  const fv::Context& context_;
  std::string alphaName_, UName_;
  std::unique_ptr<WaveTheory> theory_;  ///< nullptr: absorption alone
  bool absorbs_ = true;
  int nPaddles_ = 1;
  double depth_ = 0;                   ///< of still water [m]
  double initialDepth_ = 0;            ///< added to what is measured [m]
  double time_ = vGreat, deltaT_ = 0;  ///< of velocity_ and alpha_: the sub-cycles of alpha are steps of their own

  // In the system of the patch: x along its normal inwards, z against gravity, heights above the lowest corner.
  Tensor R_;
  std::vector<double> xPaddle_, yPaddle_;
  double height_ = 0;  ///< of the patch [m]
  std::vector<int> paddle_;
  std::vector<double> z_, bottom_, top_;  ///< of the faces: centre, lowest and highest corner
  std::vector<Vec3> velocity_;
  std::vector<double> alpha_;
};

}  // namespace eagre::physics::waves
