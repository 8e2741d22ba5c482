// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

namespace eagre::channel {

/// Fifth-order weighted essentially non-oscillatory value half-way between v3 and v4 from five values in a row, v3 upwind of it:
/// Jiang and Shu (1996) with the weights "Z" of Borges et al. (2008), which keep the order at smooth extrema.
/// epsilon: [v]^2, small against the squared difference of neighbours where v varies.
inline double weno5(double v1, double v2, double v3, double v4, double v5, double epsilon) {
  constexpr double curved = 13.0 / 12, sloped = 0.25;
  const double c1 = v1 - 2 * v2 + v3, c2 = v2 - 2 * v3 + v4, c3 = v3 - 2 * v4 + v5;
  const double s1 = v1 - 4 * v2 + 3 * v3, s2 = v2 - v4, s3 = 3 * v3 - 4 * v4 + v5;
  const double b1 = curved * c1 * c1 + sloped * s1 * s1 + epsilon, b2 = curved * c2 * c2 + sloped * s2 * s2 + epsilon,
               b3 = curved * c3 * c3 + sloped * s3 * s3 + epsilon;
  // 1 + (tau / b)^2, all three multiplied by (b1 b2 b3)^2: one division instead of four
  const double tau = b1 - b3, t2 = tau * tau, q1 = b1 * b1, q2 = b2 * b2, q3 = b3 * b3;
  const double a1 = (q1 + t2) * (q2 * q3), a2 = 6 * ((q2 + t2) * (q1 * q3)), a3 = 3 * ((q3 + t2) * (q1 * q2));
  const double p1 = 2 * v1 - 7 * v2 + 11 * v3, p2 = -v2 + 5 * v3 + 2 * v4, p3 = 2 * v3 + 5 * v4 - v5;
  return (a1 * p1 + a2 * p2 + a3 * p3) / (6 * (a1 + a2 + a3));
}

}  // namespace eagre::channel
