// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/inter.hpp"

#include <fmt/format.h>

#include "comm/profile.hpp"
#include "fv/terms.hpp"
#include "kernel/parallel_for.hpp"
#include "solvers/turbulence.hpp"
#include "solvers/waves.hpp"

namespace eagre::solvers {

using kernel::parallelFor;

namespace {
const char* const stressScheme = "div(((rho*nuEff)*dev2(T(grad(U)))))";

void requireStaticMesh(CaseSource& source) {
  const auto* dict = source.constantIfPresent("dynamicMeshDict");
  if (!dict || !dict->has("dynamicFvMesh")) return;
  const std::string type = dict->get<std::string>("dynamicFvMesh");
  if (type != "staticFvMesh")
    throw Error(dict->at("dynamicFvMesh").place,
                fmt::format("dynamicFvMesh '{}': moving and refining meshes are not supported; staticFvMesh is", type));
}
}  // namespace

Inter::Inter(CaseSource& source, fv::Context& context)
    : context_(context),
      mixture_(context, physics::TwoPhaseProperties::read(source.constant("transportProperties"))),
      alpha1_(source.scalar("alpha." + mixture_.properties().phase1, dimless)),
      p_rgh_(source.scalar("p_rgh", dimPressure)),
      U_(source.vector("U", dimVelocity)),
      phi_(source.flux("phi", dimVolumeFlux)),
      alphaPhi_(source.flux("alphaPhi0." + mixture_.properties().phase1, dimVolumeFlux)),
      alpha2_("alpha." + mixture_.properties().phase2, dimless, context.mesh),
      rho_("rho", dimDensity, context.mesh),
      p_("p", dimPressure, context.mesh),
      muEff_("(rho*nuEff)", Dimensions{{1, -1, -1}}, context.mesh),
      rAU_("rAU", Dimensions{{-1, 3, 1}}, context.mesh),
      rhoPhi_("rhoPhi", dimMassFlux, context.mesh),
      rAUf_("rAUf", rAU_.dimensions(), context.mesh),
      options_(makeOptions(source, context)),
      stress_(context),
      reconstruct_(context.mesh),
      pimple_(PimpleControls::read(context.fvSolution.subDict("PIMPLE"), true)) {
  const auto& mesh = context.mesh;
  const auto& [phase1, phase2, rho1, rho2, sigma, nu1, nu2] = mixture_.properties();
  for (auto* f : {alpha1_.get(), p_rgh_.get(), &rho_, &p_, &muEff_}) context.registry.add(*f);
  context.registry.add(*U_);
  if (!phi_) {
    phi_ = std::make_unique<fv::SurfaceScalarField>("phi", dimVolumeFlux, mesh);
    fv::faceFlux(mesh, U_->values(), phi_->faces());
  }
  context.registry.add(*phi_);
  for (auto* f : {&alpha2_, &rho_, &p_, &muEff_, &rAU_}) fv::setCalculatedConditions(*f);
  HbyA_.cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
  stress_.lend(3 * static_cast<std::size_t>(mesh.nFaces()));  // its memory at once in full size

  parallelFor("alpha2", mesh.nAllCells(), [&](Label c) { alpha2_[c] = 1 - (*alpha1_)[c]; });
  parallelFor("alpha2: boundary", mesh.nBoundaryFaces, [&](Label b) { alpha2_.boundary()[b] = 1 - alpha1_->boundary()[b]; });
  mixture_.correct(alpha1_->values(), alpha2_.values(), *U_, rho_, muEff_);
  fv::interpolateLinear(mesh, rho_.values(), rhoPhi_.faces());
  parallelFor("rhoPhi", mesh.nFaces(), [&](Label f) { rhoPhi_[f] *= (*phi_)[f]; });
  context.registry.add(rhoPhi_);
  interface_ = std::make_unique<interface_::InterfaceProperties>(context, *alpha1_, *U_, sigma);
  const bool turbulent = selectsTurbulence(source, context.log);
  if (turbulent || !options_.empty()) makeViscosity();
  if (turbulent) turbulence_ = makeTurbulence(source, {context_, *U_, *phi_, *nu_, &options_});

  readGravity(source);
  reference_ = PressureReference::read(*p_rgh_, "p", context.fvSolution.subDict("PIMPLE"));
  pinPressure();
  pressureFromRgh();

  const bool alphaPhiWasRead = alphaPhi_ != nullptr;
  if (alphaPhiWasRead) {
    context.log.line("Restarting alpha");
  } else {
    alphaPhi_ = std::make_unique<fv::SurfaceScalarField>("alphaPhi0." + phase1, dimVolumeFlux, mesh);
    fv::interpolateLinear(mesh, alpha1_->values(), alphaPhi_->faces());
    parallelFor("alphaPhi0", mesh.nFaces(), [&](Label f) { (*alphaPhi_)[f] *= (*phi_)[f]; });
  }
  alphaEqn_ = std::make_unique<interface_::AlphaEquation>(context, *alpha1_, alpha2_, *U_, *phi_, *alphaPhi_, *interface_,
                                                          alphaPhiWasRead);
  oldTimes_ = std::max({1, fv::ddtScheme(context, "ddt(rho,U)").nOldTimes(), fv::ddtScheme(context, "ddt(U)").nOldTimes()});
  const bool asksOnce = oldTimes_ == 1 && pimple_.nOuterCorrectors == 1;
  oldPhi_ = asksOnce && !alphaEqn_->readsOldFluxes() ? 0 : oldTimes_;
  oldU_ = asksOnce && !pimple_.momentumPredictor &&
                  std::none_of(U_->conditions().begin(), U_->conditions().end(), [](const auto& c) { return c->readsOld(); })
              ? 0
              : oldTimes_;
  ddtCorrection_ = std::make_unique<fv::DdtCorrection>(context, *U_, *phi_);
  UEqn_ = std::make_unique<fv::Equation<Vec3>>(*U_, context);
  p_rghEqn_ = std::make_unique<fv::Equation<double>>(*p_rgh_, context);
  makeWaves(source, context, *U_, *alpha1_);
  if (!source.continued()) correctInitialFlux();
  if (pimple_.nCorrectors > 0 && !pimple_.frozenFlow) p_rghEqn_->setUpSolver("p_rghFinal");
}

/// nu as a field of its own, which turbulence and options need.
void Inter::makeViscosity() {
  nu_ = std::make_unique<fv::VolScalarField>("nu", dimViscosity, context_.mesh);
  fv::setCalculatedConditions(*nu_);
  context_.registry.add(*nu_);
  mixtureViscosity();
}

/// nu = mu/rho, before anything turbulent is added to mu.
void Inter::mixtureViscosity() {
  const auto divide = [](const std::vector<double>& mu, const std::vector<double>& rho, std::vector<double>& nu) {
    parallelFor({"inter: nu", 24}, static_cast<Label>(nu.size()), [&](Label i) { nu[i] = mu[i] / rho[i]; });
  };
  divide(muEff_.cells(), rho_.cells(), nu_->cells());
  divide(muEff_.boundary(), rho_.boundary(), nu_->boundary());
}

/// g.h = g.x - ghRef, ghRef = (g . |g|/|g|) hRef componentwise as OpenFOAM defines it.
void Inter::readGravity(CaseSource& source) {
  const Vec3 g = source.constant("g").getDimensionedVector("value", dimAcceleration);
  context_.gravity = g;
  double hRef = 0;
  if (const auto* dict = source.constantIfPresent("hRef")) hRef = dict->getDimensioned("value", Dimensions{{0, 1}});
  const double magG = mag(g);
  const double ghRef = magG > small ? dot(g, Vec3{std::abs(g.x), std::abs(g.y), std::abs(g.z)} / magG) * hRef : 0;
  context_.ghRef = ghRef;
}

/// Where no boundary fixes the pressure: shifts p_rgh so that p has its reference value.
void Inter::pinPressure() {
  if (!reference_.needed) return;
  const Label c = reference_.cell;
  const double p = c >= 0 ? (*p_rgh_)[c] + rho_[c] * context_.gh(context_.mesh.C[c]) : 0.0;
  const double shift = reference_.value - context_.mesh.communicator().sum(p);
  parallelFor({"p_rgh: reference", 16}, context_.mesh.nAllCells(), [&](Label i) { (*p_rgh_)[i] += shift; });
  for (double& boundary : p_rgh_->boundary()) boundary += shift;
}

/// p = p_rgh + rho gh
void Inter::pressureFromRgh() {
  const auto& mesh = context_.mesh;
  parallelFor({"p", 48}, mesh.nAllCells(),
              [&, C = mesh.C.data()](Label c) { p_[c] = (*p_rgh_)[c] + rho_[c] * context_.gh(C[c]); });
  parallelFor("p: boundary", mesh.nBoundaryFaces, [&, Cf = mesh.faceCentres()](Label b) {
    p_.boundary()[b] = p_rgh_->boundary()[b] + rho_.boundary()[b] * context_.gh(Cf(mesh.nInteriorFaces() + b));
  });
}

/// Makes the starting flux free of divergence: div(grad pcorr) = div(phi), phi -= grad pcorr . S, with pcorr fixed where p_rgh
/// is.
void Inter::correctInitialFlux() {
  const auto& mesh = context_.mesh;
  fv::VolScalarField pcorr("pcorr", dimPressure, mesh);
  pcorr.conditions().resize(mesh.patches.size());
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    const auto& patch = mesh.patches[p];
    pcorr.conditions()[p] =
        p_rgh_->conditions()[p]->fixesValue()
            ? fv::makeFixedValue<double>(patch, std::vector<double>(static_cast<std::size_t>(patch.size), 0.0))
            : fv::makeZeroGradient<double>(patch);
  }
  pcorr.correctBoundaryConditions();
  const bool reference = fv::needsReference(pcorr);
  if (reference) adjustPhi(phi_->faces(), *U_);
  fv::Equation<double> pcorrEqn(pcorr, context_);
  std::vector<double> divergence(static_cast<std::size_t>(mesh.nCells));
  fv::SurfaceScalarField one("rAUf", dimTime / dimDensity, mesh, 1.0);
  for (int i = 0; i <= pimple_.nNonOrthogonalCorrectors; ++i) {
    const bool last = i == pimple_.nNonOrthogonalCorrectors;
    fv::fvc::div(mesh, phi_->faces(), divergence);
    pcorrEqn = fv::fvm::laplacian(one, pcorr, "laplacian(rAUf,pcorr)") - fv::fvm::Su(divergence, pcorr);
    if (reference) pcorrEqn.setReference(!mesh.cellGlobal.empty() && mesh.cellGlobal.front() == 0 ? 0 : -1, 0.0);
    pcorrEqn.solve(last ? "pcorrFinal" : "pcorr");
    if (last) {
      pcorrEqn.eachFlux({"pcorr: phi", 16}, [phi = phi_->faces().data()](Label f, double flux) { phi[f] -= flux; });
    }
  }
  pcorrEqn.release();
  continuity_.report(context_, outflowSums(mesh, phi_->faces()));
}

