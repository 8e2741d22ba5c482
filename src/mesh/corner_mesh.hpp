// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "comm/redistribution.hpp"
#include "mesh/mesh.hpp"
#include "mesh/point_stencils.hpp"

namespace eagre::mesh {

/// The cells of a rank and all that share a point with them, with their corners, as a mesh of its own in the order of the
/// global one. So what is made of the cells around a point of this rank's cells is the same to the last bit on any number of
/// ranks.
class CornerMesh {
 public:
  /// whole, geometry: the global mesh, on rank 0. Collective.
  CornerMesh(const PolyMesh* whole, const PolyGeometry* geometry, const Mesh& mesh);
  CornerMesh(const CornerMesh&) = delete;

  /// For points of the owned cells, and in these.
  const PointStencils& stencils() const { return *stencils_; }
  /// Cells of this rank, ascending.
  const std::vector<Label>& ownedCells() const { return parts_.owned; }
  Label globalCell(Label cell) const { return parts_.cells[static_cast<std::size_t>(cell)]; }
  Label globalPoint(Label point) const { return parts_.points[static_cast<std::size_t>(point)]; }

  /// The values of a field here, by the sources of stencils(), from whatever ranks have them. cells: nCells or more; boundary:
  /// nBoundaryFaces. Collective.
  template <class T>
  std::vector<T> values(const std::vector<T>& cells, const std::vector<T>& boundary) const {
    std::vector<T> own(cells.begin(), cells.begin() + nCells_);
    own.insert(own.end(), boundary.begin(), boundary.end());
    return wanted_->scatter(held_->gather(own));
  }

  /// What a rank is dealt.
  struct Parts {
    PolyMesh mesh;  ///< without patches
    PolyGeometry geometry;
    std::vector<Label> cells, points;  ///< where they stand in the global mesh; ascending
    std::vector<Label> boundary;       ///< faces on patches that are not empty, likewise, counted from the first boundary face
    std::vector<Label> owned;          ///< this rank's, among cells
  };

 private:
  Parts parts_;
  Label nCells_;
  std::optional<PointStencils> stencils_;
  std::optional<comm::Redistribution> held_, wanted_;  ///< cells, then boundary faces, of the global mesh
};

/// One value a stencil.
template <class T>
std::vector<T> weightedSums(const Stencils& stencils, const std::vector<T>& values) {
  std::vector<T> sums(static_cast<std::size_t>(stencils.size()), T{});
  for (Label i = 0; i < stencils.size(); ++i)
    for (Label t = stencils.starts[i]; t < stencils.starts[i + 1]; ++t)
      sums[i] += stencils.weights[t] * values[stencils.sources[t]];
  return sums;
}

}  // namespace eagre::mesh
