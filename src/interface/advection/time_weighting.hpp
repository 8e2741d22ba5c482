// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "fv/fields/field.hpp"
#include "fv/time/ddt.hpp"

namespace eagre::interface_ {

/// Where within the step a phase fraction is convected, for any advection: "ddt(alpha)" of ddtSchemes. With Euler at its end;
/// with CrankNicolson psi, off-centred, fluxes and fraction are blends of new and old with the coefficient c = 1/(1 + psi).
class TimeWeighting {
 public:
  TimeWeighting() = default;  ///< Euler
  /// Errors (badCase): a scheme that a phase equation does not have, or CrankNicolson with sub-cycles.
  TimeWeighting(const fv::Context& context, bool subCycles);

  /// Old levels of the fluxes are needed.
  bool readsOldFluxes() const { return scheme_.kind == fv::DdtScheme::Kind::CrankNicolson && scheme_.ocCoeff > 0; }
  /// For the step at this time; the first one of a run that has no old fluxes is Euler's.
  void begin(const fv::TimeState& time, bool firstStep) { coefficient_ = 1 / (1 + (firstStep ? 0 : scheme_.offCentring(time))); }
  double coefficient() const { return coefficient_; }  ///< c
  bool blends() const { return coefficient_ < 1; }

  /// phi, or its blend [m^3/s].
  const fv::SurfaceScalarField& flux(const fv::SurfaceScalarField& phi);
  /// The blend of alpha, with the name that v1912's interFoam gives it, even for Euler: the gradient that limits a scheme has it,
  /// "grad(((1*alpha.water)+(0*alpha.water_0)))", and not that of alpha.
  const fv::VolScalarField& fraction(const fv::VolScalarField& alpha);
  static std::string blendName(const fv::VolScalarField& alpha, double coefficient);
  /// The flux at the end of the step, from its mean over the step.
  void toEndOfStep(fv::SurfaceScalarField& alphaPhi) const;

 private:
  fv::DdtScheme scheme_{};
  double coefficient_ = 1;
  std::unique_ptr<fv::SurfaceScalarField> flux_;
  std::unique_ptr<fv::VolScalarField> fraction_;
};

}  // namespace eagre::interface_
