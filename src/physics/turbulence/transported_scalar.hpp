// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fv/equation/equation.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/turbulence_model.hpp"

namespace eagre::physics {

/// Sources of a transported scalar psi per volume, given - sink psi; nCells each. A kernel sets both in every cell.
struct ScalarSources {
  kernel::View<double> given, sink;
  /// Adds coefficient psi on the left-hand side: implicit where it is a sink, explicit elsewhere.
  void addEither(Label c, double coefficient, double psi) const {
    if (coefficient > 0)
      sink[c] += coefficient;
    else
      given[c] -= coefficient * psi;
  }
};

/// A scalar of a turbulence model with its transport equation,
///     d psi/dt + div(phi psi) - div(D grad psi) = given - sink psi,
/// kept at or above a lowest value. Schemes "ddt(psi)", "div(phi,psi)", "laplacian(<D's name>,psi)", solver "psi".
/// In a flow with a density,
///     d(rho psi)/dt + div(rhoPhi psi) - div(rho D grad psi) = rho (given - sink psi),
/// with the schemes "ddt(rho,psi)", "div(rhoPhi,psi)" and "laplacian((rho*<D's name>),psi)".
class TransportedScalar {
 public:
  /// field: at the start time; it is bounded and registered. diffusivity: the name of D; "" of a scalar without diffusion. nut
  /// outlives the object.
  TransportedScalar(const Flow& flow, const fv::VolScalarField& nut, std::unique_ptr<fv::VolScalarField> field,
                    const std::string& diffusivity, double lowest);
  fv::VolScalarField& field() { return *field_; }
  const fv::VolScalarField& field() const { return *field_; }
  /// Its values, for loops.
  kernel::View<const double> cells() const { return field().cells(); }
  kernel::View<const double> boundary() const { return field().boundary(); }
  void shiftOldTimes() { field_->shiftOldTimes(oldTimes_); }
  int oldTimes() const { return oldTimes_; }

  /// D = share nut + nu [m^2/s] in all cells and on the boundary.
  void setDiffusivity(double share);
  /// The same with a share of each cell (ghosts too) and boundary face.
  void setDiffusivity(const fv::CellValues<double>& share);
  /// For models with another D: all cells and the boundary are to be set.
  fv::VolScalarField& diffusivity() { return D_; }
  ScalarSources sources() { return {given_, sink_}; }

  /// Assembles the equation with diffusivity and sources as they stand, relaxes it, solves it and bounds the field. fixed (marks,
  /// nCells; or empty): cells that keep the values that they have. gradient (cells with ghosts): that of the field as it stands,
  /// by the scheme "grad(psi)"; nullptr, then on all ranks: it is not there already. Collective.
  void solve(bool finalIteration, std::span<const char> fixed = {}, const std::vector<Vec3>* gradient = nullptr);

 private:
  void assemble(const fv::KnownGradient<double>& known);
  fv::KnownGradient<double> stillKnown(const std::vector<Vec3>* gradient);
  void multiplyByDensity();

  Flow flow_;
  const fv::VolScalarField* nut_;
  std::unique_ptr<fv::VolScalarField> field_;
  fv::VolScalarField D_;
  fv::Equation<double> equation_;
  std::vector<double> given_, sink_;  ///< sources, nCells
  double lowest_;
  bool diffuses_;
  int oldTimes_;
  std::string gradientName_;
};

}  // namespace eagre::physics
