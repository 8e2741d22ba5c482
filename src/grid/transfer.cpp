// SPDX-License-Identifier: BSD-3-Clause
#include "grid/transfer.hpp"

#include <algorithm>

namespace eagre::grid {

namespace {

/// One direction of a grid, and of the grid with pairs of its cells merged.
struct Direction {
  int total, totalCoarse, offset, coarseOffset;
  bool periodic;

  /// A coarse cell is its own neighbour then, or has none.
  bool alone() const { return totalCoarse == 1; }
  /// Whether there is a coarse cell beside fine cell g of the whole, on the side that g lies on in its own.
  bool hasOther(int g) const {
    const int I = g % 2 ? g / 2 + 1 : g / 2 - 1;
    return !alone() && (periodic || (I >= 0 && I < totalCoarse));
  }
};

void addFineCell(Transfer& to, const Direction& d, int i) {
  // A ghost may be a cell of the other end; those beyond a physical boundary take what the cell beside them takes.
  const int round = !d.periodic ? 0 : d.offset + i < 0 ? -1 : d.offset + i >= d.total ? 1 : 0;
  const int g = std::clamp(d.offset + i - round * d.total, 0, d.total - 1);
  const int I = (to.merged ? g / 2 : g) + round * d.totalCoarse - d.coarseOffset;
  const bool both = to.merged && d.hasOther(g);
  to.parent.push_back(I);
  to.other.push_back(both ? (g % 2 ? I + 1 : I - 1) : I);
  to.parentWeight.push_back(both ? 0.75F : 1.0F);
  to.otherWeight.push_back(both ? 0.25F : 0.0F);
}

void addPair(Transfer& to, const Direction& d, int I) {
  const int G = 2 * (I + d.coarseOffset);  // its first cell
  const bool pair = G + 1 < d.total, alone = d.alone();
  // The cell before takes part if it is the second of a pair; where an odd number of cells is periodic it is not.
  const bool before = !alone && (G > 0 || (d.periodic && d.total % 2 == 0));
  const bool after = !alone && pair && (G + 2 < d.total || d.periodic);
  to.first.push_back(G - 1 - d.offset);
  to.taps[0].push_back(before ? 0.25F : 0.0F);
  to.taps[1].push_back(d.hasOther(G) ? 0.75F : 1.0F);
  // Behind a single last cell comes, if the direction is periodic, the first cell, which takes a quarter from here.
  to.taps[2].push_back(pair ? (d.hasOther(G + 1) ? 0.75F : 1.0F) : (d.periodic && !alone ? 0.25F : 0.0F));
  to.taps[3].push_back(after ? 0.25F : 0.0F);
}

void addIdentity(Transfer& to, int I) {
  to.first.push_back(I - 1);
  for (int t = 0; t < Transfer::nTaps; ++t) to.taps[t].push_back(t == 1 ? 1.0F : 0.0F);
}

}  // namespace

Transfer::Transfer(const Block& fine, const Block& coarse, int d, bool merge) : merged(merge) {
  const Direction direction{.total = fine.grid().cells[d],
                            .totalCoarse = coarse.grid().cells[d],
                            .offset = fine.offset()[d],
                            .coarseOffset = coarse.offset()[d],
                            .periodic = fine.grid().periodic[d]};
  for (int i = -1; i <= fine.n()[d]; ++i) addFineCell(*this, direction, i);
  for (int I = 0; I < coarse.n()[d]; ++I)
    if (merged)
      addPair(*this, direction, I);
    else
      addIdentity(*this, I);
}

}  // namespace eagre::grid
