// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/settings.hpp"
#include "grid/block.hpp"
#include "grid/field.hpp"

namespace eagre::channel {

/// The fields that a surface tension which depends on temperature is found by, with two ghosts, edges too. share: whose gradient
/// spreads the surface force (InterfaceMethod::surfaceShare, weightByViscosity); level: whose gradient is the normal.
struct SurfaceFields {
  const grid::Field &T, &level, &share;
};

/// Changes the surface force f_0 of the constant tension 1/We on faces to that of sigma = 1/We - slope (T - T_0):
///     f = We sigma_m f_0 + div[(sigma - sigma_m) (I - n n) n . grad G],                                           (1)
/// sigma_m the mean of sigma on the surface, n = grad phi / |grad phi|, G the share of SurfaceFields. The divergence has the
/// tangential stress grad_s sigma and the part that the curvature gives to the normal one. f_0 is balanced by the pressure to
/// round-off, so that a surface of one temperature drives nothing; the divergence is a difference of stresses on a staggered
/// grid, so that it drives no drop as a whole. That counts: an error of 1 % between the sums of the tangential and of the normal
/// force would change the speed of a drop by 4 %. work: overwritten. Collective. J. U. Brackbill, D. B. Kothe, C. Zemach, J.
/// Comput. Phys. 100 (1992) 335; the stress as B. Lafaurie, C. Nardone, R. Scardovelli, S. Zaleski, G. Zanetti, J. Comput. Phys.
/// 113 (1994) 134.
void addThermocapillary(const grid::Block& block, const Settings& settings, const SurfaceFields& fields, grid::Field& work,
                        grid::Field (&force)[3]);

/// Where viscosities differ: G = H_f + c H (1 - H), of the share H_f that spreads the surface force and the share H by which the
/// viscosity goes, c = 2 (m - 1) / (m + 1) times a number of their widths. Shear stress over viscosity is the slope of the
/// velocity, and both change in one layer: with H_f the velocities of the two fluids differ by the stress times (1/mu_u - 1/mu_l)
/// times the integral of H_f (1 - H), of first order in the width; c takes it away. share: H_f, becomes G; both with two ghosts.
void weightByViscosity(const grid::Block& block, const Settings& settings, const grid::Field& upperShare, grid::Field& share);

}  // namespace eagre::channel
