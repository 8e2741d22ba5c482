// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/refinement/hex_shape.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace eagre::mesh {

namespace {

/// One of the four faces of a side: a corner of the hex, then a middle, the centre, a middle.
using Quarter = std::array<Label, 4>;

/// Four quarters about one point as a side; false: they are none.
bool joinQuarters(std::vector<Quarter> quarters, HexSide& side) {
  if (quarters.size() != 4) return false;
  side.centre = quarters[0][2];
  Quarter now = quarters[0];
  for (std::size_t k = 0; k < 4; ++k) {
    side.corners[k] = now[0];
    side.middles[k] = now[1];
    const auto next = std::ranges::find_if(quarters, [&](const Quarter& q) { return q[3] == now[1]; });
    if (next == quarters.end()) return false;
    now = *next;
  }
  return now == quarters[0];
}

/// The sides of a cell; empty: it has others than a hex.
std::vector<HexSide> sidesOf(const PolyMesh& mesh, Label cell, std::span<const Label> faces, std::span<const Label> pointLevels,
                             Label level) {
  std::vector<HexSide> sides;
  std::map<Label, std::vector<Quarter>> quarters;  // by their centres
  for (const Label f : faces) {
    std::vector<Label> corners, ofNext;
    for (const Label p : mesh.pointsOf(f)) {
      if (pointLevels[p] <= level) corners.push_back(p);
      if (pointLevels[p] <= level + 1) ofNext.push_back(p);
    }
    if (mesh.owner[f] != cell) {
      std::ranges::reverse(corners);
      std::ranges::reverse(ofNext);
    }
    if (corners.size() == 4) {
      std::ranges::copy(corners, sides.emplace_back().corners.begin());
    } else if (corners.size() == 1 && ofNext.size() == 4) {
      std::rotate(ofNext.begin(), std::ranges::find(ofNext, corners[0]), ofNext.end());
      quarters[ofNext[2]].push_back({ofNext[0], ofNext[1], ofNext[2], ofNext[3]});
    } else {
      return {};
    }
  }
  for (auto& [centre, four] : quarters)
    if (!joinQuarters(std::move(four), sides.emplace_back())) return {};
  return sides.size() == 6 ? sides : std::vector<HexSide>{};
}

/// The corners above those of the bottom, to which one edge leads up from each; nothing: there are others.
std::optional<std::array<Label, 4>> topOf(const std::vector<HexSide>& sides) {
  const auto& bottom = sides[0].corners;
  const auto placeOf = [&](Label p) { return static_cast<std::size_t>(std::ranges::find(bottom, p) - bottom.begin()); };
  std::array<Label, 4> top{-1, -1, -1, -1};
  const auto lead = [&](Label low, Label high) {  // false: to two corners
    if (placeOf(low) == 4 || placeOf(high) < 4) return true;
    const Label before = std::exchange(top[placeOf(low)], high);
    return before < 0 || before == high;
  };
  for (const HexSide& side : sides)
    for (std::size_t k = 0; k < 4; ++k) {
      const Label a = side.corners[k], b = side.corners[(k + 1) % 4];
      if (!lead(a, b) || !lead(b, a)) return std::nullopt;
    }
  std::array<Label, 4> sorted = top;
  std::ranges::sort(sorted);
  if (sorted[0] < 0 || std::ranges::adjacent_find(sorted) != sorted.end()) return std::nullopt;
  return top;
}

}  // namespace

std::optional<HexShape> hexOf(const PolyMesh& mesh, Label cell, std::span<const Label> faces, std::span<const Label> pointLevels,
                              Label level) {
  HexShape shape{sidesOf(mesh, cell, faces, pointLevels, level), {}};
  if (shape.sides.empty()) return std::nullopt;
  const auto top = topOf(shape.sides);
  if (!top) return std::nullopt;
  const auto& bottom = shape.sides[0].corners;  // its normal points down
  shape.corners = {bottom[0], bottom[3], bottom[1], bottom[2], (*top)[0], (*top)[3], (*top)[1], (*top)[2]};
  return shape;
}

}  // namespace eagre::mesh
