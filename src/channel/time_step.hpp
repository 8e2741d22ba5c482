// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "channel/settings.hpp"
#include "grid/grid.hpp"

namespace eagre::channel {

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
