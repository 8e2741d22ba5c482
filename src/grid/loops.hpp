// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "grid/block.hpp"
#include "kernel/profile.hpp"

/// The named loops over the cells of a box. Turns are independent of each other: the inner loop is vectorised.
namespace eagre::grid {

/// row(j, k) for each row of a box; bytes are those of a cell.
template <class F>
inline void forRows(kernel::Loop loop, const Box& box, F&& row) {
  const kernel::Timed timed(loop, box.size());
  for (int k = box.low[2]; k < box.high[2]; ++k)
    for (int j = box.low[1]; j < box.high[1]; ++j) row(j, k);
}

/// f(i, j, k) for each cell of a box.
template <class F>
inline void forCells(kernel::Loop loop, const Box& box, F&& f) {
  const int low = box.low[0], high = box.high[0];
  forRows(loop, box, [&](int j, int k) {
#pragma GCC ivdep
    for (int i = low; i < high; ++i) f(i, j, k);
  });
}
template <class F>
inline void forCells(kernel::Loop loop, const Block& block, F&& f) {
  forCells(loop, block.box(), f);
}

/// f(i, j, k) for each cell of the `depth` layers around a box, those beyond edges too.
template <class F>
inline void forGhosts(kernel::Loop loop, const Box& box, int depth, F&& f) {
  Box inner = box;
  for (int d = 0; d < 3; ++d)
    for (const int side : {0, 1}) {
      Box layer = inner;
      layer.low[d] = side ? box.high[d] : box.low[d] - depth;
      layer.high[d] = layer.low[d] + depth;
      forCells(loop, layer, f);
      (side ? inner.high : inner.low)[d] += side ? depth : -depth;
    }
}

/// Sum of f(i, j, k) over the cells of a box of this rank: eight sums side by side, then together.
template <class F>
inline double sumCells(kernel::Loop loop, const Box& box, F&& f) {
  constexpr int lanes = 8;
  const int low = box.low[0], high = box.high[0];
  double total = 0;
  forRows(loop, box, [&](int j, int k) {
    double lane[lanes] = {};
    int i = low;
    for (; i + lanes <= high; i += lanes)
#pragma GCC ivdep
      for (int l = 0; l < lanes; ++l) lane[l] += f(i + l, j, k);
    for (int l = 0; i < high; ++i, ++l) lane[l] += f(i, j, k);
    for (const double s : lane) total += s;
  });
  return total;
}

/// N sums at once; f(i, j, k) is an array of what a cell adds to each.
template <std::size_t N, class F>
inline std::array<double, N> sumsCells(kernel::Loop loop, const Box& box, F&& f) {
  constexpr int lanes = 8;
  const int low = box.low[0], high = box.high[0];
  std::array<double, N> total{};
  forRows(loop, box, [&](int j, int k) {
    double lane[N][lanes] = {};
    const auto add = [&](int l, const std::array<double, N>& terms) {
      for (std::size_t n = 0; n < N; ++n) lane[n][l] += terms[n];
    };
    int i = low;
    for (; i + lanes <= high; i += lanes)
#pragma GCC ivdep
      for (int l = 0; l < lanes; ++l) add(l, f(i + l, j, k));
    for (int l = 0; i < high; ++i, ++l) add(l, f(i, j, k));
    for (std::size_t n = 0; n < N; ++n)
      for (const double s : lane[n]) total[n] += s;
  });
  return total;
}

/// Largest f(i, j, k) over the cells of a box of this rank; NaN if there is one, -infinity of none.
template <class F>
inline double maxCells(kernel::Loop loop, const Box& box, F&& f) {
  constexpr int lanes = 8;
  const int low = box.low[0], high = box.high[0];
  double most = -HUGE_VAL;
  const auto larger = [](double a, double b) { return a > b || a != a ? a : b; };
  forRows(loop, box, [&](int j, int k) {
    double lane[lanes];
    std::fill_n(lane, lanes, -HUGE_VAL);
    int i = low;
    for (; i + lanes <= high; i += lanes)
      for (int l = 0; l < lanes; ++l) lane[l] = larger(lane[l], f(i + l, j, k));
    for (int l = 0; i < high; ++i, ++l) lane[l] = larger(lane[l], f(i, j, k));
    for (const double s : lane) most = larger(most, s);
  });
  return most;
}

}  // namespace eagre::grid
