// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/piso.hpp"

#include <fmt/format.h>

#include "comm/profile.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "solvers/turbulence.hpp"

namespace eagre::solvers {

namespace {
/// Schemes of the viscous stress, as OpenFOAM names them after the viscosity: div((nuEff*dev2(T(grad(U))))).
std::string stressScheme(bool elastic) { return fmt::format("div(({}*dev2(T(grad(U)))))", elastic ? "nu" : "nuEff"); }
std::string laplacianScheme(bool elastic) { return fmt::format("laplacian({},U)", elastic ? "(nu+nuM)" : "nuEff"); }

std::unique_ptr<physics::ViscoelasticStress> makeElastic(CaseSource& source, fv::Context& context, const fv::VolVectorField& U,
                                                         const fv::SurfaceScalarField& phi) {
  auto settings = physics::viscoelasticSettings(source.constantIfPresent("turbulenceProperties"));
  if (!settings) return nullptr;
  return std::make_unique<physics::ViscoelasticStress>(
      std::move(*settings), context, U, phi,
      physics::ViscoelasticStress::Fields{
          [&](const std::string& name, const Dimensions& dimensions) { return source.symmTensor(name, dimensions); },
          [&](const std::string& name) { return source.has(name); }});
}
}  // namespace

Piso::Piso(CaseSource& source, fv::Context& context, Algorithm algorithm)
    : PisoLoop(source, context, algorithm),
      isSteady_(algorithm == Algorithm::simple),
      options_(makeOptions(source, context)),
      transport_(context, source.constant("transportProperties")),
      elastic_(makeElastic(source, context, *U_, *phi_)),
      nuEff_(elastic_ ? "(nu+nuM)" : "nuEff", dimViscosity, context.mesh),
      stress_(context, stressScheme(elastic_ != nullptr)) {
  rotation_ = makeRotation(source, context);
  if (source.continued()) rotation_.restoreBoundaryVelocity(*U_);
  transport_.start(*U_, source.continued());
  context.registry.add(transport_.nu());
  fv::setCalculatedConditions(nuEff_);
  if (selectsTurbulence(source, context.log))
    turbulence_ = makeTurbulence(source, {context, *U_, *phi_, transport_.nu(), &options_});
}

Outputs Piso::outputs() const {
  Outputs outputs = PisoLoop::outputs();
  if (!transport_.constant()) outputs.scalars.push_back(&transport_.nu());
  addTurbulence(turbulence_.get(), outputs);
  if (elastic_) outputs.symmTensors = elastic_->fields();
  const auto states = options_.states();
  outputs.states.insert(outputs.states.end(), states.begin(), states.end());
  return outputs;
}

void Piso::startStep() {
  if (turbulence_) turbulence_->shiftOldTimes();
  if (elastic_) elastic_->shiftOldTimes();
}

//   dU/dt + div(phi U) - div(nuEff grad U) - div(nuEff dev2(grad U)^T) = fvOptions,   nuEff = nu + nut
// steady flow without dU/dt, with an elastic stress
//   dU/dt + div(phi U) - div((nu + nuM) grad U) - div(nu dev2(grad U)^T) + div(sigma) + div(nuM grad U) = fvOptions
void Piso::assembleMomentum(fv::Equation<Vec3>& UEqn, bool finalIteration) {
  nuEff_.values() = transport_.nu().values();
  if (turbulence_) addEddyViscosity(*turbulence_, nullptr, nuEff_);
  if (elastic_)
    for (auto* values : {&nuEff_.cells(), &nuEff_.boundary()})
      for (double& nu : *values) nu += elastic_->nuM();
  const auto& viscous = elastic_ ? transport_.nu().values() : nuEff_.values();  // what the transposed gradient is multiplied by
  if (nuEff_.mesh().overlaps) nuEff_.updateGhosts();
  rotation_.correctBoundaryVelocity(*U_);
  stress_.correct(*U_);
  const auto convection = fv::fvm::div(*phi_, *U_, stress_.gradU());
  const auto diffusion = fv::fvm::laplacian(nuEff_, *U_, {}, stress_.gradU());
  const auto transposed = stress_.transposed(viscous, *U_);
  if (isSteady_)
    UEqn = convection - diffusion - transposed;
  else
    UEqn = fv::fvm::ddt(*U_) + convection - diffusion - transposed;
  stress_.addBehindOverlaps(viscous, UEqn.source());
  if (turbulence_) turbulence_->addStress(UEqn, nullptr);
  if (elastic_) elastic_->addTo(UEqn, stress_.cells(), stress_.boundary());
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
  if (elastic_) elastic_->correct(finalIteration);
}

void Piso::check(CaseSource& source, fv::Context& context, Algorithm algorithm, Problems& problems) {
  problems.guard([&] { physics::makeViscosityModel(source.constant("transportProperties")); });
  checkLoop(source, context, algorithm, problems);
  checkTurbulence(source, context, {.outerCorrectors = algorithm == Algorithm::pimple, .twoFluids = false}, problems);
  checkOptions(source, context, false, problems);
  const bool elastic = physics::checkViscoelastic(
      source.constantIfPresent("turbulenceProperties"), context, algorithm == Algorithm::pimple,
      [&](const std::string& name, const Dimensions& dimensions) { source.expectSymmTensor(name, dimensions); }, problems);
  physics::NewtonianStress::check(context, stressScheme(elastic), problems);
  fv::checkScheme<Vec3>(context, "laplacianSchemes", laplacianScheme(elastic), problems);
  fv::checkScheme<Vec3>(context, "gradSchemes", "grad(U)", problems);
}

}  // namespace eagre::solvers
