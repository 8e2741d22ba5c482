// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/momentum_kernels.hpp"

namespace eagre::channel {

/// Adds u div u to N and to the right-hand side of momentumSource(), on the faces of direction d in box: with it, the convection
/// in conservative form is u.grad u where a change of phase adds volume. The velocity has one ghost, edges too.
void addExpansion(int d, const grid::Box& box, const MomentumView& m);

}  // namespace eagre::channel
