// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

namespace eagre::channel {

/// Weights of the explicit terms N^n, N^(n-1), N^(n-2) such that their sum is the mean over the step to come of the parabola
/// through them: third-order Adams-Bashforth for any steps, 23/12, -16/12, 5/12 if they are equal. Properly started: with one
/// old value less it is the straight line (second order), with none the value itself. The weights sum up to 1.
/// dt: the step to come; dt1, dt2: the steps before; nOld: how many old values there are.
inline std::array<double, 3> adamsBashforth(double dt, double dt1, double dt2, int nOld) {
  if (nOld < 1) return {1, 0, 0};
  if (nOld < 2) return {1 + dt / (2 * dt1), -dt / (2 * dt1), 0};
  // Integrals of Lagrange's polynomials on the points 0, -dt1, -(dt1 + dt2).
  const double a = dt1, b = dt1 + dt2;
  const auto mean = [dt](double p, double q) { return dt * dt / 3 + (p + q) * dt / 2 + p * q; };  // of (s + p)(s + q)
  return {mean(a, b) / (a * b), mean(0, b) / (a * (a - b)), mean(0, a) / (b * (b - a))};
}

}  // namespace eagre::channel
