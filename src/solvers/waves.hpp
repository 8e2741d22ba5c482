// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/waves/paddles.hpp"
#include "solvers/flow_solver.hpp"

/// Waves at boundaries, between the case and the solver.
namespace eagre::solvers {

/// Gives every patch where a condition of U or alpha asks for waves its model (Context::waves). The fields hold their start.
/// Errors (badCase): constant/waveProperties or the patch in it is missing or wrong.
void makeWaves(CaseSource& source, fv::Context& context, const fv::VolVectorField& U, const fv::VolScalarField& alpha);
/// Adds what is wrong in constant/waveProperties, if it is there.
void checkWaves(CaseSource& source, Problems& problems, Log& log);
/// What a restart needs of the waves.
void addWaves(const fv::Context& context, Outputs& outputs);

}  // namespace eagre::solvers
