// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/piso_loop.hpp"

#include "comm/profile.hpp"
#include "fv/diffusivity.hpp"
#include "fv/relaxation.hpp"
#include "fv/terms.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::solvers {

using kernel::parallelFor;

namespace {
const char* const pScheme = "laplacian((1|A(U)),p)";
const char* const rAUScheme = "interpolate((1|A(U)))";

/// Whether the equation of p and ddtCorr have the same 1/A on faces.
bool shareFaceRAU(const fv::Context& context) {
  auto ofP = fv::schemeEntry(context, "laplacianSchemes", pScheme).reader();
  auto ofDdtCorr = fv::schemeEntry(context, "interpolationSchemes", rAUScheme).reader();
  std::string fluxName;
  const auto kind = fv::readDiffusivityScheme(context, ofP)->kind();
  return kind != fv::SchemeKind::other && kind == fv::makeInterpolationScheme<double>(context, ofDdtCorr, fluxName)->kind();
}

/// Some boundary conditions ask for gravity, which these solvers do without.
fv::Context& withGravity(CaseSource& source, fv::Context& context) {
  if (const auto* g = source.constantIfPresent("g")) context.gravity = g->getDimensionedVector("value", dimAcceleration);
  return context;
}

const config::Dictionary& controls(const fv::Context& context, PisoLoop::Algorithm algorithm) {
  return context.fvSolution.subDict(algorithm == PisoLoop::Algorithm::piso ? "PISO" : "PIMPLE");
}

PimpleControls readControls(const fv::Context& context, PisoLoop::Algorithm algorithm) {
  return PimpleControls::read(controls(context, algorithm), algorithm == PisoLoop::Algorithm::pimple);
}

}  // namespace

PisoLoop::PisoLoop(CaseSource& source, fv::Context& context, Algorithm algorithm)
    : context_(withGravity(source, context)),
      p_(source.scalar("p", dimKinematicPressure)),
      U_(source.vector("U", dimVelocity)),
      phi_(source.flux("phi", dimVolumeFlux)),
      piso_(readControls(context, algorithm)),
      rAU_("rAU", dimTime, context.mesh),
      rAUf_("rAUf", dimTime, context.mesh),
      HbyAWeights_(context, "flux(HbyA)"),
      solved_(context.mesh) {
  const auto& mesh = context.mesh;
  context.registry.add(*p_);
  context.registry.add(*U_);
  if (!phi_) {
    phi_ = std::make_unique<fv::SurfaceScalarField>("phi", dimVolumeFlux, mesh);
    fv::faceFlux({context, "flux(U)"}, U_->values(), phi_->faces());
  }
  context.registry.add(*phi_);
  fv::setCalculatedConditions(rAU_);
  reference_ = PressureReference::read(*p_, "p", controls(context, algorithm));
  if (algorithm == Algorithm::pimple) outerLoop_.emplace(context, piso_.nOuterCorrectors, piso_.residualControl);
  ddtCorrection_ = std::make_unique<fv::DdtCorrection>(context, *U_, *phi_);
  UEqn_ = std::make_unique<fv::Equation<Vec3>>(*U_, context);
  pEqn_ = std::make_unique<fv::Equation<double>>(*p_, context);
  oldTimes_ = std::max({1, fv::ddtScheme(context, "ddt(U)").nOldTimes(), fv::oldLevelsRead(*U_, context)});
  oldP_ = fv::oldLevelsRead(*p_, context);
  shareFaceRAU_ = shareFaceRAU(context);
  gradientOfP_ = fv::makeGradientScheme<double>(context, "grad(p)");
  HbyA_.cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
  work_.resize(static_cast<std::size_t>(mesh.nCells));
  for (auto* v : {&phiHbyA_, &knownFlux_}) v->resize(static_cast<std::size_t>(mesh.nFaces()));
}

CourantNumbers PisoLoop::courant(double deltaT) const { return courantNumbers(context_.mesh, phi_->faces(), deltaT); }

Outputs PisoLoop::outputs() const { return {{p_.get()}, {U_.get()}, {phi_.get()}}; }

// One step of PISO; PIMPLE repeats it nOuterCorrectors times, or until residualControl is met (OuterLoop):
//   (1)  dU/dt + div(phi U) - viscous stress = -grad p                       momentum predictor, old p
//   repeat nCorrectors times:
//   (2)  HbyA = H/A,   phiHbyA = HbyA_f.S + (1/A)_f ddtCorr
//   (3)  div((1/A)_f grad p) = div(phiHbyA)                                  nNonOrthogonalCorrectors + 1 times
//   (4)  phi = phiHbyA - (1/A)_f |S| snGrad p
//   in PIMPLE p is then relaxed towards that of before (1), if fvSolution says so
//   (5)  U = HbyA - grad p / A
void PisoLoop::step() {
  startStep();
  U_->shiftOldTimes(oldTimes_);
  if (oldP_ > 0) p_->shiftOldTimes(oldP_);
  phi_->shiftOldTimes(oldTimes_);
  if (!outerLoop_) iterate(false);
  while (outerLoop_ && outerLoop_->next()) iterate(outerLoop_->isFinal());
  endStep();
}

