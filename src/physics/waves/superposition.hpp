// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "core/vec.hpp"
#include "fv/functions/function1.hpp"
#include "physics/waves/level_set.hpp"
#include "physics/waves/plane_wave.hpp"

namespace eagre::physics::waves {

/// A sea of plane waves on a mean flow, as openfoam.org's constant/waveProperties describes it:
///
///     origin (0 0 0);  direction (1 0 0);  UMean (2 0 0);  waves ( Airy { length 300; amplitude 2.5; phase 0; angle 0; } );
///     scale table ((1200 1) (1800 0));  crossScale ..;  heightAboveWave no;
///
/// The local x is along `direction`, z against gravity, from `origin`, a point of the still water's surface; `angle` [rad] turns
/// a wave from x to y; scale and crossScale, functions of x and y, weigh all waves; UMean carries them along. Above the water the
/// air moves as the mirror image of the water below.
class Superposition {
 public:
  /// log must outlive it. Errors (badCase): missing and wrong entries.
  Superposition(const config::Dictionary& waveProperties, const Vec3& g, Log& log);
  /// Adds what is wrong in waveProperties.
  static void check(const config::Dictionary& waveProperties, Problems& problems, Log& log);
  /// Whether waveProperties is openfoam.org's; v1912's has a dictionary for each patch.
  static bool describes(const config::Dictionary& waveProperties);

  /// Sets the time of all that follows [s].
  void setTime(double t);
  /// Height over the surface [m], velocity of air and water [m/s].
  LevelPoint at(const Vec3& p) const;
  /// How fast the crests of the fastest wave go along `direction`, with the mean flow [m/s]; at least 0.
  double greatestSpeed() const;
  /// One line for each wave: model, length, period.
  void report() const;

 private:
  struct Wave {
    std::string model;
    std::unique_ptr<PlaneWave> wave;
    double cosine, sine;
  };
  double scaleAt(const Vec3& local) const;
  Vec3 waterVelocity(const Vec3& local) const;

  Log& log_;
  Vec3 origin_;
  Vec3 axes_[3];
  std::vector<Wave> waves_;
  std::unique_ptr<fv::Function1<Vec3>> mean_;
  std::unique_ptr<fv::Function1<double>> scale_, crossScale_;
  bool heightAboveWave_, scaleMoves_;
  double t_ = 0;
  Vec3 meanVelocity_, drift_;  ///< at t_; drift_: how far UMean has carried the waves, in local coordinates [m]
};

}  // namespace eagre::physics::waves
