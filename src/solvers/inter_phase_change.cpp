// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/inter_phase_change.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comm/profile.hpp"
#include "fv/equation/terms.hpp"
#include "fv/time/ddt.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/mass_imbalance.hpp"
#include "solvers/turbulence.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

namespace {
const char* const nameOfRAU = "rAU";

void requireEuler(const fv::Context& context, const std::string& name) {
  if (fv::ddtScheme(context, name).kind != fv::DdtScheme::Kind::Euler)
    throw Error(fv::schemeEntry(context, "ddtSchemes", name).place,
                name + ": only Euler is possible where phases change into one another");
}

/// The equation that keeps the divergence of the flux.
void checkFluxCorrection(const fv::Context& context, Problems& problems) {
  problems.guard([&] {
    if (PimpleControls::read(context.fvSolution.subDict("PIMPLE"), true, false).correctPhi)
      FluxCorrection::check(context, problems);
  });
}
}  // namespace

InterPhaseChange::InterPhaseChange(CaseSource& source, fv::Context& context)
    : TwoPhaseFlow(source, context, nameOfRAU, true),
      change_(physics::makePhaseChange(source.constant("transportProperties"), mixture_.properties())),
      alphaPhi_("alphaPhi", dimVolumeFlux, context.mesh) {
  if (!nu_) makeNu();
  if (options_.actOn(U_->name()))
    context.log.warnOnce(
        "fvOptions act on U: OpenFOAM v1912's interPhaseChangeFoam reads them and leaves them out of its momentum equation; here "
        "they are in it");
  advection_ = interface_::makeAdvection({context, *interface_, *U_, *phi_, alphaPhi_, false, {change_.get(), &p_}});
  makeEquations(nameOfRAU, this);
  if (moving_) {
    auto& rAU = pressure_->rAU();
    for (auto* values : {&rAU.cells(), &rAU.boundary()}) std::ranges::fill(*values, 1.0);
    source.readIfPresent(rAU);
    rAU.updateGhosts();
  }
  if (pimple_.nCorrectors > 0) pressure_->equation().setUpSolver("p_rghFinal");
}

CourantNumbers InterPhaseChange::courant(double deltaT) const { return courantNumbers(context_.mesh, phi_->faces(), deltaT); }

Outputs InterPhaseChange::outputs() const {
  Outputs outputs = flowOutputs();
  if (moving_) outputs.scalars.push_back(&pressure_->rAU());
  return outputs;
}

// One time step (PIMPLE); m is the rate of condensation, see physics::PhaseChange:
//   (0)  nu of the mixture
//   repeat nOuterCorrectors times, or until residualControl is met (OuterLoop):
//       points move, if they do, in the first iteration or in all; phi keeps its divergence and is relative to the faces but in
//       (3) to (7)
//   (1)  d alpha/dt + div(phi alpha) + div(phi_r alpha (1 - alpha)) = alpha div(phi) + Su + Sp alpha
//                                                                          PhaseAdvection; gives rhoPhi; rho, curvature
//   follow (2)  d(rho U)/dt + div(rhoPhi U) - (d rho/dt + div(rhoPhi)) U - div(mu grad U) = div(mu dev2(grad U)^T) [+ fvOptions]
//   repeat nCorrectors times (PressureCorrector, with FaceForces and the VolumeSource that this solver is):
//   (3)  HbyA = H/A,   phiHbyA = HbyA_f.S + (rho/A)_f ddtCorr
//   (4)  phiHbyA += (1/A)_f |S| (sigma K snGrad alpha - g.h snGrad rho)
//   (5)  div((1/A)_f grad p_rgh) - S p_rgh = div(phiHbyA) - S (pSat - rho g.h)     S: the model, from the p of (8)
//   (6)  phi = phiHbyA - (1/A)_f |S| snGrad p_rgh
//   (7)  U = HbyA + 1/A reconstruct of the face forces of (4) and (6)
//   (8)  p = p_rgh + rho g.h
//   (9)  the turbulence model gives nut; mu = rho (nu + nut)
void InterPhaseChange::step() {
  const auto& communicator = context_.mesh.communicator();
  shiftOldTimes();
  mixture_.correctViscosity(alpha1_->values(), *U_, *nu_);  // (0)
  const std::function<void()> correct = moving_ && pimple_.correctPhi ? [this] { correctPhi(); } : std::function<void()>();
  if (correct) keepDivergence();
  for (bool first = true; outerLoop_.next(); first = false) {
    const bool finalIteration = outerLoop_.isFinal();
    if (moving_ && (first || pimple_.moveMeshOuterCorrectors))
      moving_->move(first, finalIteration, pimple_.checkMeshCourantNo, correct);
    {
      const comm::Phase phase(communicator, "alpha");
      alphaEquation(finalIteration);  // (1)
    }
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
        pressureFromRgh();  // (8)
      }
      releaseEquations();
    }
    if (turbulence_ && (finalIteration || !pimple_.turbOnFinalIterOnly)) {
      const comm::Phase phase(communicator, "turbulence");
      turbulence_->correct(finalIteration);  // (9)
    }
  }
  options_.checkAllUsed();
}

