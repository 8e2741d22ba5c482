// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/rng_k_epsilon.hpp"

#include <cmath>

#include "kernel/parallel_for.hpp"

namespace eagre::physics {

RNGkEpsilon::RNGkEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : KEpsilon("RNGkEpsilon", {.Cmu = 0.0845, .C1 = 1.42, .C2 = 1.68, .C3 = 0, .sigmak = 0.71942, .sigmaEps = 0.71942}, dict,
               flow, read),
      eta0_(coefficient("eta0", 4.38)),
      beta_(coefficient("beta", 0.012)) {
  start();
}

void RNGkEpsilon::changeProduction(std::span<double> given) const {
  kernel::parallelFor({"RNG k-epsilon: R", 32}, static_cast<Label>(given.size()), [&](Label c) {
    const double eta = std::sqrt(std::abs(GbyNu_[c])) * k_[c] / epsilon_[c];
    const double R = eta * (1 - eta / eta0_) / (1 + beta_ * (eta * eta * eta));
    given[c] -= R * GbyNu_[c] * Cmu_ * k_[c];
  });
}

}  // namespace eagre::physics