CourantNumbers Inter::courant(double deltaT) const {
  return courantNumbers(context_.mesh, phi_->faces(), deltaT, [this](Label c) { return interface_->nearInterface(c); });
}

Outputs Inter::outputs() const {
  Outputs outputs{{alpha1_.get(), p_rgh_.get(), &p_}, {U_.get()}, {phi_.get(), alphaPhi_.get()}};
  addTurbulence(turbulence_.get(), outputs);
  outputs.states = options_.states();
  addWaves(context_, outputs);
  return outputs;
}

// One time step (PIMPLE):
//   repeat nOuterCorrectors times:
//   (1)  d alpha/dt + div(phi alpha) + div(phi_r alpha (1 - alpha)) = 0     AlphaEquation; gives rhoPhi; rho, nu, curvature
//   follow (2)  d(rho U)/dt + div(rhoPhi U) - div(mu grad U) = div(mu dev2(grad U)^T) + fvOptions   [+ forces of (4) if
//   momentumPredictor] repeat nCorrectors times: (3)  HbyA = H/A,   phiHbyA = HbyA_f.S + (rho/A)_f ddtCorr (4)  phiHbyA +=
//   (1/A)_f |S| (sigma K snGrad alpha - g.h snGrad rho) (5)  div((1/A)_f grad p_rgh) = div(phiHbyA) nNonOrthogonalCorrectors + 1
//   times (6)  phi = phiHbyA - (1/A)_f |S| snGrad p_rgh (7)  U = HbyA + 1/A reconstruct of the face forces of (4) and (6) (8)  p
//   = p_rgh + rho g.h (9)  the turbulence model gives nut; mu = rho (nu + nut)
void Inter::step() {
  const auto& [phase1, phase2, rho1, rho2, sigma, nu1, nu2] = mixture_.properties();
  const auto& communicator = context_.mesh.communicator();
  for (auto* f : {alpha1_.get(), &rho_}) f->shiftOldTimes(oldTimes_);
  U_->shiftOldTimes(oldU_);
  phi_->shiftOldTimes(oldPhi_);
  if (alphaEqn_->readsOldFluxes()) alphaPhi_->shiftOldTimes();
  if (turbulence_) turbulence_->shiftOldTimes();
  for (int outer = 1; outer <= pimple_.nOuterCorrectors; ++outer) {
    const bool finalIteration = outer == pimple_.nOuterCorrectors;
    context_.log.line(fmt::format("PIMPLE: iteration {}", outer));
    {
      const comm::Phase phase(communicator, "alpha");
      alphaEqn_->solve(rho1, rho2, finalIteration, rhoPhi_);  // (1)
      mixture_.correct(alpha1_->values(), alpha2_.values(), *U_, rho_, muEff_);
      if (nu_) mixtureViscosity();
      if (turbulence_) addEddyViscosity(*turbulence_, &rho_, muEff_);
      interface_->correct();
    }
    if (pimple_.frozenFlow) continue;
    mesh::synchroniseFlux(context_.mesh, alphaPhi_->faces());
    {
      const comm::Phase phase(communicator, "momentum");
      momentumEquation(finalIteration);
      faceCoefficients();
    }
    {
      const comm::Phase phase(communicator, "pressure");
      for (int corrector = 1; corrector <= pimple_.nCorrectors; ++corrector)
        correctPressure(corrector, finalIteration && corrector == pimple_.nCorrectors);
      release();
      pressureFromRgh();  // (8)
    }
    if (turbulence_ && (finalIteration || !pimple_.turbOnFinalIterOnly)) {
      const comm::Phase phase(communicator, "turbulence");
      turbulence_->correct(finalIteration);  // (9)
    }
  }
  if (!pimple_.frozenFlow) options_.checkAllUsed();
}

