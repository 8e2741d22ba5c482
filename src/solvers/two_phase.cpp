// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/two_phase.hpp"

#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "fv/fields/jump_condition.hpp"
#include "fv/time/density_rate.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/laminar/viscoelastic.hpp"
#include "physics/motion/mesh_motion.hpp"
#include "solvers/turbulence.hpp"
#include "solvers/uniform_value.hpp"
#include "solvers/waves.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

namespace {
constexpr Dimensions dimLength{{0, 1}};
const char* const stressScheme = "div(((rho*nuEff)*dev2(T(grad(U)))))";
}  // namespace

TwoPhaseFlow::TwoPhaseFlow(CaseSource& source, fv::Context& context, const std::string& nameOfRAU, bool changesPhase)
    : context_(context),
      mixture_(context, physics::TwoPhaseProperties::read(source.constant("transportProperties"))),
      alpha1_(source.scalar("alpha." + mixture_.properties().phase1, dimless)),
      p_rgh_(source.scalar("p_rgh", dimPressure)),
      U_(source.vector("U", dimVelocity)),
      phi_(source.flux("phi", dimVolumeFlux)),
      alpha2_("alpha." + mixture_.properties().phase2, dimless, context.mesh),
      rho_("rho", dimDensity, context.mesh),
      p_("p", dimPressure, context.mesh),
      muEff_("(rho*nuEff)", Dimensions{{1, -1, -1}}, context.mesh),
      rhoPhi_("rhoPhi", dimMassFlux, context.mesh),
      options_(makeOptions(source, context)),
      rotation_(makeRotation(source, context, *U_)),
      pimple_(PimpleControls::read(context.fvSolution.subDict("PIMPLE"), true, !changesPhase)),
      outerLoop_(context, pimple_.nOuterCorrectors, pimple_.residualControl) {
  if (!pimple_.frozenFlow) stress_.emplace(context, stressScheme);
  for (auto* f : {alpha1_.get(), p_rgh_.get(), &rho_, &p_, &muEff_}) context.registry.add(*f);
  context.registry.add(*U_);
  if (!phi_) {
    phi_ = std::make_unique<fv::SurfaceScalarField>("phi", dimVolumeFlux, context.mesh);
    fv::faceFlux({context, "flux(U)"}, U_->values(), phi_->faces());
  }
  context.registry.add(*phi_);
  if (source.meshMotion()) moving_ = std::make_unique<MovingMesh>(source, context, *U_, *phi_);
  if (source.refinesMesh() && !moving_) faceVelocity_ = std::make_unique<FaceVelocity>(source, context, *U_, *phi_);
  for (auto* f : {&alpha2_, &rho_, &p_, &muEff_}) fv::setCalculatedConditions(*f);
  // The velocity's gradient and, when it is done with, three arrays over faces: the piece that holds either is there at once.
  context.workspace.take<double>(3 * static_cast<std::size_t>(context.mesh.nFaces()));

  const auto complement = [](kernel::Loop loop, const std::vector<double>& alpha1, std::vector<double>& alpha2) {
    parallelFor(loop, static_cast<Label>(alpha2.size()),
                [alpha1 = View(alpha1), alpha2 = View(alpha2)](Label i) { alpha2[i] = 1 - alpha1[i]; });
  };
  complement("alpha2", alpha1_->cells(), alpha2_.cells());
  complement("alpha2: boundary", alpha1_->boundary(), alpha2_.boundary());
  mixture_.correct(alpha1_->values(), alpha2_.values(), *U_, rho_, muEff_);
  context.registry.add(rhoPhi_);
  if (mixture_.viscosities().empty()) {
    context.registry.setNumber("nu1", mixture_.properties().nu1->nu(0));
    context.registry.setNumber("nu2", mixture_.properties().nu2->nu(0));
  }
  const bool everywhere = changesPhase || forceReachesBeyondBand();
  interface_ = std::make_unique<interface_::InterfaceState>(context, *alpha1_, alpha2_, *U_, everywhere);
  const auto& transport = source.constant("transportProperties");
  FaceForces::OfInterface ofInterface{
      interface_::makeSurfaceForce(transport, {context, *interface_, mixture_.properties().sigma}),
      interface_::makeInterfaceGravity(transport, context, *interface_)};
  forces_ = std::make_unique<FaceForces>(std::move(ofInterface), context, rho_, rotation_, nameOfRAU,
                                         fv::DdtCorrection(context, *U_, *phi_, velocityOnFaces()));
  const bool turbulent = selectsTurbulence(source, context.log);
  if (turbulent || !options_.empty() || fv::hasJump(*p_rgh_) || fv::looksFor("nu", *U_, context)) makeNu();
  if (turbulent) turbulence_ = makeTurbulence(source, {context, *U_, *phi_, *nu_, &options_, false, &rho_, &rhoPhi_});

  readGravity(source);
  reference_ = PressureReference::read(*p_rgh_, "p", context.fvSolution.subDict("PIMPLE"), &source);
  pinPressure();
  pressureFromRgh();
  makeWaves(source, context, *U_, *alpha1_);
}

