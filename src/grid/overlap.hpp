// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "grid/halo.hpp"

namespace eagre::grid {

/// The cells of a box of a block that the neighbours of this rank read, `depth` layers, as boxes that do not overlap; and the
/// rest.
struct Layers {
  std::vector<Box> outer;
  Box inner;
  Layers(const Block& block, const Box& box, int depth = 1);
};

/// Makes values of fields in a box and updates ghosts, while it makes those that no neighbour waits for. make(part) makes those
/// of a part of the box; those of one part may not depend on those of another. layers: as many as the update sends.
template <class T, class F>
void makeAndUpdate(Halo& halo, std::initializer_list<BasicField<T>*> fields, const Layers& layers, F&& make, int width = 1,
                   Reach reach = Reach::faces, const Band* band = nullptr) {
  for (const Box& part : layers.outer) make(part);
  halo.begin(fields, width, reach, band);
  if (!layers.inner.empty()) make(layers.inner);
  halo.end();
}

}  // namespace eagre::grid
