// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

#include "core/vec.hpp"

/// What turbulence models take from the velocity gradient g [1/s].
namespace eagre::physics {

/// g : dev(g + g^T), which times nut is the production of turbulent kinetic energy.
inline double productionOverNut(const Tensor& g) {
  const double third = 2.0 / 3.0 * trace(g);
  const double xy = g.xy + g.yx, xz = g.xz + g.zx, yz = g.yz + g.zy;
  return g.xx * (2 * g.xx - third) + g.yy * (2 * g.yy - third) + g.zz * (2 * g.zz - third) + xy * xy + xz * xz + yz * yz;
}

/// 2 |symm g|^2
inline double strainSquared(const Tensor& g) {
  const double xy = g.xy + g.yx, xz = g.xz + g.zx, yz = g.yz + g.zy;
  return 2 * (g.xx * g.xx + g.yy * g.yy + g.zz * g.zz) + xy * xy + xz * xz + yz * yz;
}

/// sqrt(2) |skew g|, the magnitude of the vorticity.
inline double vorticity(const Tensor& g) {
  const double xy = g.xy - g.yx, xz = g.xz - g.zx, yz = g.yz - g.zy;
  return std::sqrt(xy * xy + xz * xz + yz * yz);
}

}  // namespace eagre::physics
