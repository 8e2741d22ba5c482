// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "mesh/mesh.hpp"

namespace eagre::mesh {

namespace {

using Position = std::array<std::int32_t, 3>;

/// Centres on a grid of 2^30 steps over the mesh, so that cells of one plane stay together in spite of round-off.
std::vector<Position> positions(const std::vector<Vec3>& centres) {
  Vec3 low = centres.front(), high = low;
  for (const Vec3& c : centres) {
    low = cmptMin(low, c);
    high = cmptMax(high, c);
  }
  const double extent = std::max({high.x - low.x, high.y - low.y, high.z - low.z, vSmall});
  std::vector<Position> result(centres.size());
  kernel::parallelFor("mesh.partitionPositions", static_cast<Label>(centres.size()), [&](Label c) {
    for (int d = 0; d < 3; ++d)
      result[c][d] = static_cast<std::int32_t>(std::lround((centres[c][d] - low[d]) / extent * (1 << 30)));
  });
  return result;
}

/// The axis along which the cells reach farthest (the first of equals).
int longestAxis(std::span<const Label> cells, const std::vector<Position>& position) {
  Position low = position[cells.front()], high = low;
  for (Label c : cells)
    for (int d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], position[c][d]);
      high[d] = std::max(high[d], position[c][d]);
    }
  int axis = 0;
  for (int d = 1; d < 3; ++d)
    if (high[d] - low[d] > high[axis] - low[axis]) axis = d;
  return axis;
}

struct Bisection {
  const std::vector<Position>& position;
  std::vector<int>& part;
  std::size_t nCells;
  std::size_t nParts;

  /// Cells of all parts before p.
  std::size_t before(std::size_t p) const { return nCells * p / nParts; }

  void divide(std::span<Label> cells, std::size_t first, std::size_t last) const {
    if (last - first == 1 || cells.empty()) {
      for (Label c : cells) part[c] = static_cast<int>(first);
      return;
    }
    const std::size_t middle = first + (last - first) / 2, nLower = before(middle) - before(first);
    const int axis = longestAxis(cells, position);
    std::nth_element(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(nLower), cells.end(),
                     [&](Label a, Label b) { return std::pair(position[a][axis], a) < std::pair(position[b][axis], b); });
    divide(cells.first(nLower), first, middle);
    divide(cells.subspan(nLower), middle, last);
  }
};

}  // namespace

std::vector<int> partition(const std::vector<Vec3>& cellCentres, int nParts) {
  if (nParts < 1) throw Error("a mesh cannot be divided into " + std::to_string(nParts) + " parts");
  std::vector<int> part(cellCentres.size(), 0);
  if (nParts == 1 || cellCentres.empty()) return part;
  const std::vector<Position> position = positions(cellCentres);
  std::vector<Label> cells(cellCentres.size());
  std::iota(cells.begin(), cells.end(), Label{0});
  Bisection{position, part, cells.size(), static_cast<std::size_t>(nParts)}.divide(cells, 0, static_cast<std::size_t>(nParts));
  return part;
}

}  // namespace eagre::mesh
