// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "grid/halo.hpp"

namespace eagre::grid {

/// The cells of a box of a block that the neighbours of this rank read, one layer, as boxes that do not overlap; and the rest.
struct Layers {
  std::vector<Box> outer;
  Box inner;
  Layers(const Block& block, const Box& box);
};

/// Makes values of a field in a box and updates one ghost beyond faces, while it makes those that no neighbour waits for.
/// make(part) makes those of a part of the box; those of one part may not depend on those of another.
template <class T, class F>
void makeAndUpdate(Halo& halo, BasicField<T>& field, const Layers& layers, F&& make) {
  for (const Box& part : layers.outer) make(part);
  halo.begin({&field}, 1, Reach::faces);
  if (!layers.inner.empty()) make(layers.inner);
  halo.end();
}

}  // namespace eagre::grid
