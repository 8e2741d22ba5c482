// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "fv/equation/equation.hpp"
#include "physics/turbulence/transported_scalar.hpp"

namespace eagre::physics {

/// The elliptic relaxation f [1/s] of the v2-f models of turbulence (Durbin 1991),
///     - div(grad f) = given - sink f,
/// kept at or above a lowest value. Scheme "laplacian(f)", solver "f".
class EllipticRelaxation {
 public:
  /// field: at the start time; it is bounded and registered.
  EllipticRelaxation(const Flow& flow, std::unique_ptr<fv::VolScalarField> field, double lowest);
  const fv::VolScalarField& field() const { return *field_; }
  kernel::View<const double> cells() const { return field().cells(); }
  ScalarSources sources() { return {given_, sink_}; }
  /// Assembles the equation with the sources as they stand, relaxes it, solves it and bounds the field. Collective.
  void solve(bool finalIteration);

 private:
  fv::Context* context_;
  std::unique_ptr<fv::VolScalarField> field_;
  fv::Equation<double> equation_;
  std::vector<double> given_, sink_;  ///< nCells
  double lowest_;
};

/// The time scale k/epsilon, not below C times Kolmogorov's [s].
double relaxationTime(double C, double k, double epsilon, double nu);
/// The square of the length scale CL k^(3/2)/epsilon, not below CL Ceta times Kolmogorov's [m^2].
double relaxationLength2(double CL, double Ceta, double k, double epsilon, double nu);

}  // namespace eagre::physics
