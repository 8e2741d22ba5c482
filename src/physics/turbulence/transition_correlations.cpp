// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/transition_correlations.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::physics {
namespace {

/// F(lambda), the influence of a pressure gradient; Tu: intensity of the turbulence [%].
double ofPressureGradient(double rise, double lambda, double Tu) {
  if (rise > 0) return 1 + 0.275 * (1 - std::exp(-35 * lambda)) * std::exp(Tu <= 1.3 ? -Tu / 0.5 : -2 * Tu);
  const double cubic = ((405.689 * lambda + 123.66) * lambda + 12.986) * lambda;
  return 1 + cubic * std::exp(-std::pow(Tu / 1.5, 1.5));
}

}  // namespace

double onsetInStream(const Stream& s, double tolerance, int& iterations) {
  const double Tu = std::max(100 * std::sqrt(2.0 / 3.0 * s.k) / s.speed, 0.027);
  const double withoutGradient = Tu <= 1.3 ? 1173.51 - 589.428 * Tu + 0.2196 / (Tu * Tu) : 331.5 * std::pow(Tu - 0.5658, -0.671);
  double lambda = 0, ReThetat = 0, change = 0;
  do {
    ReThetat = withoutGradient * ofPressureGradient(s.rise, lambda, Tu);
    const double thetat = ReThetat * s.nu / s.speed;
    const double next = std::clamp(thetat * thetat / s.nu * s.rise, -0.1, 0.1);
    change = std::abs(next - lambda);
    lambda = next;
  } while (++iterations < 1000 && change > tolerance);
  return std::max(ReThetat, 20.0);
}

double criticalReynoldsNumber(double Re) {
  if (Re > 1870) return Re - 593.11 - 0.482 * (Re - 1870);
  return Re + (((-174.105e-12 * Re + 696.506e-9) * Re - 868.230e-6) * Re + 120.656e-4) * Re - 396.035e-2;
}

double transitionLength(double Re) {
  if (Re < 400) return 398.189e-1 + (-132.567e-6 * Re - 119.270e-4) * Re;
  if (Re < 596) return 263.404 + ((-101.695e-8 * Re + 194.548e-5) * Re - 123.939e-2) * Re;
  return Re < 1200 ? 0.5 - 3e-4 * (Re - 596) : 0.3188;
}

}  // namespace eagre::physics
