// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

namespace eagre::channel {

/// Heaviside's function smoothed over |phi| <= e (Sussman et al. 1994): 1/2 + phi/2e + sin(pi phi/e)/2pi.
inline double heaviside(double phi, double e) {
  const double t = std::clamp(phi / e, -1.0, 1.0);
  return 0.5 * (1 + t + std::sin(std::numbers::pi * t) * std::numbers::inv_pi);
}

/// Its derivative [1 / length].
inline double heavisideSlope(double phi, double e) {
  const double t = std::clamp(phi / e, -1.0, 1.0);
  return (1 + std::cos(std::numbers::pi * t)) / (2 * e);
}

}  // namespace eagre::channel
