// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "channel/cahn_hilliard.hpp"
#include "channel/potential_curvature.hpp"
#include "channel/sharpened_velocity.hpp"
#include "channel/state.hpp"
#include "channel/transport.hpp"

namespace eagre::channel {

/// The interface as a diffuse one: C is 0 in the lower fluid, 1 in the upper one, and 1/2 + tanh(d / (2 sqrt(2) Cn)) / 2 at the
/// distance d from an interface in equilibrium (Ding, Spelt and Shu 2007):
///     C_t + div(u C) = (1/Pe) div(M grad mu),   mu = f'(C) - Cn^2 lap C.
/// A step is
///   (1) C_t + div(u C) = 0    WENO5 in space (Transport), TVD-RK3 in time, u constant over the step
///   (2) Cahn-Hilliard         from there (CahnHilliard): second order, the energy does not grow
/// Both keep the sum of C but for what crosses the inlet and the outlet; C is not clipped. One after the other they are of first
/// order in time where the profile is out of equilibrium. The surface force on a face is
///     f = (6 sqrt(2) / (We Cn)) mu_f (C_high - C_low) / h,                                                          (3)
/// differenced as the pressure gradient is: in equilibrium, mu constant, the pressure balances it to round-off.
///
/// With the normal mobility and a smoothing the equilibrium is another one, mu = -kappa s(C), for which the fluids need no other
/// C than 0 and 1 (CahnHilliard, (5); kappa by PotentialCurvature). The force is then in two parts, of which the pressure
/// balances the second if kappa is constant; H is the share of the upper fluid, so that it is as thin as the layer of that:
///     f = (6 sqrt(2) / (We Cn)) (mu + kappa s)_f (C_high - C_low) / h - (1 / We) kappa_f (H_high - H_low) / h.        (4)
/// Across the interface it sums up to what (3) does, whatever kappa is: the force of the energy.
/// Contact angle theta within the lower fluid at a plate: dC/dn = -cos(theta) C (1 - C) / (sqrt(2) Cn), outwards, from the wall's
/// free energy (Jacqmin 2000).
class PhaseField {
 public:
  /// workspace: of which it uses seven fields during a call; none: one of its own.
  PhaseField(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace = {});

  /// To be set cell by cell at the start, profile() of the distance to the interface; updateGhosts() is to follow.
  grid::Field& C() { return C_; }
  const grid::Field& C() const { return C_; }
  /// C in equilibrium at a distance from a flat interface, positive in the upper fluid.
  double profile(double distance) const;
  /// C at the inlet, one value for each cell in z.
  void setInlet(std::vector<double> profile) { ghosts_.setInlet(std::move(profile)); }
  void updateGhosts() {
    ghosts_.update(C_);
    hasCurvature_ = false;
  }

  /// Collective. velocity: at the middle of the step for second order, on all faces of the block. Errors (diverged): (2) does not
  /// converge.
  void advance(Velocity3 velocity, double dt);

  /// Equation (3): on the faces within the channel; 0 on its boundaries and in the ghosts.
  void surfaceForce(grid::Field& fx, grid::Field& fy, grid::Field& fz);
  /// The upper fluid's share, C cut off at 0 and 1, in cells and all ghosts of that field.
  void upperShare(grid::Field& share) const;
  /// The distance to the interface that C has in equilibrium, in units of sqrt(2) Cn, as far as C is not a fluid's to 1e-6; in
  /// cells and two ghosts. Until the next step.
  const grid::Field& level();
  /// Half width of level() over which the share goes from 0 to 1 as heaviside() does; 0: the share is C.
  double smoothing() const { return smoothing_; }
  /// C summed: volume of the upper fluid. Collective.
  double upperVolume() const;
  /// Free energy, sum of f(C) + Cn^2 |grad C|^2 / 2, times 6 sqrt(2) / (We Cn): surface energy [rho V^2 H^3]. Collective.
  double surfaceEnergy() const { return tension_ * equation_.energy(C_); }

  /// Adds what a restart needs.
  void addTo(State& state) { state.fields.push_back({"C", &C_, Position::centre, "1", "phase field, 0 in the lower fluid"}); }

  const SolveRecord& record() const { return record_; }
  const CahnHilliard& equation() const { return equation_; }

 private:
  void makeCurvature();
  void makeShare(grid::Field& share, int ghosts) const;
  void addForce(int d, const grid::Box& faces, grid::Field& f) const;

  const grid::Block* block_;
  InterfaceGhosts ghosts_;
  Transport transport_;
  std::shared_ptr<grid::Workspace> workspace_;
  CahnHilliard equation_;
  double tension_;    ///< 6 sqrt(2) / (We Cn)
  double smoothing_;  ///< half width of the share in the distance of the profile [length]; 0: it is C
  std::optional<SharpenedVelocity> sharpened_;
  SolveRecord record_;
  grid::Field &first_, &second_;  ///< of the workspace: stages of a step; the former is also mu
  grid::Field C_;
  std::optional<PotentialCurvature> curvature_;  ///< without it the force is (3)
  grid::Field kappa_;                            ///< of the C that was carried last
  bool hasCurvature_ = false;
};

}  // namespace eagre::channel
