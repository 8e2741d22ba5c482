// SPDX-License-Identifier: BSD-3-Clause
#pragma once
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
  Label begin = 0, end = 0;
  Label firstIn = 0;  ///< position of the first cell's faces in losort
  Label outFace = 0, out[most] = {}, inFace[most] = {}, inStep[most] = {}, in[most] = {}, outer[most] = {};
  std::int8_t nIn = 0, nOut = 0, nOuter = 0;
  /// A long line within a block: n = 2 or 3 faces in, each with inStep n, the last from c - 1; n out, the first to c + 1; no
  /// outer ones. A loop over it has no inner loop of unknown length. 0 otherwise.
  std::int8_t n = 0;
  bool known = false;  ///< false: cells without a pattern, only begin and end count
  Label size() const { return end - begin; }
};

/// What decides about the pattern: internal faces in upper-triangular order (see linear::LduAddressing), and the further faces of
/// the cells, on the boundary or to other ranks: those of cell c are outer[outerStart[c]] on (both lists may be empty).
struct FaceOrder {
  Label nCells = 0;
  std::span<const Label> owner, neighbour, ownerStart, losort, losortStart, outerStart, outer;
};

/// The cells of a mesh in stretches, all of them, in order.
std::vector<Stretch> stretches(const FaceOrder& order);

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

/// The same for the iterations of a loop: of an independent one in no order that it could count on.
template <class Line, class Pattern, class Irregular>
inline void eachStretch(const Sequential&, std::span<const Stretch> all, Line&& line, Pattern&& pattern, Irregular&& irregular) {
  eachStretch(all, line, pattern, irregular);
}
#ifdef EAGRE_CHECKED
template <class Line, class Pattern, class Irregular>
inline void eachStretch(const Independent& independent, std::span<const Stretch> all, Line&& line, Pattern&& pattern,
                        Irregular&& irregular) {
  independent.group(0, static_cast<Label>(all.size()),
                    [&](Label i) { eachStretch(all.subspan(static_cast<std::size_t>(i), 1), line, pattern, irregular); });
}
#endif

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
