// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "channel/heaviside.hpp"
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
/// shear stresses, which are continuous themselves: so flow along layers is of second order. H of an edge is the mean between the
/// cells around it (EdgeShare). Edge values are in single precision, by the direction that the edge is parallel to, on the low
/// edges of cells.
struct ViscosityView {
  double lower = 0, jump = 0;
  bool varies = false;  ///< false: lower everywhere
  grid::View<const double> H;
  grid::View<const double> level;  ///< Properties::level
  double smoothing = 0;            ///< Properties::smoothing
  grid::View<const float> edge[3];

  double harmonic(double share) const { return lower * (lower + jump) / (lower + jump * (1 - share)); }
};

/// Share of the upper fluid on the low edges of cells.
///
/// Where H is Heaviside's function smoothed over a distance `smoothing` of the level, as a level set has it, its mean over the
/// way from one cell to the next (heavisideMean) along the direction in which the level changes, weighted by the squares of the
/// changes where it does along both. Speeds in cells are then those of steady flow through a smoothed layer wherever in its cell
/// the interface is, and to move the interface changes them by the shear that E (InterfaceStress) takes from cells. With the mean
/// of four cells a layer some cells wide has an error of first order, which depends on the place of the interface in its cell:
/// the growth of waves between fluids with m = 20 was off by up to 7 % on 60 cells. Otherwise that mean.
class EdgeShare {
 public:
  explicit EdgeShare(const ViscosityView& viscosity)
      : smoothing_(viscosity.smoothing), ofShare_(Steps(viscosity.H).step), ofLevel_(Steps(viscosity.level).step) {}
  /// Between the directions D and E. share, level: at the cell whose edge it is.
  template <int D, int E>
  double at(const double* share, const double* level) const {
    const double* across = share - ofShare_[D];
    const double mean = 0.25 * (share[0] + across[0] + share[-ofShare_[E]] + across[-ofShare_[E]]);
    if (smoothing_ == 0 || mean <= 0 || mean >= 1) return mean;
    const double a = level[-ofLevel_[D] - ofLevel_[E]], b = level[-ofLevel_[D]], c = level[-ofLevel_[E]], d = level[0];
    const double alongE = (b - a) + (d - c), alongD = (c - a) + (d - b), e2 = alongE * alongE, d2 = alongD * alongD;
    double sum = 0, weight = 0;
    if (e2 > least * d2) {
      sum += 0.5 * e2 * (heavisideMean(a, b, smoothing_) + heavisideMean(c, d, smoothing_));
      weight += e2;
    }
    if (d2 > least * e2) {
      sum += 0.5 * d2 * (heavisideMean(a, c, smoothing_) + heavisideMean(b, d, smoothing_));
      weight += d2;
    }
    return weight > 0 ? sum / weight : mean;
  }

 private:
  static constexpr double least = 1e-6;  ///< weight that counts
  double smoothing_;
  std::array<std::ptrdiff_t, 3> ofShare_, ofLevel_;
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

/// Viscosities on edges; see ViscosityView, of which all else is set.
void edgeViscosities(const grid::Box& box, const ViscosityView& viscosity, grid::View<float> (&edge)[3]);

}  // namespace eagre::channel
