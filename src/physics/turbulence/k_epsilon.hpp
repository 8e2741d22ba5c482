// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/model_needs.hpp"
#include "physics/turbulence/wall_cells.hpp"

namespace eagre::physics {

/// The standard k-epsilon model (Launder and Spalding 1974) of incompressible flow,
///     dk/dt + div(phi k) - div((nu + nut/sigmak) grad k) = G - epsilon - 2/3 k div U
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon)
///         = (epsilon/k) (C1 G - C2 epsilon) - (2/3 C1 - C3) epsilon div U
///     nut = Cmu k^2 / epsilon,   G = nut grad U : dev(grad U + (grad U)^T).
/// Coefficients from kEpsilonCoeffs or the RAS dictionary itself, defaults as in OpenFOAM.
class KEpsilon final : public EddyViscosityModel {
 public:
  KEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& dict);

 private:
  void solve(bool finalIteration) override;
  void correctNut() override;
  void production();
  void solveEpsilon(bool finalIteration);
  void solveK(bool finalIteration);

  double Cmu_, C1_, C2_, C3_, sigmak_, sigmaEps_;
  TransportedScalar &k_, &epsilon_;
  WallCells wallCells_;
  std::vector<double> GbyNu_, G_;  ///< nCells
};

}  // namespace eagre::physics
