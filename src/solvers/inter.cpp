// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/inter.hpp"

#include <fmt/format.h>

#include "fv/terms.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::solvers {

using kernel::parallelFor;

namespace {
const char* const stressScheme = "div(((rho*nuEff)*dev2(T(grad(U)))))";

void requireLaminar(CaseSource& source) {
  const auto* dict = source.constantIfPresent("turbulenceProperties");
  if (!dict) return;
  const std::string type = dict->get<std::string>("simulationType");
  if (type == "laminar") {
    if (const auto* laminar = dict->findDict("laminar"))
      if (const auto model = laminar->getOr("laminarModel", "Stokes"); model != "Stokes")
        throw Error(laminar->at("laminarModel").place, fmt::format("laminarModel '{}' is not supported; Stokes is", model));
    return;
  }
  throw Error(dict->at("simulationType").place, fmt::format("simulationType '{}' is not supported; laminar is", type));
}
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
      ghf_("ghf", Dimensions{{0, 2, -2}}, context.mesh),
      stress_(context),
      reconstruct_(context.mesh),
      pimple_(PimpleControls::read(context.fvSolution.subDict("PIMPLE"), true)) {
  const auto& mesh = context.mesh;
  const auto& [phase1, phase2, rho1, rho2, sigma, nu1, nu2] = mixture_.properties();
  for (auto* f : {alpha1_.get(), p_rgh_.get(), &rho_, &p_}) context.registry.add(*f);
  context.registry.add(*U_);
  if (!phi_) {
    phi_ = std::make_unique<fv::SurfaceScalarField>("phi", dimVolumeFlux, mesh);
    fv::faceFlux(mesh, U_->values(), phi_->faces());
  }
  context.registry.add(*phi_);
  for (auto* f : {&alpha2_, &rho_, &p_, &muEff_, &rAU_}) fv::setCalculatedConditions(*f);
  for (auto* v : {&phiHbyA_, &force_, &snGrad_, &pFlux_, &faceWork_, &rhorAUf_})
    v->resize(static_cast<std::size_t>(mesh.nFaces()));
  work_.resize(static_cast<std::size_t>(mesh.nAllCells()));
  HbyA_.cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
  cellForce_.resize(static_cast<std::size_t>(mesh.nAllCells()));

  mixture_.correctViscosity(alpha1_->values(), *U_);
  parallelFor("alpha2", mesh.nAllCells(), [&](Label c) { alpha2_[c] = 1 - (*alpha1_)[c]; });
  parallelFor("alpha2: boundary", mesh.nBoundaryFaces, [&](Label b) { alpha2_.boundary()[b] = 1 - alpha1_->boundary()[b]; });
  mixture_.density(alpha1_->values(), alpha2_.values(), rho_);
  fv::interpolateLinear(mesh, rho_.values(), rhoPhi_.faces());
  parallelFor("rhoPhi", mesh.nFaces(), [&](Label f) { rhoPhi_[f] *= (*phi_)[f]; });
  context.registry.add(rhoPhi_);
  context.registry.add(ghf_);
  interface_ = std::make_unique<interface_::InterfaceProperties>(context, *alpha1_, *U_, sigma);

  readGravity(source);
  pressureFromRgh();
  reference_ = PressureReference::read(*p_rgh_, "p", context.fvSolution.subDict("PIMPLE"));
  if (reference_.needed) { pressureFromRgh(); }

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
  ddtCorrection_ = std::make_unique<fv::DdtCorrection>(context, *U_, *phi_);
  UEqn_ = std::make_unique<fv::Equation<Vec3>>(*U_, context);
  p_rghEqn_ = std::make_unique<fv::Equation<double>>(*p_rgh_, context);
  if (!source.continued()) correctInitialFlux();
}

/// gh = g.C - ghRef on cells and faces, ghRef = (g . |g|/|g|) hRef componentwise as OpenFOAM defines it.
void Inter::readGravity(CaseSource& source) {
  const auto& mesh = context_.mesh;
  const Vec3 g = source.constant("g").getDimensionedVector("value", dimAcceleration);
  context_.gravity = g;
  double hRef = 0;
  if (const auto* dict = source.constantIfPresent("hRef")) hRef = dict->getDimensioned("value", Dimensions{{0, 1}});
  const double magG = mag(g);
  const double ghRef = magG > small ? dot(g, Vec3{std::abs(g.x), std::abs(g.y), std::abs(g.z)} / magG) * hRef : 0;
  gh_.resize(static_cast<std::size_t>(mesh.nAllCells()));
  parallelFor("gh", mesh.nAllCells(), [&](Label c) { gh_[c] = dot(g, mesh.C[c]) - ghRef; });
  parallelFor("ghf", mesh.nFaces(), [&](Label f) { ghf_[f] = dot(g, mesh.Cf[f]) - ghRef; });
}

/// p = p_rgh + rho gh; where no boundary fixes the pressure, both are shifted so that p has its reference value.
void Inter::pressureFromRgh() {
  const auto& mesh = context_.mesh;
  parallelFor("p", mesh.nAllCells(), [&](Label c) { p_[c] = (*p_rgh_)[c] + rho_[c] * gh_[c]; });
  parallelFor("p: boundary", mesh.nBoundaryFaces,
              [&](Label b) { p_.boundary()[b] = p_rgh_->boundary()[b] + rho_.boundary()[b] * ghf_[mesh.nInteriorFaces() + b]; });
  if (!reference_.needed) return;
  const double shift = reference_.value - reference_.valueIn(p_);
  parallelFor("p: reference", mesh.nAllCells(), [&](Label c) {
    p_[c] += shift;
    (*p_rgh_)[c] = p_[c] - rho_[c] * gh_[c];
  });
  parallelFor("p: boundary reference", mesh.nBoundaryFaces, [&](Label b) {
    p_.boundary()[b] += shift;
    p_rgh_->boundary()[b] = p_.boundary()[b] - rho_.boundary()[b] * ghf_[mesh.nInteriorFaces() + b];
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
  fv::SurfaceScalarField one("rAUf", dimTime / dimDensity, mesh, 1.0);
  for (int i = 0; i <= pimple_.nNonOrthogonalCorrectors; ++i) {
    const bool last = i == pimple_.nNonOrthogonalCorrectors;
    fv::fvc::div(mesh, phi_->faces(), work_);
    pcorrEqn = fv::fvm::laplacian(one, pcorr, "laplacian(rAUf,pcorr)") - fv::fvm::Su(work_, pcorr);
    if (reference) pcorrEqn.setReference(!mesh.cellGlobal.empty() && mesh.cellGlobal.front() == 0 ? 0 : -1, 0.0);
    pcorrEqn.solve(last ? "pcorrFinal" : "pcorr");
    if (last) {
      pcorrEqn.flux(pFlux_);
      parallelFor("pcorr: phi", mesh.nFaces(), [&](Label f) { (*phi_)[f] -= pFlux_[f]; });
    }
  }
  continuity_.report(context_, phi_->faces(), work_);
}

CourantNumbers Inter::courant(double deltaT) const {
  const auto& mesh = context_.mesh;
  CourantNumbers result = courantNumbers(mesh, phi_->faces(), deltaT);
  std::vector<double> near(static_cast<std::size_t>(mesh.nAllCells()), 0.0);
  parallelFor("interface courant: interior", mesh.nInteriorFaces(), [&](Label f) {
    near[mesh.owner[f]] += std::abs((*phi_)[f]);
    near[mesh.neighbour[f]] += std::abs((*phi_)[f]);
  });
  parallelFor("interface courant: boundary", mesh.nInteriorFaces(), mesh.nFaces(),
              [&](Label f) { near[mesh.owner[f]] += std::abs((*phi_)[f]); });
  double total = 0, largest = 0;
  for (Label c = 0; c < mesh.nCells; ++c) {
    if (!interface_->nearInterface(c)) continue;
    total += near[c];
    largest = std::max(largest, near[c] / mesh.V[c]);
  }
  result.interfaceMean = 0.5 * mesh.communicator().sum(total) / mesh.totalVolume * deltaT;
  result.interfaceMax = 0.5 * mesh.communicator().max(largest) * deltaT;
  return result;
}

Outputs Inter::outputs() const { return {{alpha1_.get(), p_rgh_.get(), &p_}, {U_.get()}, {phi_.get(), alphaPhi_.get()}}; }

// One time step (PIMPLE):
//   repeat nOuterCorrectors times:
//   (1)  d alpha/dt + div(phi alpha) + div(phi_r alpha (1 - alpha)) = 0     AlphaEquation; gives rhoPhi; rho, nu, curvature
//   follow (2)  d(rho U)/dt + div(rhoPhi U) - div(mu grad U) = div(mu dev2(grad U)^T)   [+ forces of (4) if momentumPredictor]
//   repeat nCorrectors times:
//   (3)  HbyA = H/A,   phiHbyA = HbyA_f.S + (rho/A)_f ddtCorr
//   (4)  phiHbyA += (1/A)_f |S| (sigma K snGrad alpha - ghf snGrad rho)
//   (5)  div((1/A)_f grad p_rgh) = div(phiHbyA)                             nNonOrthogonalCorrectors + 1 times
//   (6)  phi = phiHbyA - (1/A)_f |S| snGrad p_rgh
//   (7)  U = HbyA + 1/A reconstruct of the face forces of (4) and (6)
//   (8)  p = p_rgh + rho g.h
void Inter::step() {
  const auto& [phase1, phase2, rho1, rho2, sigma, nu1, nu2] = mixture_.properties();
  for (auto* f : {alpha1_.get(), &rho_}) f->shiftOldTimes(2);
  U_->shiftOldTimes(2);
  for (auto* f : {phi_.get(), alphaPhi_.get()}) f->shiftOldTimes(2);
  for (int outer = 1; outer <= pimple_.nOuterCorrectors; ++outer) {
    const bool finalIteration = outer == pimple_.nOuterCorrectors;
    context_.log.line(fmt::format("PIMPLE: iteration {}", outer));
    alphaEqn_->solve(rho1, rho2, finalIteration, rhoPhi_);  // (1)
    mixture_.density(alpha1_->values(), alpha2_.values(), rho_);
    mixture_.correctViscosity(alpha1_->values(), *U_);
    interface_->correct();
    if (pimple_.frozenFlow) continue;
    mesh::synchroniseFlux(context_.mesh, alphaPhi_->faces());
    momentumEquation(finalIteration);
    for (int corrector = 1; corrector <= pimple_.nCorrectors; ++corrector)
      correctPressure(finalIteration && corrector == pimple_.nCorrectors);
  }
}

/// force_ = sigma K snGrad(alpha) - ghf snGrad(rho) [N/m^3] on faces.
void Inter::faceForces() {
  interface_->surfaceTensionForce(force_);
  fv::fvc::snGrad(context_, rho_, "snGrad(rho)", snGrad_);
  parallelFor("inter: face forces", context_.mesh.nFaces(), [&](Label f) { force_[f] -= ghf_[f] * snGrad_[f]; });
}

void Inter::momentumEquation(bool finalIteration) {
  const auto& mesh = context_.mesh;
  mixture_.muEff(rho_.values(), muEff_);
  *UEqn_ = fv::fvm::ddt(rho_, *U_) + fv::fvm::div(rhoPhi_, *U_) - fv::fvm::laplacian(muEff_, *U_, "laplacian((rho*nuEff),U)") -
           fv::fvm::Su(stress_(*U_, muEff_.values()), *U_);  // (2)
  UEqn_->relax(finalIteration);
  faceForces();
  if (!pimple_.momentumPredictor) return;
  fv::fvc::snGrad(context_, *p_rgh_, "snGrad(p_rgh)", snGrad_);
  parallelFor("inter: predictor force", mesh.nFaces(), [&](Label f) { faceWork_[f] = (force_[f] - snGrad_[f]) * mesh.magSf[f]; });
  reconstruct_(faceWork_, cellForce_);
  parallelFor("inter: integrated force", mesh.nCells, [&](Label c) { cellForce_[c] *= mesh.V[c]; });
  UEqn_->solve(finalIteration ? "UFinal" : "U", std::span<const Vec3>(cellForce_).first(static_cast<std::size_t>(mesh.nCells)));
}

void Inter::correctPressure(bool finalInner) {
  const auto& mesh = context_.mesh;
  auto& rAU = rAU_.cells();
  UEqn_->A(rAU);
  parallelFor("inter: 1/A", mesh.nCells, [&](Label c) { rAU[c] = 1 / rAU[c]; });
  rAU_.updateGhosts();
  parallelFor("inter: 1/A boundary", mesh.nBoundaryFaces,
              [&](Label b) { rAU_.boundary()[b] = rAU[mesh.owner[mesh.nInteriorFaces() + b]]; });
  fv::interpolate(context_, rAU_, "interpolate(rAU)", rAUf_.faces());
  UEqn_->H(HbyA_.cells);
  makeHbyA(*U_, rAU, HbyA_);  // (3)
  fv::faceFlux(mesh, HbyA_, phiHbyA_);
  parallelFor("inter: (rho/A)_f", mesh.nInteriorFaces(), [&](Label f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    const double w = mesh.weights[f];
    rhorAUf_[f] = w * rho_[P] * rAU[P] + (1 - w) * rho_[N] * rAU[N];
  });
  parallelFor("inter: (rho/A)_b", mesh.nBoundaryFaces,
              [&](Label b) { rhorAUf_[mesh.nInteriorFaces() + b] = rho_.boundary()[b] * rAU_.boundary()[b]; });
  ddtCorrection_->add(rhorAUf_, phiHbyA_);
  if (reference_.needed) adjustPhi(phiHbyA_, *U_);
  parallelFor("inter: phig", mesh.nFaces(), [&](Label f) {  // (4)
    faceWork_[f] = force_[f] * rAUf_[f] * mesh.magSf[f];
    phiHbyA_[f] += faceWork_[f];
  });
  constrainPressure(*p_rgh_, *U_, phiHbyA_, rAUf_.faces());

  fv::fvc::div(mesh, phiHbyA_, work_);
  for (int i = 0; i <= pimple_.nNonOrthogonalCorrectors; ++i) {
    const bool last = i == pimple_.nNonOrthogonalCorrectors;
    *p_rghEqn_ = fv::fvm::laplacian(rAUf_, *p_rgh_) - fv::fvm::Su(work_, *p_rgh_);  // (5)
    if (reference_.needed) p_rghEqn_->setReference(reference_.cell, reference_.valueIn(*p_rgh_));
    p_rghEqn_->solve(finalInner && last ? "p_rghFinal" : "p_rgh");
    if (!last) continue;
    p_rghEqn_->flux(pFlux_);
    parallelFor("inter: phi", mesh.nFaces(), [&](Label f) {  // (6)
      (*phi_)[f] = phiHbyA_[f] - pFlux_[f];
      faceWork_[f] = (faceWork_[f] - pFlux_[f]) / rAUf_[f];
    });
    mesh::synchroniseFlux(mesh, phi_->faces());
    reconstruct_(faceWork_, cellForce_);
    parallelFor("inter: U", mesh.nCells, [&](Label c) { (*U_)[c] = HbyA_.cells[c] + rAU[c] * cellForce_[c]; });  // (7)
    U_->correctBoundaryConditions();
  }
  continuity_.report(context_, phi_->faces(), work_);
  pressureFromRgh();  // (8)
}

void Inter::check(CaseSource& source, fv::Context& context, Problems& problems) {
  std::string alpha;
  problems.guard([&] {
    const auto properties = physics::TwoPhaseProperties::read(source.constant("transportProperties"));
    alpha = "alpha." + properties.phase1;
  });
  problems.guard([&] { requireLaminar(source); });
  problems.guard([&] { requireStaticMesh(source); });
  problems.guard([&] { source.constant("g").getDimensionedVector("value", dimAcceleration); });
  if (!alpha.empty()) source.expectScalar(alpha, dimless);
  source.expectScalar("p_rgh", dimPressure);
  source.expectVector("U", dimVelocity);
  problems.guard([&] { PimpleControls::read(context.fvSolution.subDict("PIMPLE"), true); });
  if (!alpha.empty()) interface_::AlphaEquation::check(context, alpha, problems);
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
