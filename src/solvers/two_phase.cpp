// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/two_phase.hpp"

#include <fmt/format.h>

#include "fv/jump_condition.hpp"
#include "fv/terms.hpp"
#include "kernel/parallel_for.hpp"
#include "solvers/turbulence.hpp"
#include "solvers/uniform_value.hpp"
#include "solvers/waves.hpp"

namespace eagre::solvers {

namespace {
constexpr Dimensions dimLength{{0, 1}};
}  // namespace

using kernel::parallelFor;

namespace {
const char* const stressScheme = "div(((rho*nuEff)*dev2(T(grad(U)))))";

/// Face forces per area over (1/A)_f, from their flux `force` and that of the pressure.
double perArea(double force, double flux, double rAUf, double magSf) { return (force - flux) * (1 / (rAUf * magSf)); }

std::string nameOfRhoRAU(const std::string& rAU) { return "interpolate((rho*" + rAU + "))"; }
}  // namespace

TwoPhaseFlow::TwoPhaseFlow(CaseSource& source, fv::Context& context, const std::string& nameOfRAU)
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
      rAU_(nameOfRAU, Dimensions{{-1, 3, 1}}, context.mesh),
      rhoPhi_("rhoPhi", dimMassFlux, context.mesh),
      rAUf_("rAUf", rAU_.dimensions(), context.mesh),
      options_(makeOptions(source, context)),
      rotation_(makeRotation(source, context)),
      stress_(context, stressScheme),
      pimple_(PimpleControls::read(context.fvSolution.subDict("PIMPLE"), true)),
      outerLoop_(context, pimple_.nOuterCorrectors, pimple_.residualControl),
      rhoRAUWeights_(context, nameOfRhoRAU(nameOfRAU)),
      HbyAWeights_(context, "flux(HbyA)"),
      solved_(context.mesh),
      reconstruct_(context.mesh) {
  const auto& mesh = context.mesh;
  for (auto* f : {alpha1_.get(), p_rgh_.get(), &rho_, &p_, &muEff_}) context.registry.add(*f);
  context.registry.add(*U_);
  if (!phi_) {
    phi_ = std::make_unique<fv::SurfaceScalarField>("phi", dimVolumeFlux, mesh);
    fv::faceFlux({context, "flux(U)"}, U_->values(), phi_->faces());
  }
  context.registry.add(*phi_);
  for (auto* f : {&alpha2_, &rho_, &p_, &muEff_, &rAU_}) fv::setCalculatedConditions(*f);
  HbyA_.cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
  stress_.lend(3 * static_cast<std::size_t>(mesh.nFaces()));  // its memory at once in full size

  parallelFor("alpha2", mesh.nAllCells(), [&](Label c) { alpha2_[c] = 1 - (*alpha1_)[c]; });
  parallelFor("alpha2: boundary", mesh.nBoundaryFaces, [&](Label b) { alpha2_.boundary()[b] = 1 - alpha1_->boundary()[b]; });
  mixture_.correct(alpha1_->values(), alpha2_.values(), *U_, rho_, muEff_);
  context.registry.add(rhoPhi_);
  if (mixture_.viscosities().empty()) {
    context.registry.setNumber("nu1", mixture_.properties().nu1->nu(0));
    context.registry.setNumber("nu2", mixture_.properties().nu2->nu(0));
  }
  interface_ = std::make_unique<interface_::InterfaceState>(context, *alpha1_, alpha2_, *U_);
  surfaceForce_ =
      interface_::makeSurfaceForce(source.constant("transportProperties"), {context, *interface_, mixture_.properties().sigma});
  const bool turbulent = selectsTurbulence(source, context.log);
  if (turbulent || !options_.empty() || fv::hasJump(*p_rgh_)) makeNu();
  if (turbulent) turbulence_ = makeTurbulence(source, {context, *U_, *phi_, *nu_, &options_, false, &rho_, &rhoPhi_});

  readGravity(source);
  reference_ = PressureReference::read(*p_rgh_, "p", context.fvSolution.subDict("PIMPLE"));
  pinPressure();
  pressureFromRgh();
  makeWaves(source, context, *U_, *alpha1_);
}

void TwoPhaseFlow::makeEquations() {
  const int readOfU = fv::oldLevelsRead(*U_, context_);
  oldTimes_ =
      std::max({1, fv::ddtScheme(context_, "ddt(rho,U)").nOldTimes(), fv::ddtScheme(context_, "ddt(U)").nOldTimes(), readOfU});
  if (turbulence_) oldTimes_ = std::max(oldTimes_, turbulence_->oldLevelsOfDensity());
  const bool asksOnce = oldTimes_ == 1 && pimple_.nOuterCorrectors == 1;
  oldPhi_ = asksOnce && !advection_->readsOldFluxes() ? 0 : oldTimes_;
  oldU_ = asksOnce && !pimple_.momentumPredictor && readOfU == 0 ? 0 : oldTimes_;
  oldP_rgh_ = fv::oldLevelsRead(*p_rgh_, context_);
  ddtCorrection_ = std::make_unique<fv::DdtCorrection>(context_, *U_, *phi_);
  UEqn_ = std::make_unique<fv::Equation<Vec3>>(*U_, context_);
  p_rghEqn_ = std::make_unique<fv::Equation<double>>(*p_rgh_, context_);
}

void TwoPhaseFlow::shiftOldTimes() {
  for (auto* f : {alpha1_.get(), &rho_}) f->shiftOldTimes(oldTimes_);
  U_->shiftOldTimes(oldU_);
  if (oldP_rgh_ > 0) p_rgh_->shiftOldTimes(oldP_rgh_);
  phi_->shiftOldTimes(oldPhi_);
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
    parallelFor({"inter: nu", 24}, static_cast<Label>(nu.size()), [&](Label i) { nu[i] = mu[i] / rho[i]; });
  };
  divide(muEff_.cells(), rho_.cells(), nu_->cells());
  divide(muEff_.boundary(), rho_.boundary(), nu_->boundary());
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
  parallelFor({"p_rgh: reference", 16}, context_.mesh.nAllCells(), [&](Label i) { (*p_rgh_)[i] += shift; });
  for (double& boundary : p_rgh_->boundary()) boundary += shift;
}

