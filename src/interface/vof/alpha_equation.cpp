// SPDX-License-Identifier: BSD-3-Clause
#include "interface/vof/alpha_equation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/counts.hpp"
#include "fv/terms.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;

AlphaControls AlphaControls::read(const config::Dictionary& d) {
  AlphaControls c;
  c.nAlphaCorr = config::readCount(d, "nAlphaCorr");
  const auto& subCycles = d.at("nAlphaSubCycles");
  if (subCycles.isDict() || (!subCycles.tokens.empty() && subCycles.tokens.front().kind == config::Token::Kind::word))
    c.subCycles = fv::makeFunction1<double>(d, "nAlphaSubCycles");
  else
    c.nAlphaSubCycles = config::readCount(d, "nAlphaSubCycles");
  c.mulesCorr = d.getOr<bool>("MULESCorr", false);
  c.applyPrevCorr = d.getOr<bool>("alphaApplyPrevCorr", false);
  c.cAlpha = d.get<double>("cAlpha");
  c.icAlpha = d.getOr<double>("icAlpha", 0);
  c.scAlpha = d.getOr<double>("scAlpha", 0);
  c.boundFaceValues = d.getOr<bool>("boundFaceValues", false);
  if (c.nAlphaSubCycles < 1) throw Error(d.place(), d.name() + ": nAlphaSubCycles must be at least 1");
  if (c.scAlpha != 0)
    throw Error(d.at("scAlpha").place, d.name() + ": shear compression (scAlpha) is not supported; remove it or set 0");
  return c;
}

namespace {
/// "ddt(alpha)". Errors (badCase): a scheme that the phase equation does not have.
fv::DdtScheme readTimeScheme(const fv::Context& context, const AlphaControls& controls) {
  const auto& entry = fv::schemeEntry(context, "ddtSchemes", "ddt(alpha)");
  auto reader = entry.reader();
  const std::string scheme = reader.word();
  if (scheme == "Euler" || scheme == "localEuler") return {};
  if (scheme != "CrankNicolson")
    throw Error(
        entry.place,
        fmt::format("ddt(alpha): '{}' is not possible for the phase equation; Euler, localEuler and CrankNicolson are", scheme));
  if (controls.nAlphaSubCycles > 1 || controls.subCycles)
    throw Error(entry.place, "ddt(alpha): sub-cycling (nAlphaSubCycles > 1) is not possible with CrankNicolson");
  return fv::ddtScheme(context, "ddt(alpha)");
}

/// interPhaseChangeFoam has neither such corrections nor sub-cycles by the Courant number: to ask for them is an error.
void requireOnlyWhatPhaseChangeHas(const config::Dictionary& dict, const AlphaControls& controls) {
  if (controls.applyPrevCorr)
    throw Error(dict.at("alphaApplyPrevCorr").place,
                dict.name() + ": alphaApplyPrevCorr is not possible where phases change into one another; remove it");
  if (controls.subCycles)
    throw Error(dict.at("nAlphaSubCycles").place,
                dict.name() + ": where phases change into one another the number of sub-cycles must be a number");
}
}  // namespace

void AlphaEquation::check(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems) {
  problems.guard([&] {
    const auto& dict = context.fvSolution.subDict("solvers").subDict(alphaName);
    AlphaControls controls;
    problems.guard([&] { controls = AlphaControls::read(dict); });
    if (phaseChange)
      problems.guard([&] { requireOnlyWhatPhaseChangeHas(dict, controls); });
    else
      problems.guard([&] { readTimeScheme(context, controls); });
    if (controls.icAlpha > 0) fv::FaceWeights::check(context, "interpolationSchemes", AlphaFlux::speedScheme, problems);
    problems.guard([&] { MulesControls::read(dict, controls.mulesCorr); });
    if (controls.mulesCorr)
      linear::checkSolver(alphaName, false, context.fvSolution.subDict("solvers").subDict(alphaName + "Final"), problems);
  });
  fv::checkScheme<double>(context, "divSchemes", AlphaFlux::convectionScheme, problems);
  fv::checkScheme<double>(context, "divSchemes", AlphaFlux::compressionScheme, problems);
  if (!phaseChange) fv::checkScheme<double>(context, "ddtSchemes", "ddt(alpha)", problems);
  fv::checkScheme<double>(context, "gradSchemes", "nHat", problems);
  fv::checkScheme<double>(context, "snGradSchemes", "snGrad(" + alphaName + ")", problems);
  InterfaceProperties::check(context, problems);
}

