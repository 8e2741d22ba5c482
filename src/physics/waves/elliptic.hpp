// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Elliptic integrals and Jacobi's functions of the parameter m in [0, 1), by arithmetic-geometric means
/// (Abramowitz and Stegun 1964, 17.6 and 16.4).
namespace eagre::physics::waves {

struct CompleteIntegrals {
  double K, E;  ///< of the first and second kind
};
CompleteIntegrals completeIntegrals(double m);

struct JacobiFunctions {
  double sn, cn, dn;
};
JacobiFunctions jacobi(double u, double m);

}  // namespace eagre::physics::waves
