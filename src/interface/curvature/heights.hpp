// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "mesh/box_cells.hpp"

namespace eagre::interface_ {

/// Curvature from heights of the interface: what columns of boxes hold of phase 1 (Torrey, Cloutman, Mjolsness and Hirt 1985;
/// Cummins, Francois and Kothe 2005). For loops.
///
/// In the column of boxes through a cell, along an axis along which phase 1 is below, the height over the middle of the cell is
///     h = - w_0/2 + sum_{k >= 0} alpha_k w_k - sum_{k < 0} (1 - alpha_k) w_k,
/// w_k the edges of its boxes, k = 0 the cell. The sums go as far as the first box that is full below and the first one that is
/// empty above (Popinet 2009, section 4.1), at most `reach` boxes from the cell; where the volume fraction is smeared, so that
/// there is none, the last box may lack `nearly`. h is the mean over the column, so that the derivatives are those of the
/// parabola with these means over three columns, or three by three:
///     K = - h''/(1 + h'^2)^(3/2),    K = - (h_xx (1 + h_y^2) + h_yy (1 + h_x^2) - 2 h_xy h_x h_y)/(1 + h_x^2 + h_y^2)^(3/2).
/// A boundary is a mirror: there the interface is normal to it. At a wall with the contact angle theta within phase 1 its slope
/// is
///     h_n = cot(theta) sqrt(1 + h_t^2),
/// n towards the wall and t along it, h_t extrapolated to the wall: of a parabola, the mean over the column behind the wall is by
/// w h_n above that before it (Afkhami and Bussmann 2008, section 3).
struct Heights {
  static constexpr int reach = 7;
  static constexpr double pure = 1e-8, nearly = 1e-4;

  mesh::BoxCells::View boxes;
  const double* alpha;  ///< with those of other ranks' boxes

  /// A wall beside a cell, at its end along an axis, on which the interface stands at a contact angle.
  struct Wall {
    std::int8_t axis;
    bool upwards;
    double cotangent;
  };

  /// K [1/m] in a cell, from the columns along the axis nearest to the normal, in units of the cell's edges, or along the next
  /// one if that is nearly as near; nothing if one of the heights is not there. walls: those of the cell.
  std::optional<double> curvature(Label cell, std::span<const Wall> walls) const;

 private:
  /// A cell, seen through mirrors that turn axes round.
  struct Place {
    Label cell;
    bool turned[3] = {false, false, false};
  };
  /// Along two axes across that of the columns, or one in a plane: heights h[j][i], edges w[axis][i]; the middle one is 1.
  struct Columns {
    std::array<std::array<double, 3>, 3> h{};
    std::array<std::array<double, 3>, 2> w{};
    int nAxes = 0, across[2] = {0, 0};
    void lean(const Wall& wall);
  };
  bool step(Place& at, int axis, bool upwards) const;
  Vec3 gradient(Label cell) const;
  bool addHeight(Place at, int axis, bool upwards, bool filled, double& height) const;
  bool heightOver(const Place& at, int axis, bool upwards, double& height) const;
  bool takeColumns(Label cell, int axis, bool upwards, Columns& columns) const;
  std::optional<double> curvature(Label cell, std::span<const Wall> walls, int axis, bool upwards) const;
};

}  // namespace eagre::interface_
