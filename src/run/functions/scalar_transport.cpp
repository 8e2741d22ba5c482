// SPDX-License-Identifier: BSD-3-Clause
// A scalar that the flow carries: scalarTransport.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "fv/boundary_condition.hpp"
#include "fv/ddt.hpp"
#include "fv/schemes.hpp"
#include "fv/terms.hpp"
#include "kernel/parallel_for.hpp"
#include "linear/solver.hpp"
#include "physics/sources/fv_options.hpp"
#include "run/case_setup.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

/// d s/dt + div(phi s) - div(D grad s) = sources, after every step with its flux [m^3/s]. D [m^2/s]: a constant, a field (nut),
/// or alphaD nu + alphaDt nut of what the solver has of these. Schemes "ddt(s)", "div(phi,s)", "laplacian(Ds,s)", solver "s".
class ScalarTransport final : public FunctionObject {
 public:
  explicit ScalarTransport(const FunctionSource& source)
      : dict_(source.dict),
        fieldName_(dict_.getOr("field", "s")),
        phiName_(dict_.getOr("phi", "phi")),
        nutName_(dict_.getOr("nut", "none")),
        nCorr_(dict_.getOr<int>("nCorr", 0)) {
    static const std::vector<std::string> keywords{
        "type",          "libs",           "enabled",      "log",   "writeControl", "writeInterval",
        "outputControl", "outputInterval", "field",        "phi",   "rho",          "nut",
        "phase",         "bounded01",      "schemesField", "D",     "alphaD",       "alphaDt",
        "nCorr",         "resetOnStartUp", "fvOptions",    "write", "autoWrite"};
    dict_.checkKeywords(keywords);
    if (dict_.getOr("schemesField", fieldName_.c_str()) != fieldName_)
      throw Error(dict_.at("schemesField").place, dict_.name() + ": schemesField other than the field is not supported");
    if (dict_.has("D")) constantD_ = dict_.get<double>("D");
    check(source.context);
  }

  void start(fv::Context& context, DirectorySource& source) override {
    field_ = source.scalar(fieldName_, dimless);
    context.registry.add(*field_);
    if (dict_.getOr<bool>("resetOnStartUp", false)) {
      std::fill(field_->cells().begin(), field_->cells().end(), 0.0);
      std::fill(field_->boundary().begin(), field_->boundary().end(), 0.0);
    }
    if (!context.registry.surfaceScalar(phiName_))
      throw Error(dict_.place(), fmt::format("scalarTransport: there is no flux '{}' in this solver", phiName_));
    if (nutName_ != "none" && !context.registry.scalar(nutName_))
      throw Error(dict_.at("nut").place, fmt::format("scalarTransport: there is no field '{}' in this solver", nutName_));
    D_ = std::make_unique<fv::VolScalarField>(fmt::format("D{}", fieldName_), dimViscosity, context.mesh);
    equation_ = std::make_unique<fv::Equation<double>>(*field_, context);
    options_ = std::make_unique<physics::FvOptions>(dict_.findDict("fvOptions"), context,
                                                    [&](const std::string& name) { return source.state(name); });
    oldTimes_ = std::max(1, fv::ddtScheme(context, fmt::format("ddt({})", fieldName_)).nOldTimes());
  }

  void execute(const fv::Context& context, bool) override {
    using namespace fv::fvm;
    auto& s = *field_;
    const auto& phi = *context.registry.surfaceScalar(phiName_);
    s.shiftOldTimes(oldTimes_);
    setDiffusivity(context.registry);
    for (int corrector = 0; corrector <= nCorr_; ++corrector) {
      *equation_ = ddt(s) + div(phi, s) - laplacian(*D_, s);
      options_->addTo(*equation_);
      equation_->relax(false);
      equation_->solve(fieldName_);
    }
    options_->checkAllUsed();
  }

  void addTo(solvers::Outputs& outputs) const override { outputs.scalars.push_back(field_.get()); }
  void addForRestart(solvers::Outputs& outputs) const override { addTo(outputs); }

 private:
  void check(const fv::Context& context) const {
    Problems problems;
    fv::checkScheme<double>(context, "ddtSchemes", fmt::format("ddt({})", fieldName_), problems);
    fv::checkScheme<double>(context, "divSchemes", fmt::format("div({},{})", phiName_, fieldName_), problems);
    fv::checkScheme<double>(context, "laplacianSchemes", fmt::format("laplacian(D{0},{0})", fieldName_), problems);
    problems.guard(
        [&] { linear::checkSolver(fieldName_, false, context.fvSolution.subDict("solvers").subDict(fieldName_), problems); });
    problems.throwIfAny(dict_.name());
  }

  void setDiffusivity(const fv::Registry& registry) {
    const auto *nu = registry.scalar("nu"), *nut = registry.scalar(nutName_ == "none" ? "nut" : nutName_);
    const double ofNu = nu && nutName_ == "none" ? dict_.getOr<double>("alphaD", 1) : 0;
    const double ofNut = nut ? (nutName_ == "none" ? dict_.getOr<double>("alphaDt", 1) : 1) : 0;
    const auto set = [&](std::vector<double>& D, auto values) {
      const double *a = ofNu != 0 ? values(*nu) : nullptr, *b = ofNut != 0 ? values(*nut) : nullptr;
      kernel::parallelFor({"scalarTransport: diffusivity", 24}, static_cast<Label>(D.size()), [=, D = D.data(), this](Label i) {
        D[i] = constantD_ ? *constantD_ : (a ? ofNu * a[i] : 0) + (b ? ofNut * b[i] : 0);
      });
    };
    set(D_->cells(), [](const fv::VolScalarField& f) { return f.cells().data(); });
    set(D_->boundary(), [](const fv::VolScalarField& f) { return f.boundary().data(); });
  }

  config::Dictionary dict_;
  std::string fieldName_, phiName_, nutName_;
  int nCorr_, oldTimes_ = 1;
  std::optional<double> constantD_;
  std::unique_ptr<fv::VolScalarField> field_, D_;
  std::unique_ptr<fv::Equation<double>> equation_;
  std::unique_ptr<physics::FvOptions> options_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeScalarTransport(const FunctionSource& source) {
  if (const std::string phase = source.dict.getOr("phase", "none"); phase != "none") {
    source.context.log.warnOnce(
        fmt::format("function object '{}' is not supported and left out: scalarTransport in one phase ({})", source.name, phase));
    return nullptr;
  }
  return std::make_unique<ScalarTransport>(source);
}

}  // namespace eagre::run
