// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/rng_k_epsilon.hpp"

#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::View;

RNGkEpsilon::RNGkEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : KEpsilon("RNGkEpsilon", {.Cmu = 0.0845, .C1 = 1.42, .C2 = 1.68, .C3 = 0, .sigmak = 0.71942, .sigmaEps = 0.71942}, dict,
               flow, read),
      eta0_(coefficient("eta0", 4.38)),
      beta_(coefficient("beta", 0.012)) {}

void RNGkEpsilon::changeProduction(View<double> given) const {
  kernel::parallelFor(
      {"RNG k-epsilon: R", 32}, given.size(),
      [given, eta0 = eta0_, beta = beta_, Cmu = Cmu_, GbyNu = View(GbyNu_), k = k_.cells(), epsilon = epsilon_.cells()](Label c) {
        const double eta = std::sqrt(std::abs(GbyNu[c])) * k[c] / epsilon[c];
        const double R = eta * (1 - eta / eta0) / (1 + beta * (eta * eta * eta));
        given[c] -= R * GbyNu[c] * Cmu * k[c];
      });
}

}  // namespace eagre::physics
