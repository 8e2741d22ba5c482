// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/cox_function.hpp"
#include "channel/diagnostics.hpp"
#include "channel/settings.hpp"
#include "channel/state.hpp"
#include "grid/halo.hpp"

namespace eagre::channel {

/// The angle theta within the lower fluid at which a level set meets the plates, by the law of contact_line.law; where it goes to
/// is the slope of phi outwards of the plate, -cos(theta) (InterfaceGhosts).
///
/// constant   theta is that of a line at rest, theta_e.
/// cox        What a flow does within half a cell of the plate is not resolved. There Cox's solution bends the interface from
///            theta_e at a microscopic distance l to theta at L, half a cell (or the slip length, where that is more), if the
///            line moves with the speed (Cox 1986; as a model of what a grid does not resolve: Sui and Spelt 2013)
///                U(theta) = (sigma / mu) [g(theta) - g(theta_e)] / ln(L / l),   mu of the lower fluid, > 0 where it advances.
///                (1)
///            The grid knows the interface half a cell above the plate. There a step has moved it along the plate, over which it
///            goes with the speed
///                u = -(phi^new - phi^old) / (dt |grad_xy phi|) - (speed of the plate).                                    (2)
///            The line stands (h/2) cot(theta) ahead of it, so that
///                (h/2) d cot(theta) / dt = U(theta) - u,                                                                  (3)
///            implicit in theta: where the fluid runs ahead of the line the interface tilts, and its curvature holds the fluid
///            back. So the line moves with U(theta), whatever moves the interface, and one at rest has theta_e. (3) is of the
///            cells beside a change of sign of phi along the plate, u of the place where it is 0; from there theta goes outwards
///            along normals, one cell a step. On plates that let fluid slip freely there is no such flow: theta is theta_e.
/// The state of cox is the slope, which is theta's.
class ContactAngle {
 public:
  ContactAngle(const grid::Block& block, const Settings& settings);

  /// The slope of each plate, of a line at rest.
  std::array<double, 2> atRest() const;
  /// The slope of each cell beside a plate, with all ghosts along the plate; null if it is that of a line at rest everywhere.
  const grid::Field* slope() const { return slope_.width() > 0 ? &slope_ : nullptr; }

  /// Takes the angles that phi has. phi: in the cells. Collective.
  void start(const grid::Field& phi);
  /// After a restart. Collective.
  void updateGhosts();
  /// Before a step: keeps phi.
  void keep(const grid::Field& phi);
  /// After it, equation (3). phi: with ghosts. work: is overwritten. Collective.
  void turn(const grid::Field& phi, double dt, grid::Field& work);

  /// phi: with ghosts. Collective.
  ContactDiagnostics measure(const grid::Field& phi) const;
  void addTo(State& state);

 private:
  struct Plane;
  Plane plane(int side, const grid::Field& phi) const;

  const grid::Block& block_;
  std::array<double, 2> angle_;  ///< of a line at rest, radians
  std::array<bool, 2> moves_{};  ///< by (3)
  std::array<double, 2> plateSpeed_;
  double perLog_ = 0;  ///< (sigma / mu) / ln(L / l)
  CoxFunction g_;
  grid::Halo halo_;
  grid::Field slope_, before_[2];  ///< before_: of each plate, phi before the step
};

}  // namespace eagre::channel
