// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>
#include <vector>

#include "mesh/point_stencils.hpp"

namespace eagre::case_ {

/// Finds the cells of a global mesh that points lie in, one point after another. Serial; what it is made from must outlive it.
class CellSearch {
 public:
  explicit CellSearch(const mesh::PointStencils& stencils);

  /// The cell of each point, -1: outside of the mesh. From the previous point's cell it walks to the neighbour whose centre is
  /// nearer until there is none; so a point on a face belongs to the cell that the walk comes to first, as in OpenFOAM's
  /// mapFields. If the point is not in that cell, its neighbours, their neighbours, and then all cells whose boxes hold the point
  /// are tried.
  std::vector<Label> locate(std::span<const Vec3> points) const;
  /// Cells that share a face with this one, in the order of the faces.
  std::span<const Label> neighbours(Label cell) const;

 private:
  bool contains(Label cell, const Vec3& point) const { return stencils_.inside(cell, point) > -tolerance; }
  Label walk(Label from, const Vec3& point) const;
  Label near(Label cell, const Vec3& point) const;
  Label anywhere(const Vec3& point) const;
  void makeBins();
  std::array<Label, 3> binOf(const Vec3& point) const;
  std::size_t binIndex(Label i, Label j, Label k) const {
    return static_cast<std::size_t>((static_cast<GlobalLabel>(k) * nBins_[1] + j) * nBins_[0] + i);
  }

  static constexpr double tolerance = 1e-9;  ///< of barycentric coordinates
  const mesh::PointStencils& stencils_;
  std::vector<Label> neighbours_, neighbourStarts_;
  std::vector<char> onBoundary_;  ///< per cell
  // A lattice of boxes over the mesh and the cells that meet each.
  Vec3 low_, high_;
  std::array<Label, 3> nBins_{1, 1, 1};
  std::vector<Label> binCells_, binStarts_;
};

}  // namespace eagre::case_
