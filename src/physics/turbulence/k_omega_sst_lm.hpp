// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/k_omega_sst.hpp"

namespace eagre::physics {

/// Transition from laminar to turbulent boundary layers (Langtry and Menter 2009): the shear stress transport model with
/// equations of the intermittency gammaInt and of the momentum-thickness Reynolds number of transition, ReThetat,
///     d ReThetat/dt + div(phi ReThetat) - div(sigmaThetat (nu + nut) grad ReThetat)
///         = cThetat/t (1 - Fthetat) (ReThetat0 - ReThetat),   t = 500 nu/U^2
///     d gammaInt/dt + div(phi gammaInt) - div((nu + nut) grad gammaInt)
///         = P (1 - ce1 gammaInt) + ca2 Omega Fturb gammaInt (1 - ce2 gammaInt),   P = ca1 Flength S sqrt(gammaInt Fonset)
/// The production of k is multiplied by gammaIntEff, its dissipation by min(max(gammaIntEff, 0.1), 1), where gammaIntEff is
/// gammaInt or, where the layer separates, more. ReThetat0, Flength, ReThetac and Fonset are the correlations of the paper;
/// ReThetat0 is iterated until lambda changes by at most lambdaErr. Solved after k and omega, with gammaIntEff of the step before
/// (0 in the first), which is written so that a run can go on. Coefficients from kOmegaSSTLMCoeffs or the RAS dictionary.
class KOmegaSSTLM final : public KOmegaSST {
 public:
  KOmegaSSTLM(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& dict);
  std::vector<const fv::VolScalarField*> fields() const override;

 private:
  void solve(bool finalIteration) override;
  void dissipationOverK(std::span<double> values) const override;
  std::span<const double> shareOfProduction() const override { return gammaIntEff_->cells(); }

  void shiftedLayers();
  void setDiffusivity(TransportedScalar& scalar, double share) const;
  void solveReThetat(bool finalIteration);
  void solveGammaInt(bool finalIteration);
  void effectiveIntermittency();

  double ca1_, ca2_, ce1_, ce2_, cThetat_, sigmaThetat_, lambdaErr_;
  int maxLambdaIter_;
  TransportedScalar &ReThetat_, &gammaInt_;
  std::unique_ptr<fv::VolScalarField> gammaIntEff_;
  std::vector<double> Fthetat_;  ///< nCells: 1 in boundary layers, 0 outside
};

}  // namespace eagre::physics
