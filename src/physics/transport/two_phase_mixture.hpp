// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "physics/transport/viscosity_model.hpp"

namespace eagre::physics {

/// Two immiscible incompressible fluids: densities, viscosities, surface tension, from constant/transportProperties.
struct TwoPhaseProperties {
  std::string phase1, phase2;
  double rho1 = 0, rho2 = 0;  ///< [kg/m^3]
  double sigma = 0;           ///< [N/m]
  std::unique_ptr<ViscosityModel> nu1, nu2;
  /// Errors (badCase): anything missing, unknown or of wrong dimensions.
  static TwoPhaseProperties read(const config::Dictionary& transportProperties);
};

/// Density and dynamic viscosity of the mixture,
///     rho = alpha1 rho1 + alpha2 rho2,   mu = a rho1 nu1 + (1 - a) rho2 nu2,   nu = mu / (a rho1 + (1 - a) rho2),
/// with a = alpha clipped to [0, 1]; muEff = rho nu is what the momentum equation diffuses with.
class TwoPhaseMixture {
 public:
  TwoPhaseMixture(const fv::Context& context, TwoPhaseProperties properties);
  const TwoPhaseProperties& properties() const { return properties_; }
  /// Recomputes nu. A viscosity that depends on the flow takes the shear rate from U (gradient scheme grad(U)).
  void correctViscosity(const fv::CellValues<double>& alpha1, const fv::VolVectorField& U);
  /// alpha2 is handed in, not taken as 1 - alpha1: on walls with a contact angle alpha1's boundary values move once more after
  /// alpha2 was set, and OpenFOAM's density is made of the two as they are.
  void density(const fv::CellValues<double>& alpha1, const fv::CellValues<double>& alpha2, fv::VolScalarField& rho) const;
  /// rho * nu, cells with ghosts and boundary.
  void muEff(const fv::CellValues<double>& rho, fv::VolScalarField& mu) const;

 private:
  const fv::Context* context_;
  TwoPhaseProperties properties_;
  fv::CellValues<double> nu_, nu1_, nu2_;
  fv::CellValues<Tensor> gradU_;
};

}  // namespace eagre::physics
