// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "channel/transport.hpp"

namespace eagre::channel {

/// The velocity that carries a thick interface as u carries a thin one.
///
/// An interface whose profile C keeps its shape moves with the mean of the velocity over C_z, which has a variance s^2: by
/// s^2 u_zz / 2 faster than u at its place, and where u has a kink, as between fluids of different viscosities, by an error of
/// first order in s. Of
///     v = u - q lap u = u + curl(Q curl u),   q = s^2 / 2                                                           (1)
/// the mean is u at the interface, but for the fourth order in s. Written as a curl it has no divergence in cells, whatever Q. Q
/// is q, and falls to 0 within a distance of plates: what goes through them is as before.
class SharpenedVelocity {
 public:
  /// q [length^2]; nearPlates: the distance [length].
  SharpenedVelocity(const grid::Block& block, double q, double nearPlates);

  /// Component d of v on the faces of the block from u with one ghost.
  void make(Velocity3 velocity, int d, grid::Field& v) const;

 private:
  const grid::Block* block_;
  std::vector<double> onFaces_, inCells_;  ///< Q by k, of the edges at low faces and at centres in z
};

}  // namespace eagre::channel
