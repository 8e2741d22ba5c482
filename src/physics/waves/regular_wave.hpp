// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/waves/wave_theory.hpp"

namespace eagre::physics::waves {

double readPositive(const config::Dictionary& dictionary, const char* keyword);
/// `waveAngle` in radians.
double readAngle(const config::Dictionary& dictionary);

/// Weight of waves that grow linearly over rampTime.
inline double linearRamp(double t, double rampTime) { return std::max(0.0, std::min(t / rampTime, 1.0)); }

/// Horizontal velocity u along the angle, vertical velocity w.
inline Vec3 directed(double u, double angle, double w) { return {u * std::cos(angle), u * std::sin(angle), w}; }

/// What periodic waves of one height, period and direction have in common: waveHeight, waveAngle [degrees], wavePeriod, wavePhase
/// [rad], rampTime. A theory gives the length.
class RegularWave : public WaveTheory {
 public:
  double ramp(double t) const override { return linearRamp(t, rampTime_); }

 protected:
  RegularWave(const config::Dictionary& d, const WaveSite& site)
      : site_(site),
        H_(readPositive(d, "waveHeight")),
        T_(readPositive(d, "wavePeriod")),
        angle_(readAngle(d)),
        phase_(d.getOr<double>("wavePhase", 1.5 * std::numbers::pi)),
        rampTime_(readPositive(d, "rampTime")) {}
  void setLength(double length) { k_ = 2 * std::numbers::pi / length; }
  double omega() const { return 2 * std::numbers::pi / T_; }
  /// k.x - omega t + phase
  double theta(double x, double y, double t) const { return path(x, y) - omega() * t + phase_; }
  double path(double x, double y) const { return k_ * (std::cos(angle_) * x + std::sin(angle_) * y); }

  WaveSite site_;
  double H_, T_, angle_, phase_;
  double k_ = 0;  ///< wave number [1/m]

 private:
  double rampTime_;
};

}  // namespace eagre::physics::waves
