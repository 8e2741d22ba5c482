// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/non_newtonian_ico.hpp"

#include "fv/equation/terms.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::solvers {

using kernel::View;

NonNewtonianIco::NonNewtonianIco(CaseSource& source, fv::Context& context)
    : PisoLoop(source, context, Algorithm::piso),
      transport_(context, source.constant("transportProperties")),
      gradientOfU_(fv::makeGradientScheme<Vec3>(context, "grad(U)")),
      gradientOfNu_(fv::makeGradientScheme<double>(context, "grad(nu)")) {
  transport_.start(*U_, source.continued());
  context.registry.add(transport_.nu());
}

Outputs NonNewtonianIco::outputs() const {
  Outputs outputs = PisoLoop::outputs();
  if (!transport_.constant()) outputs.scalars.push_back(&transport_.nu());
  return outputs;
}

//   dU/dt + div(phi U) - div(nu grad U) = (grad U) . (grad nu),   nu of the velocity at the start of the step
void NonNewtonianIco::assembleMomentum(fv::Equation<Vec3>& UEqn, bool /*finalIteration*/) {
  UEqn = fv::fvm::ddt(*U_) + fv::fvm::div(*phi_, *U_) - fv::fvm::laplacian(transport_.nu(), *U_);
  if (transport_.constant()) return;
  gradientOfU_->ownedCells(*U_, gradU_);
  gradientOfNu_->ownedCells(transport_.nu(), gradNu_);
  kernel::parallelFor({"viscosity's gradient in the stress", 152}, context_.mesh.nCells,
                      [V = View(context_.mesh.V), gradU = View(gradU_), gradNu = View(gradNu_),
                       source = View(UEqn.source())](Label c) { source[c] += V[c] * dot(gradU[c], gradNu[c]); });
}

void NonNewtonianIco::check(CaseSource& source, fv::Context& context, Problems& problems) {
  if (source.constantIfPresent("fvOptions") || source.systemIfPresent("fvOptions"))
    context.log.warnOnce("nonNewtonianIcoFoam takes no fvOptions, as OpenFOAM's; pisoFoam does");
  problems.guard([&] { physics::makeViscosityModel(source.constant("transportProperties")); });
  checkLoop(source, context, Algorithm::piso, problems);
  fv::checkScheme<Vec3>(context, "laplacianSchemes", "laplacian(nu,U)", problems);
  fv::checkScheme<Vec3>(context, "gradSchemes", "grad(U)", problems);
  fv::checkScheme<double>(context, "gradSchemes", "grad(nu)", problems);
}

}  // namespace eagre::solvers
