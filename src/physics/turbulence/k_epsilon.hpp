// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/model_needs.hpp"
#include "physics/turbulence/wall_cells.hpp"

namespace eagre::physics {

/// Sources of k where epsilon is its dissipation: G - epsilon - 2/3 k div U. G [m^2/s^3] and div U [1/s]: nCells.
void setSourcesOfK(TransportedScalar& k, const TransportedScalar& epsilon, kernel::View<const double> G,
                   kernel::View<const double> divU);

/// The same of models without the last term.
void setSourcesOfK(TransportedScalar& k, const TransportedScalar& epsilon, kernel::View<const double> G);

/// The standard k-epsilon model (Launder and Spalding 1974) of incompressible flow,
///     dk/dt + div(phi k) - div((nu + nut/sigmak) grad k) = G - epsilon - 2/3 k div U
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon)
///         = (epsilon/k) (C1 G - C2 epsilon) - (2/3 C1 - C3) epsilon div U
///     nut = Cmu k^2 / epsilon,   G = nut grad U : dev(grad U + (grad U)^T).
/// Coefficients from kEpsilonCoeffs or the RAS dictionary itself, defaults as in OpenFOAM.
class KEpsilon : public EddyViscosityModel {
 public:
  KEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& dict);

 protected:
  struct Standard {
    double Cmu = 0.09, C1 = 1.44, C2 = 1.92, C3 = 0, sigmak = 1, sigmaEps = 1.3;
  };
  /// For models that change the production of epsilon.
  KEpsilon(const std::string& name, const Standard& standard, const config::Dictionary& dict, const Flow& flow,
           const ReadScalar& read);
  /// given [m^2/s^4]: C1 (epsilon/k) G of every cell.
  virtual void changeProduction(kernel::View<double> given) const { static_cast<void>(given); }

  double Cmu_;
  TransportedScalar &k_, &epsilon_;
  std::vector<double> GbyNu_, G_;  ///< nCells

 private:
  void solve(bool finalIteration) override;
  void correctNut() override;
  void production();
  void solveEpsilon(bool finalIteration);
  void solveK(bool finalIteration);

  double C1_, C2_, C3_, sigmak_, sigmaEps_;
  WallCells wallCells_;
};

}  // namespace eagre::physics
