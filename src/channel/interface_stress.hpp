// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "channel/momentum_kernels.hpp"

namespace eagre::channel {

/// What the viscous stress lacks where an interface is inclined to the axes.
///
/// Across an interface with the unit normal n the rates of strain along it and across it (D_tt, D_nn) are continuous, so the
/// stress takes the arithmetic mean mu_a of the viscosities; the shear stress on it is continuous itself, so D_nt takes the
/// harmonic mean mu_h. In the layer in which the viscosity goes from one fluid's to the other's therefore
///     tau = 2 mu_a D - 2 (mu_a - mu_h) (n q + q n),   q = D.n - n (n.D.n).                                          (1)
/// The momentum equation's kernels take 2 mu_a D_dd in cells and 2 mu_h D_de on edges, which is (1) for an n along z in the
/// plane of x and z. This is the rest of it, of first order in the slope of the interface:
///     E_dd = -4 (mu_a - mu_h) n_d q_d,   E_de = 2 (mu_a - mu_h) (D_de - n_d q_e - n_e q_d).                         (2)
/// Without it a wave on a base flow with shear has an error of first order in the width of the layer, and in (m - 1)^2 / m of a
/// ratio of viscosities m. (2) is taken in the cells of the layer, the shear there from the mean of the shear stresses on the
/// edges around, and goes to edges as the mean of four cells. Continuity across interfaces: A. V. Coward, Y. Y. Renardy, M.
/// Renardy, J. R. Richards, J. Comput. Phys. 132 (1997) 346.
class InterfaceStress {
 public:
  explicit InterfaceStress(const grid::Block& block);

  /// The cells on whose low edges it needs the viscosity: those of the block and two around it where there are cells.
  grid::Box edges() const;
  /// (2) for this velocity, with two ghosts filled, as viscosity.level, whose gradient gives n.
  void find(const grid::View<const double> (&velocity)[3], const ViscosityView& viscosity);
  /// Adds beta div E to the explicit terms of component d and to its source, after momentumSource().
  void addTo(int d, const grid::Box& box, const MomentumView& m) const;

 private:
  /// Cells of the layer that follow one another along x.
  struct Run {
    int i, j, k, n;
    std::size_t first;  ///< number of the first one among all of the layer
  };
  struct Stress {
    float diagonal[3], shear[3];  ///< E_dd; E_de by the direction that is neither d nor e
  };
  std::size_t findLayer(const ViscosityView& viscosity);

  grid::Box box_;   ///< this rank's cells and those next to them that are cells, too
  double perH_[3];  ///< 1 / h; 0 across a single cell
  std::vector<Run> runs_;
  std::vector<Stress> stress_;  ///< run by run: a layer may be half of all cells, so that bytes count
};

}  // namespace eagre::channel
