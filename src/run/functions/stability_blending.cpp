// SPDX-License-Identifier: BSD-3-Clause
// Where the scheme localBlended takes its first scheme: stabilityBlendingFactor.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "fv/conditions/conditions.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "run/case/case_setup.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {

using kernel::View;

namespace {

/// Errors (badCase): a criterion other than the Courant number; none.
void readSwitches(const config::Dictionary& d) {
  static const std::vector<std::string> keywords{
      "type", "libs", "enabled", "log", "writeControl", "writeInterval", "outputControl", "outputInterval", "writeToFile",
      "field", "result", "tolerance", "switchNonOrtho", "switchGradCc", "switchResiduals", "switchFaceWeight", "switchSkewness",
      "switchCo", "Co1", "Co2", "U",
      // of criteria that are off
      "maxNonOrthogonality", "minNonOrthogonality", "maxGradCc", "minGradCc", "maxResidual", "minFaceWeight", "maxFaceWeight",
      "maxSkewness", "minSkewness", "P", "I", "D", "nonOrthogonality", "faceWeight", "skewness", "residual"};
  d.checkKeywords(keywords);
  for (const char* word : {"switchNonOrtho", "switchGradCc", "switchResiduals", "switchFaceWeight", "switchSkewness"})
    if (d.get<bool>(word)) throw Error(d.at(word).place, fmt::format("{}: {} is not supported; switchCo is", d.name(), word));
  if (!d.get<bool>("switchCo")) throw Error(d.at("switchCo").place, d.name() + ": switchCo no leaves no criterion");
}

/// Share of the first scheme on faces, interpolated from that of cells,
///     indicator = the largest so far of min(max((Co - Co1)/(Co2 - Co1), 0), 1),   Co = |U| dt / V^(1/3),
/// before the first step and after each one, registered as `result` ("UBlendingFactor"). The indicator is written with the fields
/// (blendedIndicatorU), and goes on over a restart. stabilityBlendingFactor.dat counts cells of either scheme, to `tolerance`.
class StabilityBlending final : public FunctionObject {
 public:
  explicit StabilityBlending(const FunctionSource& source)
      : name_(source.name),
        fieldName_(resultName(source.dict, "", "field")),
        UName_(source.dict.getOr("U", "U")),
        Co1_(source.dict.getOr<double>("Co1", 1)),
        Co2_(source.dict.getOr<double>("Co2", 10)),
        tolerance_(source.dict.getOr<double>("tolerance", 0.001)),
        log_(source.dict.getOr<bool>("log", true)),
        writeToFile_(source.dict.getOr<bool>("writeToFile", true)),
        indicator_("blendedIndicator" + fieldName_, dimless, source.context.mesh),
        factor_(resultName(source.dict, ""), dimless, source.context.mesh),
        schedule_(source.dict),
        table_(source, "stabilityBlendingFactor.dat") {
    readSwitches(source.dict);
    if (Co1_ >= Co2_) throw Error(source.dict.place(), source.dict.name() + ": Co2 has to be larger than Co1");
    if (tolerance_ < 0 || tolerance_ > 1)
      throw Error(source.dict.at("tolerance").place, source.dict.name() + ": tolerance has to be within [0, 1]");
    for (const auto& patch : source.context.mesh.patches) indicator_.conditions().push_back(fv::makeZeroGradient<double>(patch));
  }

  void start(fv::Context& context, DirectorySource& source) override {
    if (!context.registry.vector(UName_))
      throw Error("stabilityBlendingFactor: there is no velocity '" + UName_ + "'", ExitCode::badCase);
    source.readIfPresent(indicator_);
    update(context);
    context.registry.add(factor_);  // once nothing can go wrong any more
  }

  void execute(const fv::Context& context, StepEnd end) override {
    update(context);
    const bool write = schedule_.due(context, end) && writeToFile_;
    if (!log_ && !write) return;
    const auto [first, second, blended] = count(context.mesh.communicator());
    if (log_)
      context.log.line(
          fmt::format("\n{} execute :\n    scheme 1 cells :  {}\n    scheme 2 cells :  {}\n    blended cells  :  {}\n", name_,
                      first, second, blended));
    if (!write) return;
    if (!table_.started()) {
      table_.header("Stabilization blending factor");
      table_.columns({"Scheme1", "Scheme2", "Blended"}, true);
    }
    table_.row(context.time().value, fmt::format("\t{}\t{}\t{}", first, second, blended));
  }

  void addTo(solvers::Outputs& outputs) const override { outputs.scalars.push_back(&indicator_); }
  void addForRestart(solvers::Outputs& outputs) const override { addTo(outputs); }

 private:
  struct Counts {
    std::int64_t first = 0, second = 0, blended = 0;
  };
  Counts count(const comm::Communicator& communicator) const {
    double counts[3] = {};
    for (Label c = 0; c < indicator_.mesh().nCells; ++c)
      ++counts[indicator_[c] < tolerance_ ? 1 : indicator_[c] > 1 - tolerance_ ? 0 : 2];
    communicator.sum(counts);
    return {static_cast<std::int64_t>(counts[0]), static_cast<std::int64_t>(counts[1]), static_cast<std::int64_t>(counts[2])};
  }

  void update(const fv::Context& context) {
    kernel::parallelFor(
        {"blending factor: cells", 48}, context.mesh.nCells,
        [deltaT = context.time().deltaT, Co1 = Co1_, Co2 = Co2_, U = View(context.registry.vector(UName_)->cells()),
         V = View(context.mesh.V), indicator = View(indicator_.cells())](Label c) {
          const double Co = deltaT * mag(U[c]) / std::cbrt(V[c]);
          indicator[c] = std::max(indicator[c], std::clamp((Co - Co1) / (Co2 - Co1), 0.0, 1.0));
        });
    indicator_.correctBoundaryConditions();
    fv::interpolate(context, indicator_, "interpolate(" + indicator_.name() + ")", factor_.faces());
  }

  std::string name_, fieldName_, UName_;
  double Co1_, Co2_, tolerance_;
  bool log_, writeToFile_;
  fv::VolScalarField indicator_;
  fv::SurfaceScalarField factor_;
  Schedule schedule_;
  Table table_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeStabilityBlending(const FunctionSource& source) {
  return std::make_unique<StabilityBlending>(source);
}

}  // namespace eagre::run
