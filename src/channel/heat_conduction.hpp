// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/flow.hpp"
#include "channel/heat_boundaries.hpp"

namespace eagre::channel {

/// Weights of the new and of the old time in a step of conduction.
struct Implicitness {
  double next = 0.5, last = 0.5;
};

/// Heat capacity per volume of both fluids by the share of the upper one in cells [that of the upper one]: the mean of two times.
struct Capacity {
  double lower = 1;
  bool varies = false;
  grid::View<const double> last, next;  ///< shares; where it varies
  double of(double share) const { return lower + (1 - lower) * share; }
  double atLast(int i, int j, int k) const { return varies ? of(last(i, j, k)) : 1; }
  double atNext(int i, int j, int k) const { return varies ? of(next(i, j, k)) : 1; }
  double mean(int i, int j, int k) const { return varies ? of(0.5 * (last(i, j, k) + next(i, j, k))) : 1; }
};

/// L T = (1 / (Re Pr)) div(k grad T) with conductivities on faces.
struct ConductionView {
  grid::View<const double> k[3];  ///< over Re Pr
  std::array<double, 3> perH2{};  ///< 1 / h^2; 0 across a single cell
  double operator()(grid::View<const double> T, int i, int j, int l) const {
    const double here = T(i, j, l);
    return perH2[0] * (k[0](i + 1, j, l) * (T(i + 1, j, l) - here) - k[0](i, j, l) * (here - T(i - 1, j, l))) +
           perH2[1] * (k[1](i, j + 1, l) * (T(i, j + 1, l) - here) - k[1](i, j, l) * (here - T(i, j - 1, l))) +
           perH2[2] * (k[2](i, j, l + 1) * (T(i, j, l + 1) - here) - k[2](i, j, l) * (here - T(i, j, l - 1)));
  }
  double diagonal(int i, int j, int l) const {
    return perH2[0] * (k[0](i + 1, j, l) + k[0](i, j, l)) + perH2[1] * (k[1](i, j + 1, l) + k[1](i, j, l)) +
           perH2[2] * (k[2](i, j, l + 1) + k[2](i, j, l));
  }
};

/// Conduction of heat in two fluids. Across an interface the heat flux is continuous, along it the gradient of T: on a face of
/// direction d, n the normal,
///     k_d = k_a (1 - n_d^2) + k_h n_d^2,   k_a = (1 - H) k_lower + H k_upper,   1/k_h = (1 - H) / k_lower + H / k_upper, (1)
/// H the mean of the share of the upper fluid over the way between the cells on both sides, exactly so with a level set: steady
/// conduction through layers is then exact wherever the interfaces are. After M. Nicoli, M. Plapp, H. Henry, Phys. Rev. E 84
/// (2011) 046707, of whose tensor (1) is the diagonal.
class HeatConduction {
 public:
  HeatConduction(const grid::Block& block, const Settings& settings);

  /// (1) of these fluids. Collective is nothing of it.
  void take(const Properties& properties);
  ConductionView view() const;
  /// Conductivity in cells, by the share that was taken.
  Conductivity cells() const { return {lower_, upperShare_}; }
  /// What conduction takes for the time dt: solves (C / dt - theta L) delta = theta L T + source, delta without values at
  /// boundaries, by conjugate gradients with the diagonal as preconditioner. T: with ghosts; source: (1 - theta) times that of
  /// the old time. Fields of `work` are overwritten. Returns iterations and the residual over that at first. Collective. Errors
  /// (diverged): it does not converge.
  struct Equation {
    double dt;
    Implicitness weights;
    Capacity capacity;
    const grid::Field &T, &last;  ///< at the old time L T, before its weight
  };
  std::pair<int, double> solve(const Equation& equation, HeatBoundaries& boundaries, grid::Field& delta, grid::Field& r,
                               grid::Field& p, grid::Field& q) const;

 private:
  void takeFaces(const Properties& properties, int d);

  const grid::Block& block_;
  double perPeclet_, lower_, tolerance_;
  int maxIterations_;
  const grid::Field* upperShare_ = nullptr;
  grid::Field k_[3];
  bool isTaken_ = false;
};

}  // namespace eagre::channel
