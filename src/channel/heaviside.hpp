// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace eagre::channel {

/// Heaviside's function smoothed over |phi| <= e (Sussman et al. 1994): 1/2 + phi/2e + sin(pi phi/e)/2pi.
inline double heaviside(double phi, double e) {
  const double t = std::clamp(phi / e, -1.0, 1.0);
  return 0.5 * (1 + t + std::sin(std::numbers::pi * t) * std::numbers::inv_pi);
}

/// Its integral from -e on [length].
inline double heavisideIntegral(double phi, double e) {
  constexpr double pi = std::numbers::pi;
  const double t = std::clamp(phi / e, -1.0, 1.0);
  return e * (0.5 * (1 + t) * (1 + t) / 2 - (1 + std::cos(pi * t)) / (2 * pi * pi)) + std::max(phi - e, 0.0);
}

/// Its mean over the values from a to b.
inline double heavisideMean(double a, double b, double e) {
  if (std::abs(b - a) < 1e-6 * e) return heaviside(0.5 * (a + b), e);
  return (heavisideIntegral(b, e) - heavisideIntegral(a, e)) / (b - a);
}

/// Its derivative [1 / length].
inline double heavisideSlope(double phi, double e) {
  const double t = std::clamp(phi / e, -1.0, 1.0);
  return (1 + std::cos(std::numbers::pi * t)) / (2 * e);
}

/// H and its derivatives, from the first to the third [1 / length^n].
inline std::array<double, 4> heavisideSeries(double phi, double e) {
  constexpr double pi = std::numbers::pi;
  const double t = std::clamp(phi / e, -1.0, 1.0), sine = std::sin(pi * t), cosine = std::cos(pi * t);
  const double within = std::abs(phi) < e ? 1 : 0;
  return {0.5 * (1 + t + sine * std::numbers::inv_pi), (1 + cosine) / (2 * e), -pi * sine / (2 * e * e),
          -within * pi * pi * cosine / (2 * e * e * e)};
}

}  // namespace eagre::channel