AlphaEquation::AlphaEquation(fv::Context& context, fv::VolScalarField& alpha1, fv::VolScalarField& alpha2,
                             const fv::VolVectorField& U, fv::SurfaceScalarField& phi, fv::SurfaceScalarField& alphaPhi,
                             InterfaceProperties& interface, bool alphaPhiWasRead, PhaseChangeAt change)
    : context_(&context),
      alpha1_(&alpha1),
      alpha2_(&alpha2),
      phi_(&phi),
      alphaPhi_(&alphaPhi),
      interface_(&interface),
      alphaPhiWasRead_(alphaPhiWasRead),
      change_(change),
      controls_(AlphaControls::read(context.fvSolution.subDict("solvers").subDict(alpha1.name()))),
      timeScheme_(change.model ? fv::DdtScheme{} : readTimeScheme(context, controls_)),
      eulerMomentum_(fv::ddtScheme(context, "ddt(rho,U)").isEuler()),
      highOrder_(context, alpha1, alpha2, U, interface, controls_.cAlpha, controls_.icAlpha, controls_.boundFaceValues),
      mules_(context, MulesControls::read(context.fvSolution.subDict("solvers").subDict(alpha1.name()), controls_.mulesCorr)),
      upwindEqn_(alpha1, context) {
  if (highOrder_.looksBeyondNeighbours()) interface.band().includeEverything();
  if (!change.model) return;
  highOrder_.takeFieldsAsTheyAre();
  interface.band().includeEverything();
  interface.begin();
  for (auto* v : {&divPhi_, &Su_, &Sp_, &mulesSu_}) v->resize(static_cast<std::size_t>(context.mesh.nCells));
}

void AlphaEquation::includeEverything() {
  interface_->band().includeEverything();
  mules_.includeEverything();
}

/// alpha2 = 1 - alpha1.
void AlphaEquation::updateAlpha2() {
  const double *a1 = alpha1_->cells().data(), *b1 = alpha1_->boundary().data();
  double *a2 = alpha2_->cells().data(), *b2 = alpha2_->boundary().data();
  parallelFor({"alpha2", 16}, context_->mesh.nAllCells(), [=](Label c) { a2[c] = 1 - a1[c]; });
  parallelFor({"alpha2: boundary", 16}, context_->mesh.nBoundaryFaces, [=](Label b) { b2[b] = 1 - b1[b]; });
}

void AlphaEquation::report(const char* what) const {
  const auto& mesh = context_->mesh;
  double volume = 0, extremes[2] = {vGreat, vGreat};  // min and -max travel together
  const auto look = [&](double a) {
    extremes[0] = std::min(extremes[0], a);
    extremes[1] = std::min(extremes[1], -a);
  };
  parallelFor({"alpha: report", 16}, mesh.nCells, [&](Label c) {
    const double a = alpha1_->cells()[c];
    volume += a * mesh.V[c];
    look(a);
  });
  for (const double a : alpha1_->boundary()) look(a);
  volume = mesh.communicator().sum(volume);
  mesh.communicator().min(extremes);
  context_->log.line(fmt::format("{5} volume fraction = {1:.{0}g}  Min({2}) = {3:.{0}g}  Max({2}) = {4:.{0}g}",
                                 context_->log.precision(), volume / mesh.totalVolume, alpha1_->name(), extremes[0], -extremes[1],
                                 what));
  if (!std::isfinite(volume))
    throw Error(fmt::format("{} is not finite at time {:.6g} s, after {} steps", alpha1_->name(), context_->time.value,
                            context_->time.index),
                ExitCode::diverged);
}

