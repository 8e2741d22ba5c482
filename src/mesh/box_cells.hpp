// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "comm/exchange.hpp"
#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// The cells that are boxes along the axes and what lies beside each of them, across cuts between ranks and cyclic patches as
/// within a rank: for stencils that go along rows of boxes, such as columns of the volume fraction. Two boxes are beside each
/// other if they share one whole side, so rows end where cells of a refined mesh are halved.
///
/// Cells of other ranks are there as far as walks from owned cells come that make at most one step along each of two axes, in
/// their order x, y, z, and then at most `reach` steps along the third: they stand behind the nCells owned ones. It belongs to
/// the geometry of the mesh (Mesh::geometryVersion).
class BoxCells {
 public:
  static constexpr Label boundary = -1, none = -2;

  BoxCells() = default;
  /// Collective.
  BoxCells(const Mesh& mesh, int reach);

  Label nCells() const { return static_cast<Label>(width_.size()); }  ///< those of other ranks included
  /// Fills the values of other ranks' cells, behind those of the owned ones: nCells(). Collective.
  void update(std::vector<double>& values) const { exchange_->update(values); }

  /// For loops.
  struct View {
    const Label* beside;
    const Vec3* widths;
    /// Edge of a cell along an axis [m]; 0: along an empty direction, or the cell is no box.
    double width(Label cell, int axis) const { return widths[cell][axis]; }
    /// The cell beside a cell; `boundary`: there is a boundary face; `none`: no box of that size.
    Label operator()(Label cell, int axis, bool upwards) const { return beside[6 * cell + 2 * axis + (upwards ? 1 : 0)]; }
  };
  View view() const { return {beside_.data(), width_.data()}; }

 private:
  std::vector<Label> beside_;  ///< six per cell
  std::vector<Vec3> width_;
  std::optional<comm::Exchange> exchange_;
};

}  // namespace eagre::mesh
