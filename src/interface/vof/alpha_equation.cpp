// SPDX-License-Identifier: BSD-3-Clause
#include "interface/vof/alpha_equation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fv/terms.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;

namespace {
const char* const convectionScheme = "div(phi,alpha)";
const char* const compressionScheme = "div(phirb,alpha)";
}  // namespace

AlphaControls AlphaControls::read(const config::Dictionary& d) {
  AlphaControls c;
  c.nAlphaCorr = d.get<int>("nAlphaCorr");
  c.nAlphaSubCycles = d.get<int>("nAlphaSubCycles");
  c.mulesCorr = d.getOr<bool>("MULESCorr", false);
  c.applyPrevCorr = d.getOr<bool>("alphaApplyPrevCorr", false);
  c.cAlpha = d.get<double>("cAlpha");
  c.icAlpha = d.getOr<double>("icAlpha", 0);
  c.scAlpha = d.getOr<double>("scAlpha", 0);
  if (c.nAlphaSubCycles < 1) throw Error(d.place(), d.name() + ": nAlphaSubCycles must be at least 1");
  if (c.scAlpha != 0)
    throw Error(d.at("scAlpha").place, d.name() + ": shear compression (scAlpha) is not supported; remove it or set 0");
  return c;
}

void AlphaEquation::check(const fv::Context& context, const std::string& alphaName, Problems& problems) {
  problems.guard([&] {
    const auto& dict = context.fvSolution.subDict("solvers").subDict(alphaName);
    AlphaControls controls;
    problems.guard([&] { controls = AlphaControls::read(dict); });
    problems.guard([&] { MulesControls::read(dict, controls.mulesCorr); });
    if (controls.mulesCorr)
      linear::checkSolver(alphaName, false, context.fvSolution.subDict("solvers").subDict(alphaName + "Final"), problems);
  });
  fv::checkScheme<double>(context, "divSchemes", convectionScheme, problems);
  fv::checkScheme<double>(context, "divSchemes", compressionScheme, problems);
  fv::checkScheme<double>(context, "ddtSchemes", "ddt(alpha)", problems);
  fv::checkScheme<double>(context, "gradSchemes", "nHat", problems);
  fv::checkScheme<double>(context, "snGradSchemes", "snGrad(" + alphaName + ")", problems);
}

AlphaEquation::AlphaEquation(fv::Context& context, fv::VolScalarField& alpha1, fv::VolScalarField& alpha2,
                             const fv::VolVectorField& U, fv::SurfaceScalarField& phi, fv::SurfaceScalarField& alphaPhi,
                             InterfaceProperties& interface, bool alphaPhiWasRead)
    : context_(&context),
      alpha1_(&alpha1),
      alpha2_(&alpha2),
      U_(&U),
      phi_(&phi),
      alphaPhi_(&alphaPhi),
      interface_(&interface),
      alphaPhiWasRead_(alphaPhiWasRead),
      controls_(AlphaControls::read(context.fvSolution.subDict("solvers").subDict(alpha1.name()))),
      mules_(context, MulesControls::read(context.fvSolution.subDict("solvers").subDict(alpha1.name()), controls_.mulesCorr)),
      upwindEqn_(alpha1, context),
      phiCN_("phiCN", dimVolumeFlux, context.mesh) {
  for (auto* v : {&phic_, &phir_, &work_, &flux_, &correction_, &upwindFlux_}) v->resize(context.mesh.nFaces());
}

/// Crank-Nicolson's psi of "ddt(alpha)"; 0 for Euler and in the very first step.
double AlphaEquation::offCentring() const {
  const auto& entry = fv::schemeEntry(*context_, "ddtSchemes", "ddt(alpha)");
  auto reader = entry.reader();
  const std::string scheme = reader.word();
  if (scheme == "Euler") return 0;
  if (scheme != "CrankNicolson")
    throw Error(entry.place,
                fmt::format("ddt(alpha): '{}' is not possible for the phase equation; Euler and CrankNicolson are", scheme));
  if (controls_.nAlphaSubCycles > 1)
    throw Error(entry.place, "ddt(alpha): sub-cycling (nAlphaSubCycles > 1) is not possible with CrankNicolson");
  const double coefficient = reader.atEnd() ? 1.0 : reader.number();
  return alphaPhiWasRead_ || context_->time.index > context_->time.startIndex + 1 ? coefficient : 0;
}

