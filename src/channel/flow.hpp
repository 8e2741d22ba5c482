// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "channel/flow_boundaries.hpp"
#include "channel/implicit_momentum.hpp"
#include "channel/interface_stress.hpp"
#include "channel/pressure_solver.hpp"
#include "channel/state.hpp"
#include "grid/workspace.hpp"

namespace eagre::channel {

/// The fluids: density [rho of the upper one] and viscosity [rho V H], lower and upper, and where they are at the middle of a
/// step: the share of the upper one in each cell, with two ghosts filled. Without it the upper one is everywhere.
/// level: where mu varies, a field that gives the direction of the interface (InterfaceStress), with two ghosts. smoothing: the
/// half width of the level over which the share goes from 0 to 1 as heaviside() does; 0: it goes otherwise (edgeViscosities()).
struct Properties {
  double rho[2] = {1, 1}, mu[2] = {1, 1};
  const grid::Field* upperShare = nullptr;
  const grid::Field* level = nullptr;
  double smoothing = 0;
  bool rhoVaries() const { return upperShare && rho[0] != rho[1]; }
  bool muVaries() const { return upperShare && mu[0] != mu[1]; }
};

inline constexpr const char* componentNames[3] = {"u", "v", "w"};

/// What a change of phase does to the flow: volume that it adds, per cell volume and time in each cell, and over all ranks; and
/// the velocity jumps, by `jump` on the faces of each direction (with two ghosts) as the share heaviside(level, width) of the
/// upper fluid goes from 0 to 1 there.
struct PhaseChange {
  const grid::Field* rate = nullptr;  ///< null: none
  double total = 0;
  const grid::Field* jump[3] = {nullptr, nullptr, nullptr};
  const grid::Field* level = nullptr;
  double width = 0;
};

/// What a step did.
struct FlowReport {
  int momentumSweeps[3] = {0, 0, 0};
  double momentumResidual[3] = {0, 0, 0};  ///< 2-norm over that of the right-hand side
  grid::SolveReport pressure;
  double kineticEnergy = 0;  ///< integral of (u^2 + v^2 + w^2) / 2
  double drive = 0;          ///< -dp/dx that drives a periodic channel
};

/// Two-phase incompressible flow between plates on a staggered grid: central differences of second order, convection
/// in conservative form. A step from t^n to t^(n+1) = t^n + dt is
///   (1) (u* - u^n) / dt = AB3(N) + beta [ L(u* + u^n)/2 - grad p^(n-1/2) + f + G e_x ] + g
///         N = -div(u u) + beta div(mu (grad u)^T + E),  L u = div(mu grad u),  beta = 1/rho on faces,
///         E: what an inclined interface changes in the stress (InterfaceStress)
///         where a change of phase makes the velocity jump, div(u u) of a face is that of the velocity of its fluid
///         (JumpConvection) AB3: third-order Adams-Bashforth for variable steps (adamsBashforth), Crank-Nicolson in L
///   (2) u* at the outlet: what leaves is what enters; with a flow rate given, u* and G change to keep it
///   (3) div(beta grad p') = (div u* - S) / dt,   S: the volume that a change of phase adds (Evaporation)
///   (4) u^(n+1) = u* - dt beta grad p',   p^(n+1/2) = p^(n-1/2) + p'
/// with rho, mu and the surface force f at t^(n+1/2). A solver of (3) that knows one coefficient only, beta_0, the largest, takes
///   (3) div(beta_0 grad p') = div u** / dt,   u** = u* - dt (beta - beta_0) grad p'_e
///   (4) u^(n+1) = u** - dt beta_0 grad p'
/// with p'_e from the last step, as long as p goes on to change at the same rate: what that leaves out of u^(n+1) is
/// dt (beta - beta_0) grad(p' - p'_e), of third order, and nothing at all of its divergence.
/// Second order in space and time. beta is held in single precision, the
/// same number wherever it occurs: f and grad p balance to the tolerance of (3), and the divergence is that of (3).
/// A. J. Chorin, Math. Comp. 22 (1968) 745; J. van Kan, SIAM J. Sci. Stat. Comput. 7 (1986) 870 (incremental projection);
/// F. H. Harlow, J. E. Welch, Phys. Fluids 8 (1965) 2182 (grid); M. S. Dodd, A. Ferrante, J. Comput. Phys. 273 (2014) 416
/// (beta_0, there for the pressure itself).
class Flow {
 public:
  /// workspace: of which it uses four fields during a step, six on ranks of few cells; none: one of its own.
  Flow(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace = {});