/// phi, or its blend of old and new.
const fv::SurfaceScalarField& AlphaEquation::volumeFlux() {
  if (cnCoeff_ == 1) return *phi_;
  const auto& mesh = context_->mesh;
  if (!phiCN_) phiCN_ = std::make_unique<fv::SurfaceScalarField>("phiCN", dimVolumeFlux, mesh);
  const auto &now = phi_->faces(), &old = phi_->old();
  parallelFor({"alpha: phiCN", 24}, mesh.nFaces(), [&](Label f) { (*phiCN_)[f] = cnCoeff_ * now[f] + (1 - cnCoeff_) * old[f]; });
  return *phiCN_;
}

/// alpha1, or its blend of old and new. Schemes without a pass of their own look for their gradient by the name of the field:
/// they get the blend for Euler, too.
const fv::VolScalarField& AlphaEquation::convected() {
  if (change_.model || (cnCoeff_ == 1 && !highOrder_.readsAlpha2())) return *alpha1_;
  const auto& mesh = context_->mesh;
  if (const std::string name = AlphaFlux::blendName(*alpha1_, cnCoeff_); !alphaCN_ || alphaCN_->name() != name) {
    alphaCN_ = std::make_unique<fv::VolScalarField>(name, dimless, mesh);
    fv::setCalculatedConditions(*alphaCN_);
  }
  const auto& old = alpha1_->old();
  const auto blend = [&](double now, double before) { return cnCoeff_ * now + (1 - cnCoeff_) * before; };
  parallelFor({"alpha: blend", 24}, mesh.nAllCells(),
              [&](Label c) { alphaCN_->cells()[c] = blend(alpha1_->cells()[c], old.cells[c]); });
  parallelFor("alpha: blend boundary", mesh.nBoundaryFaces,
              [&](Label b) { alphaCN_->boundary()[b] = blend(alpha1_->boundary()[b], old.boundary[b]); });
  return *alphaCN_;
}

/// Sources of the phase change at the present alpha and pressure.
void AlphaEquation::makeSources() {
  const auto nCells = static_cast<std::size_t>(context_->mesh.nCells);
  fv::fvc::div(context_->mesh, phi_->faces(), divPhi_);
  change_.model->alphaSource(std::span(alpha1_->cells()).first(nCells), std::span(change_.p->cells()).first(nCells), Su_, Sp_);
}

/// For a corrector of the semi-implicit variant, whose upwind step has had the sources of the alpha that it found: what they
/// differ by since then.
MulesSources AlphaEquation::correctionSources() {
  if (!change_.model) return {};
  const double *alpha = alpha1_->cells().data(), *divPhi = divPhi_.data(), *Sp = Sp_.data();
  double *before = alphaBefore_.data(), *Su = mulesSu_.data();
  parallelFor({"alpha: sources", 48}, context_->mesh.nCells, [=](Label c) {
    Su[c] = divPhi[c] * (alpha[c] - before[c]) - Sp[c] * alpha[c];
    before[c] = alpha[c];
  });
  return {mulesSu_, Sp_};
}

MulesSources AlphaEquation::explicitSources() {
  if (!change_.model) return {};
  const double *alpha = alpha1_->cells().data(), *divPhi = divPhi_.data(), *Su = Su_.data();
  parallelFor({"alpha: sources", 32}, context_->mesh.nCells,
              [=, total = mulesSu_.data()](Label c) { total[c] = divPhi[c] * alpha[c] + Su[c]; });
  return {mulesSu_, Sp_};
}

/// The implicit upwind step of the semi-implicit variant; its flux becomes alphaPhi.
void AlphaEquation::predictImplicit(const fv::SurfaceScalarField& phi) {
  const auto transport = fv::fvm::ddtEuler(*alpha1_) + fv::fvm::divUpwind(phi, *alpha1_);
  if (change_.model)
    upwindEqn_ = transport - fv::fvm::Sp(std::span<const double>(divPhi_), *alpha1_) -
                 fv::fvm::Sp(std::span<const double>(Sp_), *alpha1_) - fv::fvm::Su(Su_, *alpha1_);
  else
    upwindEqn_ = transport;
  upwindEqn_.solve(alpha1_->name() + (finalIteration_ ? "Final" : ""));
  report("Phase-1");
  upwindEqn_.flux(alphaPhi_->faces());
  upwindEqn_.release();
  if (change_.model) alphaBefore_.assign(alpha1_->cells().begin(), alpha1_->cells().begin() + context_->mesh.nCells);
  if (controls_.applyPrevCorr) upwindFlux_ = alphaPhi_->faces();
  if (change_.model) return;
  if (hasPreviousCorrection_) applyPreviousCorrection();
  if (highOrder_.readsAlpha2()) updateAlpha2();
  interface_->alphaChanged(oldAlpha(), previousFaces_);
}

