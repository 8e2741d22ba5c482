// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/model_needs.hpp"
#include "physics/turbulence/second_gradients.hpp"
#include "physics/turbulence/wall_cells.hpp"

namespace eagre::physics {

/// The k-epsilon model of low Reynolds numbers (Launder and Sharma 1974), which is solved down to the wall:
///     dk/dt + div(phi k) - div((nu + nut/sigmak) grad k) = G - (epsilon + D) - 2/3 k div U
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon)
///         = (epsilon/k) (C1 G - C2 f2 epsilon) - (2/3 C1 - C3) epsilon div U + E
///     nut = Cmu fMu k^2/epsilon,   fMu = exp(-3.4/(1 + ReT/50)^2),   f2 = 1 - 0.3 exp(-min(ReT^2, 50)),   ReT = k^2/(nu epsilon)
///     D = 2 nu |grad sqrt(k)|^2,   E = 2 nu nut |grad grad U|^2
/// with epsilon the dissipation less D, which is 0 at walls. Coefficients from LaunderSharmaKECoeffs or the RAS dictionary
/// itself, defaults as in OpenFOAM; schemes "grad(sqrt(k))", "grad(U.component(0))", "grad(grad(U.component(0)))" and so on.
class LaunderSharma final : public EddyViscosityModel {
 public:
  LaunderSharma(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& dict);

 private:
  void solve(bool finalIteration) override;
  void correctNut() override;
  void production();
  void secondGradients();
  void dissipationAtWalls();
  void solveEpsilon(bool finalIteration);
  void solveK(bool finalIteration);

  double Cmu_, C1_, C2_, C3_, sigmak_, sigmaEps_;
  TransportedScalar &k_, &epsilon_;
  WallCells wallCells_;
  std::vector<double> G_, D_, E_;  ///< nCells
  fv::VolScalarField rootK_;
  std::vector<Vec3> gradient_;  ///< of sqrt(k)
  std::unique_ptr<fv::GradientScheme<double>> gradientOfRootK_;
  SecondGradients secondGradients_;
};

}  // namespace eagre::physics
