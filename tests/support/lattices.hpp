// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "grid/grid.hpp"

namespace eagre::test {

/// All lattices of so many ranks with at most 5 in a direction: a test's grid has some 16 cells.
inline std::vector<grid::Int3> latticesOf(int n) {
  constexpr int most = 5;
  std::vector<grid::Int3> result;
  for (int px = 1; px <= std::min(n, most); ++px)
    for (int py = 1; py <= std::min(n, most); ++py)
      if (n % (px * py) == 0 && n / px / py <= most) result.push_back({px, py, n / px / py});
  return result;
}

}  // namespace eagre::test
