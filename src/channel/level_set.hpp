// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>

#include "channel/contact_angle.hpp"
#include "channel/redistance.hpp"
#include "channel/settings.hpp"
#include "channel/state.hpp"
#include "channel/transport.hpp"
#include "grid/workspace.hpp"

namespace eagre::channel {

/// The interface as the zero level of phi, a distance near it: phi < 0 in the lower fluid, > 0 in the upper one.
///
/// A step is
///   (1) phi_t + u . grad phi = 0     WENO5 in space (Transport, advective), TVD-RK3 in time (Shu and Osher 1988), u constant
///   over the step (2) |grad phi| = 1              Redistance, with Sussman and Fatemi's volume constraint, once | |grad phi| - 1
///   | exceeds
///                                   redistance_above somewhere, or, in the mean, a twentieth of the interface's steepness
///   (3) phi += c                    near the interface, c such that the volume of H(phi) changes by what crosses the ends of the
///                                   channel and by a change of phase, and by nothing else: what (1) and (2) lose locally (films
///                                   and threads as thin as the grid) is kept as a whole
/// H is smoothed over |phi| <= e = smoothing x largest spacing (heaviside.hpp). The surface force on a face is
///     f = -(1/We) kappa_f (H(phi_high) - H(phi_low)) / h,   kappa_f the mean of both cells' curvatures,               (4)
/// H here smoothed over one cell at most (spread over a distance d, the force on a wave of wave number k is weaker by k d),
/// differenced as the pressure gradient is, so that for constant curvature the pressure balances it to round-off (Francois
/// et al. 2006). Where plates are touched (interface.contact_line = "angle", contact_line.law), dphi/dn = -cos(theta) outwards on
/// them, theta the contact angle within the lower fluid (ContactAngle): phi remains a distance and its zero level meets the plate
/// at theta. Lengths in channel heights, velocities in V, forces in rho V^2 / H.
class LevelSet {
 public:
  /// workspace: of which it uses two fields during a call, three with a law of the contact line; none: one of its own.
  LevelSet(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace = {});

  /// To be set cell by cell at the start; initialise() is to follow.
  grid::Field& phi() { return phi_; }
  const grid::Field& phi() const { return phi_; }
  /// phi at the inlet, one value for each cell in z.
  void setInlet(std::vector<double> profile) { ghosts_.setInlet(std::move(profile)); }
  /// Fills the ghosts; after a restart.
  void updateGhosts();
  /// Fills the ghosts and makes phi a distance as far as H and delta reach, wherever it starts from.
  void initialise();

  /// Collective. velocity: at the middle of the step for second order, on all faces of the block and one beyond. growth: volume
  /// of the upper fluid that a change of phase adds per unit of time, which (3) keeps to.
  void advance(Velocity3 velocity, double dt, double growth = 0);
  /// Makes phi a distance now, as advance() does.
  void redistance();

  /// Equation (4): on the faces within the channel; 0 on its boundaries and in the ghosts.
  void surfaceForce(grid::Field& fx, grid::Field& fy, grid::Field& fz);
  /// H(phi), the upper fluid's share, in cells and all ghosts.
  void upperShare(grid::Field& H) const { share(H, e_); }
  /// The same as the surface force has it, smoothed over one cell at most.
  void surfaceShare(grid::Field& H) const { share(H, forceWidth_); }
  /// Volume of the upper fluid, H(phi) summed. Collective.
  double upperVolume() const;

  /// Of the contact lines; nothing without a law of theirs. Collective.
  std::optional<ContactDiagnostics> contact() const;
  /// Adds what a restart needs.
  void addTo(State& state);

  double smoothing() const { return e_; }
  /// By how much (3) moved the interface in the last step [length].
  double volumeShift() const { return shift_; }

 private:
  void findBand();
  void turnAtPlates(double dt);
  /// With a change of phase, and at plates, where the interface moves and the fluid before it does not: bounds |phi| near the
  /// interface by that of neighbours, so that redistancing finds all cells within its reach by their phi.
  void limitSlopes();
  /// With a law of the contact line: before the line phi rises by sin(theta) along the plate, beyond the band by what it did
  /// before, and where the band comes the steps of redistancing are too long. Beyond the smoothing it may change a little a time.
  void holdBack(const grid::Field& from);
  void share(grid::Field& H, double width) const;
  double localVolume() const;
  std::array<double, 3> localDeviations() const;
  bool tooFar(const std::array<double, 3>& deviations) const;
  double inflow(Velocity3 velocity) const;
  void keepVolume(double volume);

  const grid::Block* block_;
  double e_, forceWidth_, perWe_, above_;
  int every_, sweeps_;
  int limits_;  ///< passes of limitSlopes()
  bool open_[2];
  double steps_ = 0, shift_ = 0;
  InterfaceGhosts ghosts_;
  std::unique_ptr<ContactAngle> contactAngle_;  ///< with a law of it
  Transport transport_;
  Redistance redistance_;
  std::shared_ptr<grid::Workspace> workspace_;
  grid::Field &first_, &second_;  ///< of the workspace: stages of a step, and the curvature
  grid::Field phi_;
  grid::Band band_;  ///< what messages carry that redistancing and curvature need
};

}  // namespace eagre::channel