/// alphaApplyPrevCorr: the correction of the step before, limited anew, is where this step's starts from.
void AlphaEquation::applyPreviousCorrection() {
  auto& alphaPhi = alphaPhi_->faces();
  context_->log.line("Applying the previous iteration compression flux");
  outletFlux_.clear();
  for (const Label f : previousFaces_)
    if (f >= context_->mesh.nInteriorFaces()) outletFlux_.push_back(alphaPhi[f]);
  mules_.correct(*alpha1_, previousFaces_, previousCorrection_, outletFlux_, alphaPhi);
  context_->log.line("MULES: Correcting " + alpha1_->name());
}

void AlphaEquation::keepCorrection() {
  hasPreviousCorrection_ = true;
  const auto faces = interface_->band().faces();
  previousFaces_.assign(faces.begin(), faces.end());
  previousCorrection_.resize(faces.size());
  parallelFor("alpha: keep correction", static_cast<Label>(faces.size()),
              [&](Label k) { previousCorrection_[k] = (*alphaPhi_)[faces[k]] - upwindFlux_[faces[k]]; });
}

/// One limited correction of alphaPhi towards the high-order flux; all but the first by one half.
void AlphaEquation::correctImplicit(const fv::SurfaceScalarField& phi, int corrector) {
  auto& alphaPhi = alphaPhi_->faces();
  highOrder_(phi_->faces(), phi.faces(), convected(), alphaPhi, correction_);
  const auto& band = interface_->band();
  const auto boundary = band.boundaryFaces();
  outletFlux_.resize(boundary.size());
  parallelFor("alpha: outlets", static_cast<Label>(boundary.size()),
              [&](Label i) { outletFlux_[i] = alphaPhi[boundary[i]] + correction_[band.nInterior() + i]; });
  const MulesSources sources = correctionSources();
  mules_.correct(*alpha1_, band.faces(), correction_, outletFlux_, alphaPhi, corrector == 0 ? 1 : 0.5, sources);
  context_->log.line("MULES: Correcting " + alpha1_->name());
}

void AlphaEquation::solveExplicit(const fv::SurfaceScalarField& phi) {
  const auto& mesh = context_->mesh;
  auto& alphaPhi = alphaPhi_->faces();
  const auto& alpha = convected();
  highOrder_(phi_->faces(), phi.faces(), alpha, {}, correction_);
  const Label first = mesh.nInteriorFaces();
  parallelFor("alpha: boundary flux", mesh.nBoundaryFaces, [&, bound = controls_.boundFaceValues](Label b) {
    const double value = alpha.boundary()[b];
    alphaPhi[first + b] = phi[first + b] * (bound ? std::clamp(value, 0.0, 1.0) : value);
  });
  context_->log.line("MULES: Solving for " + alpha1_->name());
  mules_.explicitSolve(*alpha1_, alpha1_->old().cells, phi.faces(), interface_->band().faces(), correction_, alphaPhi,
                       explicitSources());
}

