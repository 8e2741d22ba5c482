// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/piso.hpp"

#include <fmt/format.h>

#include "comm/profile.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "solvers/turbulence.hpp"

namespace eagre::solvers {

using kernel::View;

namespace {
/// Schemes of the viscous stress, as OpenFOAM names them after the viscosity: div((nuEff*dev2(T(grad(U))))).
std::string stressScheme(bool elastic, const std::string& U) {
  return fmt::format("div(({}*dev2(T(grad({})))))", elastic ? "nu" : "nuEff", U);
}
std::string laplacianScheme(bool elastic, const std::string& U) {
  return fmt::format("laplacian({},{})", elastic ? "(nu+nuM)" : "nuEff", U);
}

/// What the frame adds to the momentum, on the right-hand side: -2 Omega x Urel - Omega x (Omega x r).
void addFrame(const fv::RotatingFrame& frame, fv::Equation<Vec3>& UEqn) {
  const auto& U = UEqn.psi();
  kernel::parallelFor(
      {"rotating frame", 92}, U.mesh().nCells,
      [frame, V = View(U.mesh().V), C = View(U.mesh().C), U = View(U.cells()), source = View(UEqn.source())](Label c) {
        source[c] -= V[c] * (2.0 * cross(frame.Omega, U[c]) + cross(frame.Omega, frame.velocity(C[c])));
      });
}

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
      isSteady_(isSteady(algorithm)),
      options_(makeOptions(source, context)),
      transport_(context, source.constant("transportProperties")),
      elastic_(makeElastic(source, context, *U_, *phi_)),
      nuEff_(elastic_ ? "(nu+nuM)" : "nuEff", dimViscosity, context.mesh),
      stress_(context, stressScheme(elastic_ != nullptr, U_->name()), fmt::format("grad({})", U_->name())) {
  rotation_ = frame_ ? physics::RotatingZones(nullptr, context) : makeRotation(source, context, *U_);
  if (frame_) makeAbsolute();
  transport_.start(absoluteU_ ? *absoluteU_ : *U_, source.continued());
  context.registry.add(transport_.nu());
  fv::setCalculatedConditions(nuEff_);
  if (selectsTurbulence(source, context.log))
    turbulence_ = makeTurbulence(source, {context, absoluteU_ ? *absoluteU_ : *U_, *phi_, transport_.nu(), &options_});
}

Outputs Piso::outputs() const {
  Outputs outputs = PisoLoop::outputs();
  if (absoluteU_) outputs.vectors.push_back(absoluteU_.get());
  if (!transport_.constant()) outputs.scalars.push_back(&transport_.nu());
  addTurbulence(turbulence_.get(), outputs);
  if (elastic_) outputs.symmTensors = elastic_->fields();
  const auto states = options_.states();
  outputs.states.insert(outputs.states.end(), states.begin(), states.end());
  return outputs;
}

void Piso::makeAbsolute() {
  const auto& mesh = context_.mesh;
  if (!absoluteU_) {
    absoluteU_ = std::make_unique<fv::VolVectorField>("U", dimVelocity, mesh);
    fv::setCalculatedConditions(*absoluteU_);
    context_.registry.add(*absoluteU_);
  }
  kernel::parallelFor({"absolute velocity", 72}, mesh.nCells,
                      [frame = *frame_, U = View(absoluteU_->cells()), Urel = View(U_->cells()), C = View(mesh.C)](Label c) {
                        U[c] = Urel[c] + frame.velocity(C[c]);
                      });
  kernel::parallelFor(
      "absolute velocity, boundary", mesh.nBoundaryFaces,
      [frame = *frame_, U = View(absoluteU_->boundary()), Urel = View(U_->boundary()), Cf = View(mesh.Cf),
       first = mesh.nInteriorFaces() - mesh.firstCf](Label b) { U[b] = Urel[b] + frame.velocity(Cf[first + b]); });
  absoluteU_->updateGhosts();
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
  if (frame_) addFrame(*frame_, UEqn);
  options_.addTo(UEqn, {nullptr, transport_.nu()});
  UEqn.relax(finalIteration);
  for (const auto& zone : porousZones_) zone->addTo(UEqn, {nullptr, transport_.nu()});
  beforeConstraints();
  options_.constrain(UEqn);
  stress_.release();
}

void Piso::correctTurbulence(bool finalIteration) {
  const comm::Phase phase(context_.mesh.communicator(), "turbulence");
  if (frame_) makeAbsolute();
  transport_.correct(absoluteU_ ? *absoluteU_ : *U_);
  if (turbulence_) turbulence_->correct(finalIteration);
  if (elastic_) elastic_->correct(finalIteration);
}

void Piso::check(CaseSource& source, fv::Context& context, Algorithm algorithm, Problems& problems) {
  problems.guard([&] { physics::makeViscosityModel(source.constant("transportProperties")); });
  checkLoop(source, context, algorithm, problems);
  checkTurbulence(source, context, {.outerCorrectors = isPimple(algorithm), .twoFluids = false}, problems);
  checkOptions(source, context, false, problems);
  const bool elastic = physics::checkViscoelastic(
      source.constantIfPresent("turbulenceProperties"), context, isPimple(algorithm),
      [&](const std::string& name, const Dimensions& dimensions) { source.expectSymmTensor(name, dimensions); }, problems);
  const std::string U = velocityOf(algorithm);
  physics::NewtonianStress::check(context, stressScheme(elastic, U), problems);
  fv::checkScheme<Vec3>(context, "laplacianSchemes", laplacianScheme(elastic, U), problems);
  fv::checkScheme<Vec3>(context, "gradSchemes", fmt::format("grad({})", U), problems);
}

}  // namespace eagre::solvers
