// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "channel/settings.hpp"
#include "channel/two_layer_profile.hpp"
#include "core/vec.hpp"

namespace eagre::channel {

/// Velocity at x = 0: the steady two-layer profile; perturbed: and w = s(z) sum a_i sin(omega_i t), s the square of a parabola
/// that is 0 at the plates and 1 at the mean interface; turbulent: and random waves in y and t, their rms the intensity times the
/// mean speed where it is largest, none at the plates (they carry no Reynolds stress: turbulence has to grow downstream).
class InletVelocity {
 public:
  explicit InletVelocity(const Settings& settings);
  Vec3 operator()(double y, double z, double t) const;
  bool steady() const { return waves_.empty(); }

 private:
  struct Wave {
    Vec3 amplitude;
    double perY, frequency, phase;  ///< cos(perY y - frequency t + phase)
    bool besideInterface;           ///< shaped by s(z), else by the parabola
  };
  TwoLayerProfile profile_;
  double height_;
  std::vector<Wave> waves_;
};

}  // namespace eagre::channel
