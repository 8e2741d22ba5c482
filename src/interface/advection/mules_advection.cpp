// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/mules_advection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "config/counts.hpp"
#include "fv/equation/terms.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/motion.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

AlphaControls AlphaControls::read(const config::Dictionary& d) {
  AlphaControls c;
  c.nAlphaCorr = config::readCount(d, "nAlphaCorr");
  c.mulesCorr = d.getOr<bool>("MULESCorr", false);
  c.applyPrevCorr = d.getOr<bool>("alphaApplyPrevCorr", false);
  c.cAlpha = d.get<double>("cAlpha");
  c.icAlpha = d.getOr<double>("icAlpha", 0);
  c.scAlpha = d.getOr<double>("scAlpha", 0);
  c.boundFaceValues = d.getOr<bool>("boundFaceValues", false);
  static const std::vector<std::string> geometric{"PLIC", "MPLIC"};
  if (d.has("geometricFaceValues"))
    c.geometricFaceValues =
        d.getChoice("geometricFaceValues", geometric) == "PLIC" ? GeometricFaces::Kind::single : GeometricFaces::Kind::several;
  return c;
}

namespace {

TimeWeighting timeWeighting(const fv::Context& context, const SubCycles& subCycles) {
  return {context, subCycles.number() > 1 || subCycles.byCourant()};
}

/// interPhaseChangeFoam ignores corrections of the step before and shear compression, in v1912, too; sub-cycles by the Courant
/// number are an error.
void checkWhatPhaseChangeHas(const config::Dictionary& dict, const AlphaControls& controls, const SubCycles& subCycles) {
  const auto warnOf = [&dict](const char* keyword) {
    dict.warn(dict.at(keyword).place,
              fmt::format("{} has no effect where phases change into one another, as in OpenFOAM v1912", keyword));
  };
  if (controls.applyPrevCorr) warnOf("alphaApplyPrevCorr");
  if (controls.scAlpha > 0) warnOf("scAlpha");
  if (subCycles.byCourant())
    throw Error(dict.at("nAlphaSubCycles").place,
                dict.name() + ": where phases change into one another the number of sub-cycles must be a number");
}

/// v1912 looks for the first word of the scheme alone: the flux of `bounded Euler` is that of the end of the step.
bool isPlainEuler(const fv::DdtScheme& scheme) { return scheme.isEuler() && !scheme.bounded; }

AlphaFlux::Coefficients compression(const AdvectionInputs& in, const AlphaControls& controls) {
  return {controls.cAlpha, controls.icAlpha, in.change.model ? 0 : controls.scAlpha};
}

}  // namespace

void checkMulesAdvection(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems) {
  problems.guard([&] {
    const auto& dict = phaseControls(context, alphaName);
    AlphaControls controls;
    SubCycles subCycles;
    problems.guard([&] {
      controls = AlphaControls::read(dict);
      subCycles = SubCycles::read(dict);
    });
    if (phaseChange)
      problems.guard([&] { checkWhatPhaseChangeHas(dict, controls, subCycles); });
    else
      problems.guard([&] { timeWeighting(context, subCycles); });
    if (controls.icAlpha > 0) fv::FaceWeights::check(context, "interpolationSchemes", AlphaFlux::speedScheme, problems);
    if (controls.scAlpha > 0 && !phaseChange) {
      fv::FaceWeights::check(context, "interpolationSchemes", AlphaFlux::shearScheme, problems);
      fv::checkScheme<Vec3>(context, "gradSchemes", "grad(U)", problems);
    }
    problems.guard([&] { MulesControls::read(dict, controls.mulesCorr); });
    if (controls.mulesCorr) linear::checkSolver(alphaName, false, phaseControls(context, alphaName + "Final"), problems);
  });
  fv::checkScheme<double>(context, "divSchemes", AlphaFlux::convectionScheme, problems);
  fv::checkScheme<double>(context, "divSchemes", AlphaFlux::compressionScheme, problems);
  if (!phaseChange) fv::checkScheme<double>(context, "ddtSchemes", "ddt(alpha)", problems);
}

std::unique_ptr<PhaseAdvection> makeMulesAdvection(const AdvectionInputs& inputs) {
  return std::make_unique<MulesAdvection>(inputs);
}

