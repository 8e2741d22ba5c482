// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/ico.hpp"

#include <fmt/format.h>

#include "fv/equation/terms.hpp"

namespace eagre::solvers {

Ico::Ico(CaseSource& source, fv::Context& context)
    : PisoLoop(source, context, Algorithm::piso), nu_(source.constant("transportProperties").getDimensioned("nu", dimViscosity)) {
  context.registry.setNumber("nu", nu_);
}

//   dU/dt + div(phi U) - div(nu grad U)
void Ico::assembleMomentum(fv::Equation<Vec3>& UEqn, bool /*finalIteration*/) {
  UEqn = fv::fvm::ddt(*U_) + fv::fvm::div(*phi_, *U_) - fv::fvm::laplacian(nu_, *U_, "laplacian(nu,U)");
}

void Ico::check(CaseSource& source, fv::Context& context, Problems& problems) {
  if (source.constantIfPresent("fvOptions") || source.systemIfPresent("fvOptions"))
    context.log.warnOnce("icoFoam takes no fvOptions, as OpenFOAM's; pisoFoam does");
  problems.guard([&] {
    const auto& transport = source.constant("transportProperties");
    if (const double nu = transport.getDimensioned("nu", dimViscosity); nu < 0)
      throw Error(transport.at("nu").place, fmt::format("nu is {:g}; a viscosity is not negative", nu));
  });
  checkLoop(source, context, Algorithm::piso, problems);
  fv::checkScheme<Vec3>(context, "laplacianSchemes", "laplacian(nu,U)", problems);
}

}  // namespace eagre::solvers
