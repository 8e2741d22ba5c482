// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

namespace eagre::channel {

/// How a viscous flow bends an interface near a moving contact line:
///     g(theta) = int_0^theta d theta' / f(theta'),   with q the viscosity of the other fluid over that in which theta is
///     measured f = 2 sin theta [q^2 (theta^2 - s^2) + 2 q (theta phi + s^2) + phi^2 - s^2]
///         / [q (theta^2 - s^2) (phi + s c) + (phi^2 - s^2) (theta - s c)],   s = sin theta, c = cos theta, phi = pi - theta,
/// so that g is theta^3 / 9 at small angles. Of two distances r1 < r2 from a plate the angles are theta1 and theta2 with
/// g(theta2) - g(theta1) = Ca ln(r2 / r1). R. G. Cox, J. Fluid Mech. 168 (1986) 169, equations (7.5) and (7.18).
class CoxFunction {
 public:
  explicit CoxFunction(double viscosityRatio);
  /// theta: radians, from 0 to pi.
  double operator()(double theta) const;

 private:
  std::vector<double> values_;  ///< at angles evenly from 0 to pi
};

}  // namespace eagre::channel
