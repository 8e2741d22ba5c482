// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/turbulence.hpp"

#include <algorithm>

#include "fv/time/ddt.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::solvers {

bool selectsTurbulence(CaseSource& source, Log& log) {
  return physics::selectsTurbulenceModel(source.constantIfPresent("turbulenceProperties"), log);
}

std::unique_ptr<physics::TurbulenceModel> makeTurbulence(CaseSource& source, const physics::Flow& flow) {
  physics::Flow own = flow;
  own.continued = source.continued();
  return physics::makeTurbulenceModel(
      source.constant("turbulenceProperties"), own,
      [&](const std::string& name, const Dimensions& dimensions) { return source.scalar(name, dimensions); });
}

void checkTurbulence(CaseSource& source, fv::Context& context, physics::SolverKind solver, Problems& problems) {
  if (!source.constantIfPresent("turbulenceProperties"))
    problems.add(Place{"constant/turbulenceProperties", 0},
                 "no such file, nor momentumTransport, as OpenFOAM 8 and later have it; it says whether the flow is turbulent: "
                 "`simulationType laminar;`, RAS or LES");
  physics::checkTurbulenceModel(
      source.constantIfPresent("turbulenceProperties"), context, solver,
      [&](const std::string& name, const Dimensions& dimensions) { source.expectScalar(name, dimensions); }, problems);
}

std::vector<std::string> timeSchemes(CaseSource& source, const fv::Context& context, std::vector<std::string> own) {
  Problems elsewhere;  // whoever reads the model or a scheme reports them
  elsewhere.guard([&] {
    for (auto& name : physics::timeSchemesOfTurbulence(source.constantIfPresent("turbulenceProperties")))
      own.push_back(std::move(name));
  });
  const bool takesRate = std::ranges::any_of(own, [&](const std::string& name) {
    bool bounded = false;
    elsewhere.guard([&] { bounded = name.starts_with("ddt(rho,") && fv::ddtScheme(context, name).bounded; });
    return bounded;
  });
  if (takesRate) own.push_back("ddt(rho)");
  return own;
}

void addTurbulence(const physics::TurbulenceModel* turbulence, Outputs& outputs) {
  if (!turbulence) return;
  const auto fields = turbulence->fields();
  outputs.scalars.insert(outputs.scalars.end(), fields.begin(), fields.end());
}

void addEddyViscosity(const physics::TurbulenceModel& turbulence, const fv::VolScalarField* rho, fv::VolScalarField& viscosity) {
  const auto add = [](const std::vector<double>& nut, const double* rho, std::vector<double>& viscosity) {
    kernel::parallelFor(
        {"eddy viscosity", rho ? 32.0 : 24.0}, static_cast<Label>(nut.size()),
        [rho, nut = kernel::View(nut), to = kernel::View(viscosity)](Label i) { to[i] += rho ? rho[i] * nut[i] : nut[i]; });
  };
  const auto& nut = turbulence.nut();
  add(nut.cells(), rho ? rho->cells().data() : nullptr, viscosity.cells());
  add(nut.boundary(), rho ? rho->boundary().data() : nullptr, viscosity.boundary());
}

}  // namespace eagre::solvers
