// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/types.hpp"
#include "kernel/independent.hpp"

namespace eagre::kernel {

/// Consecutive cells [begin, end) whose faces follow one pattern, as along a line of boxes: cell c = begin + i has
///     nIn faces in,       number inFace[k] + inStep[k] i, from cell c + in[k],
///     nOut faces out,     number outFace + k + nOut i,    to cell c + out[k],
///     nOuter outer faces, number outer[k] + i.
/// A loop over such cells needs no face numbers and no numbers of cells from memory; a mesh of blocks is nearly all of it.
struct Stretch {
  static constexpr int most = 3;
  static constexpr Label mostIrregular = 1024;
  Label begin = 0, end = 0;
  Label firstIn = 0;  ///< position of the first cell's faces in losort
  Label outFace = 0, out[most] = {}, inFace[most] = {}, inStep[most] = {}, in[most] = {}, outer[most] = {};
  std::int8_t nIn = 0, nOut = 0, nOuter = 0;
  /// A long line within a block: n = 2 or 3 faces in, each with inStep n, the last from c - 1; n out, the first to c + 1; no
  /// outer ones. A loop over it has no inner loop of unknown length. 0 otherwise.
  std::int8_t n = 0;
  bool known = false;  ///< false: cells without a pattern, only begin and end count; there are mostIrregular of them at most
  Label size() const { return end - begin; }
};

/// What decides about the pattern: internal faces, by owner (see linear::LduAddressing), and the further faces of
/// the cells, on the boundary or to other ranks: those of cell c are outer[outerStart[c]] on (both lists may be empty).
struct FaceOrder {
  Label nCells = 0;
  std::span<const Label> owner, neighbour, ownerStart, losort, losortStart, outerStart, outer;
};

/// The cells of a mesh in stretches, all of them, in order.
std::vector<Stretch> stretches(const FaceOrder& order);

/// The position of the first stretch that begins at a cell or behind it.
inline Label firstFrom(std::span<const Stretch> all, Label cell) {
  const auto at = std::lower_bound(all.begin(), all.end(), cell, [](const Stretch& s, Label c) { return s.begin < c; });
  return static_cast<Label>(at - all.begin());
}

/// Of a part [from, to) of the cells: the stretches [first, last) that begin in it, and their cells [begin, end).
struct StretchRange {
  StretchRange(std::span<const Stretch> all, Label from, Label to)
      : first(firstFrom(all, from)),
        last(firstFrom(all, to)),
        begin(firstCell(all, first)),
        end(firstCell(all, last)),
        isFirst(first == 0),
        isLast(last == static_cast<Label>(all.size())) {}
  /// Whether no face into a stretch of this range comes from a cell before it; false if that is not known.
  bool hasOwnersOf(const Stretch& s) const { return isFirst || (s.known && (s.nIn == 0 || s.begin + s.in[0] >= begin)); }
  /// Whether no face out of a stretch of this range leads to a cell behind it; false if that is not known.
  bool hasNeighboursOf(const Stretch& s) const {
    return isLast || (s.known && (s.nOut == 0 || s.end - 1 + s.out[s.nOut - 1] < end));
  }

  Label first, last, begin, end;
  bool isFirst, isLast;

 private:
  static Label firstCell(std::span<const Stretch> all, Label i) {
    return i < static_cast<Label>(all.size()) ? all[static_cast<std::size_t>(i)].begin : all.empty() ? 0 : all.back().end;
  }
};

/// Calls for each stretch, in order: line(std::integral_constant<int, n>, stretch) for long lines, pattern(stretch) for others
/// that are known, irregular(begin, end) for cells without a pattern.
template <class Line, class Pattern, class Irregular>
inline void eachStretch(std::span<const Stretch> all, Line&& line, Pattern&& pattern, Irregular&& irregular) {
  for (const Stretch& s : all) {
    if (s.n == 2)
      line(std::integral_constant<int, 2>{}, s);
    else if (s.n == 3)
      line(std::integral_constant<int, 3>{}, s);
    else if (s.known)
      pattern(s);
    else
      irregular(s.begin, s.end);
  }
}

/// The same for the stretches that begin in [begin, end), as groups of iterations of a loop.
template <class Iterations, class Line, class Pattern, class Irregular>
inline void eachStretch(const Iterations& iterations, std::span<const Stretch> all, Label begin, Label end, Line&& line,
                        Pattern&& pattern, Irregular&& irregular) {
  iterations.group(firstFrom(all, begin), firstFrom(all, end),
                   [&](Label i) { eachStretch(all.subspan(static_cast<std::size_t>(i), 1), line, pattern, irregular); });
}

/// The same from the last to the first.
template <class Line, class Pattern, class Irregular>
inline void eachStretchBackwards(std::span<const Stretch> all, Line&& line, Pattern&& pattern, Irregular&& irregular) {
  for (std::size_t i = all.size(); i-- > 0;) eachStretch(all.subspan(i, 1), line, pattern, irregular);
}

/// Keeps a loop of two or three iterations from being vectorised for eight and more, which costs twice the time.
inline void keepScalar() {
#ifdef __GNUC__
  asm volatile("");
#endif
}

}  // namespace eagre::kernel
