// SPDX-License-Identifier: BSD-3-Clause
#include "linear/coupling.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::linear {

void addCoupled(const LduMatrix& A, double factor, std::span<const double> x, std::span<double> y) {
  if (A.coupled.empty()) return;
  const double *coupled = A.coupled.data(), *ghost = x.data() + A.addressing->nCells;
  const Label* owner = A.addressing->coupledOwner.data();
  double* out = y.data();
  kernel::sequentialFor("ldu.coupled", 0, A.addressing->nCoupled(),
                        [=](Label f) { out[owner[f]] += factor * coupled[f] * ghost[f]; });
}

double addCoupledDot(const LduMatrix& A, std::span<const double> x, std::span<double> y) {
  if (A.coupled.empty()) return 0;
  const double *coupled = A.coupled.data(), *values = x.data(), *ghost = values + A.addressing->nCells;
  const Label* owner = A.addressing->coupledOwner.data();
  double* out = y.data();
  kernel::sequentialFor("ldu.coupled", 0, A.addressing->nCoupled(), [=](Label f) { out[owner[f]] += coupled[f] * ghost[f]; });
  return kernel::parallelSum<double>("ldu.coupled dot", A.addressing->nCoupled(),
                                     [=](Label f) { return coupled[f] * ghost[f] * values[owner[f]]; });
}

std::unique_ptr<comm::Exchange> faceExchange(const LduAddressing& addressing) {
  std::vector<comm::Link> links = addressing.halo->links();
  for (comm::Link& link : links) {
    const auto own =
        addressing.coupledOwner.subspan(static_cast<std::size_t>(link.receiveStart), static_cast<std::size_t>(link.receiveCount));
    if (!std::equal(own.begin(), own.end(), link.send.begin(), link.send.end()))
      throw Error("the faces of a coupled patch stand in another order on its other side");
    std::iota(link.send.begin(), link.send.end(), link.receiveStart);
  }
  return std::make_unique<comm::Exchange>(addressing.halo->communicator(), addressing.nCoupled(), std::move(links));
}

}  // namespace eagre::linear