bool TwoPhaseFlow::forceReachesBeyondBand() const {
  return mixture_.properties().sigma != 0 &&
         interface_::correctionReachesBeyondBand(context_, alpha1_->name(), moving_ != nullptr);
}

void TwoPhaseFlow::makeEquations(const std::string& nameOfRAU, const VolumeSource* source) {
  const int readOfU = fv::oldLevelsRead(*U_, context_);
  int n =
      std::max({1, fv::ddtScheme(context_, "ddt(rho,U)").nOldTimes(), fv::ddtScheme(context_, "ddt(U)").nOldTimes(), readOfU});
  if (fv::ddtScheme(context_, "ddt(rho,U)").bounded) n = std::max(n, fv::DensityRate::nOldTimes(context_, rho_.name()));
  if (turbulence_) n = std::max(n, turbulence_->oldLevelsOfDensity());
  const bool asksOnce = n == 1 && pimple_.nOuterCorrectors == 1;
  oldLevels_ = {.ofState = n,
                .ofFlux = asksOnce && !advection_->readsOldFluxes() ? 0 : n,
                .ofU = asksOnce && !pimple_.momentumPredictor && readOfU == 0 ? 0 : n,
                .ofP_rgh = fv::oldLevelsRead(*p_rgh_, context_)};
  reference_.isSetAfterwards = source == nullptr;  // pinPressure() does; with a source the level is that of the source
  UEqn_ = std::make_unique<fv::Equation<Vec3>>(*U_, context_);
  pressure_ = std::make_unique<PressureCorrector>(PressureInputs{.context = context_,
                                                                 .p = *p_rgh_,
                                                                 .U = *U_,
                                                                 .phi = *phi_,
                                                                 .rotation = rotation_,
                                                                 .momentum = *forces_,
                                                                 .source = source,
                                                                 .reference = reference_,
                                                                 .nNonOrthogonalCorrectors = pimple_.nNonOrthogonalCorrectors,
                                                                 .rAU = nameOfRAU,
                                                                 .meshPhi = moving_ ? &moving_->meshPhi() : nullptr});
  if (moving_) moving_->alsoUpdate({&alpha2_, &pressure_->rAU()});
}

/// On a mesh that changes; else null.
const fv::SurfaceVectorField* TwoPhaseFlow::velocityOnFaces() const {
  if (moving_) return &moving_->Uf();
  return faceVelocity_ ? &faceVelocity_->Uf() : nullptr;
}

void TwoPhaseFlow::shiftOldTimes() {
  for (auto* f : {alpha1_.get(), &rho_}) f->shiftOldTimes(oldLevels_.ofState);
  U_->shiftOldTimes(oldLevels_.ofU);
  if (moving_) moving_->startStep(oldLevels_.ofU);
  if (faceVelocity_) faceVelocity_->startStep();
  if (oldLevels_.ofP_rgh > 0) p_rgh_->shiftOldTimes(oldLevels_.ofP_rgh);
  phi_->shiftOldTimes(oldLevels_.ofFlux);
  if (turbulence_) turbulence_->shiftOldTimes();
}