void TwoPhaseFlow::pressureFromRgh() {
  const auto& mesh = context_.mesh;
  parallelFor({"p", 48}, mesh.nAllCells(),
              [&, C = mesh.C.data()](Label c) { p_[c] = (*p_rgh_)[c] + rho_[c] * context_.gh(C[c]); });
  parallelFor("p: boundary", mesh.nBoundaryFaces, [&, Cf = mesh.faceCentres()](Label b) {
    p_.boundary()[b] = p_rgh_->boundary()[b] + rho_.boundary()[b] * context_.gh(Cf(mesh.nInteriorFaces() + b));
  });
}

Outputs TwoPhaseFlow::flowOutputs() const {
  Outputs outputs{{alpha1_.get(), p_rgh_.get(), &p_}, {U_.get()}, {phi_.get()}};
  for (const auto* nu : mixture_.viscosities()) outputs.scalars.push_back(nu);
  addTurbulence(turbulence_.get(), outputs);
  outputs.states = options_.states();
  addWaves(context_, outputs);
  return outputs;
}

void TwoPhaseFlow::releaseEquations() {
  UEqn_->release();
  p_rghEqn_->release();
}

/// force_ = sigma K snGrad(alpha) - g.h snGrad(rho) [N/m^3] on faces.
void TwoPhaseFlow::faceForces() {
  (*surfaceForce_)(force_);
  fv::fvc::snGrad(context_, rho_, "snGrad(rho)", faceWork_);
  const auto& mesh = context_.mesh;
  const double* snGrad = faceWork_.data();
  double* force = force_.data();
  const double ghRef = *context_.ghRef;
  parallelFor({"inter: face forces", 8}, mesh.nFaces(), [=, g = *context_.gravity, Cf = mesh.faceCentres()](Label f) {
    if (snGrad[f] != 0) force[f] -= (dot(g, Cf(f)) - ghRef) * snGrad[f];  // in one phase there is none
  });
}

void TwoPhaseFlow::solveMomentum(bool finalIteration) {
  const auto& mesh = context_.mesh;
  rotation_.addTo(*UEqn_, &rho_);
  if (!options_.empty()) options_.addTo(*UEqn_, {&rho_, *nu_});
  UEqn_->relax(finalIteration);
  options_.constrain(*UEqn_);
  const auto nFaces = static_cast<std::size_t>(mesh.nFaces());
  const std::span<double> memory = stress_.lend(3 * nFaces);
  faceWork_ = memory.first(nFaces);
  force_ = memory.subspan(nFaces, nFaces);
  knownFlux_ = memory.last(nFaces);
  faceForces();
  if (pimple_.momentumPredictor) predictVelocity(finalIteration);
  faceCoefficients();
}