/// What nobody needs before the next momentum equation goes back to the workspace.
void Inter::release() {
  UEqn_->release();
  p_rghEqn_->release();
}

/// force_ = sigma K snGrad(alpha) - g.h snGrad(rho) [N/m^3] on faces.
void Inter::faceForces() {
  interface_->surfaceTensionForce(force_);
  fv::fvc::snGrad(context_, rho_, "snGrad(rho)", faceWork_);
  const auto& mesh = context_.mesh;
  const double* snGrad = faceWork_.data();
  double* force = force_.data();
  const double ghRef = *context_.ghRef;
  parallelFor({"inter: face forces", 8}, mesh.nFaces(), [=, g = context_.gravity, Cf = mesh.faceCentres()](Label f) {
    if (snGrad[f] != 0) force[f] -= (dot(g, Cf(f)) - ghRef) * snGrad[f];  // in one phase there is none
  });
}

void Inter::momentumEquation(bool finalIteration) {
  const auto& mesh = context_.mesh;
  updateConditions(*U_, context_);  // the gradient, too, is of the velocities that are prescribed now
  stress_.correct(*U_);
  *UEqn_ = fv::fvm::ddt(rho_, *U_) + fv::fvm::div(rhoPhi_, *U_, stress_.gradU()) -
           fv::fvm::laplacian(muEff_, *U_, "laplacian((rho*nuEff),U)") - stress_.transposed(muEff_.values(), *U_);  // (2)
  if (!options_.empty()) options_.addTo(*UEqn_, {&rho_, *nu_});
  UEqn_->relax(finalIteration);
  options_.constrain(*UEqn_);
  const auto nFaces = static_cast<std::size_t>(mesh.nFaces());
  const std::span<double> memory = stress_.lend(3 * nFaces);
  faceWork_ = memory.first(nFaces);
  force_ = memory.subspan(nFaces, nFaces);
  knownFlux_ = memory.last(nFaces);
  faceForces();
  if (!pimple_.momentumPredictor) return;
  fv::fvc::snGrad(context_, *p_rgh_, "snGrad(p_rgh)", faceWork_);
  parallelFor("inter: predictor force", mesh.nFaces(),
              [&](Label f) { faceWork_[f] = (force_[f] - faceWork_[f]) * mesh.magSf[f]; });
  cellForce_.resize(static_cast<std::size_t>(mesh.nAllCells()));
  reconstruct_(faceWork_, cellForce_);
  parallelFor("inter: integrated force", mesh.nCells, [&](Label c) { cellForce_[c] *= mesh.V[c]; });
  UEqn_->solve(finalIteration ? "UFinal" : "U", std::span<const Vec3>(cellForce_).first(static_cast<std::size_t>(mesh.nCells)));
  options_.correct(*U_);
}

