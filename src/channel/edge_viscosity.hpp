// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/momentum_kernels.hpp"

namespace eagre::channel {

/// Viscosities on the low edges of the cells of a box, by the direction that the edge is parallel to: the harmonic mean
/// (ViscosityView) by the share H of the upper fluid there. viscosity: of which all but `edge` is set, H and level on the cells
/// of the box and those one below.
///
/// Where H is Heaviside's function smoothed over a distance `smoothing` of the level, as a level set has it, the share is its
/// mean over the way from one cell to the next along the direction in which the level changes, weighted by the squares of the
/// changes where it does along both. Speeds in cells are then those of steady flow through a smoothed layer wherever in its cell
/// the interface is, and to move the interface changes them by the shear that E (InterfaceStress) takes from cells. With the mean
/// of four cells a layer some cells wide has an error of first order, which depends on the place of the interface in its cell:
/// the growth of waves between fluids with m = 20 was off by up to 7 % on 60 cells. Otherwise it is that mean.
void edgeViscosities(const grid::Box& box, const ViscosityView& viscosity, grid::View<float> (&edge)[3]);

}  // namespace eagre::channel