/// UEqn_ with the face forces and the pressure of the step before.
void TwoPhaseFlow::predictVelocity(bool finalIteration) {
  const auto& mesh = context_.mesh;
  fv::fvc::snGrad(context_, *p_rgh_, "snGrad(p_rgh)", faceWork_);
  parallelFor("inter: predictor force", mesh.nFaces(),
              [&](Label f) { faceWork_[f] = (force_[f] - faceWork_[f]) * mesh.magSf[f]; });
  cellForce_.resize(static_cast<std::size_t>(mesh.nAllCells()));
  reconstruct_(faceWork_, cellForce_);
  parallelFor("inter: integrated force", mesh.nCells, [&](Label c) { cellForce_[c] *= mesh.V[c]; });
  UEqn_->solve(finalIteration ? "UFinal" : "U", std::span<const Vec3>(cellForce_).first(static_cast<std::size_t>(mesh.nCells)));
  options_.correct(*U_);
}

/// What all correctors of a momentum equation share: rAU = 1/A and (1/A)_f; force_ becomes the flux
/// (1/A)_f |S| force; knownFlux_ = (rho/A)_f ddtCorr, inside with that flux.
void TwoPhaseFlow::faceCoefficients() {
  const auto& mesh = context_.mesh;
  makeRAU(*UEqn_, rAU_);
  fv::interpolate(context_, rAU_, "interpolate(" + rAU_.name() + ")", rAUf_.faces());
  auto& rhorAUf = faceWork_;
  const Label first = mesh.nInteriorFaces();
  fv::eachInteriorFace({"inter: (rho/A)_f", 72 + 16 / fv::facesPerCell(mesh)}, mesh,
                       [=, rhorAUf = rhorAUf.data(), known = knownFlux_.data(), force = force_.data(), rho = rho_.cells().data(),
                        rAU = rAU_.cells().data(), rAUf = rAUf_.faces().data(), weights = rhoRAUWeights_.data(),
                        magSf = mesh.magSf.data()](Label f, Label P, Label N) {
                         const double w = weights[f];
                         rhorAUf[f] = w * rho[P] * rAU[P] + (1 - w) * rho[N] * rAU[N];
                         known[f] = force[f] *= rAUf[f] * magSf[f];
                       });
  parallelFor("inter: (rho/A)_b", mesh.nBoundaryFaces, [&](Label b) {
    rhorAUf[first + b] = rho_.boundary()[b] * rAU_.boundary()[b];
    force_[first + b] *= rAUf_[first + b] * mesh.magSf[first + b];
    knownFlux_[first + b] = 0;
  });
  rotation_.zero(rhorAUf);
  ddtCorrection_->add(rhorAUf, knownFlux_);
}

void TwoPhaseFlow::predictFlux(std::span<double> outflow) {
  const auto& mesh = context_.mesh;
  const Label first = mesh.nInteriorFaces();
  auto& phiHbyA = faceWork_;
  makeHbyA(*UEqn_, rAU_, HbyA_);
  fv::faceFlux(HbyAWeights_, HbyA_, knownFlux_, phiHbyA);
  rotation_.makeRelative(phiHbyA);
  if (reference_.needed) adjustPhi(phiHbyA, *U_);
  parallelFor("inter: boundary forces", first, mesh.nFaces(), [&](Label f) { phiHbyA[f] += force_[f]; });
  constrainPressure(*p_rgh_, *U_, phiHbyA, rAUf_.faces(), rotation_);
  fv::fvc::netOutflow(mesh, phiHbyA, outflow);
}

void TwoPhaseFlow::correctFlux() {
  const auto& mesh = context_.mesh;
  p_rghEqn_->eachFlux({"inter: phi", 56}, [phi = phi_->faces().data(), work = faceWork_.data(), force = force_.data(),
                                           rAUf = rAUf_.faces().data(), magSf = mesh.magSf.data()](Label f, double flux) {
    phi[f] = work[f] - flux;
    work[f] = perArea(force[f], flux, rAUf[f], magSf[f]);
  });
  mesh::synchroniseFlux(mesh, phi_->faces());
}

