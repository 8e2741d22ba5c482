// SPDX-License-Identifier: BSD-3-Clause
#include "linear/coupling.hpp"

#include "kernel/parallel_for.hpp"

namespace eagre::linear {

void addCoupled(const LduMatrix& A, double factor, std::span<const double> x, std::span<double> y) {
  if (A.coupled.empty()) return;
  const double *coupled = A.coupled.data(), *ghost = x.data() + A.addressing->nCells;
  const Label* owner = A.addressing->coupledOwner.data();
  double* out = y.data();
  kernel::parallelFor("ldu.coupled", A.addressing->nCoupled(), [=](Label f) { out[owner[f]] += factor * coupled[f] * ghost[f]; });
}

}  // namespace eagre::linear
