// SPDX-License-Identifier: BSD-3-Clause
// A scalar that the flow carries: scalarTransport.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "fv/equation/terms.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "fv/schemes/schemes.hpp"
#include "fv/time/ddt.hpp"
#include "interface/advection/mules.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "linear/solver.hpp"
#include "physics/sources/fv_options.hpp"
#include "run/case/case_setup.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {

using kernel::View;

namespace {

/// d s/dt + div(phi s) - div(D grad s) = sources, after every step with its flux [m^3/s]. D [m^2/s]: a constant, a field (nut),
/// or alphaD nu + alphaDt nut of what the solver has of these. Schemes "ddt(s)", "div(phi,s)", "laplacian(Ds,s)", solver "s".
///
/// In one phase of two (phase alpha.water): the flux is phasePhiCompressed, D is zero where alpha is not above 0.99, sources are
/// multiplied by alpha; with bounded01 the equation's flux, limited by MULES, then makes s anew from its old value, without the
/// sources. All of this as v1912 has it, whose interFoam leaves the default flux alphaPhiUn at zero: s is not convected then, and
/// a warning says so.
class ScalarTransport final : public FunctionObject {
 public:
  explicit ScalarTransport(const FunctionSource& source)
      : dict_(source.dict),
        fieldName_(resultName(dict_, "s", "field")),
        phiName_(dict_.getOr("phi", "phi")),
        nutName_(dict_.getOr("nut", "none")),
        phaseName_(dict_.getOr("phase", "none")),
        nCorr_(dict_.getOr<int>("nCorr", 0)) {
    static const std::vector<std::string> keywords{
        "type",          "libs",           "enabled",      "log",   "writeControl", "writeInterval",
        "outputControl", "outputInterval", "field",        "phi",   "rho",          "nut",
        "phase",         "bounded01",      "schemesField", "D",     "alphaD",       "alphaDt",
        "nCorr",         "resetOnStartUp", "fvOptions",    "write", "autoWrite",    "phasePhiCompressed"};
    dict_.checkKeywords(keywords);
    if (dict_.getOr("schemesField", fieldName_.c_str()) != fieldName_)
      throw Error(dict_.at("schemesField").place, dict_.name() + ": schemesField other than the field is not supported");
    if (dict_.has("D")) constantD_ = dict_.get<double>("D");
    check(source.context);
  }

  ~ScalarTransport() override {
    if (registry_ && field_) registry_->retire(fieldName_, std::shared_ptr<const fv::VolScalarField>(std::move(field_)));
  }

  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }
  void start(fv::Context& context, DirectorySource& source) override {
    make(context, source);
    if (!dict_.getOr<bool>("resetOnStartUp", false)) return;
    std::fill(field_->cells().begin(), field_->cells().end(), 0.0);
    std::fill(field_->boundary().begin(), field_->boundary().end(), 0.0);
  }
  void meshChanged(fv::Context& context, DirectorySource& source) override { make(context, source); }

  void execute(const fv::Context& context, StepEnd) override {
    using namespace fv::fvm;
    auto& s = *field_;
    const auto& phi = *context.registry.surfaceScalar(phiName_);
    const auto& flux = phase_ ? *phaseFlux_ : phi;
    s.shiftOldTimes(oldTimes_);
    setDiffusivity(context.registry);
    for (int corrector = 0; corrector <= nCorr_; ++corrector) {
      *equation_ = ddt(s) + div(flux, s, divScheme_) - laplacian(*D_, s);
      phase_ ? addPhaseSources() : options_->addTo(*equation_);
      equation_->relax(false);
      options_->constrain(*equation_);
      equation_->solve(fieldName_);
    }
    if (mules_) limit(phi);
    options_->checkAllUsed();
  }

  void addTo(solvers::Outputs& outputs) const override { outputs.scalars.push_back(field_.get()); }
  void addForRestart(solvers::Outputs& outputs) const override { addTo(outputs); }

