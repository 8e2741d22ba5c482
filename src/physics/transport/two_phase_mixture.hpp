// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fv/schemes/gradient.hpp"
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
///     rho = alpha1 rho1 + alpha2 rho2,   mu = rho nu,   nu = (a rho1 nu1 + (1 - a) rho2 nu2) / (a rho1 + (1 - a) rho2),
/// with a = alpha clipped to [0, 1]; mu is what the momentum equation diffuses with.
class TwoPhaseMixture {
 public:
  TwoPhaseMixture(const fv::Context& context, TwoPhaseProperties properties);
  const TwoPhaseProperties& properties() const { return properties_; }
  /// rho and mu in cells with ghosts and on the boundary, in one pass. A viscosity that depends on the flow takes the shear rate
  /// from U (gradient scheme grad(U)). alpha2 is handed in, not taken as 1 - alpha1: on walls with a contact angle alpha1's
  /// boundary values move once more after alpha2 was set, and OpenFOAM's density is made of the two as they are.
  void correct(const fv::CellValues<double>& alpha1, const fv::CellValues<double>& alpha2, const fv::VolVectorField& U,
               fv::VolScalarField& rho, fv::VolScalarField& mu);
  /// The two apart, for who wants viscosity and density of different alphas: nu, as above, and rho.
  void correctViscosity(const fv::CellValues<double>& alpha1, const fv::VolVectorField& U, fv::VolScalarField& nu);
  void correctDensity(const fv::CellValues<double>& alpha1, const fv::CellValues<double>& alpha2, fv::VolScalarField& rho) const;
  /// nu1 and nu2 of the last of these, those that depend on the flow: OpenFOAM writes them.
  std::vector<const fv::VolScalarField*> viscosities() const;

 private:
  /// Kinematic viscosity of a phase: a number, or values where it depends on the flow.
  struct PhaseViscosity {
    double constant = 0;
    std::optional<fv::VolScalarField> field{};  ///< none if constant, as the values
    const double* cells() const { return field ? field->cells().data() : nullptr; }
    const double* boundary() const { return field ? field->boundary().data() : nullptr; }
  };
  void correctPhase(const ViscosityModel& model, PhaseViscosity& nu) const;
  void correctViscosities(const fv::VolVectorField& U);

  TwoPhaseProperties properties_;
  PhaseViscosity nu1_, nu2_;
  std::unique_ptr<fv::GradientScheme<Vec3>> gradient_;  ///< null if both viscosities are constant
  fv::CellValues<Tensor> gradU_;
};

}  // namespace eagre::physics
