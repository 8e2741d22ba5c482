// SPDX-License-Identifier: BSD-3-Clause
#include "channel/jump_convection.hpp"

#include <algorithm>
#include <cmath>

#include "channel/heaviside.hpp"

namespace eagre::channel {

namespace {

using Cell = std::array<int, 3>;

Cell moved(Cell c, int direction, int by) {
  c[static_cast<std::size_t>(direction)] += by;
  return c;
}

/// The velocity on faces, as it is (share < 0), or as the fluid of a face with the share has it.
struct OneFluid {
  grid::View<const double> velocity[3], jump[3], P;
  double width;
  double shareAt(int d, const Cell& c) const {
    const Cell below = moved(c, d, -1);
    return heaviside(0.5 * (P(c[0], c[1], c[2]) + P(below[0], below[1], below[2])), width);
  }
  double at(int d, const Cell& c, double share) const {
    const double u = velocity[d](c[0], c[1], c[2]);
    return share < 0 ? u : u + jump[d](c[0], c[1], c[2]) * (share - shareAt(d, c));
  }
};

/// div(u u) of component d on a face, as momentumSource() has it.
double convection(const OneFluid& u, int d, const std::array<double, 3>& perH, const Cell& c, double share) {
  const double here = u.at(d, c, share), west = u.at(d, moved(c, d, -1), share), east = u.at(d, moved(c, d, 1), share);
  double sum = perH[static_cast<std::size_t>(d)] * ((here + east) * (here + east) - (west + here) * (west + here));
  for (const int e : {(d + 1) % 3, (d + 2) % 3}) {
    const double scale = perH[static_cast<std::size_t>(e)];
    if (scale == 0) continue;
    const Cell next = moved(c, e, 1);
    const double low = u.at(e, c, share) + u.at(e, moved(c, d, -1), share),
                 high = u.at(e, next, share) + u.at(e, moved(next, d, -1), share);
    sum += scale * (high * (here + u.at(d, next, share)) - low * (u.at(d, moved(c, e, -1), share) + here));
  }
  return 0.25 * sum;
}

}  // namespace

void correctConvection(int d, const grid::Box& box, const MomentumView& m, const PhaseChange& change) {
  OneFluid u{};
  u.P = change.level->view(), u.width = change.width;
  for (int e = 0; e < 3; ++e) u.velocity[e] = m.velocity[e], u.jump[e] = change.jump[e]->view();
  double reach = 0;  // from which on all faces around are of one fluid
  for (const double perH : m.perH)
    if (perH > 0) reach = std::max(reach, 2 / perH);
  const double scale = m.dt * m.weights[0];
  grid::forCells({"channel.jumpConvection", 48}, box,
                 [=, N = m.N2, rhs = m.rhs, perH = m.perH, far = change.width + reach](int i, int j, int k) {
                   if (std::abs(u.P(i, j, k)) > far) return;
                   const Cell c{i, j, k};
                   const double added = convection(u, d, perH, c, -1) - convection(u, d, perH, c, u.shareAt(d, c));
                   N(i, j, k) += added;
                   rhs(i, j, k) += scale * added;
                 });
}

}  // namespace eagre::channel