void TwoPhaseFlow::makeNu() {
  nu_ = std::make_unique<fv::VolScalarField>("nu", dimViscosity, context_.mesh);
  fv::setCalculatedConditions(*nu_);
  context_.registry.add(*nu_);
  mixtureViscosity();
}

void TwoPhaseFlow::mixtureViscosity() {
  const auto divide = [](const std::vector<double>& mu, const std::vector<double>& rho, std::vector<double>& nu) {
    parallelFor({"inter: nu", 24}, static_cast<Label>(nu.size()),
                [nu = View(nu), mu = View(mu), rho = View(rho)](Label i) { nu[i] = mu[i] / rho[i]; });
  };
  divide(muEff_.cells(), rho_.cells(), nu_->cells());
  divide(muEff_.boundary(), rho_.boundary(), nu_->boundary());
  if (context_.mesh.overlaps) nu_->updateGhosts();
}

/// g.h = g.x - ghRef, ghRef = (g . |g|/|g|) hRef componentwise as OpenFOAM defines it.
void TwoPhaseFlow::readGravity(CaseSource& source) {
  const Vec3 g = context_.gravity.emplace(source.constant("g").getDimensionedVector("value", dimAcceleration));
  double hRef = 0;
  if (const auto* dict = source.constantIfPresent("hRef")) hRef = dict->getDimensioned("value", dimLength);
  const double magG = mag(g);
  const double ghRef = magG > small ? dot(g, Vec3{std::abs(g.x), std::abs(g.y), std::abs(g.z)} / magG) * hRef : 0;
  context_.ghRef = ghRef;
}

void TwoPhaseFlow::pinPressure() {
  if (!reference_.needed) return;
  const Label c = reference_.cell;
  const double p = c >= 0 ? (*p_rgh_)[c] + rho_[c] * context_.gh(context_.mesh.C[c]) : 0.0;
  const double shift = reference_.value - context_.mesh.communicator().sum(p);
  parallelFor({"p_rgh: reference", 16}, context_.mesh.nAllCells(),
              [p_rgh = View(p_rgh_->cells()), shift](Label i) { p_rgh[i] += shift; });
  for (double& boundary : p_rgh_->boundary()) boundary += shift;
}

void TwoPhaseFlow::pressureFromRgh() {
  const auto& mesh = context_.mesh;
  const auto gh = [g = *context_.gravity, ghRef = *context_.ghRef](const Vec3& x) { return dot(g, x) - ghRef; };
  parallelFor({"p", 48}, mesh.nAllCells(),
              [p = View(p_.cells()), p_rgh = View(p_rgh_->cells()), rho = View(rho_.cells()), C = View(mesh.C), gh](Label c) {
                p[c] = p_rgh[c] + rho[c] * gh(C[c]);
              });
  if (mesh.overlaps) p_.updateGhosts();
  parallelFor("p: boundary", mesh.nBoundaryFaces,
              [p = View(p_.boundary()), p_rgh = View(p_rgh_->boundary()), rho = View(rho_.boundary()), Cf = mesh.faceCentres(),
               first = mesh.nInteriorFaces(), gh](Label b) { p[b] = p_rgh[b] + rho[b] * gh(Cf(first + b)); });
}

Outputs TwoPhaseFlow::flowOutputs() const {
  Outputs outputs{{alpha1_.get(), p_rgh_.get(), &p_}, {U_.get()}, {phi_.get()}};
  for (const auto* nu : mixture_.viscosities()) outputs.scalars.push_back(nu);
  addTurbulence(turbulence_.get(), outputs);
  outputs.states = options_.states();
  addWaves(context_, outputs);
  if (moving_) moving_->addTo(outputs);
  return outputs;
}