  /// Velocity on faces and pressure in cells: to be set at the start, then start() is to follow.
  grid::Field& velocity(int d) { return velocity_[d]; }
  const grid::Field& velocity(int d) const { return velocity_[d]; }
  grid::Field& p() { return p_; }
  const grid::Field& p() const { return p_; }
  /// Makes the velocity free of divergence and finds the pressure that goes with it and the force. Collective.
  FlowReport start(const Properties& properties, const grid::Field* const (&force)[3], PhaseChange change = {});
  /// Fills ghosts; after a restart. change: of the last step. Collective.
  void resume(PhaseChange change);
  /// One step. force: per volume on the faces of each direction, or null; change: at its end. Collective.
  /// Errors (diverged): a velocity that is not finite, with component, cell and time; a solver that does not converge.
  FlowReport advance(double dt, const Properties& properties, const grid::Field* const (&force)[3], PhaseChange change = {});

  double time() const { return time_; }
  /// Largest |u|/hx + |v|/hy + |w|/hz: the Courant number of a step is dt times this [V / H]. Collective.
  /// riders: numbers of which the largest of all ranks come back with it.
  double courantRate(std::span<double> riders = {}) const;
  /// Largest |div u|. Collective.
  double divergence() const;
  /// Adds what a restart needs.
  void addTo(State& state);

 private:
  void takeProperties(const Properties& properties);
  void takeDensity(const Properties& properties, int d, const grid::Box& box);
  void explicitSource(double dt, const grid::Field* const (&force)[3], bool withPressure);
  void solveMomentum(double dt, FlowReport& report);
  ImplicitComponent guessChange(int d, double dt);
  void keepFlowRate(double dt);
  bool splits() const { return constantRho_ == 0 && pressure_->constantCoefficient(); }
  void addExpectedChange(double dt);
  void updateGhosts();
  void takeChange(PhaseChange change);
  grid::SolveReport project(double dt, const grid::Field (&velocity)[3], PressureSolver& solver, const grid::Field* added);
  double correct(double dt, const grid::Field& change, bool withPressure, std::optional<double> beta0);
  template <class X, class Y, class Z>
  double correctBy(double dt, const grid::Field& change, bool withPressure, X bx, Y by, Z bz);
  [[noreturn]] void reportNotFinite() const;

  const grid::Block& block_;
  const Settings settings_;
  FlowBoundaries boundaries_;
  mutable grid::Halo halo_;
  std::shared_ptr<grid::Workspace> workspace_;
  grid::Field* source_[3];  ///< of the workspace
  grid::Field* change_[3];  ///< of it too: of the velocity, one field for all components or one for each; the first is p', too
  grid::Field velocity_[3], p_;
  grid::Field increment_;  ///< p' of the last step, if the next one needs it
  grid::Field old_[2][3];  ///< explicit terms of the step before and of the one before that; one ghost
  grid::BasicField<float> beta_[3], edge_[3];
  ViscosityView viscosity_;
  InterfaceStress interfaceStress_;
  double largestDiffusivity_ = 0;
  PhaseChange phaseChange_;
  double meanAtOutlet_ = 0;  ///< of u, which leaves with it
  double constantRho_ = 0;   ///< that beta_ holds; 0: it varies
  std::unique_ptr<PressureSolver> pressure_;
  double time_ = 0, dt1_ = 0, dt2_ = 0, nOld_ = 0, drive_ = 0;
  double perH_[3];
};

}  // namespace eagre::channel
