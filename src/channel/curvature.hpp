// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "grid/field.hpp"

namespace eagre::channel {

/// Curvature kappa = div(grad phi / |grad phi|) [1 / length] of the zero level of a distance phi, seen from the cells near it: in
/// those with |phi| < width, of the block and one cell around it; zero in others. Second-order central differences give the
/// curvature of the level through the cell's centre; that of the parallel surface phi = 0 is
///     kappa_0 = (kappa - 2 K phi) / (1 - kappa phi + K phi^2),   K the Gaussian curvature (0 in 2D),
/// so a sphere has one curvature in all its cells. Limited to 1 / h a direction, what the grid can show.
void curvature(const grid::Block& block, const grid::Field& phi, double width, grid::Field& kappa);

}  // namespace eagre::channel
