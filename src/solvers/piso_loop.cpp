// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/piso_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <utility>

#include "comm/profile.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/time/ddt.hpp"
#include "linear/solver.hpp"
#include "solvers/options.hpp"
#include "solvers/turbulence.hpp"

namespace eagre::solvers {

namespace {
/// Some boundary conditions ask for gravity, which these solvers do without.
fv::Context& withGravity(CaseSource& source, fv::Context& context) {
  if (const auto* g = source.constantIfPresent("g")) context.gravity = g->getDimensionedVector("value", dimAcceleration);
  return context;
}

const config::Dictionary& controls(const fv::Context& context, PisoLoop::Algorithm algorithm) {
  const char* const names[]{"PISO", "PIMPLE", "PIMPLE", "SIMPLE", "SIMPLE", "SIMPLE"};
  return context.fvSolution.subDict(names[static_cast<int>(algorithm)]);
}

PimpleControls readControls(const fv::Context& context, PisoLoop::Algorithm algorithm) {
  if (PisoLoop::isSteady(algorithm)) {
    auto read = PimpleControls::readSteady(controls(context, algorithm));
    if (algorithm == PisoLoop::Algorithm::porousSimple) {
      read.consistent = false;
      read.momentumPredictor = true;
    }
    return read;
  }
  auto read = PimpleControls::read(controls(context, algorithm), PisoLoop::isPimple(algorithm), false);
  if (algorithm == PisoLoop::Algorithm::srfPimple) read.momentumPredictor = true;  // whatever it says, as in v1912
  return read;
}

/// nUCorrectors of a pressure that is implicit in the resistance of zones; 0: it is not.
int implicitCorrectors(const std::vector<std::unique_ptr<physics::PorousZone>>& zones, const config::Dictionary& controls) {
  const bool any = std::ranges::any_of(zones, [](const auto& zone) { return zone->isActive(); });
  return any ? controls.getOr<int>("nUCorrectors", 0) : 0;
}

/// constant/SRFProperties. Errors (badCase): another model than rpm; an axis without length.
fv::RotatingFrame readFrame(CaseSource& source) {
  static const std::vector<std::string> models{"rpm"};
  const auto& d = source.constant("SRFProperties");
  d.getChoice("SRFModel", models);
  const auto* own = d.findDict("rpmCoeffs");
  const Vec3 axis = d.get<Vec3>("axis");
  if (!(mag(axis) > 0)) throw Error(d.at("axis").place, d.name() + ": the axis has no length");
  const Vec3 unit = normalised(axis);
  return {d.get<Vec3>("origin"), (own ? *own : d).get<double>("rpm") * std::numbers::pi / 30 * unit, unit};
}

}  // namespace

PisoLoop::PisoLoop(CaseSource& source, fv::Context& context, Algorithm algorithm)
    : context_(withGravity(source, context)),
      p_(source.scalar("p", dimKinematicPressure)),
      U_(source.vector(velocityOf(algorithm), dimVelocity)),
      phi_(source.flux("phi", dimVolumeFlux)),
      piso_(readControls(context, algorithm)) {
  const auto& mesh = context.mesh;
  if (inRotatingFrame(algorithm)) {
    frame_ = readFrame(source);
    frame_->keepIn(context.registry);
  }
  context.registry.add(*p_);
  context.registry.add(*U_);
  if (!phi_) {
    phi_ = std::make_unique<fv::SurfaceScalarField>("phi", dimVolumeFlux, mesh);
    fv::faceFlux({context, fmt::format("flux({})", U_->name())}, U_->values(), phi_->faces());
  }
  context.registry.add(*phi_);
  if (fv::localTimeSteps(context.fvSchemes)) localTimeStep_ = std::make_unique<LocalTimeStep>(source, context, Fluids::one);
  if (isPimple(algorithm)) outerLoop_.emplace(context, piso_.nOuterCorrectors, piso_.residualControl);
  const PressureGradient::Kind kind{piso_.consistent, isSteady(algorithm), algorithm == Algorithm::porousSimple,
                                    velocityOf(algorithm)};
  if (kind.steady) residuals_.emplace(controls(context, algorithm)).report(context.log);
  if (source.meshMotion()) moving_ = std::make_unique<MovingMesh>(source, context, *U_, *phi_);
  if (source.refinesMesh() && !moving_) faceVelocity_ = std::make_unique<FaceVelocity>(source, context, *U_, *phi_);
  UEqn_ = std::make_unique<fv::Equation<Vec3>>(*U_, context);
  makeGradient(source, algorithm, kind);
  pressure_ = std::make_unique<PressureCorrector>(
      PressureInputs{.context = context,
                     .p = *p_,
                     .U = *U_,
                     .phi = *phi_,
                     .rotation = rotation_,
                     .momentum = *gradP_,
                     .reference = PressureReference::read(*p_, "p", controls(context, algorithm), &source),
                     .nNonOrthogonalCorrectors = piso_.nNonOrthogonalCorrectors,
                     .rAU = "rAU",
                     .meshPhi = moving_ ? &moving_->meshPhi() : nullptr,
                     .laplacian = PressureGradient::laplacianScheme(kind)});
  if (moving_) moving_->alsoUpdate({&pressure_->rAU()});
  oldTimes_ = std::max({1, kind.steady ? 0 : fv::ddtScheme(context, fmt::format("ddt({})", U_->name())).nOldTimes(),
                        fv::oldLevelsRead(*U_, context)});
  oldP_ = fv::oldLevelsRead(*p_, context);
  if (faceVelocity_ && faceVelocity_->isCarried() && piso_.correctPhi) {
    faceVelocity_->makeFlux();
    correctPhi();
    fluxCorrection_.reset();
  }
}

void PisoLoop::makeGradient(CaseSource& source, Algorithm algorithm, const PressureGradient::Kind& kind) {
  std::optional<fv::DdtCorrection> ddtCorrection;
  if (!kind.steady) ddtCorrection.emplace(context_, *U_, *phi_, velocityOnFaces());
  if (algorithm == Algorithm::porousSimple)
    porousZones_ = physics::makePorousZones(source.constantIfPresent("porosityProperties"), context_);
  for (const auto& zone : porousZones_) context_.log.line(zone->title());
  if (const int n = implicitCorrectors(porousZones_, controls(context_, algorithm)); n > 0) {
    auto implicit = std::make_unique<ImplicitPorosity>(context_, *p_, rotation_, std::exchange(porousZones_, {}), n);
    implicitPorosity_ = implicit.get();
    gradP_ = std::move(implicit);
  } else {
    gradP_ = std::make_unique<PressureGradient>(context_, *p_, rotation_, std::move(ddtCorrection), kind);
  }
}

void PisoLoop::beforeConstraints() {
  if (implicitPorosity_) implicitPorosity_->makeT(*UEqn_, *U_);
}

/// On a mesh that changes; else null.
const fv::SurfaceVectorField* PisoLoop::velocityOnFaces() const {
  if (moving_) return &moving_->Uf();
  return faceVelocity_ ? &faceVelocity_->Uf() : nullptr;
}

CourantNumbers PisoLoop::courant(double deltaT) const { return courantNumbers(context_.mesh, phi_->faces(), deltaT); }

bool PisoLoop::isConverged() const { return residuals_ && residuals_->areMet(context_.registry); }

Outputs PisoLoop::outputs() const {
  Outputs outputs{{p_.get()}, {U_.get()}, {phi_.get()}};
  if (moving_) moving_->addTo(outputs);
  if (localTimeStep_) outputs.scalars.push_back(&localTimeStep_->rDeltaT());
  return outputs;
}

// One step of PISO; PIMPLE repeats it nOuterCorrectors times, or until residualControl is met (OuterLoop):
//   (0)  points move, if they do: in the first iteration, or in all; phi is the flux relative to the faces but in (2) to (4)
//   (1)  dU/dt + div(phi U) - viscous stress = -grad p                       momentum predictor, old p
//   repeat nCorrectors times (PressureCorrector, with PressureGradient):
//   (2)  HbyA = H/A,   phiHbyA = HbyA_f.S + (1/A)_f ddtCorr
//   (3)  div((1/A)_f grad p) = div(phiHbyA)                                  nNonOrthogonalCorrectors + 1 times
//   (4)  phi = phiHbyA - (1/A)_f |S| snGrad p
//   in PIMPLE p is then relaxed towards that of before (1), if fvSolution says so
//   (5)  U = HbyA - grad p / A
// SIMPLEC (`consistent` in PIMPLE or SIMPLE) has another 1/A before p: PressureGradient.
// SIMPLE makes (1) without dU/dt, one corrector without ddtCorr, and relaxes p: an iteration that counts as a time step.
void PisoLoop::step() {
  startStep();
  U_->shiftOldTimes(oldTimes_);
  if (oldP_ > 0) p_->shiftOldTimes(oldP_);
  phi_->shiftOldTimes(oldTimes_);
  if (moving_) moving_->startStep(oldTimes_);
  if (faceVelocity_) faceVelocity_->startStep();
  if (!outerLoop_) iterate(false);
  for (bool first = true; outerLoop_ && outerLoop_->next(); first = false) {
    if (moving_ && (first || piso_.moveMeshOuterCorrectors)) moveMesh(first, outerLoop_->isFinal());  // (0)
    iterate(outerLoop_->isFinal());
  }
  endStep();
}

/// Of a mesh that has moved or changed.
void PisoLoop::correctPhi() {
  const auto aloud = context_.log.aloud();  // also where the solver is made anew of what a mesh that has changed carries
  const fv::SurfaceScalarField rAUf("rAUf", dimTime, context_.mesh, 1.0);
  if (!fluxCorrection_) fluxCorrection_.emplace(context_, *p_, piso_.nNonOrthogonalCorrectors);
  fluxCorrection_->correct(*phi_, *U_, rAUf, moving_ ? &moving_->meshPhi() : nullptr);
}

void PisoLoop::moveMesh(bool first, bool finalIteration) {
  const std::function<void()> correct = [this] { correctPhi(); };
  moving_->move(first, finalIteration, piso_.checkMeshCourantNo, piso_.correctPhi ? correct : std::function<void()>());
}

void PisoLoop::iterate(bool finalIteration) {
  const auto& communicator = context_.mesh.communicator();
  const bool isPiso = !outerLoop_ && !residuals_;
  if (!isPiso) pressure_->startOuterIteration(finalIteration);
  {
    const comm::Phase phase(communicator, "momentum");
    assembleMomentum(*UEqn_, finalIteration);  // (1)
    if (implicitPorosity_) {
      implicitPorosity_->predict(*UEqn_, *U_);
      velocityCorrected();
    } else if (piso_.momentumPredictor) {
      UEqn_->solve(U_->name() + (finalIteration ? "Final" : ""), gradP_->onCells());
      velocityCorrected();
    }
    pressure_->begin(*UEqn_);
  }
  {
    const comm::Phase phase(communicator, "pressure");
    for (int corrector = 1; corrector <= piso_.nCorrectors; ++corrector) {
      pressure_->correct(*UEqn_, corrector == piso_.nCorrectors && (finalIteration || isPiso));  // (2) to (5)
      velocityCorrected();
    }
    UEqn_->release();
    pressure_->end();
  }
  if (finalIteration || !outerLoop_ || !piso_.turbOnFinalIterOnly) correctTurbulence(finalIteration);
}

namespace {

void checkChangingMesh(CaseSource& source, const fv::Context& context, const PimpleControls& controls, Problems& problems) {
  problems.guard([&] { requireNoRotation(source); });
  const auto ddt = timeSchemes(source, context, {"ddt(U)"});
  if (source.meshMotion()) MovingMesh::check(context, ddt, problems);
  if (source.refinesMesh()) FaceVelocity::check(context, source.meshMotion() != nullptr, ddt, problems);
  if (controls.correctPhi) FluxCorrection::check(context, problems);
}

}  // namespace

void PisoLoop::checkLoop(CaseSource& source, fv::Context& context, Algorithm algorithm, Problems& problems) {
  source.expectScalar("p", dimKinematicPressure);
  const std::string U = velocityOf(algorithm);
  source.expectVector(U, dimVelocity);
  if (inRotatingFrame(algorithm)) problems.guard([&] { readFrame(source); });
  PressureGradient::Kind kind{false, isSteady(algorithm), algorithm == Algorithm::porousSimple, velocityOf(algorithm)};
  problems.guard([&] {
    const auto read = readControls(context, algorithm);
    kind.consistent = read.consistent;
    if (kind.steady) const SteadyResiduals residuals(controls(context, algorithm));
    if (!isPimple(algorithm)) return;
    problems.guard([&] { checkOuterSolvers(context.fvSolution, read, U); });
    problems.guard([&] { checkFieldRelaxation(context.fvSolution, "p"); });
    if (algorithm != Algorithm::pimple) return;
    if (fv::localTimeSteps(context.fvSchemes)) LocalTimeStep::check(context, Fluids::one, problems);
    if (source.meshMotion() || source.refinesMesh()) checkChangingMesh(source, context, read, problems);
  });
  if (!kind.steady) fv::checkScheme<Vec3>(context, "ddtSchemes", fmt::format("ddt({})", U), problems);
  fv::checkScheme<Vec3>(context, "divSchemes", fmt::format("div(phi,{})", U), problems);
  PressureGradient::check(context, kind, problems);
  if (algorithm != Algorithm::porousSimple) return;
  problems.guard([&] {
    const auto zones = physics::makePorousZones(source.constantIfPresent("porosityProperties"), context);
    if (implicitCorrectors(zones, controls(context, algorithm)) > 0) ImplicitPorosity::check(context, problems);
  });
}

}  // namespace eagre::solvers
