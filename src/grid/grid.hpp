// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

namespace eagre::grid {

/// Indices or extents in x (streamwise), y (spanwise) and z (normal to the walls).
using Int3 = std::array<int, 3>;

/// A box of equal cells, uniform in each direction. Two-dimensional: one cell across y.
struct Grid {
  Int3 cells{1, 1, 1};
  std::array<double, 3> h{1, 1, 1};  ///< spacing, in the length unit of the channel (its height)
  std::array<double, 3> origin{0, 0, 0};
  std::array<bool, 3> periodic{false, false, false};

  /// Coordinate in direction d of the centre of the cells with global index i.
  double centre(int d, int i) const { return origin[d] + (i + 0.5) * h[d]; }
  /// Coordinate of the low faces of these cells.
  double face(int d, int i) const { return origin[d] + i * h[d]; }
  double length(int d) const { return cells[d] * h[d]; }
  /// Of those directions that the flow has: without y in two dimensions.
  double largestSpacing() const { return std::max({h[0], h[2], cells[1] > 1 ? h[1] : h[0]}); }
  double smallestSpacing() const { return std::min({h[0], h[2], cells[1] > 1 ? h[1] : h[0]}); }
  double cellVolume() const { return h[0] * h[1] * h[2]; }
  std::int64_t nCells() const { return std::int64_t{cells[0]} * cells[1] * cells[2]; }
};

}  // namespace eagre::grid
