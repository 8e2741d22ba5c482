// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/settings.hpp"

namespace eagre::channel {

/// Exact steady flow of two layers between plates: d/dz(mu du/dz) = dp/dx with mu = m / Re below z = height and 1 / Re above;
/// u and mu du/dz are continuous there, each plate has its speed, with Navier's slip length, or no shear. u is in V, z in channel
/// heights.
/// With Driving::flowRate dp/dx is the one that gives it. Around a drop, bubble or cap, and without an interface, there is one
/// layer.
class TwoLayerProfile {
 public:
  explicit TwoLayerProfile(const Settings& settings);
  double operator()(double z) const;  ///< u
  double derivative(double z) const;  ///< du/dz
  double pressureGradient() const { return pressureGradient_; }
  double flowRate() const;      ///< integral of u over the height
  double largestSpeed() const;  ///< max |u|
  /// False where no steady flow exists: a driving force, and no plate that holds it.
  static bool exists(const Settings& settings);

 private:
  struct Layer {
    double curvature = 0, slope = 0, value = 0;  ///< u = curvature z^2 / 2 + slope z + value
    double at(double z) const { return (curvature * z / 2 + slope) * z + value; }
    double integral(double a, double b) const;
  };
  void solve(const Settings& settings, double pressureGradient);

  Layer lower_, upper_;
  double height_ = 0.5, pressureGradient_ = 0;
};

}  // namespace eagre::channel
