// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "grid/field.hpp"

namespace eagre::channel {

/// Distance of the centre of cell (i, j, k) to the zero level of phi, with the sign of phi there: the closest point of the zero
/// level of the cubic interpolant of phi, by Newton's method (Chopp 2001, SIAM J. Sci. Comput. 23, 230). Of fourth order where phi
/// is smooth. Where the iteration finds no point near the cell (a kink, a film thinner than the grid): phi over the largest slope
/// nearby (Russo and Smereka 2000), of first order. For cells with a neighbour of the other sign.
double closestDistance(grid::View<const double> phi, int i, int j, int k, const std::array<double, 3>& h, bool spanwise);

}  // namespace eagre::channel
