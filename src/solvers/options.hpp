// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/sources/fv_options.hpp"
#include "physics/sources/rotating_zones.hpp"
#include "solvers/flow_solver.hpp"

/// What a case adds to the equations of a solver, between the case and the solver.
namespace eagre::solvers {

/// fvOptions of constant/ or system/; the log names them. Errors (badCase): all problems of it; both files are there.
physics::FvOptions makeOptions(CaseSource& source, const fv::Context& context);
/// The rotating zones of constant/MRFProperties; U of a run that is continued gets what they gave its walls. Errors (badCase):
/// all problems of it.
physics::RotatingZones makeRotation(CaseSource& source, const fv::Context& context, fv::VolVectorField& U);
/// For interPhaseChangeFoam, which has none. Errors (badCase): constant/MRFProperties has an active one.
void requireNoRotation(CaseSource& source);
/// Adds every problem of fvOptions and of constant/MRFProperties. withDensity: of the momentum equation.
void checkOptions(CaseSource& source, const fv::Context& context, bool withDensity, Problems& problems);

}  // namespace eagre::solvers
