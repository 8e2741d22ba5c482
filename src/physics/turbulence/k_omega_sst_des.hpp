// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "kernel/parallel_for.hpp"
#include "physics/turbulence/des_length.hpp"
#include "physics/turbulence/k_omega_sst.hpp"
#include "physics/turbulence/les_delta.hpp"

namespace eagre::physics {

/// Detached-eddy simulation with the shear stress transport model (Strelets 2001; Menter, Kuntz and Langtry 2003): the
/// dissipation of k is k^(3/2)/d with the length
///     d = min(lLes, lRas),   lLes = CDES Delta,   lRas = k^(1/2)/(betaStar omega),   CDES = F1 CDESkom + (1 - F1) CDESkeps,
/// and the production of omega is not limited. Coefficients of kOmegaSST, kappa, CDESkom and CDESkeps.
class KOmegaSSTDes : public KOmegaSST {
 public:
  KOmegaSSTDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 protected:
  KOmegaSSTDes(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  void dissipationOverK(std::span<double> values) const override;
  /// k^(1/2)/d; lengthOf(c, lRas, lLes, |grad U|) is d [m]. It holds what it needs by value.
  template <class LengthOf>
  void dissipationWithLength(std::span<double> values, LengthOf lengthOf) const {
    kernel::parallelFor({"SST DES: dissipation", 40}, flow_.context.mesh.nCells,
                        [values, lengthOf, betaStar = model_.betaStar, CDESkom = CDESkom_, CDESkeps = CDESkeps_, k = k_.cells(),
                         omega = omega_.cells(), F1 = kernel::View(F1_.cells), gradU = kernel::View(gradU_.cells),
                         width = kernel::View(delta_->width().cells())](Label c) {
                          const double CDES = F1[c] * (CDESkom - CDESkeps) + CDESkeps, sqrtK = std::sqrt(k[c]);
                          values[c] = sqrtK / lengthOf(c, sqrtK / (betaStar * omega[c]), CDES * width[c], mag(gradU[c]));
                        });
  }
  ShieldRatio rd() const { return {kappa_, flow_.context.mesh.cellWallDistance}; }

  std::unique_ptr<LesDelta> delta_;

 private:
  void solve(bool finalIteration) final;
  bool limitsProduction() const final { return false; }

  double kappa_, CDESkom_, CDESkeps_;
};

/// The same with DelayedLength (Gritskevich, Garbaruk, Schuetze and Menter 2012).
class KOmegaSSTDdes final : public KOmegaSSTDes {
 public:
  KOmegaSSTDdes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 private:
  void dissipationOverK(std::span<double> values) const override;
  double Cd1_, Cd2_;
};

/// The same with ImprovedLength (Gritskevich, Garbaruk, Schuetze and Menter 2012), psi = 1.
class KOmegaSSTIddes final : public KOmegaSSTDes {
 public:
  /// Error (badCase): a `delta` that is not IDDESDelta.
  KOmegaSSTIddes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& les);

 private:
  void dissipationOverK(std::span<double> values) const override;
  double Cdt1_, Cdt2_, Cl_, Ct_;
};

}  // namespace eagre::physics
