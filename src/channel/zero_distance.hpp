// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "grid/field.hpp"

namespace eagre::channel {

/// Distance of the centre of cell (i, j, k) to the zero level of phi, with the sign of phi there; for cells with a neighbour of
/// the other sign. Along the normal n = grad phi / |grad phi| in the cell phi is taken as a parabola,
///     phi + |grad phi| s + phi_nn s^2 / 2 = 0,   d = -s,
/// by central differences: of third order, and d is 0 where phi is, so applying it again and again does not move the zero level
/// (Russo and Smereka 2000 have the first two terms). Where the parabola bends too much (a kink, a film as thin as the grid): phi
/// over the largest slope around.
double zeroDistance(grid::View<const double> phi, int i, int j, int k, const std::array<double, 3>& h, bool spanwise);

}  // namespace eagre::channel