/// Equation (2) without nHat; zero on the boundary.
void AlphaEquation::compressionFlux() {
  const auto& mesh = context_->mesh;
  const auto& phi = phi_->faces();
  const double c = controls_.cAlpha, ic = controls_.icAlpha;
  parallelFor("alpha: compression", mesh.nInteriorFaces(), [&](Label f) {
    double phic = c * std::abs(phi[f] / mesh.magSf[f]);
    if (ic > 0) {
      const double w = mesh.weights[f];
      const double magU = w * mag(U_->cells()[mesh.owner[f]]) + (1 - w) * mag(U_->cells()[mesh.neighbour[f]]);
      phic = phic * (1 - ic) + c * ic * magU;
    }
    phic_[f] = phic;
  });
  std::fill(phic_.begin() + mesh.nInteriorFaces(), phic_.end(), 0.0);
}

void AlphaEquation::phaseChanged() {
  const auto& a1 = alpha1_->values();
  parallelFor("alpha2: cells", context_->mesh.nAllCells(), [&](Label c) { alpha2_->cells()[c] = 1 - a1.cells[c]; });
  parallelFor("alpha2: boundary", context_->mesh.nBoundaryFaces, [&](Label b) { alpha2_->boundary()[b] = 1 - a1.boundary[b]; });
  correctMixture_();
  interface_->correct();
}

void AlphaEquation::report() const {
  const auto& mesh = context_->mesh;
  double volume = 0, extremes[2] = {vGreat, vGreat};  // min and -max travel together
  for (Label c = 0; c < mesh.nCells; ++c) {
    const double a = alpha1_->cells()[c];
    volume += a * mesh.V[c];
    extremes[0] = std::min(extremes[0], a);
    extremes[1] = std::min(extremes[1], -a);
  }
  for (const double a : alpha1_->boundary()) {
    extremes[0] = std::min(extremes[0], a);
    extremes[1] = std::min(extremes[1], -a);
  }
  volume = mesh.communicator().sum(volume);
  mesh.communicator().min(extremes);
  context_->log.line(fmt::format("Phase-1 volume fraction = {1:.{0}g}  Min({2}) = {3:.{0}g}  Max({2}) = {4:.{0}g}",
                                 context_->log.precision(), volume / mesh.totalVolume, alpha1_->name(), extremes[0],
                                 -extremes[1]));
  if (!std::isfinite(volume))
    throw Error(fmt::format("{} is not finite at time {:.6g} s, after {} steps", alpha1_->name(), context_->time.value,
                            context_->time.index),
                ExitCode::diverged);
}

/// The implicit upwind step of the semi-implicit variant; its flux becomes alphaPhi.
void AlphaEquation::predictImplicit(double dt) {
  const auto& mesh = context_->mesh;
  upwindEqn_ = fv::fvm::ddtEuler(*alpha1_) + fv::fvm::divUpwind(phiCN_, *alpha1_);
  upwindEqn_.solve(alpha1_->name() + (finalIteration_ ? "Final" : ""));
  report();
  upwindEqn_.flux(upwindFlux_);
  auto& alphaPhi = alphaPhi_->faces();
  std::copy(upwindFlux_.begin(), upwindFlux_.end(), alphaPhi.begin());
  if (controls_.applyPrevCorr && hasPreviousCorrection_) {
    context_->log.line("Applying the previous iteration compression flux");
    mules_.correct(*alpha1_, alphaPhi, previousCorrection_, dt);
    context_->log.line("MULES: Correcting " + alpha1_->name());
    parallelFor("alpha: previous correction", mesh.nFaces(), [&](Label f) { alphaPhi[f] += previousCorrection_[f]; });
  }
  phaseChanged();
}

/// flux_ = phi alpha + compression, by the schemes div(phi,alpha) and div(phirb,alpha).
void AlphaEquation::highOrderFlux(double cnCoeff) {
  const auto& mesh = context_->mesh;
  const auto& nHatf = interface_->nHatf();
  parallelFor("alpha: phir", mesh.nFaces(), [&](Label f) { phir_[f] = -phic_[f] * nHatf[f]; });
  fv::fvc::flux(*context_, phir_, *alpha2_, compressionScheme, work_);
  parallelFor("alpha: -phirb", mesh.nFaces(), [&](Label f) { work_[f] = -work_[f]; });
  fv::fvc::flux(*context_, work_, *alpha1_, compressionScheme, correction_);
  const fv::VolScalarField* alpha = alpha1_;
  if (cnCoeff < 1) {
    if (!alphaCN_) {
      alphaCN_ = std::make_unique<fv::VolScalarField>("alphaCN", dimless, mesh);
      fv::setCalculatedConditions(*alphaCN_);
    }
    const auto& old = alpha1_->old();
    const auto blend = [&](double now, double before) { return cnCoeff * now + (1 - cnCoeff) * before; };
    parallelFor("alpha: blend", mesh.nAllCells(),
                [&](Label c) { alphaCN_->cells()[c] = blend(alpha1_->cells()[c], old.cells[c]); });
    parallelFor("alpha: blend boundary", mesh.nBoundaryFaces,
                [&](Label b) { alphaCN_->boundary()[b] = blend(alpha1_->boundary()[b], old.boundary[b]); });
    alpha = alphaCN_.get();
  }
  fv::fvc::flux(*context_, phiCN_.faces(), *alpha, convectionScheme, flux_);
  parallelFor("alpha: total flux", mesh.nFaces(), [&](Label f) { flux_[f] += correction_[f]; });
}

