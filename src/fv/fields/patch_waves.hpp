// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "core/vec.hpp"

namespace eagre::fv {

/// The waves on one patch (constant/waveProperties), made once for the waveVelocity and waveAlpha conditions of the patch.
class PatchWaves {
 public:
  virtual ~PatchWaves() = default;
  /// Makes velocity and phase fraction those of the present time; a second call in a step, or in a sub-cycle of the
  /// phase equation, does nothing. Collective.
  virtual void correct() = 0;
  virtual std::span<const Vec3> velocity() const = 0;         ///< of the faces on this rank [m/s]
  virtual std::span<const double> phaseFraction() const = 0;  ///< of the faces on this rank
};

}  // namespace eagre::fv
