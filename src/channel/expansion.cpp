// SPDX-License-Identifier: BSD-3-Clause
#include "channel/expansion.hpp"

namespace eagre::channel {

void addExpansion(int d, const grid::Box& box, const MomentumView& m) {
  const int x = d == 0, y = d == 1, z = d == 2;
  const double scale = m.dt * m.weights[0];
  const auto divergence = [=, u = m.velocity[0], v = m.velocity[1], w = m.velocity[2], r = m.perH](int i, int j, int k) {
    return r[0] * (u(i + 1, j, k) - u(i, j, k)) + r[1] * (v(i, j + 1, k) - v(i, j, k)) + r[2] * (w(i, j, k + 1) - w(i, j, k));
  };
  grid::forCells({"channel.expansion", 80}, box, [=, u = m.velocity[d], N = m.N2, rhs = m.rhs](int i, int j, int k) {
    const double added = 0.5 * u(i, j, k) * (divergence(i, j, k) + divergence(i - x, j - y, k - z));
    N(i, j, k) += added;
    rhs(i, j, k) += scale * added;
  });
}

}  // namespace eagre::channel