MulesAdvection::MulesAdvection(const AdvectionInputs& in)
    : PhaseAdvection(in),
      controls_(AlphaControls::read(controls())),
      time_(in.change.model ? TimeWeighting() : timeWeighting(in.context, subCycles())),
      eulerMomentum_(isPlainEuler(fv::ddtScheme(in.context, "ddt(rho,U)"))),
      highOrder_(in.context, in.state, in.U, compression(in, controls_), controls_.boundFaceValues,
                 controls_.geometricFaceValues),
      mules_(in.context, MulesControls::read(controls(), controls_.mulesCorr)),
      upwindEqn_(in.state.alpha1(), in.context),
      sources_(in.state.alpha1(), in.phi, in.change, in.options) {
  if (in.change.model) {
    highOrder_.takeFieldsAsTheyAre();
    controls_.applyPrevCorr = false;
  }
  if (sources_ || highOrder_.looksBeyondNeighbours()) in_.state.widen();
}

void MulesAdvection::includeEverything() {
  in_.state.widen();
  mules_.includeEverything();
}

/// alpha1, or its blend of old and new. Schemes without a pass of their own look for their gradient by the name of the field:
/// they get the blend for Euler, too.
const fv::VolScalarField& MulesAdvection::convected() {
  const auto& alpha = in_.state.alpha1();
  return in_.change.model || (!time_.blends() && !highOrder_.readsAlpha2()) ? alpha : time_.fraction(alpha);
}

/// What the volumes at the ends V_s, V_e of a sub-cycle on a mesh that moves add to an implicit step, whose ends have V0 and V:
///     (V_e alpha - V_s alpha_old)/(V deltaT) = (alpha - V0/V alpha_old)/deltaT + present alpha - old.
/// Between V0 and V volumes grow linearly.
void MulesAdvection::findGrowth() {
  const auto& mesh = in_.context.mesh;
  const auto& alpha = in_.state.alpha1();
  growth_.present.resize(static_cast<std::size_t>(mesh.nCells));
  growth_.old.resize(growth_.present.size());
  parallelFor({"alpha: growth", 48}, mesh.nCells,
              [rate = in_.context.time().rate(), start = in_.context.time().partStart, end = in_.context.time().partEnd,
               V0 = View(mesh.motion->V0), V = View(mesh.V), before = View(alpha.old().cells), present = View(growth_.present),
               old = View(growth_.old)](Label c) {
                const double grown = rate(c) * (V[c] - V0[c]) / V[c];
                present[c] = (end - 1) * grown;
                old[c] = start * grown * before[c];
              });
}

/// The implicit upwind step of the semi-implicit variant; its flux becomes alphaPhi.
void MulesAdvection::predict(const fv::SurfaceScalarField& phi, bool finalIteration) {
  auto& alpha = in_.state.alpha1();
  const auto assemble = [&](const auto& transport) {
    if (sources_)
      upwindEqn_ = transport - fv::fvm::Sp(sources_.divPhi(), alpha) - fv::fvm::Sp(sources_.Sp(), alpha) -
                   fv::fvm::Su(sources_.Su(), alpha);
    else
      upwindEqn_ = transport;
  };
  const auto transport = fv::fvm::ddtEuler(alpha) + fv::fvm::divUpwind(phi, alpha);
  if (in_.context.mesh.motion && in_.context.time().isPart()) {
    findGrowth();
    assemble(transport + fv::fvm::Sp(std::span<const double>(growth_.present), alpha) -
             fv::fvm::Su(std::span<const double>(growth_.old), alpha));
  } else {
    assemble(transport);
  }
  upwindEqn_.solve(alpha.name() + (finalIteration ? "Final" : ""));
  report("Phase-1");
  upwindEqn_.flux(in_.alphaPhi.faces());
  upwindEqn_.release();
  in_.state.changed();
  if (sources_) sources_.implicitStepEnded();
  if (!controls_.applyPrevCorr) return;
  upwindFlux_ = in_.alphaPhi.faces();
  if (hasPreviousCorrection_) applyPreviousCorrection();
}

/// alphaApplyPrevCorr: the correction of the step before, limited anew, is where this step's starts from.
void MulesAdvection::applyPreviousCorrection() {
  auto& alpha = in_.state.alpha1();
  auto& alphaPhi = in_.alphaPhi.faces();
  in_.context.log.line("Applying the previous iteration compression flux");
  outletFlux_.clear();
  for (const Label f : previousFaces_)
    if (f >= in_.context.mesh.nInteriorFaces()) outletFlux_.push_back(alphaPhi[f]);
  mules_.correct(alpha, previousFaces_, previousCorrection_, outletFlux_, alphaPhi);
  in_.context.log.line("MULES: Correcting " + alpha.name());
  in_.state.coverFaces(previousFaces_);
  in_.state.changed();
}

