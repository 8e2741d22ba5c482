// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/interface_ghosts.hpp"
#include "grid/workspace.hpp"

namespace eagre::channel {

/// Curvature of the interface of a phase field [1 / length], seen from the cells near it, as its potential has it: across a
/// curved interface with the profile of a flat one mu is -kappa s(C), s = Cn^2 dC/dn (CahnHilliard, (5)). First, in each cell,
///     kappa = -mean(mu C (1 - C)) / mean(s C (1 - C)),
/// the mean of weights 1, 4, 6, 4, 1 along each direction; then in each cell that of the foot of its perpendicular (atFeet()). A
/// mobility across the interface changes mu and leaves its mean with the weight dC/dn, to which C (1 - C) is proportional: what
/// is made of kappa does not act upon itself. Of one cell alone it does, and grows where time steps are long.
class PotentialCurvature {
 public:
  /// workspace: of which it uses [2], [3], [5] and [6] during a call; [4] is PhaseField::level(), which the flow reads.
  PotentialCurvature(const grid::Block& block, double cahn, std::shared_ptr<grid::Workspace> workspace);

  /// C with all ghosts, mu in the block. kappa, of one ghost at least, with those beyond faces: within 8 Cn of the interface, 0
  /// beyond; limited to 1 / h a direction. Collective.
  void make(const grid::Field& C, const grid::Field& mu, InterfaceGhosts& ghosts, grid::Field& kappa);

 private:
  void average(InterfaceGhosts& ghosts, const grid::Band& band, grid::Field& values);
  void averageAlong(int d, const grid::Box& box, const grid::Field& from, grid::Field& to) const;

  const grid::Block* block_;
  double cahn_, width_, reach_;  ///< Cn; of kappa; of the distance [length]
  std::shared_ptr<grid::Workspace> workspace_;
  grid::Field &distance_, &values_, &weights_, &work_;
};

}  // namespace eagre::channel
