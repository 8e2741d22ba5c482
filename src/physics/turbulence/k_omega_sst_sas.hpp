// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fv/schemes/sn_grad.hpp"
#include "physics/turbulence/k_omega_sst.hpp"
#include "physics/turbulence/les_delta.hpp"

namespace eagre::physics {

/// Scale-adaptive simulation (Egorov and Menter 2008): the shear stress transport model with a further source of omega, which
/// lets the flow resolve what the mesh can hold,
///     Q = min(max(zeta2 kappa S^2 (L/Lvk)^2 - 2 C/sigmaPhi k max(|grad omega|^2/omega^2, |grad k|^2/k^2), 0), omega/(0.1
///     deltaT)) L = sqrt(k)/(betaStar^(1/4) omega),   Lvk = max(kappa S/|laplacian U|, Cs sqrt(kappa zeta2/(beta/betaStar -
///     gamma)) Delta).
/// `delta` and its coefficients stand in kOmegaSSTSASCoeffs or in the RAS dictionary; scheme "laplacian(U)".
class KOmegaSSTSas final : public KOmegaSST {
 public:
  KOmegaSSTSas(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  /// Errors (badCase): what `delta` has wrong.
  static ModelNeeds needs(const config::Dictionary& dict);

 private:
  void solve(bool finalIteration) override;
  void addToOmega(kernel::View<double> given) const override;
  void laplacianOfU();

  double Cs_, kappa_, zeta2_, sigmaPhi_, C_;
  std::unique_ptr<LesDelta> delta_;
  fv::SnGradScheme snGradOfU_;
  fv::CellValues<Tensor> gradient_;                    ///< of U, as the correction of snGrad needs it
  std::vector<Vec3> correction_, snGrad_, laplacian_;  ///< interior faces; boundary faces; nCells
};

}  // namespace eagre::physics
