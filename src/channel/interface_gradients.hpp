// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/interface_ghosts.hpp"

namespace eagre::channel {

/// The normal gradients of a temperature T on both sides of an interface that has one temperature T_s; phi < 0 in the lower
/// fluid.
///   (1) Cells with a neighbour of the other sign of phi: for each fluid the least squares of
///           T - T_s = phi (a + b . (x - x_f)),   x_f the foot of the perpendicular from the cell's centre,
///       over the cells of that fluid within two cells, weighted by 1 / (1 + |x - x_f|^2 / h^2): dT/dn = a |grad phi|. A cell
///       near the interface counts little by itself, since phi is a factor: nothing is divided by a small distance.
///   (2) Other cells: n . grad (dT/dn) = 0, upwind from the interface, cell by cell outwards, so that the gradient is constant
///       along normals.
class InterfaceGradients {
 public:
  explicit InterfaceGradients(const grid::Block& block);

  /// T, phi: with all ghosts. Collective.
  void find(const grid::Field& T, const grid::Field& phi, double saturation);
  /// dT/dn of the lower (0) or upper (1) fluid, along grad phi; all ghosts are filled. 0 beyond `reach` cells from the interface.
  const grid::Field& operator[](std::size_t fluid) const { return gradient_[fluid]; }

  /// What fills the ghosts of a field that is known near the interface.
  InterfaceGhosts& ghosts() { return ghosts_; }

  static constexpr int reach = 8;

 private:
  void fit(const grid::Field& T, const grid::Field& phi, double saturation);
  void extend(const grid::Field& phi, int fluid);

  const grid::Block& block_;
  InterfaceGhosts ghosts_;
  grid::Field gradient_[2], next_;
};

}  // namespace eagre::channel
