// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "mesh/poly_mesh.hpp"

/// Addressing of the global mesh that its lists do not hold: made where it is needed, on rank 0, while a case is prepared.
namespace eagre::mesh {

/// Lists one behind the other.
class LabelRows {
 public:
  /// pairs (row, item) in the order in which the items of a row shall stand.
  LabelRows(Label nRows, const std::vector<std::pair<Label, Label>>& pairs);
  std::span<const Label> operator[](Label row) const {
    return {items_.data() + starts_[static_cast<std::size_t>(row)], items_.data() + starts_[static_cast<std::size_t>(row) + 1]};
  }
  Label size() const { return static_cast<Label>(starts_.size()) - 1; }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Label> items_;
};

/// Faces of each cell, ascending.
LabelRows facesOfCells(const PolyMesh& mesh);
/// Cells that have a point, ascending, each once.
LabelRows cellsOfPoints(const PolyMesh& mesh);

/// For each boundary face (counted from nInternalFaces) the face on the other side of its cyclic patch; -1: there is none.
std::vector<Label> cyclicPartners(const PolyMesh& mesh);

/// The cell that a point lies in: behind the planes of all its faces; of several the one whose centre is nearest. -1: none.
Label findCell(const PolyMesh& mesh, const PolyGeometry& geometry, const Vec3& point);

/// The connected region of each cell, numbered from 0 in the order of their first cells. Neighbours across internal faces and
/// cyclic patches are connected, except across faces that are `blocked` (one per face).
std::vector<Label> connectedRegions(const PolyMesh& mesh, const std::vector<char>& blocked);

}  // namespace eagre::mesh
