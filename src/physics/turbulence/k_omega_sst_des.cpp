// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_omega_sst_des.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::physics {

KOmegaSSTDes::KOmegaSSTDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : KOmegaSSTDes("kOmegaSSTDES", les, flow, read) {}

KOmegaSSTDes::KOmegaSSTDes(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : KOmegaSST(name, les, flow, read),
      delta_(makeLesDelta(les, {flow, *nut_})),
      kappa_(coefficient("kappa", 0.41)),
      CDESkom_(coefficient("CDESkom", 0.82)),
      CDESkeps_(coefficient("CDESkeps", 0.6)) {
  flow.context.registry.add(delta_->width());
}

void KOmegaSSTDes::solve(bool finalIteration) {
  delta_->correct();
  KOmegaSST::solve(finalIteration);
}

void KOmegaSSTDes::dissipationOverK(std::span<double> values) const {
  dissipationWithLength(values, [](Label, double lRas, double lLes, double) { return std::min(lLes, lRas); });
}

KOmegaSSTDdes::KOmegaSSTDdes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : KOmegaSSTDes("kOmegaSSTDDES", les, flow, read), Cd1_(coefficient("Cd1", 20)), Cd2_(coefficient("Cd2", 3)) {}

void KOmegaSSTDdes::dissipationOverK(std::span<double> values) const {
  dissipationWithLength(values,
                        DelayedLength{.Cd1 = Cd1_, .Cd2 = Cd2_, .rd = rd(), .nut = nut_->cells(), .nu = flow_.nu.cells()});
}

ModelNeeds KOmegaSSTIddes::needs(const config::Dictionary& les) {
  static const std::vector<std::string> widths{"IDDESDelta"};
  les.getChoice("delta", widths);
  return KOmegaSSTDes::needs(les);
}

KOmegaSSTIddes::KOmegaSSTIddes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : KOmegaSSTDes("kOmegaSSTIDDES", les, flow, read),
      Cdt1_(coefficient("Cdt1", 20)),
      Cdt2_(coefficient("Cdt2", 3)),
      Cl_(coefficient("Cl", 5)),
      Ct_(coefficient("Ct", 1.87)) {}

void KOmegaSSTIddes::dissipationOverK(std::span<double> values) const {
  const ImprovedLength length{.Cdt1 = Cdt1_,
                              .Cdt2 = Cdt2_,
                              .Cl = Cl_,
                              .Ct = Ct_,
                              .rd = rd(),
                              .hmax = delta_->hmax()->cells(),
                              .nut = nut_->cells(),
                              .nu = flow_.nu.cells()};
  dissipationWithLength(
      values, [length](Label c, double lRas, double lLes, double magGradU) { return length(c, lRas, lLes, 1, magGradU); });
}

}  // namespace eagre::physics
