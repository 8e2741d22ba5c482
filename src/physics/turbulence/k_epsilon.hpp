// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fv/equation.hpp"
#include "fv/gradient.hpp"
#include "physics/turbulence/model_needs.hpp"
#include "physics/turbulence/wall_cells.hpp"

namespace eagre::physics {

/// The standard k-epsilon model (Launder and Spalding 1974) of incompressible flow,
///     dk/dt + div(phi k) - div((nu + nut/sigmak) grad k) = G - epsilon - 2/3 k div U
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon)
///         = (epsilon/k) (C1 G - C2 epsilon) - (2/3 C1 - C3) epsilon div U
///     nut = Cmu k^2 / epsilon,   G = nut grad U : dev(grad U + (grad U)^T).
/// Coefficients from kEpsilonCoeffs or the RAS dictionary itself, defaults as in OpenFOAM.
class KEpsilon final : public TurbulenceModel {
 public:
  KEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs();
  void shiftOldTimes() override;
  void correct(bool finalIteration) override;
  std::vector<const fv::VolScalarField*> fields() const override { return {k_.get(), epsilon_.get(), nut_.get()}; }

 private:
  void printCoefficients() const;
  void correctNut();
  void production();
  void solveEpsilon(bool finalIteration);
  void solveK(bool finalIteration);
  void setDiffusivity(fv::VolScalarField& D, double sigma) const;

  Flow flow_;
  double Cmu_, C1_, C2_, C3_, sigmak_, sigmaEps_, kMin_, epsilonMin_;
  std::unique_ptr<fv::VolScalarField> k_, epsilon_;
  fv::VolScalarField DkEff_, DepsilonEff_;
  fv::Equation<double> kEqn_, epsilonEqn_;
  WallCells wallCells_;
  std::unique_ptr<fv::GradientScheme<Vec3>> gradient_;
  std::vector<Tensor> gradU_;
  std::vector<double> GbyNu_, G_, divU_, dilatation_, implicit_, explicit_;  ///< nCells
  int oldTimes_;
};

}  // namespace eagre::physics
