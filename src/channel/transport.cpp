// SPDX-License-Identifier: BSD-3-Clause
#include "channel/transport.hpp"

#include <algorithm>

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

Transport::Transport(const grid::Block& block, double scale, Form form)
    : block_(&block), h_(block.grid().h), spanwise_(block.grid().cells[1] > 1), epsilon_(1e-6 * scale * scale), form_(form) {
  const auto row = static_cast<std::size_t>(block.n()[0]);
  fluxX_.resize(row + 1);
  for (auto* v : {&lowY_, &highY_, &highZ_}) v->assign(row, 0);
  lowZ_.resize(row * static_cast<std::size_t>(block.n()[1]));
  if (form == Form::conservative) return;
  for (auto* v : {&velocityX_, &velocityLowY_, &velocityHighY_, &velocityHighZ_}) v->assign(row + 1, 0);
  velocityLowZ_.resize(lowZ_.size());
}

/// Component e of the velocity on the low faces of n cells in a row: as it is, or by equation (2) in `room`.
const double* Transport::rowVelocity(const grid::Field& field, int e, std::array<int, 3> c, int n, double* room) const {
  const auto u = field.view();
  const double* first = &u(c[0], c[1], c[2]);
  if (form_ == Form::conservative) return first;
  const std::ptrdiff_t step[3] = {1, u.sj, u.sk};
  std::copy_n(first, n, room);
  for (int d = 0; d < 3; ++d) {
    if (d == e || (d == 1 && !spanwise_)) continue;
    const double *low = first - step[d], *high = first + step[d];
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) room[i] += (low[i] - 2 * first[i] + high[i]) / 12;
  }
  return room;
}

/// Rows run upwards in y, planes in z: the flux through the low faces of one is that through the high faces of the one before.
void Transport::make(const Stage& stage, const grid::Box& box, Velocity3 velocity, double dt) {
  if (box.empty()) return;
  const int first = box.low[0], n = box.high[0] - first;
  const double a = stage.a, b = stage.b;
  const auto Q = stage.q.view(), O = stage.old.view();
  const auto N = stage.next.view();
  const double bx = b * dt / h_[0], by = b * dt / h_[1], bz = b * dt / h_[2], epsilon = epsilon_;
  const bool advective = form_ == Form::advective;
  grid::sequentialRows({"transport", 48}, box, [&](int j, int k) {
    const std::ptrdiff_t ofPlane = static_cast<std::ptrdiff_t>(j - box.low[1]) * n;
    double *lowZ = lowZ_.data() + ofPlane, *wLow = velocityLowZ_.data() + (advective ? ofPlane : 0);
    double *fx = fluxX_.data(), *lowY = lowY_.data(), *highY = highY_.data(), *highZ = highZ_.data();
    const double* u = rowVelocity(velocity.u, 0, {first, j, k}, n + 1, velocityX_.data());
    rowFlux(&Q(first, j, k), 1, u, n + 1, epsilon, fx);
    if (k == box.low[2]) rowFlux(&Q(first, j, k), Q.sk, rowVelocity(velocity.w, 2, {first, j, k}, n, wLow), n, epsilon, lowZ);
    const double* wHigh = rowVelocity(velocity.w, 2, {first, j, k + 1}, n, velocityHighZ_.data());
    rowFlux(&Q(first, j, k + 1), Q.sk, wHigh, n, epsilon, highZ);
    double* vLow = velocityLowY_.data();
    const double* vHigh = velocityHighY_.data();  // 0 in two dimensions
    if (spanwise_) {
      if (j == box.low[1]) rowFlux(&Q(first, j, k), Q.sj, rowVelocity(velocity.v, 1, {first, j, k}, n, vLow), n, epsilon, lowY);
      vHigh = rowVelocity(velocity.v, 1, {first, j + 1, k}, n, velocityHighY_.data());
      rowFlux(&Q(first, j + 1, k), Q.sj, vHigh, n, epsilon, highY);
    }
    const double *o = &O(first, j, k), *c = &Q(first, j, k);
    double* to = &N(first, j, k);
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) {
      to[i] = a * o[i] + b * c[i] - bx * (fx[i + 1] - fx[i]) - by * (highY[i] - lowY[i]) - bz * (highZ[i] - lowZ[i]);
      lowY[i] = highY[i];
      lowZ[i] = highZ[i];
    }
    if (!advective) return;
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) {
      to[i] += c[i] * (bx * (u[i + 1] - u[i]) + by * (vHigh[i] - vLow[i]) + bz * (wHigh[i] - wLow[i]));
      vLow[i] = vHigh[i];
      wLow[i] = wHigh[i];
    }
  });
}

void Transport::advance(Velocity3 velocity, double dt, grid::Field& q, grid::Field& first, grid::Field& second,
                        InterfaceGhosts& ghosts) {
  for (const Stage& s : {Stage{0, q, 1, q, first}, Stage{0.75, q, 0.25, first, second}, Stage{1.0 / 3, q, 2.0 / 3, second, q}}) {
    make(s, block_->box(), velocity, dt);
    // Fluxes are differences along one direction; others need edges and corners of the result.
    ghosts.update(s.next, &s.next == &q ? grid::Reach::all : grid::Reach::faces);
  }
}

}  // namespace eagre::channel