void MulesAdvection::keepCorrection() {
  hasPreviousCorrection_ = true;
  const auto faces = in_.state.band().faces();
  previousFaces_.assign(faces.begin(), faces.end());
  previousCorrection_.resize(faces.size());
  parallelFor("alpha: keep correction", static_cast<Label>(faces.size()),
              [faces, correction = View(previousCorrection_), flux = View(in_.alphaPhi.faces()),
               upwind = View(upwindFlux_)](Label k) { correction[k] = flux[faces[k]] - upwind[faces[k]]; });
}

/// One limited correction of alphaPhi towards the high-order flux; all but the first by one half.
void MulesAdvection::correct(const fv::SurfaceScalarField& phi, int corrector) {
  auto& alpha = in_.state.alpha1();
  auto& alphaPhi = in_.alphaPhi.faces();
  highOrder_(in_.phi.faces(), phi.faces(), convected(), alphaPhi, correction_);
  const auto& band = in_.state.band();
  const auto boundary = band.boundaryFaces();
  outletFlux_.resize(boundary.size());
  const auto ofBoundary = std::span(correction_).subspan(static_cast<std::size_t>(band.nInterior()));
  parallelFor("alpha: outlets", static_cast<Label>(boundary.size()),
              [boundary, outlet = View(outletFlux_), flux = View(alphaPhi), correction = View(ofBoundary)](Label i) {
                outlet[i] = flux[boundary[i]] + correction[i];
              });
  const MulesSources sources = sources_.ofCorrection();
  mules_.correct(alpha, band.faces(), correction_, outletFlux_, alphaPhi, corrector == 0 ? 1 : 0.5, sources);
  in_.context.log.line("MULES: Correcting " + alpha.name());
  in_.state.changed(InterfaceState::Where::inBand);
}

void MulesAdvection::solveExplicit(const fv::SurfaceScalarField& phi) {
  const auto& mesh = in_.context.mesh;
  auto& alpha = in_.state.alpha1();
  auto& alphaPhi = in_.alphaPhi.faces();
  const auto& convected = this->convected();
  highOrder_(in_.phi.faces(), phi.faces(), convected, {}, correction_);
  const Label first = mesh.nInteriorFaces();
  parallelFor("alpha: boundary flux", mesh.nBoundaryFaces,
              [first, bound = controls_.boundFaceValues, values = View(convected.boundary()), phi = View(phi.faces()),
               flux = View(alphaPhi)](Label b) {
                flux[first + b] = phi[first + b] * (bound ? std::clamp(values[b], 0.0, 1.0) : values[b]);
              });
  in_.context.log.line("MULES: Solving for " + alpha.name());
  mules_.explicitSolve(alpha, alpha.old().cells, phi.faces(), in_.state.band().faces(), correction_, alphaPhi,
                       sources_.ofExplicitStep());
  in_.state.changed();
}

void MulesAdvection::advanceAlpha(const fv::SurfaceScalarField& phi, bool finalIteration) {
  auto& state = in_.state;
  std::optional<InterfaceState::Hold> hold;
  if (in_.change.model) hold.emplace(state);
  if (sources_) sources_.make();
  const bool alsoAlpha2 = highOrder_.readsAlpha2();
  state.cover(time_.blends() ? &state.alpha1().old() : nullptr);
  if (in_.context.time().partStart == 0) highOrder_.updateShear();  // sub-cycles change neither U nor the mesh
  if (controls_.mulesCorr) predict(phi, finalIteration);
  state.update(alsoAlpha2);
  for (int corrector = 0; corrector < controls_.nAlphaCorr; ++corrector) {
    if (controls_.mulesCorr)
      correct(phi, corrector);
    else
      solveExplicit(phi);
    if (in_.change.model) state.updateAlpha2();
    state.update(alsoAlpha2 || corrector + 1 == controls_.nAlphaCorr);
  }
  if (controls_.nAlphaCorr == 0) state.updateAlpha2();
}

const fv::SurfaceScalarField& MulesAdvection::advanceOnce(bool finalIteration) {
  const auto& step = in_.context.time();
  time_.begin(step, !in_.alphaPhiWasRead && step.index <= step.startIndex + 1);
  const fv::SurfaceScalarField& phi = time_.flux(in_.phi);
  advanceAlpha(phi, finalIteration);
  if (controls_.applyPrevCorr && controls_.mulesCorr) keepCorrection();
  if (!eulerMomentum_ && time_.blends()) time_.toEndOfStep(in_.alphaPhi);
  return eulerMomentum_ ? phi : in_.phi;
}

}  // namespace eagre::interface_
