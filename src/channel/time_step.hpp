// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "channel/settings.hpp"
#include "grid/grid.hpp"

namespace eagre::channel {

/// Third-order Adams-Bashforth is stable up to this product of step and frequency on the imaginary axis: the largest Courant
/// number of central differences.
constexpr double imaginaryLimit = 0.72;

/// The longest constant step at which the interface's shortest waves on a grid of spacing h, of wave number k = pi / h, go half a
/// cell: capillary ones (Brackbill, Kothe and Zemach 1992, eq. 61) and, with the heavier fluid below, gravity's. [H / V]
inline double shortestWaveStep(const FluidSettings& fluid, double h) {
  constexpr double pi = std::numbers::pi;
  const double k = pi / h, r = fluid.densityRatio;
  const double square = (k * k * k / fluid.We + std::max(fluid.gravity * (r - 1), 0.0) * k) / (1 + r);
  return pi / (2 * std::sqrt(square));
}

/// The longest constant step at which the part of the viscous stress that is explicit, div(mu (grad u)^T), which a jump of
/// viscosity leaves, is stable on cubes of side h; fitted to where waves between layers at rest in 2D and 3D blew up, for m from
/// 0.02 to 1000 and r from 0.001 to 1000 (docs/channel_flow.md). [H / V]
inline double explicitViscousStep(const FluidSettings& fluid, double h) {
  const double m = fluid.viscosityRatio, r = fluid.densityRatio;
  const double q = 1 - std::min(m, 1 / m);
  const double viscous = m > 1 ? r : 1, other = m > 1 ? 1 : r;  // densities of the more and of the less viscous fluid
  return 0.5 / (1.65 * q * q + std::pow(q, 8)) * std::pow(viscous, 0.65) * std::pow(other, 0.35) * fluid.Re * h * h /
         std::abs(m - 1);
}

/// The step at which convection (courantRate: largest |u|/hx + |v|/hy + |w|/hz), the shortest capillary waves that the grid
/// carries (J. U. Brackbill, D. B. Kothe, C. Zemach, J. Comput. Phys. 100 (1992) 335) and interfacial gravity waves together have
/// the Courant number time.cfl, and the explicit part of the viscous stress, which a jump of viscosity leaves, is stable.
/// [H / V]; infinite if nothing bounds it.
inline double controlledStep(const Settings& settings, const grid::Grid& grid, double courantRate) {
  const FluidSettings& fluid = settings.fluid;
  const double h = grid.smallestSpacing();
  double rate = courantRate;
  const double r = fluid.densityRatio;
  if (settings.interface.method != Method::none) {
    rate += std::sqrt(std::numbers::pi / (h * fluid.We * (1 + r))) / h;
    // The fastest two-layer wave that is long against the channel, for the thickness of layers that makes it fastest.
    rate += std::sqrt(std::abs(fluid.gravity * (r - 1))) / (1 + std::sqrt(r)) / h;
  }
  const double jump = settings.interface.method == Method::none ? 0 : std::abs(fluid.viscosityRatio - 1) / fluid.Re;
  const double viscous = jump / (std::min(1.0, r) * h * h);
  // Adams-Bashforth alone takes 0.54; beside Crank-Nicolson in layers with m of 30 and 10, 0.36 blew up and 0.24 did not.
  return std::min(settings.time.cfl / rate, 0.2 / viscous);
}

}  // namespace eagre::channel