 private:
  /// All that lies on the mesh.
  void make(fv::Context& context, DirectorySource& source) {
    field_ = source.scalar(fieldName_, dimless);
    registry_ = &context.registry;
    registry_->add(*field_);
    if (!context.registry.surfaceScalar(phiName_))
      throw Error(dict_.place(), fmt::format("scalarTransport: there is no flux '{}' in this solver", phiName_));
    if (nutName_ != "none" && !context.registry.scalar(nutName_))
      throw Error(dict_.at("nut").place, fmt::format("scalarTransport: there is no field '{}' in this solver", nutName_));
    D_ = std::make_unique<fv::VolScalarField>(fmt::format("D{}", fieldName_), dimViscosity, context.mesh);
    equation_ = std::make_unique<fv::Equation<double>>(*field_, context);
    options_ = std::make_unique<physics::FvOptions>(dict_.findDict("fvOptions"), context,
                                                    [&](const std::string& name) { return source.state(name); });
    oldTimes_ = std::max(1, fv::ddtScheme(context, fmt::format("ddt({})", fieldName_)).nOldTimes());
    if (phaseName_ != "none") startPhase(context);
  }

  void check(const fv::Context& context) const {
    Problems problems;
    fv::checkScheme<double>(context, "ddtSchemes", fmt::format("ddt({})", fieldName_), problems);
    fv::checkScheme<double>(context, "divSchemes", fmt::format("div(phi,{})", fieldName_), problems);
    fv::checkScheme<double>(context, "laplacianSchemes", fmt::format("laplacian(D{0},{0})", fieldName_), problems);
    problems.guard(
        [&] { linear::checkSolver(fieldName_, false, context.fvSolution.subDict("solvers").subDict(fieldName_), problems); });
    problems.guard([&] { physics::FvOptions(dict_.findDict("fvOptions"), context, [](const std::string&) { return nullptr; }); });
    problems.throwIfAny(dict_.name());
  }

  void startPhase(fv::Context& context) {
    const auto& registry = context.registry;
    phase_ = registry.scalar(phaseName_);
    if (!phase_)
      throw Error(dict_.at("phase").place, fmt::format("scalarTransport: there is no phase '{}' in this solver", phaseName_));
    const std::string name = dict_.getOr("phasePhiCompressed", "alphaPhiUn");
    const std::string own = "alphaPhi0" + phaseName_.substr(std::min(phaseName_.find('.'), phaseName_.size()));
    phaseFlux_ = registry.surfaceScalar(name);
    if (!phaseFlux_ && name == "alphaPhiUn" && registry.surfaceScalar(own)) {
      zeroFlux_ = std::make_unique<fv::SurfaceScalarField>(name, dimVolumeFlux, context.mesh);
      phaseFlux_ = zeroFlux_.get();
      context.log.warnOnce(
          fmt::format("scalarTransport of {}: alphaPhiUn is zero in OpenFOAM v1912's interFoam, and so it is here: "
                      "{} is not convected; phasePhiCompressed {} is the flux of the phase",
                      fieldName_, fieldName_, own));
    }
    if (!phaseFlux_) throw Error(dict_.place(), fmt::format("scalarTransport: there is no flux '{}' in this solver", name));
    if (!dict_.getOr<bool>("bounded01", true)) return;
    const auto& solver = context.fvSolution.subDict("solvers").subDict(fieldName_);
    mules_ = std::make_unique<interface_::Mules>(context, interface_::MulesControls::read(solver, false));
    mules_->includeEverything();
    allFaces_.resize(static_cast<std::size_t>(context.mesh.nFaces()));
    std::iota(allFaces_.begin(), allFaces_.end(), 0);
  }

  /// alpha times what fvOptions gives.
  void addPhaseSources() {
    const auto diag = equation_->diag(), source = equation_->source();
    options_->addTo(*equation_);
    const auto weigh = [&](std::span<const double> before, std::span<double> now) {
      kernel::parallelFor({"scalarTransport: sources", 32}, static_cast<Label>(before.size()),
                          [before = View(before), now = View(now), alpha = View(phase_->cells())](Label c) {
                            now[c] = before[c] + alpha[c] * (now[c] - before[c]);
                          });
    };
    weigh(diag, equation_->diag());
    weigh(source, equation_->source());
  }

