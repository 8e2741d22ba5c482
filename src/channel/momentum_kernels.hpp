// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "grid/field.hpp"
#include "grid/loops.hpp"

/// The loops of channel::Momentum. All take a component d of the velocity (0, 1, 2) on its faces; every field has one ghost
/// filled at least.
namespace eagre::channel {

/// A view with the steps in the three directions.
template <class T>
struct Steps {
  T* first;
  std::array<std::ptrdiff_t, 3> step;
  Steps(grid::View<T> v) : first(v.first), step{1, v.sj, v.sk} {}
  T* row(int j, int k) const { return first + j * step[1] + k * step[2]; }
};

/// Viscosity of two fluids by the share H of the upper one: in cells mu = mu_lower + (mu_upper - mu_lower) H, for the normal
/// stresses, whose rates of strain are continuous along an interface; on edges 1/mu = (1 - H)/mu_lower + H/mu_upper, for the
/// shear stresses, which are continuous themselves: so flow along layers is of second order. H of an edge is a mean between the
/// cells around it (edgeViscosities). Edge values are in single precision, by the direction that the edge is parallel to, on the
/// low edges of cells.
struct ViscosityView {
  double lower = 0, jump = 0;
  bool varies = false;  ///< false: lower everywhere
  grid::View<const double> H;
  grid::View<const double> level;  ///< Properties::level
  double smoothing = 0;            ///< Properties::smoothing
  grid::View<const float> edge[3];

  double harmonic(double share) const { return lower * (lower + jump) / (lower + jump * (1 - share)); }
};

/// How the differences across the ends of a row and of the block count in the diagonal of the implicit operator: 1 between cells;
/// 2 at a plate or an inlet, where the value stands half a cell away; 0 where there is no gradient. The neighbour's own part is
/// its ghost's value.
struct EndFactors {
  std::array<double, 3> low{1, 1, 1}, high{1, 1, 1};
};

/// What the right-hand side of a component needs.
struct MomentumView {
  grid::View<const double> velocity[3];
  grid::View<const float> beta;  ///< 1 / rho on the faces of d
  grid::View<const double> p, force;
  bool hasForce = false;
  grid::View<double> N1, N2, rhs;         ///< explicit terms of the last step; of the one before: overwritten by this step's
  std::array<double, 3> weights{};        ///< of N, N1, N2
  double dt = 0, drive = 0, gravity = 0;  ///< drive: force per volume; gravity: per mass
  std::array<double, 3> perH{};           ///< 1 / h; 0 across a single cell
};

/// rhs = dt [AB3(N) + beta (div(mu grad u) - grad p + force + drive) + gravity],
/// N = -div(u u) + beta div(mu (grad u)^T), of component d on the faces of box. N2 becomes N.
void momentumSource(int d, const grid::Box& box, const MomentumView& m, const ViscosityView& viscosity);

/// One red-black half sweep of successive over-relaxation for delta - (dt/2) beta div(mu grad delta) = rhs.
struct ImplicitView {
  grid::View<const float> beta;
  grid::View<const double> rhs;
  grid::View<double> delta;
  double halfDt = 0;
  std::array<double, 3> perH2{};  ///< 1 / h^2; 0 across a single cell
  grid::Box box;                  ///< the faces solved for
  EndFactors ends;
};
/// Of the faces of a part of m.box.
void relax(int d, const ImplicitView& m, const grid::Box& part, const ViscosityView& viscosity, double omega, int colour);
/// Sums of squares of the residual and of rhs on this rank.
std::array<double, 2> implicitResidual(int d, const ImplicitView& m, const ViscosityView& viscosity);

}  // namespace eagre::channel
