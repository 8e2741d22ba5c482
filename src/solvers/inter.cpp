// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/inter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comm/profile.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "fv/time/ddt.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/motion/mesh_motion.hpp"
#include "solvers/turbulence.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

namespace {
/// With 1/A. On a mesh that stands still the flux of the start is, if the case asks for that by name.
bool correctsPhi(CaseSource& source, const fv::Context& context) {
  return context.fvSolution.subDict("PIMPLE").getOr<bool>("correctPhi", source.meshMotion() != nullptr || source.refinesMesh());
}

/// Of 1/A, as v1912's interFoam calls it.
const char* nameOfRAU(bool correctsPhi) { return correctsPhi ? "rAU" : "(1|A(U))"; }

/// faces = faces phi
void timesFlux(kernel::Loop loop, const std::vector<double>& phi, std::vector<double>& faces) {
  parallelFor(loop, static_cast<Label>(faces.size()), [faces = View(faces), phi = View(phi)](Label f) { faces[f] *= phi[f]; });
}
}  // namespace

Inter::Inter(CaseSource& source, fv::Context& context, const char* advection)
    : TwoPhaseFlow(source, context, nameOfRAU(correctsPhi(source, context))), correctsPhi_(correctsPhi(source, context)) {
  const auto& mesh = context.mesh;
  const std::string fluxName = "alphaPhi0." + mixture_.properties().phase1;
  alphaPhi_ = source.flux(fluxName, dimVolumeFlux);
  const bool alphaPhiWasRead = alphaPhi_ != nullptr;
  if (alphaPhiWasRead) {
    context.log.line("Restarting alpha");
  } else {
    alphaPhi_ = std::make_unique<fv::SurfaceScalarField>(fluxName, dimVolumeFlux, mesh);
    fv::interpolate(context, *alpha1_, "interpolate(" + alpha1_->name() + ")", alphaPhi_->faces());
    timesFlux("alphaPhi0", phi_->faces(), alphaPhi_->faces());
  }
  context.registry.add(*alphaPhi_);
  fv::interpolate(context, rho_, "interpolate(rho)", rhoPhi_.faces());
  timesFlux("rhoPhi", phi_->faces(), rhoPhi_.faces());
  if (fv::localTimeSteps(context.fvSchemes)) {
    localTimeStep_ = std::make_unique<LocalTimeStep>(source, context, Fluids::two);
    if (const auto read = source.flux("rhoPhi", dimMassFlux); read && source.continued()) rhoPhi_.faces() = read->faces();
  }
  advection_ =
      interface_::makeAdvection({context, *interface_, *U_, *phi_, *alphaPhi_, alphaPhiWasRead, {}, &options_}, advection);
  makeEquations(nameOfRAU(correctsPhi_), nullptr);
  if (correctsPhi_) {
    auto& rAU = pressure_->rAU();
    for (auto* values : {&rAU.cells(), &rAU.boundary()}) std::ranges::fill(*values, 1.0);
    source.readIfPresent(rAU);
    rAU.updateGhosts();
  }
  if (source.correctsFlux()) {
    if (faceVelocity_) faceVelocity_->makeFlux();
    if (moving_) moving_->makeAbsolute();
    correctPhi();
    if (moving_) moving_->makeRelative();
    if (turbulence_) turbulence_->fluxCorrected();
  }
  if (pimple_.nCorrectors > 0 && !pimple_.frozenFlow) pressure_->equation().setUpSolver("p_rghFinal");
}

/// Of the start, or of a mesh that has moved; rAUf = 1 if the flux of a mesh that moves is not corrected with 1/A.
void Inter::correctPhi() {
  const auto aloud = context_.log.aloud();  // also where the solver is made anew of what a mesh that has changed carries
  fv::SurfaceScalarField rAUf("rAUf", dimTime / dimDensity, context_.mesh, 1.0);
  if (correctsPhi_) fv::interpolate(context_, pressure_->rAU(), "interpolate(rAU)", rAUf.faces());
  if (!fluxCorrection_) fluxCorrection_.emplace(context_, *p_rgh_, pimple_.nNonOrthogonalCorrectors);
  fluxCorrection_->correct(*phi_, *U_, rAUf, moving_ ? &moving_->meshPhi() : nullptr);
  if (!moving_) fluxCorrection_.reset();  // it was that of the start
}

CourantNumbers Inter::courant(double deltaT) const {
  return courantNumbers(context_.mesh, phi_->faces(), deltaT, [this](Label c) { return interface_->nearInterface(c); });
}

Outputs Inter::outputs() const {
  Outputs outputs = flowOutputs();
  outputs.fluxes.push_back(alphaPhi_.get());
  if (correctsPhi_) outputs.scalars.push_back(&pressure_->rAU());
  if (localTimeStep_) {
    outputs.scalars.push_back(&localTimeStep_->rDeltaT());
    outputs.fluxes.push_back(&rhoPhi_);
  }
  return outputs;
}

void Inter::setLocalTimeSteps() { localTimeStep_->set(rhoPhi_, *phi_, rho_, *alpha1_); }