void AlphaEquation::solveStep(double rho1, double rho2, fv::SurfaceScalarField& rhoPhi) {
  const auto& mesh = context_->mesh;
  const bool firstStep = !alphaPhiWasRead_ && context_->time.index <= context_->time.startIndex + 1;
  cnCoeff_ = 1 / (1 + (firstStep ? 0 : timeScheme_.offCentring(context_->time)));
  auto& alphaPhi = alphaPhi_->faces();
  const fv::SurfaceScalarField& phi = volumeFlux();

  if (change_.model) makeSources();
  if (controls_.mulesCorr)
    predictImplicit(phi);
  else if (cnCoeff_ < 1)
    interface_->alphaChanged(oldAlpha());  // not alpha1, but there is an old one now that the band has to cover
  for (int corrector = 0; corrector < controls_.nAlphaCorr; ++corrector) {
    if (controls_.mulesCorr)
      correctImplicit(phi, corrector);
    else
      solveExplicit(phi);
    if (highOrder_.readsAlpha2() || corrector + 1 == controls_.nAlphaCorr) updateAlpha2();
    if (change_.model) continue;
    if (controls_.mulesCorr)
      interface_->alphaChangedInBand(oldAlpha());
    else
      interface_->alphaChanged(oldAlpha());
  }
  if (controls_.nAlphaCorr == 0) updateAlpha2();
  if (controls_.applyPrevCorr && controls_.mulesCorr) keepCorrection();

  if (!eulerMomentum_ && cnCoeff_ < 1) {  // the flux at the end of the step instead of its mean
    const auto& old = alphaPhi_->old();
    parallelFor({"alpha: end flux", 24}, mesh.nFaces(),
                [&](Label f) { alphaPhi[f] = (alphaPhi[f] - (1 - cnCoeff_) * old[f]) / cnCoeff_; });
  }
  const double *volume = (eulerMomentum_ ? phi : *phi_).faces().data(), *phase = alphaPhi.data(), difference = rho1 - rho2;
  double* mass = rhoPhi.faces().data();
  parallelFor({"rhoPhi", 24}, mesh.nFaces(), [=](Label f) { mass[f] = phase[f] * difference + volume[f] * rho2; });
  report(change_.model ? "Liquid phase" : "Phase-1");
}

/// 1/dt of a sub-cycle.
const fv::VolScalarField& AlphaEquation::subStepRate(const fv::VolScalarField& rDeltaT) {
  if (!rSubDeltaT_) rSubDeltaT_ = std::make_unique<fv::VolScalarField>("rSubDeltaT", rDeltaT.dimensions(), context_->mesh);
  const auto scale = [n = controls_.nAlphaSubCycles](const std::vector<double>& from, std::vector<double>& to) {
    parallelFor({"alpha: 1/dt of a sub-cycle", 16}, static_cast<Label>(to.size()), [&](Label i) { to[i] = n * from[i]; });
  };
  scale(rDeltaT.cells(), rSubDeltaT_->cells());
  scale(rDeltaT.boundary(), rSubDeltaT_->boundary());
  return *rSubDeltaT_;
}

void AlphaEquation::chooseSubCycles(double interfaceCourant) {
  if (!controls_.subCycles) return;
  constexpr double most = 1e6;  // of a run that is blowing up
  controls_.nAlphaSubCycles = static_cast<int>(std::clamp(std::ceil(controls_.subCycles->value(interfaceCourant)), 1.0, most));
}

void AlphaEquation::solve(double rho1, double rho2, bool finalIteration, fv::SurfaceScalarField& rhoPhi) {
  finalIteration_ = finalIteration;
  const int n = controls_.nAlphaSubCycles;
  const double dt = context_->time.deltaT;
  if (n == 1) return solveStep(rho1, rho2, rhoPhi);
  const auto& mesh = context_->mesh;
  rhoPhiSum_.assign(static_cast<std::size_t>(mesh.nFaces()), 0.0);
  const fv::CellValues<double> startOfStep = alpha1_->old();
  const double end = context_->time.value;
  context_->time.deltaT = dt / n;
  const auto* rDeltaT = context_->time.rDeltaT;
  if (rDeltaT) context_->time.rDeltaT = &subStepRate(*rDeltaT);
  for (int cycle = 0; cycle < n; ++cycle) {
    if (cycle > 0) alpha1_->resetOld();
    context_->time.value = end - dt * (n - 1 - cycle) / n;  // conditions that change in time do so in the cycles
    solveStep(rho1, rho2, rhoPhi);
    parallelFor({"rhoPhi: sum", 24}, mesh.nFaces(), [&](Label f) { rhoPhiSum_[f] += rhoPhi[f] / n; });
  }
  context_->time.deltaT = dt;
  context_->time.rDeltaT = rDeltaT;
  context_->time.value = end;
  rhoPhi.faces() = rhoPhiSum_;
  alpha1_->old() = startOfStep;
}

}  // namespace eagre::interface_
