// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

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
};

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

/// body(c, row) for all rows, ascending.
template <class Value, class Body>
inline void eachRow(const RowsOf<Value>& a, Body&& body) {
  const auto irregular = [&](Label begin, Label end) {
    for (Label c = begin; c < end; ++c) body(c, AnyRow<Value>{a, c});
  };
  if (a.stretches.empty()) return irregular(0, a.n);
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
/// body(c, row) for all rows, descending.
template <class Value, class Body>
inline void eachRowBackwards(const RowsOf<Value>& a, Body&& body) {
  const auto irregular = [&](Label begin, Label end) {
    for (Label c = end - 1; c >= begin; --c) body(c, AnyRow<Value>{a, c});
  };
  if (a.stretches.empty()) return irregular(0, a.n);
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
