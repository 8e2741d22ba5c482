// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "physics/turbulence/turbulence_model.hpp"
#include "solvers/flow_solver.hpp"

/// Turbulence models between a case and a flow solver.
namespace eagre::solvers {

/// Whether the case's flow is turbulent; the log says so.
bool selectsTurbulence(CaseSource& source, Log& log);
/// The model that has been selected, with its fields at the start time.
std::unique_ptr<physics::TurbulenceModel> makeTurbulence(CaseSource& source, const physics::Flow& flow);
/// Adds every problem of the case's turbulence model.
void checkTurbulence(CaseSource& source, fv::Context& context, physics::SolverKind solver, Problems& problems);
/// Entries of ddtSchemes that the equations of a case read: `own` of its solver, those of its turbulence model, and ddt(rho)
/// where one of them is bounded and has a density. For checks: what cannot be read is left out.
std::vector<std::string> timeSchemes(CaseSource& source, const fv::Context& context, std::vector<std::string> own);
/// Adds the model's fields, if there is a model.
void addTurbulence(const physics::TurbulenceModel* turbulence, Outputs& outputs);
/// viscosity += rho nut in all cells and on the boundary; rho: nullptr for a kinematic viscosity.
void addEddyViscosity(const physics::TurbulenceModel& turbulence, const fv::VolScalarField* rho, fv::VolScalarField& viscosity);

}  // namespace eagre::solvers
