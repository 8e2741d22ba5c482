// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/model_needs.hpp"
#include "physics/turbulence/wall_cells.hpp"

namespace eagre::physics {

/// The realizable k-epsilon model (Shih, Liou, Shabbir, Yang and Zhu 1995), realizableKE of OpenFOAM,
///     dk/dt + div(phi k) - div((nu + nut/sigmak) grad k) = G - epsilon - 2/3 k div U
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon)
///         = C1 S epsilon - C2 epsilon^2 / (k + sqrt(nu epsilon)),   C1 = max(eta/(5 + eta), 0.43),   eta = S k/epsilon
///     nut = Cmu k^2 / epsilon,   Cmu = 1/(A0 + As Us k/epsilon),   As = sqrt(6) cos(acos(sqrt(6) W)/3)
/// with D = dev(symm grad U), S = sqrt(2) |D|, W = 2 sqrt(2) tr(D^3)/S^3, Us = sqrt(|D|^2 + |skew grad U|^2).
/// Coefficients from realizableKECoeffs or the RAS dictionary itself, defaults as in OpenFOAM.
class RealizableKEpsilon final : public EddyViscosityModel {
 public:
  RealizableKEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& dict);

 private:
  void solve(bool finalIteration) override;
  void correctNut() override;
  void eddyViscosity();
  static double Cmu(double A0, const Tensor& gradU, double kByEpsilon);
  void solveEpsilon(bool finalIteration);
  void solveK(bool finalIteration);

  double A0_, C2_, sigmak_, sigmaEps_;
  TransportedScalar &k_, &epsilon_;
  WallCells wallCells_;
  std::vector<double> G_;  ///< nCells
};

}  // namespace eagre::physics
