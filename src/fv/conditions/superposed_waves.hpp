// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "fv/conditions/condition.hpp"

namespace eagre::fv::conditions {

/// waveAlpha and waveVelocity of openfoam.org, whose patch says `superposed yes` (put there by case/flavour): what the waves of
/// constant/waveProperties give where the flow enters. Where it leaves:
///     version 9 and later: the same value; convection takes the cell's value and a fixed difference to it;
///     5 to 8 (`inletOutlet`; with `no` the same value): zero gradient, and of the velocity the component along the normal is the
///     flux, scaled to what the waves carry out.
template <class T>
std::unique_ptr<BoundaryCondition<T>> makeSuperposedWave(const Source& source);

}  // namespace eagre::fv::conditions
