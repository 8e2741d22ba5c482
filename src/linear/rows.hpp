// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <span>

#include "kernel/parallel_for.hpp"
#include "kernel/stretch.hpp"

/// Matrices by rows, for loops from row to row: rows that follow a pattern (kernel::Stretch) read no starts and columns.
namespace eagre::linear {

/// Raw view of a matrix by rows: row c holds diag[c], then the entries [lowerStart[c], lowerStart[c+1]) left of the diagonal and
/// [upperStart[c], upperStart[c+1]) right of it. stretches: all rows; empty: one without a pattern.
template <class Value>
struct RowsOf {
  Label n = 0;
  const Value *diag = nullptr, *lower = nullptr, *upper = nullptr;
  const Label *lowerStart = nullptr, *lowerColumn = nullptr, *upperStart = nullptr, *upperColumn = nullptr;
  std::span<const kernel::Stretch> stretches;
  Label first = 0;  ///< of a piece: it has the rows [first, n)
  Label size() const { return n - first; }
};

/// One of `of` pieces of about as many rows, in order.
template <class Value>
RowsOf<Value> piece(RowsOf<Value> a, int which, int of) {
  const auto edge = [of](std::size_t all, int k) { return all * static_cast<std::size_t>(k) / static_cast<std::size_t>(of); };
  if (a.stretches.empty()) {
    const auto n = static_cast<std::size_t>(a.n);
    a.first = static_cast<Label>(edge(n, which));
    a.n = static_cast<Label>(edge(n, which + 1));
  } else {
    const std::size_t begin = edge(a.stretches.size(), which), end = edge(a.stretches.size(), which + 1);
    a.stretches = a.stretches.subspan(begin, end - begin);
    a.first = a.stretches.front().begin;
    a.n = a.stretches.back().end;
  }
  return a;
}
/// How many pieces a loop over the rows goes in if something is looked at after each: none has fewer than some hundred rows.
template <class Value>
int nPieces(const RowsOf<Value>& a) {
  constexpr Label most = 4, leastRows = 128;
  const Label stretches = a.stretches.empty() ? most : static_cast<Label>(a.stretches.size());
  return static_cast<int>(std::max<Label>(1, std::min({most, a.n / leastRows, stretches})));
}

/// The entries of one row left and right of the diagonal.
template <class Value>
struct AnyRow {
  static constexpr bool inLine = false;
  const RowsOf<Value>& a;
  Label c;
  Label nLower() const { return a.lowerStart[c + 1] - a.lowerStart[c]; }
  Label nUpper() const { return a.upperStart[c + 1] - a.upperStart[c]; }
  Value lower(Label k) const { return a.lower[a.lowerStart[c] + k]; }
  Value upper(Label k) const { return a.upper[a.upperStart[c] + k]; }
  Label lowerColumn(Label k) const { return a.lowerColumn[a.lowerStart[c] + k]; }
  Label upperColumn(Label k) const { return a.upperColumn[a.upperStart[c] + k]; }
};
/// A row of a long line: the last lower entry is that of c - 1, the first upper one that of c + 1.
template <class Value, int n>
struct LineRow {
  static constexpr bool inLine = true;
  const RowsOf<Value>& a;
  const kernel::Stretch& s;
  Label c;
  static constexpr Label nLower() { return n; }
  static constexpr Label nUpper() { return n; }
  Value lower(Label k) const { return a.lower[s.firstIn + n * (c - s.begin) + k]; }
  Value upper(Label k) const { return a.upper[s.outFace + n * (c - s.begin) + k]; }
  Label lowerColumn(Label k) const { return c + s.in[k]; }
  Label upperColumn(Label k) const { return c + s.out[k]; }
};
/// A row of any other pattern.
template <class Value>
struct PatternRow {
  static constexpr bool inLine = false;
  const RowsOf<Value>& a;
  const kernel::Stretch& s;
  Label c;
  Label nLower() const { return s.nIn; }
  Label nUpper() const { return s.nOut; }
  Value lower(Label k) const { return a.lower[s.firstIn + s.nIn * (c - s.begin) + k]; }
  Value upper(Label k) const { return a.upper[s.outFace + s.nOut * (c - s.begin) + k]; }
  Label lowerColumn(Label k) const { return c + s.in[k]; }
  Label upperColumn(Label k) const { return c + s.out[k]; }
};

/// body(c, row) for rows as iterations of a loop: those of the stretches that begin in [begin, end), without stretches these
/// rows.
template <class Iterations, class Value, class Body>
inline void throughRows(const Iterations& iterations, const RowsOf<Value>& a, Label begin, Label end, Body&& body) {
  const auto irregular = [&](Label from, Label to) { iterations.each(from, to, [&](Label c) { body(c, AnyRow<Value>{a, c}); }); };
  if (a.stretches.empty()) return irregular(begin, end);
  kernel::eachStretch(
      iterations, a.stretches, begin, end,
      [&](auto width, const kernel::Stretch s) {
        constexpr int n = width;
        iterations.each(s.begin, s.end, [&](Label c) { body(c, LineRow<Value, n>{a, s, c}); });
      },
      [&](const kernel::Stretch s) { iterations.each(s.begin, s.end, [&](Label c) {
                                       body(c, PatternRow<Value>{a, s, c});
                                     }); },
      irregular);
}

/// body(c, row) for all rows, each independent of the others. iterations: rows of this loop, more than those of `a` if it is a
/// piece.
template <class Value, class Body>
inline void parallelRows(const kernel::Loop& loop, const kernel::Iterations& iterations, const RowsOf<Value>& a, Body body) {
  const kernel::Independent independent(loop, iterations);
  independent.parts(a.size(), a.size(), [=](const auto& iterations, Label begin, Label end) mutable {
    throughRows(iterations, a, a.first + begin, a.first + end, body);
  });
}

/// The sum of body(c, row) over all rows, in their order within blocks (kernel::combineBlocks).
template <class T, class Value, class Body>
inline T sumOverRows(const kernel::Loop& loop, const RowsOf<Value>& a, Body body) {
#ifdef EAGRE_CHECKED
  std::vector<T> values(static_cast<std::size_t>(a.size()));
  parallelRows(loop, a.size(), a,
               [&](Label c, const auto& row) { values[static_cast<std::size_t>(c - a.first)] = body(c, row); });
  return kernel::parallelSums<T>("sum over rows", a.size(), [&](Label i, T& sum) { sum += values[static_cast<std::size_t>(i)]; });
#else
  const auto ofBlock = [=](Label begin, Label end) mutable {
    T sum{};
    throughRows(kernel::InOrder{}, a, a.first + begin, a.first + end, [&](Label c, const auto& row) { sum += body(c, row); });
    return sum;
  };
  return kernel::combineBlocks(kernel::Independent(loop, a.size()), a.size(), T{}, ofBlock,
                               [](T& total, const T& sum) { total += sum; });
#endif
}

/// body(c, row) for all rows, ascending, for sweeps: a row may need the one before.
template <class Value, class Body>
inline void sequentialRows(const RowsOf<Value>& a, Body&& body) {
  const auto irregular = [&](Label begin, Label end) {
    for (Label c = begin; c < end; ++c) body(c, AnyRow<Value>{a, c});
  };
  if (a.stretches.empty()) return irregular(a.first, a.n);
  kernel::eachStretch(
      a.stretches,
      [&](auto width, const kernel::Stretch s) {
        constexpr int n = width;
        for (Label c = s.begin; c < s.end; ++c) body(c, LineRow<Value, n>{a, s, c});
      },
      [&](const kernel::Stretch s) {
        for (Label c = s.begin; c < s.end; ++c) body(c, PatternRow<Value>{a, s, c});
      },
      irregular);
}
/// The same, descending.
template <class Value, class Body>
inline void sequentialRowsBackwards(const RowsOf<Value>& a, Body&& body) {
  const auto irregular = [&](Label begin, Label end) {
    for (Label c = end - 1; c >= begin; --c) body(c, AnyRow<Value>{a, c});
  };
  if (a.stretches.empty()) return irregular(a.first, a.n);
  kernel::eachStretchBackwards(
      a.stretches,
      [&](auto width, const kernel::Stretch s) {
        constexpr int n = width;
        for (Label c = s.end - 1; c >= s.begin; --c) body(c, LineRow<Value, n>{a, s, c});
      },
      [&](const kernel::Stretch s) {
        for (Label c = s.end - 1; c >= s.begin; --c) body(c, PatternRow<Value>{a, s, c});
      },
      irregular);
}

}  // namespace eagre::linear
