// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "channel/interface_ghosts.hpp"

namespace eagre::channel {

/// Makes a level set a distance again near its zero level, which stays where it is (Sussman and Fatemi 1999).
///
/// In a band around the zero level
///     phi_tau + sgn(phi0) (|grad phi| - 1) = 0                                                                       (1)
/// is stepped by Heun's method (TVD-RK2), |grad phi| after Godunov with one-sided WENO5 slopes (Jiang and Peng 2000). Cells with
/// a neighbour of the other sign are not stepped: they keep the distance to the zero level of phi0 (zeroDistance), so that
/// nothing is differenced across it and it does not drift with the number of steps. Then the volume constraint:
///     phi += lambda f,   f = H'(phi0) |grad phi0|,   lambda = - int H'(phi0) (phi - phi0) / int H'(phi0) f,          (2)
/// the integrals over a cell and what surrounds it, so that the volume H(phi) of neither phase changes there.
class Redistance {
 public:
  /// smoothing: half width of H [length].
  Redistance(const grid::Block& block, double smoothing, InterfaceGhosts& ghosts);

  /// phi: with ghosts, on entry and on return. band: of phi below width() at least. sweeps: pseudo time steps of half a cell.
  /// constrained: with (2), for a phi that is nearly a distance; without for one that is not. `before` and `work` are
  /// overwritten.
  void operator()(grid::Field& phi, const grid::Band& band, int sweeps, bool constrained, grid::Field& before, grid::Field& work);

  double width() const { return width_; }  ///< of the band on each side; nothing changes beyond

 private:
  struct Run {
    int i, j, k, n;  ///< cells (i ... i + n - 1, j, k)
    Label first;     ///< number of the first one among all of the band
    double sign;     ///< of phi0
    bool goesOnAt(int nextI, int nextJ, int nextK, double nextSign) const {
      return nextI == i + n && nextJ == j && nextK == k && nextSign == sign;
    }
  };
  struct Fixed {
    int i, j, k;
    double distance;
  };
  void findBand(const grid::Field& phi);
  void step(const grid::Field& from, double a, grid::Field& to, const grid::Band& band, grid::Reach reach);
  void keepVolume(grid::Field& before, grid::Field& phi, grid::Field& work, const grid::Band& band);

  const grid::Block* block_;
  double smoothing_, width_, dtau_;
  InterfaceGhosts* ghosts_;
  std::vector<Run> band_;
  std::vector<Fixed> fixed_;
  Label cells_ = 0;            ///< of the band
  std::vector<double> shift_;  ///< by (2), of the cells of the band in the order of its runs
};

}  // namespace eagre::channel