/// What (3) to (5) need of the momentum equation and all its correctors share: rAU = 1/A and (1/A)_f; force_ becomes the flux
/// (1/A)_f |S| force; knownFlux_ = (rho/A)_f ddtCorr, inside with that flux.
void Inter::faceCoefficients() {
  const auto& mesh = context_.mesh;
  makeRAU(*UEqn_, rAU_);
  fv::interpolate(context_, rAU_, "interpolate(rAU)", rAUf_.faces());
  auto& rhorAUf = faceWork_;
  const Label first = mesh.nInteriorFaces();
  fv::eachInteriorFace({"inter: (rho/A)_f", 72 + 16 / fv::facesPerCell(mesh)}, mesh,
                       [=, rhorAUf = rhorAUf.data(), known = knownFlux_.data(), force = force_.data(), rho = rho_.cells().data(),
                        rAU = rAU_.cells().data(), rAUf = rAUf_.faces().data(), weights = mesh.weights.data(),
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
  ddtCorrection_->add(rhorAUf, knownFlux_);
}

void Inter::correctPressure(int corrector, bool finalInner) {
  const auto& mesh = context_.mesh;
  const Label first = mesh.nInteriorFaces();
  auto& phiHbyA = faceWork_;
  makeHbyA(*UEqn_, rAU_, HbyA_);
  fv::faceFlux(mesh, HbyA_, knownFlux_, phiHbyA);  // (3), (4)
  if (reference_.needed) adjustPhi(phiHbyA, *U_);
  parallelFor("inter: boundary forces", first, mesh.nFaces(), [&](Label f) { phiHbyA[f] += force_[f]; });
  constrainPressure(*p_rgh_, *U_, phiHbyA, rAUf_.faces());

  auto outflow = context_.workspace.take(static_cast<std::size_t>(mesh.nCells));
  fv::fvc::netOutflow(mesh, phiHbyA, outflow);
  const auto laplacian = fv::fvm::laplacian(rAUf_, *p_rgh_);
  for (int i = 0; i <= pimple_.nNonOrthogonalCorrectors; ++i) {
    const bool last = i == pimple_.nNonOrthogonalCorrectors;
    corrector == 1 && i == 0 ? * p_rghEqn_ = laplacian : p_rghEqn_->refresh(laplacian);
    if (reference_.needed) p_rghEqn_->setReference(reference_.cell, reference_.valueIn(*p_rgh_));
    solvePressure(*p_rghEqn_, finalInner && last ? "p_rghFinal" : "p_rgh", outflow);  // (5)
  }
  context_.workspace.give(outflow);
  p_rghEqn_->eachFlux({"inter: phi", 56}, [phi = phi_->faces().data(), work = faceWork_.data(), force = force_.data(),
                                           rAUf = rAUf_.faces().data(), magSf = mesh.magSf.data()](Label f, double flux) {
    phi[f] = work[f] - flux;  // (6)
    work[f] = (force[f] - flux) * (1 / (rAUf[f] * magSf[f]));
  });
  mesh::synchroniseFlux(mesh, phi_->faces());
  continuity_.report(context_, correctVelocity());
  U_->correctBoundaryConditions();
  options_.correct(*U_);
  pinPressure();
}

/// (7) from faceWork_, the face forces per area over (1/A)_f; the net outflow of each cell comes along.
OutflowSums Inter::correctVelocity() {
  const auto& mesh = context_.mesh;
  const auto Sf = mesh.Sf.view();
  const Vec3* HbyA = HbyA_.cells.data();
  const double *work = faceWork_.data(), *phi = phi_->faces().data(), *rAU = rAU_.cells().data();
  Vec3* U = U_->cells().data();
  const double bytes = fv::bytesOfCellFaces(mesh) + 104 + (16 + mesh.Sf.bytes()) * fv::facesPerCell(mesh);
  return reconstruct_.withInverse([&](auto inverse) {
    return fv::sumOverCells<OutflowSums>({"inter: U", bytes}, mesh, [=](Label c, const auto& around) {
      Vec3 force{};
      double outflow = 0;
      around([&](Label f, double sign) {
        force += Sf[f] * work[f];
        outflow += sign * phi[f];
      });
      U[c] = HbyA[c] + rAU[c] * inverse(c, force);
      return OutflowSums{std::abs(outflow), outflow};
    });
  });
}

void Inter::check(CaseSource& source, fv::Context& context, Problems& problems) {
  std::string alpha;
  problems.guard([&] {
    const auto properties = physics::TwoPhaseProperties::read(source.constant("transportProperties"));
    alpha = "alpha." + properties.phase1;
  });
  problems.guard([&] { requireStaticMesh(source); });
  problems.guard([&] { source.constant("g").getDimensionedVector("value", dimAcceleration); });
  if (!alpha.empty()) source.expectScalar(alpha, dimless);
  source.expectScalar("p_rgh", dimPressure);
  source.expectVector("U", dimVelocity);
  problems.guard([&] { PimpleControls::read(context.fvSolution.subDict("PIMPLE"), true); });
  if (!alpha.empty()) interface_::AlphaEquation::check(context, alpha, problems);
  checkTurbulence(source, context, true, problems);
  checkOptions(source, context, problems);
  checkWaves(source, problems);
  fv::checkScheme<Vec3>(context, "ddtSchemes", "ddt(rho,U)", problems);
  fv::checkScheme<Vec3>(context, "divSchemes", "div(rhoPhi,U)", problems);
  fv::checkScheme<Vec3>(context, "divSchemes", stressScheme, problems);
  fv::checkScheme<Vec3>(context, "laplacianSchemes", "laplacian((rho*nuEff),U)", problems);
  fv::checkScheme<double>(context, "laplacianSchemes", "laplacian(rAUf,p_rgh)", problems);
  fv::checkScheme<Vec3>(context, "gradSchemes", "grad(U)", problems);
  fv::checkScheme<double>(context, "snGradSchemes", "snGrad(rho)", problems);
  fv::checkScheme<double>(context, "interpolationSchemes", "interpolate(rAU)", problems);
  fv::checkScheme<Vec3>(context, "interpolationSchemes", "flux(HbyA)", problems);
}

}  // namespace eagre::solvers
