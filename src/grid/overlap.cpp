// SPDX-License-Identifier: BSD-3-Clause
#include "grid/overlap.hpp"

namespace eagre::grid {

Layers::Layers(const Block& block, const Box& box, int depth) : inner(box) {
  // Along x, where rows run, last: its layers are the smallest.
  for (const int d : {2, 1, 0})
    for (const int side : {0, 1}) {
      Int3 step{0, 0, 0};
      step[d] = side ? 1 : -1;
      // A periodic direction that is not cut is copied when all is done.
      if (block.ranks()[d] == 1 || block.neighbour(step) < 0 || inner.empty()) continue;
      Box layer = inner;
      // The neighbour reads the outermost cells of the block; a staggered component's face beyond them is not ours to give.
      if (side == 0) {
        layer.high[d] = std::min(inner.high[d], depth);
        inner.low[d] = std::max(layer.high[d], inner.low[d]);
      } else {
        layer.low[d] = std::max(inner.low[d], block.n()[d] - depth);
        inner.high[d] = std::min(layer.low[d], inner.high[d]);
      }
      if (!layer.empty()) outer.push_back(layer);
    }
}

}  // namespace eagre::grid
