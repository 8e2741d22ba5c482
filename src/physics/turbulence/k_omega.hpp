// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/model_needs.hpp"
#include "physics/turbulence/wall_cells.hpp"

namespace eagre::physics {

/// The k-omega model (Wilcox 1998) of incompressible flow,
///     dk/dt + div(phi k) - div((nu + alphaK nut) grad k) = G - 2/3 k div U - betaStar omega k
///     d omega/dt + div(phi omega) - div((nu + alphaOmega nut) grad omega)
///         = gamma G/nut - 2/3 gamma omega div U - beta omega^2
///     nut = k / omega,   G = nut grad U : dev(grad U + (grad U)^T).
/// Coefficients from kOmegaCoeffs or the RAS dictionary itself, defaults as in OpenFOAM.
class KOmega final : public EddyViscosityModel {
 public:
  KOmega(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& dict);

 private:
  void solve(bool finalIteration) override;
  void correctNut() override;
  void production();
  void solveOmega(bool finalIteration);
  void solveK(bool finalIteration);

  double betaStar_, beta_, gamma_, alphaK_, alphaOmega_;
  TransportedScalar &k_, &omega_;
  WallCells wallCells_;
  std::vector<double> GbyNu_, G_;  ///< nCells
};

}  // namespace eagre::physics
