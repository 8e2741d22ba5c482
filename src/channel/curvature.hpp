// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/interface_ghosts.hpp"

namespace eagre::channel {

/// Curvature kappa = div(grad phi / |grad phi|) [1 / length] of the zero level of phi, seen from the cells near it. First, by
/// second-order central differences, of the level through each cell's centre; then in each cell that of the foot of its
/// perpendicular on the zero level, x - phi grad phi / |grad phi|^2, interpolated linearly: all cells along a normal have one
/// curvature, that of the interface, though other levels are bent differently. Limited to 1 / h a direction, what the grid can
/// show. In cells with |phi| < width, 0 in others; band: where that may be. Collective; phi with ghosts, kappa on return with one
/// beyond faces; work is overwritten.
void curvature(const grid::Block& block, const grid::Field& phi, double width, const grid::Band& band, InterfaceGhosts& ghosts,
               grid::Field& work, grid::Field& kappa);

/// The second part alone: of `values`, given in the cells of the block, those at the feet, in cells with |phi| < width, where all
/// values are used; 0 in others. Collective; `values` gets ghosts.
void atFeet(const grid::Block& block, const grid::Field& phi, double width, const grid::Band& band, InterfaceGhosts& ghosts,
            grid::Field& values, grid::Field& feet);

}  // namespace eagre::channel
