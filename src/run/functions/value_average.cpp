// SPDX-License-Identifier: BSD-3-Clause
// valueAverage: means over time of results of another function object.
#include <fmt/format.h>

#include "run/functions/function_object.hpp"

namespace eagre::run {

namespace {

/// The mean over the time of the run, or a relaxed one over the last `window` seconds, of each of the results `fields` that the
/// function object `functionObject` gives, as a table; the results <field>Mean. It begins anew in a run that continues, as in
/// OpenFOAM v1912.
class ValueAverage final : public FunctionObject {
 public:
  explicit ValueAverage(const FunctionSource& source)
      : execution_(Schedule::ofExecution(source.dict)),
        of_(source.dict.get<std::string>("functionObject")),
        fields_(source.dict.get<std::vector<std::string>>("fields")),
        window_(source.dict.getOr<double>("window", -1)),
        means_(fields_.size()),
        table_(source, "valueAverage.dat") {
    source.dict.getOr<bool>("resetOnRestart", false);  // it does in any case
  }
  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }
  void beginRun(const fv::Context& context) override { time_ = context.time().deltaT; }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!execution_.due(context, end)) return;
    if (!table_.started()) {
      table_.header("Value averages");
      table_.columns(fields_, true);
    }
    const double deltaT = context.time().deltaT;
    const double over = window_ > 0 && time_ - deltaT >= window_ ? window_ : time_;
    std::string row = table_.time(context.time().value);
    for (std::size_t i = 0; i < fields_.size(); ++i) row += "\t" + next(context, i, deltaT / over, (over - deltaT) / over);
    table_.line(row);
    time_ += deltaT;
  }

 private:
  /// The mean of a result with its present value, as the table has it.
  std::string next(const fv::Context& context, std::size_t i, double shareOfNew, double shareOfOld) {
    const std::vector<double>* value = nullptr;
    if (board()) {
      const auto of = board()->results.find(of_);
      if (of != board()->results.end())
        if (const auto found = of->second.find(fields_[i]); found != of->second.end()) value = &found->second;
    }
    if (!value) {
      context.log.warnOnce(fmt::format("valueAverage: the function object '{}' has no result '{}'", of_, fields_[i]));
      return "n/a";
    }
    auto& mean = means_[i];
    mean.resize(value->size(), 0.0);
    std::string text;
    for (std::size_t c = 0; c < mean.size(); ++c) {
      mean[c] = shareOfOld * mean[c] + shareOfNew * (*value)[c];
      text += (c == 0 ? "" : " ") + table_.number(mean[c]);
    }
    setResult(fields_[i] + "Mean", mean);
    return mean.size() == 1 ? text : "(" + text + ")";
  }

  Schedule execution_;
  std::string of_;
  std::vector<std::string> fields_;
  double window_;  ///< [s]
  double time_ =
      0;  ///< [s] that the mean is taken over, this step included; deltaT of the start and the steps before, as in v1912
  std::vector<std::vector<double>> means_;
  Table table_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeValueAverage(const FunctionSource& source) { return std::make_unique<ValueAverage>(source); }

}  // namespace eagre::run
