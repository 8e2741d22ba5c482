// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <numbers>

#include "channel/interface_ghosts.hpp"
#include "channel/settings.hpp"
#include "grid/workspace.hpp"
#include "kernel/profile.hpp"

namespace eagre::channel {

/// What the solution of a system has cost and reached.
struct SolveRecord {
  int iterations = 0;                          ///< of the linear solver, in all
  int corrections = 0;                         ///< of the nonlinear iteration
  double firstResidual = 0, lastResidual = 0;  ///< root mean square [C]
  bool converged = false;
};

/// A step of the Cahn-Hilliard equation, of second order in space and time, for C between 0 and 1:
///     C' - C = dt/Pe div(M grad mu),                                                                                (1)
///     mu = [f(C') - f(C)] / (C' - C) - Cn^2 lap(C' + C) / 2,   f(C) = C^2 (1 - C)^2 / 4,                            (2)
/// C' at the end of the step, M the mobility at its beginning: constant 1, or 4 C (1 - C). The quotient, a polynomial, makes (2)
/// the discrete derivative of the energy E = sum over cells of f(C) + Cn^2 |grad C|^2 / 2 (Du and Nicolaides 1991):
///     E(C') - E(C) = -dt/Pe sum over faces of M |grad mu|^2 <= 0                                                    (3)
/// whatever the step, where no value of C is given and no plate is wetted. (1) is a sum of differences of face fluxes: the sum of
/// C does not change.
///
/// The nonlinearity is iterated: with the residual r of (1) and (2) at C', C' += d,
///     A d = r,   A = 1 + K B,   K = -dt/Pe div(M grad),   B = s - Cn^2 lap / 2,                                     (4)
/// s a mean slope of the quotient. A is symmetric in the inner product (a, B b) for any M: conjugate gradients in that product,
/// which need one application of K and one of B an iteration and no factorisation.
///
/// A curved interface at rest has another C in the fluids by (2), Cn kappa / 4.2, and loses that much of itself to them. With its
/// curvature kappa given, (1) has mu + kappa s(C) instead of mu,
///     s(C) = Cn C (1 - C) / sqrt(2),                                                                                (5)
/// which is Cn^2 dC/dn of the profile of a flat interface: that profile is then at rest whatever kappa, and the fluids as they
/// are. What mu is in the mean across the interface moves it by the flow alone. (3) then holds but for this exchange.
class CahnHilliard {
 public:
  /// workspace: of which it uses seven fields during a step; none: one of its own.
  CahnHilliard(const grid::Block& block, const Settings& settings, InterfaceGhosts& ghosts,
               std::shared_ptr<grid::Workspace> workspace = {});

  /// C with ghosts, on entry and on return. Collective. Ends when the residual of (1) has fallen below `tolerance` of the first.
  /// kappa: see (5), taken at the beginning of the step; none: (1) and (2) alone.
  SolveRecord step(grid::Field& C, double dt, const grid::Field* kappa = nullptr);
  /// mu = f'(C) - Cn^2 lap C in the block and the cells beyond its faces; C with ghosts. Collective.
  void potential(const grid::Field& C, grid::Field& mu);
  /// E of (3), without its wall part. Collective.
  double energy(const grid::Field& C) const;
  /// s of (5).
  static double profileSlope(double C, double cahn) { return cahn * (0.5 * std::numbers::sqrt2) * C * (1 - C); }
  /// Its integral from 0 to C.
  static double profileSlopeIntegral(double C, double cahn) { return cahn * (0.5 * std::numbers::sqrt2) * C * C * (0.5 - C / 3); }

  /// Energy of an interface over that of (3) on the finest grid.
  double relativeTension() const;
  double cahn() const { return cahn_; }
  double peclet() const { return peclet_; }

 private:
  void setMobility(const grid::Field& C);
  void setNormalMobility(const grid::Field& C, int d);
  grid::Box withMobility(const grid::Field& C) const;
  template <class F>
  double sumDiffusion(kernel::Loop loop, const grid::Field& x, F&& f) const;
  template <class F>
  void withLaplacian(const grid::Field& C, F&& use) const;
  void meanPotential(const grid::Field& C, const grid::Field* kappa);
  double residual(const grid::Field& C, double factor, const grid::Field* kappa);
  void correct(double reduction, double factor, int mostIterations, SolveRecord& record);

  const grid::Block* block_;
  InterfaceGhosts* ghosts_;
  double cahn_, peclet_, tolerance_;
  int maxIterations_;
  Mobility kind_;
  bool isotropic_;  ///< lap: without a direction (src)
  std::shared_ptr<grid::Workspace> workspace_;
  grid::Field &old_, &mu_, &r_, &d_, &p_, &q_, &z_;  ///< of the workspace
  grid::Box active_;                                 ///< where C may change in a step
  grid::Field mobility_;                             ///< degenerate: of cells
  grid::BasicField<float> faceMobility_[3];          ///< normal: of low faces
};

}  // namespace eagre::channel
