// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/inlet_velocity.hpp"
#include "channel/momentum_kernels.hpp"
#include "grid/block.hpp"

namespace eagre::channel {

/// What the velocity does at the ends of the channel.
///   plates (z)  w = 0, but through an open one what a change of phase adds, evenly; no slip: u is the plate's speed on it and v
///   = 0, second order through the ghost, or both differ from that by the slip length times their slope (Navier); free slip and
///   open: no
///               gradient
///   inlet       u, v, w given (InletVelocity)
///   outlet      v, w without gradient; u^(n+1) = u^n - c (u^n - u_inside^n), c = dt U / h with U the mean speed (convective) or
///               1 (neumann); then the same amount is added everywhere so that what leaves is what enters, to round-off
/// A grid that is periodic in a direction has none of them there; y has to be (badCase).
class FlowBoundaries {
 public:
  FlowBoundaries(const grid::Block& block, const Settings& settings);

  /// Faces of component d whose velocity is solved for: those not on a physical boundary.
  grid::Box solved(int d) const;
  EndFactors ends(int d) const;
  /// Velocity on the faces of boundaries at time t and in one ghost, the other ghosts being filled. Does not touch the outlet's
  /// faces.
  void fillGhosts(grid::Field (&velocity)[3], double t) const;
  /// The speed at which fluid leaves through an open plate.
  void setThrough(double speed);
  /// This rank's part of the mean of u at the outlet; 0 without one.
  double meanAtOutlet(const grid::Field& u) const;
  /// The change of velocity d over the step from t to t + dt on boundary faces, and in ghosts where they count. meanAtOutlet: of
  /// all ranks.
  void boundaryChange(int d, const grid::Field (&velocity)[3], double meanAtOutlet, double t, double dt,
                      grid::Field& change) const;
  /// What leaves through the faces of this rank less what enters, faces of one unit of area. A sum of u and of its change has the
  /// sum of theirs.
  double netOutflow(const grid::Field& u) const;
  /// Takes away what leaves too much, of all ranks, at the outlet.
  void balance(grid::Field& u, double netOutflow) const;
  bool hasOutlet() const { return outlet_; }

 private:
  /// What part of its difference from the cell before the velocity at the outlet takes on in a step: the Courant number of the
  /// mean speed, or all where the gradient is zero.
  double outletCourant(double meanAtOutlet, double dt) const;
  void plateChange(int d, const grid::Field& normal, grid::Field& change) const;
  bool plate(int side) const { return !block_.grid().periodic[2] && block_.atBoundary(2, side); }

  const grid::Block& block_;
  bool outlet_ = false, convective_ = false;
  double ghostFactor_[2] = {-1, -1};  ///< of u and v beyond a plate at rest over those inside
  bool open_[2] = {false, false};
  double speed_[2] = {0, 0};
  double through_[2] = {0, 0};  ///< w
  InletVelocity inlet_;
};

}  // namespace eagre::channel