void PisoLoop::iterate(bool finalIteration) {
  const auto& mesh = context_.mesh;
  if (outerLoop_) relaxation_ = fv::fieldRelaxation(context_.fvSolution, finalIteration ? "pFinal" : "p");
  if (relaxation_) pBefore_ = p_->values();
  {
    const comm::Phase phase(mesh.communicator(), "momentum");
    assembleMomentum(*UEqn_, finalIteration);  // (1)
    if (piso_.momentumPredictor) {
      gradientOfP();
      auto& source = HbyA_.cells;
      parallelFor({"piso: -grad p", 56}, mesh.nCells, [&](Label c) { source[c] = -mesh.V[c] * gradP_.cells[c]; });
      UEqn_->solve(finalIteration ? "UFinal" : "U", std::span(source).first(static_cast<std::size_t>(mesh.nCells)));
      velocityCorrected();
    }
    faceCoefficients();
  }
  {
    const comm::Phase phase(mesh.communicator(), "pressure");
    for (int corrector = 1; corrector <= piso_.nCorrectors; ++corrector)
      correctPressure(corrector, corrector == piso_.nCorrectors && (finalIteration || !outerLoop_));
  }
  if (finalIteration || !outerLoop_ || !piso_.turbOnFinalIterOnly) correctTurbulence(finalIteration);
}

/// What the correctors share: rAU = 1/A, (1/A)_f ddtCorr, and (1/A)_f of the equation of p.
void PisoLoop::faceCoefficients() {
  makeRAU(*UEqn_, rAU_);
  fv::interpolate(context_, rAU_, rAUScheme, rAUf_.faces());
  std::fill(knownFlux_.begin(), knownFlux_.end(), 0.0);
  ddtCorrection_->add(rAUf_.faces(), knownFlux_);
  rotation_.zero(knownFlux_);
  if (!shareFaceRAU_) fv::interpolateDiffusivity(context_, rAU_, pScheme, rAUf_.faces());
}

/// Grad p of the present p, if it is not there: momentum, non-orthogonal correction and the next step share it.
void PisoLoop::gradientOfP() {
  if (gradPStands_ && boundaryOfP_ == p_->boundary()) return;
  boundaryOfP_ = p_->boundary();
  gradientOfP_->ownedCells(*p_, gradP_.cells);
  gradPStands_ = true;
}

void PisoLoop::correctPressure(int corrector, bool finalInner) {
  const auto& mesh = context_.mesh;
  makeHbyA(*UEqn_, rAU_, HbyA_);
  fv::faceFlux(HbyAWeights_, HbyA_, knownFlux_, phiHbyA_);  // (2)
  rotation_.makeRelative(phiHbyA_);
  if (reference_.needed) adjustPhi(phiHbyA_, *U_);
  constrainPressure(*p_, *U_, phiHbyA_, rAUf_.faces(), rotation_);

  fv::fvc::netOutflow(mesh, phiHbyA_, work_);
  if (!mesh.orthogonal) {  // the non-orthogonal correction looks at ghosts
    for (const auto& condition : p_->conditions()) condition->updateCoeffs(*p_, context_);
    gradientOfP();
    mesh.halo->update(gradP_.cells);
  }
  for (int i = 0; i <= piso_.nNonOrthogonalCorrectors; ++i) {
    const bool last = finalInner && i == piso_.nNonOrthogonalCorrectors;
    const auto laplacian = fv::fvm::laplacian(rAUf_, *p_, pScheme, {"grad(p)", i == 0 ? &gradP_ : nullptr});
    corrector == 1 && i == 0 ? * pEqn_ = laplacian : pEqn_->refresh(laplacian);
    gradPStands_ = false;
    if (reference_.needed) pEqn_->setReference(reference_.cell, reference_.value);
    solvePressure(*pEqn_, last ? "pFinal" : "p", work_);  // (3)
  }
  pEqn_->eachFlux({"piso: phi", 24}, [phi = phi_->faces().data(), phiHbyA = phiHbyA_.data()](Label f, double flux) {
    phi[f] = phiHbyA[f] - flux;  // (4)
  });
  mesh::synchroniseFlux(mesh, phi_->faces());
  continuity_.report(context_, outflowSums(mesh, phi_->faces()));
  if (relaxation_) {
    relaxField(*p_, pBefore_, *relaxation_);
    gradPStands_ = false;
  }
  gradientOfP();
  const Vec3* gradP = gradP_.cells.data();
  parallelFor({"piso: U", 88}, mesh.nCells,
              [=, U = U_->cells().data(), HbyA = HbyA_.cells.data(), rAU = rAU_.cells().data(), solved = solved_](Label c) {
                U[c] = solved(HbyA[c] - rAU[c] * gradP[c]);  // (5)
              });
  U_->correctBoundaryConditions();
  velocityCorrected();
}

void PisoLoop::checkLoop(CaseSource& source, fv::Context& context, Algorithm algorithm, Problems& problems) {
  source.expectScalar("p", dimKinematicPressure);
  source.expectVector("U", dimVelocity);
  problems.guard([&] {
    const auto read = readControls(context, algorithm);
    if (algorithm == Algorithm::piso) return;
    problems.guard([&] { checkOuterSolvers(context.fvSolution, read); });
    const auto& pimple = controls(context, algorithm);
    if (const auto* consistent = pimple.find("consistent"); consistent && consistent->reader().boolean())
      throw Error(consistent->place,
                  "PIMPLE: `consistent yes` (SIMPLEC) is not supported; remove it, with relaxation as of PIMPLE");
    checkFieldRelaxation(context.fvSolution, "p");
  });
  fv::checkScheme<Vec3>(context, "ddtSchemes", "ddt(U)", problems);
  fv::checkScheme<Vec3>(context, "divSchemes", "div(phi,U)", problems);
  fv::checkScheme<double>(context, "laplacianSchemes", pScheme, problems);
  fv::checkScheme<double>(context, "gradSchemes", "grad(p)", problems);
  fv::checkScheme<double>(context, "interpolationSchemes", rAUScheme, problems);
  fv::FaceWeights::check(context, "interpolationSchemes", "flux(HbyA)", problems);
  fv::DdtCorrection::check(context, "U", problems);
}

}  // namespace eagre::solvers
