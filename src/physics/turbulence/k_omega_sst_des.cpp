// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_omega_sst_des.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"

namespace eagre::physics {

KOmegaSSTDes::KOmegaSSTDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : KOmegaSST("kOmegaSSTDES", les, flow, read),
      CDESkom_(coefficient("CDESkom", 0.82)),
      CDESkeps_(coefficient("CDESkeps", 0.6)),
      delta_(makeLesDelta(les, {flow, *nut_})) {
  flow.context.registry.add(delta_->width());
  start();
}

void KOmegaSSTDes::solve(bool finalIteration) {
  delta_->correct();
  KOmegaSST::solve(finalIteration);
}

void KOmegaSSTDes::dissipationOverK(std::span<double> values) const {
  const double* width = delta_->width().cells().data();
  kernel::parallelFor({"SST DES: dissipation", 40}, flow_.context.mesh.nCells, [&](Label c) {
    const double CDES = F1_.cells[c] * (CDESkom_ - CDESkeps_) + CDESkeps_, sqrtK = std::sqrt(k_[c]);
    values[c] = sqrtK / std::min(CDES * width[c], sqrtK / (betaStar_ * omega_[c]));
  });
}

}  // namespace eagre::physics
