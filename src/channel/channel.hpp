// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/diagnostics.hpp"
#include "channel/evaporation.hpp"
#include "channel/flow.hpp"
#include "channel/heat.hpp"
#include "channel/initial_condition.hpp"
#include "channel/interface_method.hpp"

namespace eagre::channel {

/// What a step of the channel did.
struct StepReport {
  std::int64_t step = 0;
  double time = 0, dt = 0;
  double courant = 0;  ///< dt times the largest |u|/hx + |v|/hy + |w|/hz at its start
  bool asked = false;  ///< on any rank, before it began
  FlowReport flow;
  std::optional<HeatReport> heat{};  ///< of a run with a temperature
};

/// Two-layer flow in a channel, equations (1a) to (1c) of Bethune et al. (2015). A step from t^n to t^(n+1) = t^n + dt is
///   (1) dt           given, or by the Courant number
///   (2) phi^(n+1/2) = phi^(n-1/2) carried by u^n for the time (dt^n + dt^(n-1))/2, with dt^(-1) = 0    (InterfaceMethod)
///   (3) T^(n+1/2)    of the same time, if there is a temperature                                   (Heat)
///       what evaporates, by T^(n+1/2); in (2) the interface and in (3) the fluids have velocities of their own then
///       (Evaporation) rho, mu, f   at t^(n+1/2), by the share H of the upper fluid, the curvature and T
///   (4) u^(n+1), p^(n+1/2)                                                                         (Flow)
/// The interface stands at the middle of steps and the velocity at their ends, so that each is carried by the other at the
/// middle of its own step: second order in time without iterations.
class Channel {
 public:
  Channel(const grid::Block& block, const Settings& settings);

  /// Collective. The initial condition's memory goes before the solvers ask for theirs.
  void start(InitialCondition initial);
  /// After the state has been read from a restart file. Collective.
  void resume();
  /// Errors (diverged): see Flow::advance. Collective.
  /// asked: whether somebody wants something of the run, as a signal does on one rank; comes back of all ranks in the report.
  StepReport step(bool asked = false);
  /// Whether the end of the run is reached.
  bool finished() const;

  double time() const { return flow_.time(); }
  std::int64_t steps() const { return static_cast<std::int64_t>(steps_); }
  /// The time of the interface, half of the last step before time().
  double interfaceTime() const { return flow_.time() - dt_ / 2; }
  const Flow& flow() const { return flow_; }
  const InterfaceMethod* interface() const { return interface_.get(); }

  /// All that a restart needs: the same to the last bit on the same ranks.
  State state();
  /// The temperature; null without one.
  const Heat* heat() const { return heat_.get(); }
  /// u, v, w, p, what carries the interface, and T, as they are named in files.
  std::vector<NamedField> fields();
  Diagnostics measure() const;

 private:
  double nextStep(double courantRate) const;
  void takeShares();
  Properties ofHeat();
  std::optional<HeatReport> advanceInterface(double dt);
  PhaseChange phaseChange() const { return evaporation_ ? evaporation_->change() : PhaseChange{}; }
  void takeForce();

  const grid::Block& block_;
  const Settings settings_;
  std::shared_ptr<grid::Workspace> workspace_;  ///< shared by the interface and the flow
  Flow flow_;
  std::unique_ptr<InterfaceMethod> interface_;
  std::unique_ptr<Heat> heat_;
  std::unique_ptr<Evaporation> evaporation_;
  grid::Field share_, force_[3];
  grid::Field surfaceShare_;  ///< with a surface tension that depends on temperature
  Properties properties_;
  const grid::Field* forces_[3] = {nullptr, nullptr, nullptr};
  double steps_ = 0, dt_ = 0;
};

}  // namespace eagre::channel
