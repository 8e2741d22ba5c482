// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/k_omega_sst.hpp"
#include "physics/turbulence/les_delta.hpp"

namespace eagre::physics {

/// Detached-eddy simulation with the shear stress transport model (Strelets 2001; Menter, Kuntz and Langtry 2003): the
/// dissipation of k is k^(3/2)/d with the length
///     d = min(CDES Delta, k^(1/2)/(betaStar omega)),   CDES = F1 CDESkom + (1 - F1) CDESkeps,
/// and the production of omega is not limited. Coefficients of kOmegaSST, CDESkom and CDESkeps.
class KOmegaSSTDes final : public KOmegaSST {
 public:
  KOmegaSSTDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 private:
  void solve(bool finalIteration) override;
  void dissipationOverK(std::span<double> values) const override;
  bool limitsProduction() const override { return false; }

  double CDESkom_, CDESkeps_;
  std::unique_ptr<LesDelta> delta_;
};

}  // namespace eagre::physics
