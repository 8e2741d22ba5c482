// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/flow.hpp"

namespace eagre::channel {

/// Where a change of phase makes the velocity jump: changes N and the right-hand side of momentumSource() on the faces of
/// direction d in box so that -div(u u) is that of the fluid at the face. Of the velocities around it, those of the other fluid
/// count with the jump taken off: u + [u] (H_f of the face - H_f there). Nothing is differenced across the jump, which costs p
/// the jump that Evaporation::addRecoil() gives it. The velocity has one ghost, edges too.
void correctConvection(int d, const grid::Box& box, const MomentumView& m, const PhaseChange& change);

}  // namespace eagre::channel
