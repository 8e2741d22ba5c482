// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "case/block_mesh_dict.hpp"

namespace eagre::case_ {

/// Where the points and cells of a block stand: (i j k) with i running fastest.
struct BlockIndex {
  std::array<Label, 3> n{};
  Label firstPoint = 0, firstCell = 0;
  GlobalLabel nPoints() const { return GlobalLabel{1} * (n[0] + 1) * (n[1] + 1) * (n[2] + 1); }
  GlobalLabel nCells() const { return GlobalLabel{1} * n[0] * n[1] * n[2]; }
  Label point(Label i, Label j, Label k) const { return firstPoint + i + (n[0] + 1) * (j + (n[1] + 1) * k); }
  Label cell(Label i, Label j, Label k) const { return firstCell + i + n[0] * (j + n[1] * k); }
  /// The 8 points of cell (i j k) in the order of a hexahedron's corners.
  std::array<Label, 8> corners(Label i, Label j, Label k) const {
    return {point(i, j, k),     point(i + 1, j, k),     point(i + 1, j + 1, k),     point(i, j + 1, k),
            point(i, j, k + 1), point(i + 1, j, k + 1), point(i + 1, j + 1, k + 1), point(i, j + 1, k + 1)};
  }
  /// f(i, j, k) for the cells along side 0 .. 5, in the order in which OpenFOAM lists the faces of that side.
  template <class F>
  void forSide(int side, F&& f) const {
    const int normal = side / 2, inner = normal == 2 ? 1 : normal == 1 ? 2 : 1, outer = 3 - normal - inner;
    std::array<Label, 3> c{};
    c[normal] = side % 2 ? n[normal] - 1 : 0;
    for (c[outer] = 0; c[outer] < n[outer]; ++c[outer])
      for (c[inner] = 0; c[inner] < n[inner]; ++c[inner]) f(c[0], c[1], c[2]);
  }
};

/// Numbers the points and cells of the blocks one after another. Error if they are more than 32 bits can count.
std::vector<BlockIndex> indexBlocks(const BlockMeshDict& dict);

/// The points of one block, not scaled, written to points[index.firstPoint ..].
///
/// Each edge is divided first (grading, curve). Inside, every point is the mean over the twelve edges of the point that the
/// edge would put there, with the edge weighted by its two ends, a corner weighing the product of its three fractional
/// distances along the edges that meet in it; the departure of curved edges from straight is added in full for each of the
/// three directions (the transfinite interpolation of OpenFOAM v1912's block::createPoints).
void blockPoints(const BlockMeshDict& dict, const BlockDefinition& block, const BlockIndex& index, std::vector<Vec3>& points);

}  // namespace eagre::case_