void TwoPhaseFlow::relaxPressure(double factor, const fv::CellValues<double>& before) {
  const auto& mesh = context_.mesh;
  relaxField(*p_rgh_, before, factor);
  p_rghEqn_->eachFlux({"inter: relaxed force", 40},
                      [work = faceWork_.data(), force = force_.data(), rAUf = rAUf_.faces().data(), magSf = mesh.magSf.data()](
                          Label f, double flux) { work[f] = perArea(force[f], flux, rAUf[f], magSf[f]); });
}

OutflowSums TwoPhaseFlow::correctVelocity() {
  const auto& mesh = context_.mesh;
  const auto Sf = mesh.Sf.view();
  const Vec3* HbyA = HbyA_.cells.data();
  const double *work = faceWork_.data(), *phi = phi_->faces().data(), *rAU = rAU_.cells().data();
  Vec3* U = U_->cells().data();
  const SolvedComponents solved = solved_;
  const double bytes = fv::bytesOfCellFaces(mesh) + 104 + (16 + mesh.Sf.bytes()) * fv::facesPerCell(mesh);
  return reconstruct_.withInverse([&](auto inverse) {
    return fv::sumOverCells<OutflowSums>({"inter: U", bytes}, mesh, [=](Label c, const auto& around) {
      Vec3 force{};
      double outflow = 0;
      around([&](Label f, double sign) {
        force += Sf[f] * work[f];
        outflow += sign * phi[f];
      });
      U[c] = solved(HbyA[c] + rAU[c] * inverse(c, force));
      return OutflowSums{std::abs(outflow), outflow};
    });
  });
}

std::string TwoPhaseFlow::checkPhases(CaseSource& source, fv::Context& context, bool phaseChange, Problems& problems) {
  const auto& transport = source.constant("transportProperties");
  std::string alpha = "alpha." + physics::TwoPhaseProperties::read(transport).phase1;
  source.expectScalar(alpha, dimless);
  interface_::checkAdvection(context, alpha, phaseChange, problems);
  interface_::InterfaceState::check(context, problems);
  interface_::checkSurfaceForce(transport, context, alpha, problems);
  return alpha;
}

void TwoPhaseFlow::checkFlow(CaseSource& source, fv::Context& context, const std::string& nameOfRAU, Problems& problems) {
  problems.guard([&] {
    requireDimensions(source.constant("g"), dimAcceleration);
    source.constant("g").getDimensionedVector("value", dimAcceleration);
  });
  problems.guard([&] {
    if (const auto* hRef = source.constantIfPresent("hRef")) requireDimensions(*hRef, dimLength);
  });
  source.expectScalar("p_rgh", dimPressure);
  source.expectVector("U", dimVelocity);
  problems.guard(
      [&] { checkOuterSolvers(context.fvSolution, PimpleControls::read(context.fvSolution.subDict("PIMPLE"), true)); });
  checkTurbulence(source, context, true, problems);
  checkOptions(source, context, problems);
  checkWaves(source, problems, context.log);
  fv::checkScheme<Vec3>(context, "ddtSchemes", "ddt(rho,U)", problems);
  fv::checkScheme<Vec3>(context, "divSchemes", "div(rhoPhi,U)", problems);
  physics::NewtonianStress::check(context, stressScheme, problems);
  fv::checkScheme<Vec3>(context, "laplacianSchemes", "laplacian((rho*nuEff),U)", problems);
  fv::checkScheme<double>(context, "laplacianSchemes", "laplacian(rAUf,p_rgh)", problems);
  fv::checkScheme<Vec3>(context, "gradSchemes", "grad(U)", problems);
  fv::checkScheme<double>(context, "snGradSchemes", "snGrad(rho)", problems);
  fv::checkScheme<double>(context, "interpolationSchemes", "interpolate(" + nameOfRAU + ")", problems);
  for (const std::string& name : {nameOfRhoRAU(nameOfRAU), std::string("flux(HbyA)")})
    fv::FaceWeights::check(context, "interpolationSchemes", name, problems);
  fv::DdtCorrection::check(context, "U", problems);
}

}  // namespace eagre::solvers
