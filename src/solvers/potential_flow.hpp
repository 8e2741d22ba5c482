// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "physics/sources/rotating_zones.hpp"
#include "solvers/pressure_velocity.hpp"

namespace eagre::solvers {

/// Potential flow through the boundaries that U and p prescribe, as potentialFoam of OpenFOAM v1912 computes it:
///   (1)  phi = U_b.S on the boundary, zero inside                       less the motion of rotating zones
///   (2)  div(grad Phi) = div(phi)                                       nNonOrthogonalCorrectors + 1 times
///   (3)  phi = phi - grad Phi.S,   U = reconstruct(phi)
///   (4)  div(grad p) = -div(F.div(phi U)),  F = U U/|U|^2               the Euler pressure along the stream-lines
/// Fields: U [m/s], p [m^2/s^2], Phi [m^2/s], phi [m^3/s], all registered in the context.
class PotentialFlow {
 public:
  /// The fields outlive the object. Errors (badCase): no reference of Phi where it needs one.
  /// solverOfPhi: its entry of `solvers` in fvSolution.
  PotentialFlow(fv::Context& context, fv::VolVectorField& U, fv::VolScalarField& p, fv::VolScalarField& Phi,
                fv::SurfaceScalarField& phi, std::string solverOfPhi = "Phi");
  /// (1) to (3). initialiseU: the conditions of U are evaluated first. Errors (badCase): what enters cannot leave.
  void solve(const physics::RotatingZones& rotation, bool initialiseU);
  /// (4), with U and phi of solve(). Errors (badCase): no reference of p where it needs one.
  void solvePressure();

  /// Gives Phi a fixed value (0) where p fixes its own, and no gradient elsewhere.
  static void setConditionsOfPhi(const fv::VolScalarField& p, fv::VolScalarField& Phi);
  /// Gives p a fixed value (0) where U leaves it free, and no gradient elsewhere: for a case without p.
  static void setConditionsOfPressure(const fv::VolVectorField& U, fv::VolScalarField& p);
  /// Adds every problem of schemes, linear solvers and controls.
  static void check(const fv::Context& context, const std::string& pName, bool pressure, const std::string& solverOfPhi,
                    Problems& problems);

 private:
  void reconstructVelocity();
  void reportErrors() const;

  fv::Context& context_;
  fv::VolVectorField& U_;
  fv::VolScalarField &p_, &Phi_;
  fv::SurfaceScalarField& phi_;
  std::string solverOfPhi_;
  config::Dictionary controls_;
  PressureReference reference_;
  int nNonOrthogonalCorrectors_ = 0;
};

}  // namespace eagre::solvers
