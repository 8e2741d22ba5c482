// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "fv/fields/context.hpp"

namespace eagre::physics {

/// rate = d rho/dt + div(rhoPhi) [kg/(m^3 s)], by Euler: what the transport of the phases leaves of the balance of mass. rho of
/// before in the volumes of before. rate: owned cells.
void massImbalance(const fv::Context& context, const fv::VolScalarField& rho, const fv::SurfaceScalarField& rhoPhi,
                   std::span<double> rate);

}  // namespace eagre::physics