/// What changes phase makes volume: on the moved mesh the flux is to have the divergence that it had.
void InterPhaseChange::keepDivergence() {
  divU_.resize(static_cast<std::size_t>(context_.mesh.nCells));
  moving_->makeAbsolute();
  fv::fvc::div(context_.mesh, phi_->faces(), divU_);
  moving_->makeRelative();
}

void InterPhaseChange::correctPhi() {
  fv::SurfaceScalarField rAUf("rAUf", dimTime / dimDensity, context_.mesh);
  fv::interpolate(context_, pressure_->rAU(), "interpolate(rAU)", rAUf.faces());
  if (!fluxCorrection_) fluxCorrection_.emplace(context_, *p_rgh_, pimple_.nNonOrthogonalCorrectors);
  fluxCorrection_->correct(*phi_, *U_, rAUf, &moving_->meshPhi(), divU_);
}

void InterPhaseChange::alphaEquation(bool finalIteration) {
  const auto& properties = mixture_.properties();
  advection_->advance(properties.rho1, properties.rho2, finalIteration, rhoPhi_);
  mixture_.correctDensity(alpha1_->values(), alpha2_.values(), rho_);
  const auto multiply = [](const std::vector<double>& rho, const std::vector<double>& nu, std::vector<double>& mu) {
    parallelFor({"phase change: mu", 24}, static_cast<Label>(mu.size()),
                [mu = View(mu), rho = View(rho), nu = View(nu)](Label i) { mu[i] = rho[i] * nu[i]; });
  };
  multiply(rho_.cells(), nu_->cells(), muEff_.cells());
  multiply(rho_.boundary(), nu_->boundary(), muEff_.boundary());
  if (turbulence_) addEddyViscosity(*turbulence_, &rho_, muEff_);
  if (context_.mesh.overlaps) muEff_.updateGhosts();
  interface_->update(false);
}

void InterPhaseChange::momentumEquation(bool finalIteration) {
  stress_->correct(*U_);
  auto imbalance = context_.workspace.take<double>(static_cast<std::size_t>(context_.mesh.nCells));
  physics::massImbalance(context_, rho_, rhoPhi_, imbalance);
  *UEqn_ = fv::fvm::ddt(rho_, *U_) + fv::fvm::div(rhoPhi_, *U_, stress_->gradU()) -
           fv::fvm::Sp(std::span<const double>(imbalance), *U_) -
           fv::fvm::laplacian(muEff_, *U_, "laplacian((rho*nuEff),U)", stress_->gradU()) -
           stress_->transposed(muEff_.values(), *U_);
  stress_->addBehindOverlaps(muEff_.values(), UEqn_->source());
  if (turbulence_) turbulence_->addStress(*UEqn_, &rho_);
  kernel::Workspace::give(imbalance);
  solveMomentum(finalIteration);
}

void InterPhaseChange::linearise(std::span<double> S, std::span<double> outflow) const {
  change_->pressureCoefficient(std::span(alpha1_->cells()).first(S.size()), std::span(p_.cells()).first(S.size()), S);
  const auto& mesh = context_.mesh;
  parallelFor({"phase change: source of p", 64}, mesh.nCells,
              [S = View(S), outflow = View(outflow), rho = View(rho_.cells()), C = View(mesh.C), V = View(mesh.V),
               pSat = change_->pSat(), g = *context_.gravity,
               ghRef = *context_.ghRef](Label c) { outflow[c] -= S[c] * (pSat - rho[c] * (dot(g, C[c]) - ghRef)) * V[c]; });
}

void InterPhaseChange::check(CaseSource& source, fv::Context& context, Problems& problems) {
  problems.guard([&] {
    const auto& transport = source.constant("transportProperties");
    problems.guard([&] { physics::makePhaseChange(transport, physics::TwoPhaseProperties::read(transport)); });
    checkPhases(source, context, true, problems);
  });
  problems.guard([&] { requireNoRotation(source); });
  if (source.meshMotion()) {
    problems.guard([&] { MovingMesh::check(context, timeSchemes(source, context), problems); });
    checkFluxCorrection(context, problems);
  }
  checkFlow(source, context, nameOfRAU, true, problems);
  for (const char* name : {"ddt(rho,U)", "ddt(rho)", "ddt(U)"}) problems.guard([&] { requireEuler(context, name); });
}

}  // namespace eagre::solvers
