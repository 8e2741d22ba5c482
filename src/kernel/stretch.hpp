// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <type_traits>
#include <vector>

#include "core/types.hpp"

namespace eagre::kernel {

/// Consecutive cells [begin, end) whose internal faces follow one pattern, as along a line of boxes: cell c = begin + i has
///     n faces in,  number inFace[k] + n i, from cell c + in[k]  (the last from c - 1),
///     n faces out, number outFace + k + n i, to cell c + out[k] (the first to c + 1).
/// A loop over such cells needs no face numbers and no numbers of cells from memory, and has no inner loop of unknown length; a
/// mesh of 2D blocks (n = 2) or 3D blocks (n = 3) is nearly all of it. n = 0: cells without a pattern.
struct Stretch {
  static constexpr int most = 3;
  Label begin = 0, end = 0;
  int n = 0;
  Label outFace = 0, out[most] = {}, inFace[most] = {}, in[most] = {};
  Label firstIn = 0, firstOuter = 0;  ///< positions of the first cell in losort and among the outer faces
  Label size() const { return end - begin; }
};

/// Asks for memory that the cells after a stretch will need: a loop over a stretch reads no lists of faces, so that at its end
/// they would have to be waited for.
template <class... T>
inline void prefetch(const T*... address) {
#ifdef __GNUC__
  (__builtin_prefetch(address), ...);
#endif
}

/// What decides about the pattern: internal faces in upper-triangular order (see linear::LduAddressing).
struct FaceOrder {
  Label nCells = 0;
  std::span<const Label> owner, neighbour, ownerStart, losort, losortStart;
};

/// The cells of a mesh in stretches, all of them, in order. outerStart (nCells + 1, may be empty) counts further faces of the
/// cells, on the boundary or to other ranks: cells with such faces are in no pattern.
std::vector<Stretch> stretches(const FaceOrder& order, std::span<const Label> outerStart = {});

/// Calls regular(std::integral_constant<int, n>, stretch) or irregular(begin, end) for each.
template <class Regular, class Irregular>
inline void eachStretch(std::span<const Stretch> all, Regular&& regular, Irregular&& irregular) {
  for (const Stretch& s : all) {
    if (s.n == 2)
      regular(std::integral_constant<int, 2>{}, s);
    else if (s.n == 3)
      regular(std::integral_constant<int, 3>{}, s);
    else
      irregular(s.begin, s.end);
  }
}

/// The same from the last to the first.
template <class Regular, class Irregular>
inline void eachStretchBackwards(std::span<const Stretch> all, Regular&& regular, Irregular&& irregular) {
  for (std::size_t i = all.size(); i-- > 0;) eachStretch(all.subspan(i, 1), regular, irregular);
}

}  // namespace eagre::kernel
