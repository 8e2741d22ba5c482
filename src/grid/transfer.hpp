// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "grid/block.hpp"

namespace eagre::grid {

/// Linear interpolation in one direction between the cells of a grid and of the grid with pairs of them merged, and its
/// transpose. A fine cell takes 3/4 of the coarse cell that it lies in and 1/4 of the one that is nearer on its other side, all
/// of the former where there is none (no flux through a boundary). All indices are local; ghosts count.
class Transfer {
 public:
  /// merged: whether pairs are merged in this direction; if not, it is the identity.
  Transfer(const Block& fine, const Block& coarse, int d, bool merged);

  bool merged = false;
  // Of fine cell i, at i + 1: the coarse cells and their weights. Of the ghosts -1 and n too.
  std::vector<int> parent, other;
  std::vector<float> parentWeight, otherWeight;
  // Of coarse cell I: fine cells first[I] .. first[I] + nTaps - 1 with these weights; first may be -1.
  static constexpr int nTaps = 4;
  std::vector<int> first;
  std::vector<float> taps[nTaps];
};

}  // namespace eagre::grid