void TwoPhaseFlow::solveMomentum(bool finalIteration) {
  rotation_.addTo(*UEqn_, &rho_);
  if (!options_.empty()) options_.addTo(*UEqn_, {&rho_, *nu_});
  UEqn_->relax(finalIteration);
  options_.constrain(*UEqn_);
  stress_->release();
  forces_->update();
  if (!pimple_.momentumPredictor) return;
  const auto force = forces_->onCells(*p_rgh_);
  UEqn_->solve(finalIteration ? "UFinal" : "U", std::span(force).first(static_cast<std::size_t>(context_.mesh.nCells)));
  options_.correct(*U_);
}

void TwoPhaseFlow::completeCorrector() {
  options_.correct(*U_);
  pinPressure();
}

void TwoPhaseFlow::releaseEquations() {
  UEqn_->release();
  pressure_->end();
  forces_->release();
}

std::string TwoPhaseFlow::checkPhases(CaseSource& source, fv::Context& context, bool phaseChange, Problems& problems,
                                      const char* advection) {
  const auto& transport = source.constant("transportProperties");
  std::string alpha = "alpha." + physics::TwoPhaseProperties::read(transport).phase1;
  source.expectScalar(alpha, dimless);
  interface_::checkAdvection(context, alpha, phaseChange, problems, advection);
  interface_::InterfaceState::check(context, problems);
  interface_::checkSurfaceForce(transport, context, {alpha, advection}, problems);
  return alpha;
}

std::vector<std::string> TwoPhaseFlow::timeSchemes(CaseSource& source, const fv::Context& context) {
  return solvers::timeSchemes(source, context, {"ddt(U)", "ddt(rho,U)", "ddt(alpha)"});
}

void TwoPhaseFlow::checkFlow(CaseSource& source, fv::Context& context, const std::string& nameOfRAU, bool changesPhase,
                             Problems& problems) {
  problems.guard([&] {
    requireDimensions(source.constant("g"), dimAcceleration);
    source.constant("g").getDimensionedVector("value", dimAcceleration);
  });
  problems.guard([&] {
    if (const auto* hRef = source.constantIfPresent("hRef")) requireDimensions(*hRef, dimLength);
  });
  source.expectScalar("p_rgh", dimPressure);
  source.expectVector("U", dimVelocity);
  bool frozenFlow = false;
  problems.guard([&] {
    const auto pimple = PimpleControls::read(context.fvSolution.subDict("PIMPLE"), true, !changesPhase);
    checkOuterSolvers(context.fvSolution, pimple);
    frozenFlow = pimple.frozenFlow;
    if (const auto& controls = context.fvSolution.subDict("PIMPLE"); pimple.consistent)
      controls.warn(controls.at("consistent").place, "`consistent yes` has no effect with two fluids, as in OpenFOAM");
  });
  problems.guard([&] { physics::requireStokes(source.constantIfPresent("turbulenceProperties")); });
  checkTurbulence(source, context, {.outerCorrectors = true, .twoFluids = true}, problems);
  checkOptions(source, context, !frozenFlow, problems);
  checkWaves(source, problems, context.log);
  fv::checkScheme<Vec3>(context, "ddtSchemes", "ddt(rho,U)", problems);
  if (std::ranges::count(timeSchemes(source, context), "ddt(rho)"))
    fv::checkScheme<double>(context, "ddtSchemes", "ddt(rho)", problems);
  if (frozenFlow) return;  // there is no momentum equation
  fv::checkScheme<Vec3>(context, "divSchemes", "div(rhoPhi,U)", problems);
  physics::NewtonianStress::check(context, stressScheme, problems);
  fv::checkScheme<Vec3>(context, "laplacianSchemes", "laplacian((rho*nuEff),U)", problems);
  fv::checkScheme<double>(context, "laplacianSchemes", "laplacian(rAUf,p_rgh)", problems);
  fv::checkScheme<Vec3>(context, "gradSchemes", "grad(U)", problems);
  FaceForces::check(context, nameOfRAU, problems);
}

}  // namespace eagre::solvers
