// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "comm/redistribution.hpp"
#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// The values of the cells that points lie in, whatever rank has the cells. The plan is made once.
class CellSamples {
 public:
  /// points: those that this rank wants values at. A point belongs to the cell that it is behind all faces' planes of; of several
  /// (a point on a face) to the one whose centre is nearest, then to the first in the global mesh. Collective.
  CellSamples(const Mesh& mesh, std::span<const Vec3> points);
  /// The first of all ranks' points that is in no cell.
  const std::optional<Vec3>& missed() const { return missed_; }

  /// Of a cell field of T (nAllCells or nCells) at this rank's points, in their order. Collective; not if a point was missed.
  template <class T>
  std::vector<T> operator()(const std::vector<T>& cells) const {
    std::vector<T> own;
    own.reserve(cells_.size());
    for (const Label c : cells_) own.push_back(cells[c]);
    return plan_->gather(own);
  }

 private:
  std::vector<Label> cells_;  ///< of this rank, one for each point that lies here
  std::optional<comm::Redistribution> plan_;
  std::optional<Vec3> missed_;
};

}  // namespace eagre::mesh