// clang-format off
// One time step (PIMPLE), of a length of its own in each cell if the case asks for that (LocalTimeStep):
//   repeat nOuterCorrectors times, or until residualControl is met (OuterLoop):
//   (0)  points move, if they do: in the first iteration, or in all; phi is the flux relative to the faces but in (3) to (7)
//   (1)  d alpha/dt + div(phi alpha) [+ div(phi_r alpha (1 - alpha))] = 0   [+ fvOptions]
//        PhaseAdvection; gives rhoPhi; rho, nu, curvature follow
//   (2)  d(rho U)/dt + div(rhoPhi U) - div(mu grad U) = div(mu dev2(grad U)^T)   [+ fvOptions; forces of (4) if predicted]
//   repeat nCorrectors times (PressureCorrector, with FaceForces):
//   (3)  HbyA = H/A,   phiHbyA = HbyA_f.S + (rho/A)_f ddtCorr
//   (4)  phiHbyA += (1/A)_f |S| (sigma K snGrad alpha - g.h snGrad rho)
//   (5)  div((1/A)_f grad p_rgh) = div(phiHbyA)                             nNonOrthogonalCorrectors + 1 times
//   (6)  phi = phiHbyA - (1/A)_f |S| snGrad p_rgh,   then p_rgh is relaxed towards that of before (1), if fvSolution says so
//   (7)  U = HbyA + 1/A reconstruct of the face forces of (4) and (6)
//   (8)  p = p_rgh + rho g.h
//   (9)  the turbulence model gives nut; mu = rho (nu + nut)
// clang-format on
void Inter::step() {
  const auto& communicator = context_.mesh.communicator();
  shiftOldTimes();
  if (advection_->readsOldFluxes()) alphaPhi_->shiftOldTimes();
  if (auto& cycles = advection_->subCycles(); cycles.byCourant())
    cycles.choose(courant(context_.time().deltaT0).interfaceMax);  // as openfoam.org
  const std::function<void()> correct = correctsPhi_ ? [this] { correctPhi(); } : std::function<void()>();
  for (bool first = true; outerLoop_.next(); first = false) {
    const bool finalIteration = outerLoop_.isFinal();
    if (moving_ && (first || pimple_.moveMeshOuterCorrectors))
      moving_->move(first, finalIteration, pimple_.checkMeshCourantNo, correct);  // (0)
    pressure_->startOuterIteration(finalIteration);
    {
      const comm::Phase phase(communicator, "alpha");
      alphaEquation(finalIteration);  // (1)
    }
    if (pimple_.frozenFlow) continue;
    mesh::synchroniseFlux(context_.mesh, alphaPhi_->faces());
    if (localTimeStep_) mesh::synchroniseFlux(context_.mesh, rhoPhi_.faces());
    {
      const comm::Phase phase(communicator, "momentum");
      momentumEquation(finalIteration);  // (2)
      pressure_->begin(*UEqn_);
    }
    {
      const comm::Phase phase(communicator, "pressure");
      for (int corrector = 1; corrector <= pimple_.nCorrectors; ++corrector) {
        pressure_->correct(*UEqn_, corrector == pimple_.nCorrectors);  // (3) to (7)
        completeCorrector();
      }
      releaseEquations();
      pressureFromRgh();  // (8)
    }
    if (turbulence_ && (finalIteration || !pimple_.turbOnFinalIterOnly)) {
      const comm::Phase phase(communicator, "turbulence");
      turbulence_->correct(finalIteration);  // (9)
    }
  }
  if (!pimple_.frozenFlow) options_.checkAllUsed();
}

void Inter::alphaEquation(bool finalIteration) {
  const auto& properties = mixture_.properties();
  advection_->advance(properties.rho1, properties.rho2, finalIteration, rhoPhi_);
  mixture_.correct(alpha1_->values(), alpha2_.values(), *U_, rho_, muEff_);
  if (nu_) mixtureViscosity();
  if (turbulence_) addEddyViscosity(*turbulence_, &rho_, muEff_);
  if (context_.mesh.overlaps) muEff_.updateGhosts();  // the mean of products is not the product of means
  interface_->correctWalls();
}

void Inter::momentumEquation(bool finalIteration) {
  rotation_.correctBoundaryVelocity(*U_);
  stress_->correct(*U_);
  *UEqn_ = fv::fvm::ddt(rho_, *U_) + fv::fvm::div(rhoPhi_, *U_, stress_->gradU()) -
           fv::fvm::laplacian(muEff_, *U_, "laplacian((rho*nuEff),U)", stress_->gradU()) -
           stress_->transposed(muEff_.values(), *U_);
  stress_->addBehindOverlaps(muEff_.values(), UEqn_->source());
  if (turbulence_) turbulence_->addStress(*UEqn_, &rho_);
  solveMomentum(finalIteration);
}

void Inter::check(CaseSource& source, fv::Context& context, const char* advection, Problems& problems) {
  problems.guard([&] {
    const std::string alpha = checkPhases(source, context, false, problems, advection);
    fv::checkScheme<double>(context, "interpolationSchemes", "interpolate(" + alpha + ")", problems);
  });
  if (fv::localTimeSteps(context.fvSchemes)) LocalTimeStep::check(context, Fluids::two, problems);
  if (source.meshMotion()) problems.guard([&] { MovingMesh::check(context, timeSchemes(source, context), problems); });
  if (source.refinesMesh()) FaceVelocity::check(context, source.meshMotion() != nullptr, timeSchemes(source, context), problems);
  problems.guard([&] { checkFieldRelaxation(context.fvSolution, "p_rgh"); });
  fv::checkScheme<double>(context, "interpolationSchemes", "interpolate(rho)", problems);
  checkFlow(source, context, nameOfRAU(correctsPhi(source, context)), false, problems);
}

}  // namespace eagre::solvers
