// SPDX-License-Identifier: BSD-3-Clause
#include "channel/transport.hpp"

#include "channel/weno.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

/// Flux through the low faces of n cells in a row; s: the step in memory across the face.
inline void rowFlux(const double* q, std::ptrdiff_t s, const double* velocity, int n, double epsilon, double* flux) {
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) {
    const double* c = q + i;
    const double speed = velocity[i];
    const bool up = speed > 0;
    const double m3 = c[-3 * s], m2 = c[-2 * s], m1 = c[-s], p0 = c[0], p1 = c[s], p2 = c[2 * s];
    flux[i] = speed * weno5(up ? m3 : p2, up ? m2 : p1, up ? m1 : p0, up ? p0 : m1, up ? p1 : m2, epsilon);
  }
}

}  // namespace

Transport::Transport(const grid::Block& block, double scale)
    : block_(&block), h_(block.grid().h), spanwise_(block.grid().cells[1] > 1), epsilon_(1e-6 * scale * scale) {
  const auto row = static_cast<std::size_t>(block.n()[0]);
  fluxX_.resize(row + 1);
  for (auto* v : {&lowY_, &highY_, &highZ_}) v->assign(row, 0);
  lowZ_.resize(row * static_cast<std::size_t>(block.n()[1]));
}

/// Rows run upwards in y, planes in z: the flux through the low faces of one is that through the high faces of the one before.
void Transport::stage(const grid::Box& box, Velocity3 velocity, double dt, double a, const grid::Field& old, double b,
                      const grid::Field& q, grid::Field& next) {
  if (box.empty()) return;
  const int first = box.low[0], n = box.high[0] - first;
  const auto Q = q.view(), O = old.view(), U = velocity.u.view(), V = velocity.v.view(), W = velocity.w.view();
  const auto N = next.view();
  const double bx = b * dt / h_[0], by = b * dt / h_[1], bz = b * dt / h_[2], epsilon = epsilon_;
  grid::forRows({"transport", 48}, box, [&](int j, int k) {
    double* lowZ = lowZ_.data() + static_cast<std::ptrdiff_t>(j - box.low[1]) * n;
    double *fx = fluxX_.data(), *lowY = lowY_.data(), *highY = highY_.data(), *highZ = highZ_.data();
    rowFlux(&Q(first, j, k), 1, &U(first, j, k), n + 1, epsilon, fx);
    if (k == box.low[2]) rowFlux(&Q(first, j, k), Q.sk, &W(first, j, k), n, epsilon, lowZ);
    rowFlux(&Q(first, j, k + 1), Q.sk, &W(first, j, k + 1), n, epsilon, highZ);
    if (spanwise_) {
      if (j == box.low[1]) rowFlux(&Q(first, j, k), Q.sj, &V(first, j, k), n, epsilon, lowY);
      rowFlux(&Q(first, j + 1, k), Q.sj, &V(first, j + 1, k), n, epsilon, highY);
    }
    const double *o = &O(first, j, k), *c = &Q(first, j, k);
    double* to = &N(first, j, k);
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) {
      to[i] = a * o[i] + b * c[i] - bx * (fx[i + 1] - fx[i]) - by * (highY[i] - lowY[i]) - bz * (highZ[i] - lowZ[i]);
      lowY[i] = highY[i];
      lowZ[i] = highZ[i];
    }
  });
}

void Transport::advance(Velocity3 velocity, double dt, grid::Field& q, grid::Field& first, grid::Field& second,
                        InterfaceGhosts& ghosts) {
  struct Stage {
    double a, b;
    grid::Field &from, &to;
  };
  for (const Stage& s : {Stage{0, 1, q, first}, Stage{0.75, 0.25, first, second}, Stage{1.0 / 3, 2.0 / 3, second, q}}) {
    stage(block_->box(), velocity, dt, s.a, q, s.b, s.from, s.to);
    // Fluxes are differences along one direction; others need edges and corners of the result.
    ghosts.update(s.to, &s.to == &q ? grid::Reach::all : grid::Reach::faces);
  }
}

}  // namespace eagre::channel
