// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/piso.hpp"

#include "comm/profile.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "solvers/turbulence.hpp"

namespace eagre::solvers {

namespace {
const char* const stressScheme = "div((nuEff*dev2(T(grad(U)))))";
}  // namespace

Piso::Piso(CaseSource& source, fv::Context& context, Algorithm algorithm)
    : PisoLoop(source, context, algorithm),
      options_(makeOptions(source, context)),
      transport_(context, source.constant("transportProperties")),
      nuEff_("nuEff", dimViscosity, context.mesh),
      stress_(context, stressScheme) {
  rotation_ = makeRotation(source, context);
  transport_.correct(*U_);
  context.registry.add(transport_.nu());
  fv::setCalculatedConditions(nuEff_);
  if (selectsTurbulence(source, context.log))
    turbulence_ = makeTurbulence(source, {context, *U_, *phi_, transport_.nu(), &options_});
}

Outputs Piso::outputs() const {
  Outputs outputs = PisoLoop::outputs();
  if (!transport_.constant()) outputs.scalars.push_back(&transport_.nu());
  addTurbulence(turbulence_.get(), outputs);
  const auto states = options_.states();
  outputs.states.insert(outputs.states.end(), states.begin(), states.end());
  return outputs;
}

void Piso::startStep() {
  if (turbulence_) turbulence_->shiftOldTimes();
}

//   dU/dt + div(phi U) - div(nuEff grad U) - div(nuEff dev2(grad U)^T) = fvOptions,   nuEff = nu + nut
void Piso::assembleMomentum(fv::Equation<Vec3>& UEqn, bool finalIteration) {
  nuEff_.values() = transport_.nu().values();
  if (turbulence_) addEddyViscosity(*turbulence_, nullptr, nuEff_);
  if (nuEff_.mesh().overlaps) nuEff_.updateGhosts();
  rotation_.correctBoundaryVelocity(*U_);
  stress_.correct(*U_);
  UEqn = fv::fvm::ddt(*U_) + fv::fvm::div(*phi_, *U_, stress_.gradU()) - fv::fvm::laplacian(nuEff_, *U_, {}, stress_.gradU()) -
         stress_.transposed(nuEff_.values(), *U_);
  stress_.addBehindOverlaps(nuEff_.values(), UEqn.source());
  rotation_.addTo(UEqn, nullptr);
  options_.addTo(UEqn, {nullptr, transport_.nu()});
  UEqn.relax(finalIteration);
  options_.constrain(UEqn);
  stress_.release();
}

void Piso::correctTurbulence(bool finalIteration) {
  const comm::Phase phase(context_.mesh.communicator(), "turbulence");
  transport_.correct(*U_);
  if (turbulence_) turbulence_->correct(finalIteration);
}

void Piso::check(CaseSource& source, fv::Context& context, Algorithm algorithm, Problems& problems) {
  problems.guard([&] { physics::makeViscosityModel(source.constant("transportProperties")); });
  checkLoop(source, context, algorithm, problems);
  checkTurbulence(source, context, algorithm == Algorithm::pimple, problems);
  checkOptions(source, context, problems);
  physics::NewtonianStress::check(context, stressScheme, problems);
  fv::checkScheme<Vec3>(context, "laplacianSchemes", "laplacian(nuEff,U)", problems);
  fv::checkScheme<Vec3>(context, "gradSchemes", "grad(U)", problems);
}

}  // namespace eagre::solvers