void AlphaEquation::solveStep(double dt, double rho1, double rho2, fv::SurfaceScalarField& rhoPhi) {
  const auto& mesh = context_->mesh;
  const double ocCoeff = offCentring(), cnCoeff = 1 / (1 + ocCoeff);
  auto& alphaPhi = alphaPhi_->faces();
  compressionFlux();
  phiCN_.faces() = phi_->faces();
  if (ocCoeff > 0)
    parallelFor("alpha: phiCN", mesh.nFaces(),
                [&](Label f) { phiCN_[f] = cnCoeff * phi_->faces()[f] + (1 - cnCoeff) * phi_->old()[f]; });

  if (controls_.mulesCorr) predictImplicit(dt);

  for (int corrector = 0; corrector < controls_.nAlphaCorr; ++corrector) {
    highOrderFlux(cnCoeff);
    if (controls_.mulesCorr) {
      parallelFor("alpha: correction", mesh.nFaces(), [&](Label f) { correction_[f] = flux_[f] - alphaPhi[f]; });
      if (corrector > 0) alpha10_.assign(alpha1_->cells().begin(), alpha1_->cells().end());
      mules_.correct(*alpha1_, flux_, correction_, dt);
      context_->log.line("MULES: Correcting " + alpha1_->name());
      const double relax = corrector == 0 ? 1 : 0.5;
      if (corrector > 0) {
        parallelFor("alpha: relax", mesh.nCells,
                    [&](Label c) { alpha1_->cells()[c] = 0.5 * alpha1_->cells()[c] + 0.5 * alpha10_[c]; });
        alpha1_->correctBoundaryConditions();
      }
      parallelFor("alpha: corrected flux", mesh.nFaces(), [&](Label f) { alphaPhi[f] += relax * correction_[f]; });
    } else {
      alphaPhi = flux_;
      context_->log.line("MULES: Solving for " + alpha1_->name());
      mules_.explicitSolve(*alpha1_, alpha1_->old().cells, phiCN_.faces(), alphaPhi, dt);
    }
    phaseChanged();
  }

  if (controls_.applyPrevCorr && controls_.mulesCorr) {
    previousCorrection_.resize(alphaPhi.size());
    parallelFor("alpha: keep correction", mesh.nFaces(), [&](Label f) { previousCorrection_[f] = alphaPhi[f] - upwindFlux_[f]; });
    hasPreviousCorrection_ = true;
  }

  const bool euler = fv::schemeEntry(*context_, "ddtSchemes", "ddt(rho,U)").reader().word() == "Euler";
  if (!euler && ocCoeff > 0)  // the flux at the end of the step instead of its mean
    parallelFor("alpha: end flux", mesh.nFaces(),
                [&](Label f) { alphaPhi[f] = (alphaPhi[f] - (1 - cnCoeff) * alphaPhi_->old()[f]) / cnCoeff; });
  const auto& volumeFlux = euler ? phiCN_.faces() : phi_->faces();
  parallelFor("rhoPhi", mesh.nFaces(), [&](Label f) { rhoPhi[f] = alphaPhi[f] * (rho1 - rho2) + volumeFlux[f] * rho2; });
  report();
}

void AlphaEquation::solveSubCycles(double rho1, double rho2, fv::SurfaceScalarField& rhoPhi) {
  const int n = controls_.nAlphaSubCycles;
  const double dt = context_->time.deltaT;
  if (n == 1) return solveStep(dt, rho1, rho2, rhoPhi);
  const auto& mesh = context_->mesh;
  rhoPhiSum_.assign(static_cast<std::size_t>(mesh.nFaces()), 0.0);
  const fv::CellValues<double> startOfStep = alpha1_->old();
  context_->time.deltaT = dt / n;
  for (int cycle = 0; cycle < n; ++cycle) {
    if (cycle > 0) alpha1_->resetOld();
    solveStep(dt / n, rho1, rho2, rhoPhi);
    parallelFor("rhoPhi: sum", mesh.nFaces(), [&](Label f) { rhoPhiSum_[f] += rhoPhi[f] / n; });
  }
  context_->time.deltaT = dt;
  rhoPhi.faces() = rhoPhiSum_;
  alpha1_->old() = startOfStep;
}

}  // namespace eagre::interface_
