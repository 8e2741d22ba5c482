// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_omega_sst_des.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::View;

KOmegaSSTDes::KOmegaSSTDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : KOmegaSST("kOmegaSSTDES", les, flow, read),
      CDESkom_(coefficient("CDESkom", 0.82)),
      CDESkeps_(coefficient("CDESkeps", 0.6)),
      delta_(makeLesDelta(les, {flow, *nut_})) {
  flow.context.registry.add(delta_->width());
}

void KOmegaSSTDes::solve(bool finalIteration) {
  delta_->correct();
  KOmegaSST::solve(finalIteration);
}

void KOmegaSSTDes::dissipationOverK(std::span<double> values) const {
  kernel::parallelFor({"SST DES: dissipation", 40}, flow_.context.mesh.nCells,
                      [values, betaStar = model_.betaStar, CDESkom = CDESkom_, CDESkeps = CDESkeps_, k = k_.cells(),
                       omega = omega_.cells(), F1 = View(F1_.cells), width = View(delta_->width().cells())](Label c) {
                        const double CDES = F1[c] * (CDESkom - CDESkeps) + CDESkeps, sqrtK = std::sqrt(k[c]);
                        values[c] = sqrtK / std::min(CDES * width[c], sqrtK / (betaStar * omega[c]));
                      });
}

}  // namespace eagre::physics
