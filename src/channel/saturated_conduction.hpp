// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <utility>

#include "channel/heat_boundaries.hpp"
#include "grid/workspace.hpp"

namespace eagre::channel {

/// Conduction of heat in two fluids that meet at an interface of the temperature T_s, where a level set phi is 0: implicit in
/// time, between cells of one fluid alone. Along each direction, theta^+ and theta^- being the distances to what is beside a cell
/// in cells, 1 to a neighbour of the same fluid and |phi| / (|phi| + |phi'|) to the interface,
///     C (T* - T) / dt = (k / (Re Pr)) sum over d of (2 / (h_d^2 (theta^+ + theta^-))) [(T^+ - T*) / theta^+ + (T^- - T*) /
///     theta^-]
/// with T^+, T^- = T* of the neighbour or T_s. T is of second order up to the interface, of which the one-sided gradients there
/// live: with 1 for the first theta^+ + theta^-, which makes the equations symmetric (F. Gibou, R. P. Fedkiw, L.-T. Cheng, M.
/// Kang, J. Comput. Phys. 176 (2002) 205), a bubble grew too fast by twice as much. G. H. Shortley, R. Weller, J. Appl. Phys. 9
/// (1938) 334. Solved by BiCGStab (H. A. van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631), rows divided by their
/// diagonals.
class SaturatedConduction {
 public:
  SaturatedConduction(const grid::Block& block, const Settings& settings);

  /// T becomes T*; its ghosts are filled on entry and not on return. work: fields 0 to 3, 5 and 6 are overwritten. Returns
  /// iterations and the residual over that at first. Collective. Errors (diverged): it does not converge.
  std::pair<int, double> advance(double dt, const grid::Field& phi, HeatBoundaries& boundaries, grid::Field& T,
                                 grid::Workspace& work);

 private:
  void assemble(double dt, const grid::Field& phi);
  double start(const grid::Field& T, grid::Field& residual) const;
  double multiply(HeatBoundaries& boundaries, grid::Field& p, grid::Field& q) const;

  const grid::Block& block_;
  double perPeclet_, conductivity_, capacity_, saturation_, tolerance_;  ///< of the lower fluid over the upper one
  int maxIterations_;
  grid::Field low_[3], high_[3], sink_;  ///< over the diagonals
};

}  // namespace eagre::channel
