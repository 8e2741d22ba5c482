// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/k_epsilon.hpp"

namespace eagre::physics {

/// The k-epsilon model of renormalisation group theory (Yakhot, Orszag, Thangam, Gatski and Speziale 1992): KEpsilon with other
/// coefficients and C1 - R instead of C1 in the production of epsilon,
///     R = eta (1 - eta/eta0) / (1 + beta eta^3),   eta = sqrt(|G/nut|) k/epsilon.
/// Coefficients from RNGkEpsilonCoeffs or the RAS dictionary itself, defaults as in OpenFOAM.
class RNGkEpsilon final : public KEpsilon {
 public:
  RNGkEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);

 private:
  void changeProduction(kernel::View<double> given) const override;
  double eta0_, beta_;
};

}  // namespace eagre::physics
