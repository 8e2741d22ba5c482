// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "grid/grid.hpp"

namespace eagre::test {

/// All lattices of so many ranks.
inline std::vector<grid::Int3> latticesOf(int n) {
  std::vector<grid::Int3> result;
  for (int px = 1; px <= n; ++px)
    for (int py = 1; py <= n; ++py)
      if (n % (px * py) == 0) result.push_back({px, py, n / px / py});
  return result;
}

}  // namespace eagre::test
