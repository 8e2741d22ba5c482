// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "grid/block.hpp"
#include "kernel/independent.hpp"

/// The named loops over the cells of a box. Rows are independent of each other, but for those of sequentialRows; within a row the
/// loop is vectorised. Bodies take what they use by value, fields as View. The bytes of a loop are those of a cell.
namespace eagre::grid {

/// row(j, k) for the rows [begin, end) of a box, counted along j first, as iterations of a loop.
template <class Iterations, class F>
inline void throughRows(const Iterations& iterations, const Box& box, Label begin, Label end, F&& row) {
  const Label nj = std::max(box.high[1] - box.low[1], 1);
  iterations.group(begin / nj, (end + nj - 1) / nj, [&](Label k) {
    const Label first = std::max(begin, k * nj);
    iterations.group(first, std::min(end, (k + 1) * nj),
                     [&](Label r) { iterations.iteration(r, [&] { row(box.low[1] + r - k * nj, box.low[2] + k); }); });
  });
}
/// Rows of a box; none if it is empty.
inline Label nRows(const Box& box) { return std::max(box.high[1] - box.low[1], 0) * std::max(box.high[2] - box.low[2], 0); }

/// row(j, k) for each row of a box.
template <class F>
inline void forRows(kernel::Loop loop, const Box& box, F row) {
  const kernel::Independent rows(loop, box.size());
  rows.parts(nRows(box), static_cast<Label>(box.size()),
             [=](const auto& iterations, Label begin, Label end) mutable { throughRows(iterations, box, begin, end, row); });
}

/// row(j, k, workspace) for each row of a box: with a workspace as makeWorkspace() makes it, whose contents are of no row.
template <class MakeWorkspace, class F>
inline void forRowsWith(kernel::Loop loop, const Box& box, MakeWorkspace makeWorkspace, F row) {
#ifdef EAGRE_CHECKED
  forRows(loop, box, [=](int j, int k) mutable {
    auto workspace = makeWorkspace();
    row(j, k, workspace);
  });
#else
  const kernel::Independent rows(loop, box.size());
  rows.parts(nRows(box), static_cast<Label>(box.size()), [=](const auto& iterations, Label begin, Label end) mutable {
    auto workspace = makeWorkspace();
    throughRows(iterations, box, begin, end, [&](int j, int k) { row(j, k, workspace); });
  });
#endif
}

/// Whether rows may run at once, on threads, or are watched for what they read (checked build).
inline bool rowsAreShared() {
#ifdef EAGRE_CHECKED
  return true;
#else
  return kernel::nThreads > 1;
#endif
}

/// combine(total, ofRow(j, k)) for each row of a box, in the order of the rows, whatever the order in which they are made.
template <class T, class OfRow, class Combine>
inline T combineRows(kernel::Loop loop, const Box& box, T total, OfRow ofRow, Combine combine) {
  const Label n = nRows(box), nj = box.high[1] - box.low[1];
  if (!rowsAreShared()) {
    const kernel::Timed timed(loop, box.size());
    throughRows(kernel::InOrder{}, box, 0, n, [&](int j, int k) { combine(total, ofRow(j, k)); });
    return total;
  }
  std::vector<decltype(ofRow(0, 0))> rows(static_cast<std::size_t>(n));
  forRows(loop, box,
          [=, rows = rows.data(), low = box.low](int j, int k) mutable { rows[(j - low[1]) + nj * (k - low[2])] = ofRow(j, k); });
  for (const auto& row : rows) combine(total, row);
  return total;
}

/// row(j, k) for each row of a box in order, on one thread: one may need the one before.
template <class F>
inline void sequentialRows(kernel::Loop loop, const Box& box, F&& row) {
  const kernel::Timed timed(loop, box.size());
  for (int k = box.low[2]; k < box.high[2]; ++k)
    for (int j = box.low[1]; j < box.high[1]; ++j) row(j, k);
}

/// f(i, j, k) for each cell of a box.
template <class F>
inline void forCells(kernel::Loop loop, const Box& box, F&& f) {
  forRows(loop, box, [f, low = box.low[0], high = box.high[0]](int j, int k) {
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

/// f(run, workspace) for each of some runs of cells, nCells all together; with a workspace as in forRowsWith.
template <class Run, class MakeWorkspace, class F>
inline void forRunsWith(kernel::Loop loop, Label nCells, const std::vector<Run>& runs, MakeWorkspace makeWorkspace, F f) {
  const kernel::Independent independent(loop, nCells);
  independent.parts(static_cast<Label>(runs.size()), nCells,
                    [=, runs = runs.data()](const auto& iterations, Label begin, Label end) mutable {
                      [[maybe_unused]] auto shared = makeWorkspace();
                      iterations.each(begin, end, [&](Label r) {
#ifdef EAGRE_CHECKED
                        auto workspace = makeWorkspace();
#else
                        auto& workspace = shared;
#endif
                        f(runs[r], workspace);
                      });
                    });
}
template <class Run, class F>
inline void forRuns(kernel::Loop loop, Label nCells, const std::vector<Run>& runs, F f) {
  forRunsWith(
      loop, nCells, runs, [] { return 0; }, [f](const Run& run, int) mutable { f(run); });
}

/// Numbers side by side, since one would wait for each addition.
inline constexpr int lanes = 8;
using Lanes = std::array<double, lanes>;

/// Sum of f(i, j, k) over the cells of a box of this rank.
template <class F>
inline double sumCells(kernel::Loop loop, const Box& box, F&& f) {
  const auto ofRow = [f, low = box.low[0], high = box.high[0]](int j, int k) {
    Lanes lane{};
    int i = low;
    for (; i + lanes <= high; i += lanes)
#pragma GCC ivdep
      for (int l = 0; l < lanes; ++l) lane[l] += f(i + l, j, k);
    for (int l = 0; i < high; ++i, ++l) lane[l] += f(i, j, k);
    return lane;
  };
  return combineRows(loop, box, 0.0, ofRow, [](double& total, const Lanes& lane) {
    for (const double s : lane) total += s;
  });
}

/// N sums at once; f(i, j, k) is an array of what a cell adds to each.
template <std::size_t N, class F>
inline std::array<double, N> sumsCells(kernel::Loop loop, const Box& box, F&& f) {
  using Partial = std::array<Lanes, N>;
  const auto ofRow = [f, low = box.low[0], high = box.high[0]](int j, int k) {
    Partial lane{};
    const auto add = [&](int l, const std::array<double, N>& terms) {
      for (std::size_t n = 0; n < N; ++n) lane[n][l] += terms[n];
    };
    int i = low;
    for (; i + lanes <= high; i += lanes)
#pragma GCC ivdep
      for (int l = 0; l < lanes; ++l) add(l, f(i + l, j, k));
    for (int l = 0; i < high; ++i, ++l) add(l, f(i, j, k));
    return lane;
  };
  return combineRows(loop, box, std::array<double, N>{}, ofRow, [](std::array<double, N>& total, const Partial& lane) {
    for (std::size_t n = 0; n < N; ++n)
      for (const double s : lane[n]) total[n] += s;
  });
}

/// Largest f(i, j, k) over the cells of a box of this rank; NaN if there is one, -infinity of none.
template <class F>
inline double maxCells(kernel::Loop loop, const Box& box, F&& f) {
  const auto larger = [](double a, double b) { return a > b || a != a ? a : b; };
  const auto ofRow = [f, larger, low = box.low[0], high = box.high[0]](int j, int k) {
    Lanes lane;
    lane.fill(-HUGE_VAL);
    int i = low;
    for (; i + lanes <= high; i += lanes)
      for (int l = 0; l < lanes; ++l) lane[l] = larger(lane[l], f(i + l, j, k));
    for (int l = 0; i < high; ++i, ++l) lane[l] = larger(lane[l], f(i, j, k));
    return lane;
  };
  return combineRows(loop, box, -HUGE_VAL, ofRow, [larger](double& most, const Lanes& lane) {
    for (const double s : lane) most = larger(most, s);
  });
}

}  // namespace eagre::grid
