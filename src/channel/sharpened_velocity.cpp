// SPDX-License-Identifier: BSD-3-Clause
#include "channel/sharpened_velocity.hpp"

#include <algorithm>
#include <cstddef>

#include "grid/loops.hpp"

namespace eagre::channel {

SharpenedVelocity::SharpenedVelocity(const grid::Block& block, double q, double nearPlates) : block_(&block) {
  const auto& g = block.grid();
  const auto at = [&](double z) {
    const double t = std::clamp(std::min(z, g.cells[2] * g.h[2] - z) / nearPlates, 0.0, 1.0);
    return g.periodic[2] ? q : q * t * t * (3 - 2 * t);
  };
  for (int k = 0; k <= block.n()[2]; ++k) {
    onFaces_.push_back(at((block.offset()[2] + k) * g.h[2]));
    inCells_.push_back(at((block.offset()[2] + k + 0.5) * g.h[2]));
  }
}

/// In the plane of d and e the edge at the low sides of both is the one at their place; Q of the low and the high edge along e.
void SharpenedVelocity::make(Velocity3 velocity, int d, grid::Field& v) const {
  const auto& g = block_->grid();
  const grid::View<const double> u[3] = {velocity.u.view(), velocity.v.view(), velocity.w.view()};
  const grid::View<const double> along = u[d];
  const grid::View<double> to = v.view();
  const std::ptrdiff_t step[3] = {1, along.sj, along.sk}, D = step[d];
  grid::Box faces = block_->box();
  ++faces.high[d];
  const int first = 0, n = faces.high[0];
  grid::forCells({"sharpened velocity", 16}, faces, [=](int i, int j, int k) { to(i, j, k) = along(i, j, k); });
  for (int e = 0; e < 3; ++e) {
    if (e == d || g.cells[e] == 1 || g.cells[d] == 1) continue;
    const std::ptrdiff_t E = step[e];
    const double perD = 1 / g.h[d], perE = 1 / g.h[e];
    const double* Q = d == 2 || e == 2 ? onFaces_.data() : inCells_.data();
    const int up = e == 2 ? 1 : 0;
    grid::forRows({"sharpened velocity", 32}, faces, [=, across = u[e]](int j, int k) {
      const double *a = &along(first, j, k), *b = &across(first, j, k), low = perE * Q[k], high = perE * Q[k + up];
      double* sum = &to(first, j, k);
#pragma GCC ivdep
      for (int i = 0; i < n; ++i)
        sum[i] += high * (perD * (b[i + E] - b[i + E - D]) - perE * (a[i + E] - a[i])) -
                  low * (perD * (b[i] - b[i - D]) - perE * (a[i] - a[i - E]));
    });
  }
}

}  // namespace eagre::channel
