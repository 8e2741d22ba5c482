// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/ico.hpp"

#include <fmt/format.h>

#include "fv/terms.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::solvers {

using kernel::parallelFor;

Ico::Ico(CaseSource& source, fv::Context& context)
    : context_(context),
      nu_(source.constant("transportProperties").getDimensioned("nu", dimViscosity)),
      p_(source.scalar("p", dimKinematicPressure)),
      U_(source.vector("U", dimVelocity)),
      phi_(source.flux("phi", dimVolumeFlux)),
      piso_(PimpleControls::read(context.fvSolution.subDict("PISO"), false)),
      rAU_("rAU", dimTime, context.mesh),
      rAUf_("rAUf", dimTime, context.mesh) {
  const auto& mesh = context.mesh;
  context.registry.add(*p_);
  context.registry.add(*U_);
  if (!phi_) {
    phi_ = std::make_unique<fv::SurfaceScalarField>("phi", dimVolumeFlux, mesh);
    fv::faceFlux(mesh, U_->values(), phi_->faces());
  }
  context.registry.add(*phi_);
  fv::setCalculatedConditions(rAU_);
  reference_ = PressureReference::read(*p_, "p", context.fvSolution.subDict("PISO"));
  ddtCorrection_ = std::make_unique<fv::DdtCorrection>(context, *U_, *phi_);
  UEqn_ = std::make_unique<fv::Equation<Vec3>>(*U_, context);
  pEqn_ = std::make_unique<fv::Equation<double>>(*p_, context);
  HbyA_.cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
  force_.resize(static_cast<std::size_t>(mesh.nCells));
  for (auto* v : {&phiHbyA_, &pFlux_}) v->resize(static_cast<std::size_t>(mesh.nFaces()));
}

CourantNumbers Ico::courant(double deltaT) const { return courantNumbers(context_.mesh, phi_->faces(), deltaT); }

Outputs Ico::outputs() const { return {{p_.get()}, {U_.get()}, {phi_.get()}}; }

// One step of PISO:
//   (1)  dU/dt + div(phi U) - div(nu grad U) = -grad p                       momentum predictor, old p
//   repeat nCorrectors times:
//   (2)  HbyA = H/A,   phiHbyA = HbyA_f.S + (1/A)_f ddtCorr
//   (3)  div((1/A)_f grad p) = div(phiHbyA)                                  nNonOrthogonalCorrectors + 1 times
//   (4)  phi = phiHbyA - (1/A)_f |S| snGrad p
//   (5)  U = HbyA - grad p / A
void Ico::step() {
  const auto& mesh = context_.mesh;
  U_->shiftOldTimes(2);
  phi_->shiftOldTimes(2);
  *UEqn_ = fv::fvm::ddt(*U_) + fv::fvm::div(*phi_, *U_) - fv::fvm::laplacian(nu_, *U_, "laplacian(nu,U)");  // (1)
  if (piso_.momentumPredictor) {
    fv::fvc::grad(context_, *p_, "grad(p)", gradP_);
    parallelFor("ico: -grad p", mesh.nCells, [&](Label c) { force_[c] = -mesh.V[c] * gradP_.cells[c]; });
    UEqn_->solve("U", force_);
  }
  for (int corrector = 1; corrector <= piso_.nCorrectors; ++corrector) correctPressure(corrector == piso_.nCorrectors);
}

void Ico::correctPressure(bool finalCorrector) {
  const auto& mesh = context_.mesh;
  auto& rAU = rAU_.cells();
  UEqn_->A(rAU);
  parallelFor("ico: 1/A", mesh.nCells, [&](Label c) { rAU[c] = 1 / rAU[c]; });
  rAU_.updateGhosts();
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) rAU_.boundary()[b] = rAU[mesh.owner[mesh.nInteriorFaces() + b]];
  fv::interpolate(context_, rAU_, "interpolate((1|A(U)))", rAUf_.faces());
  UEqn_->H(HbyA_.cells);
  makeHbyA(*U_, rAU, HbyA_);  // (2)
  fv::faceFlux(mesh, HbyA_, phiHbyA_);
  ddtCorrection_->add(rAUf_.faces(), phiHbyA_);
  if (reference_.needed) adjustPhi(phiHbyA_, *U_);
  constrainPressure(*p_, *U_, phiHbyA_, rAUf_.faces());
  work_.resize(static_cast<std::size_t>(mesh.nAllCells()));
  fv::fvc::div(mesh, phiHbyA_, work_);
  for (int i = 0; i <= piso_.nNonOrthogonalCorrectors; ++i) {
    const bool last = i == piso_.nNonOrthogonalCorrectors;
    *pEqn_ = fv::fvm::laplacian(rAUf_, *p_, "laplacian((1|A(U)),p)") - fv::fvm::Su(work_, *p_);  // (3)
    if (reference_.needed) pEqn_->setReference(reference_.cell, reference_.value);
    pEqn_->solve(finalCorrector && last ? "pFinal" : "p");
    if (last) {
      pEqn_->flux(pFlux_);
      parallelFor("ico: phi", mesh.nFaces(), [&](Label f) { (*phi_)[f] = phiHbyA_[f] - pFlux_[f]; });  // (4)
      mesh::synchroniseFlux(mesh, phi_->faces());
    }
  }
  continuity_.report(context_, phi_->faces(), work_);
  fv::fvc::grad(context_, *p_, "grad(p)", gradP_);
  parallelFor("ico: U", mesh.nCells, [&](Label c) { (*U_)[c] = HbyA_.cells[c] - rAU[c] * gradP_.cells[c]; });  // (5)
  U_->correctBoundaryConditions();
}

void Ico::check(CaseSource& source, fv::Context& context, Problems& problems) {
  problems.guard([&] { source.constant("transportProperties").getDimensioned("nu", dimViscosity); });
  source.expectScalar("p", dimKinematicPressure);
  source.expectVector("U", dimVelocity);
  problems.guard([&] { PimpleControls::read(context.fvSolution.subDict("PISO"), false); });
  fv::checkScheme<Vec3>(context, "ddtSchemes", "ddt(U)", problems);
  fv::checkScheme<Vec3>(context, "divSchemes", "div(phi,U)", problems);
  fv::checkScheme<Vec3>(context, "laplacianSchemes", "laplacian(nu,U)", problems);
  fv::checkScheme<double>(context, "laplacianSchemes", "laplacian((1|A(U)),p)", problems);
  fv::checkScheme<double>(context, "gradSchemes", "grad(p)", problems);
  fv::checkScheme<double>(context, "interpolationSchemes", "interpolate((1|A(U)))", problems);
  fv::checkScheme<Vec3>(context, "interpolationSchemes", "flux(HbyA)", problems);
}

}  // namespace eagre::solvers
