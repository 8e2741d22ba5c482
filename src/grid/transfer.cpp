// SPDX-License-Identifier: BSD-3-Clause
#include "grid/transfer.hpp"

#include <algorithm>

namespace eagre::grid {

Transfer::Transfer(const Block& fine, const Block& coarse, int d, bool merge) : merged(merge) {
  const int n = fine.n()[d], nCoarse = coarse.n()[d], offset = fine.offset()[d], coarseOffset = coarse.offset()[d];
  const int total = fine.grid().cells[d], totalCoarse = coarse.grid().cells[d];
  const bool periodic = fine.grid().periodic[d];
  const bool alone = totalCoarse == 1;  // then the neighbour of a coarse cell is itself, or there is none
  const auto hasOther = [&](int g) {
    const int I = g % 2 ? g / 2 + 1 : g / 2 - 1;
    return !alone && (periodic || (I >= 0 && I < totalCoarse));
  };
  for (int i = -1; i <= n; ++i) {
    // A ghost may be a cell of the other end; those beyond a physical boundary take what the cell beside them takes.
    const int round = !periodic ? 0 : offset + i < 0 ? -1 : offset + i >= total ? 1 : 0;
    const int g = std::clamp(offset + i - round * total, 0, total - 1);
    const int I = (merged ? g / 2 : g) + round * totalCoarse - coarseOffset;
    const bool both = merged && hasOther(g);
    parent.push_back(I);
    other.push_back(both ? (g % 2 ? I + 1 : I - 1) : I);
    parentWeight.push_back(both ? 0.75F : 1.0F);
    otherWeight.push_back(both ? 0.25F : 0.0F);
  }
  for (int I = 0; I < nCoarse; ++I) {
    if (!merged) {
      first.push_back(I - 1);
      for (int t = 0; t < nTaps; ++t) taps[t].push_back(t == 1 ? 1.0F : 0.0F);
      continue;
    }
    const int G = 2 * (I + coarseOffset);  // its first cell
    const bool pair = G + 1 < total;
    // The cell before takes part if it is the second of a pair; where an odd number of cells is periodic it is not.
    const bool before = !alone && (G > 0 || (periodic && total % 2 == 0));
    const bool after = !alone && pair && (G + 2 < total || periodic);
    first.push_back(G - 1 - offset);
    taps[0].push_back(before ? 0.25F : 0.0F);
    taps[1].push_back(hasOther(G) ? 0.75F : 1.0F);
    // Behind a single last cell comes, if the direction is periodic, the first cell, which takes a quarter from here.
    taps[2].push_back(pair ? (hasOther(G + 1) ? 0.75F : 1.0F) : (periodic && !alone ? 0.25F : 0.0F));
    taps[3].push_back(after ? 0.25F : 0.0F);
  }
}

}  // namespace eagre::grid