  /// s from its old value and the equation's flux, limited to [0, 1].
  void limit(const fv::SurfaceScalarField& phi) {
    flux_.resize(allFaces_.size());
    equation_->flux(flux_);
    limited_ = flux_;
    mules_->explicitSolve(*field_, field_->old().cells, phi.faces(), allFaces_, flux_, limited_);
  }

  /// D = ofNu nu + ofNut nut, nu = mu / rho if there is a rho.
  struct Viscosities {
    const fv::VolScalarField *nu = nullptr, *rho = nullptr, *nut = nullptr;
    double ofNu = 0, ofNut = 0;
  };
  Viscosities viscosities(const fv::Registry& registry) const {
    const bool named = nutName_ != "none";
    Viscosities found{.nu = registry.scalar("nu"), .nut = registry.scalar(named ? nutName_ : "nut")};
    if (!found.nu) {  // of two laminar phases
      found.nu = registry.scalar("(rho*nuEff)");
      found.rho = registry.scalar("rho");
      if (!found.rho) found.nu = nullptr;
    }
    if (!named && found.nu) found.ofNu = dict_.getOr<double>("alphaD", 1);
    if (found.nut) found.ofNut = named ? 1 : dict_.getOr<double>("alphaDt", 1);
    return found;
  }

  static void keepInPhase(const std::vector<double>& alpha, std::vector<double>& D) {
    kernel::parallelFor({"scalarTransport: diffusivity of a phase", 24}, static_cast<Label>(D.size()),
                        [alpha = View(alpha), D = View(D)](Label i) { D[i] = alpha[i] - 0.99 > 0 ? D[i] : 0; });
  }

  void setDiffusivity(const fv::Registry& registry) {
    const Viscosities with = viscosities(registry);
    const auto set = [&](std::vector<double>& D, auto values) {
      const double *a = with.ofNu != 0 ? values(*with.nu) : nullptr, *b = with.ofNut != 0 ? values(*with.nut) : nullptr;
      const double* density = with.ofNu != 0 && with.rho ? values(*with.rho) : nullptr;
      kernel::parallelFor({"scalarTransport: diffusivity", 32}, static_cast<Label>(D.size()),
                          [=, D = View(D), constantD = constantD_, ofNu = with.ofNu, ofNut = with.ofNut](Label i) {
                            const double viscosity = a ? (density ? a[i] / density[i] : a[i]) : 0;
                            D[i] = constantD ? *constantD : ofNu * viscosity + (b ? ofNut * b[i] : 0);
                          });
    };
    set(D_->cells(), [](const fv::VolScalarField& f) { return f.cells().data(); });
    set(D_->boundary(), [](const fv::VolScalarField& f) { return f.boundary().data(); });
    if (phase_) {
      keepInPhase(phase_->cells(), D_->cells());
      keepInPhase(phase_->boundary(), D_->boundary());
    }
  }

  config::Dictionary dict_;
  std::string fieldName_, phiName_, nutName_, phaseName_, divScheme_ = fmt::format("div(phi,{})", fieldName_);
  int nCorr_, oldTimes_ = 1;
  std::optional<double> constantD_;
  fv::Registry* registry_ = nullptr;  ///< that has the field
  std::unique_ptr<fv::VolScalarField> field_, D_;
  std::unique_ptr<fv::Equation<double>> equation_;
  std::unique_ptr<physics::FvOptions> options_;

  // In one phase:
  const fv::VolScalarField* phase_ = nullptr;
  const fv::SurfaceScalarField* phaseFlux_ = nullptr;
  std::unique_ptr<fv::SurfaceScalarField> zeroFlux_;
  std::unique_ptr<interface_::Mules> mules_;  ///< with bounded01
  std::vector<Label> allFaces_;
  std::vector<double> flux_, limited_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeScalarTransport(const FunctionSource& source) {
  return std::make_unique<ScalarTransport>(source);
}

}  // namespace eagre::run
