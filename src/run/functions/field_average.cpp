// SPDX-License-Identifier: BSD-3-Clause
// Means over time, and of the squares of the departures from them: fieldAverage.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "run/case/case_setup.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {

using kernel::View;

namespace {

/// How one field is averaged.
struct AverageRequest {
  std::string field;
  Place place;
  bool prime2Mean = false, byTime = true;
  double window = std::numeric_limits<double>::infinity();  ///< [s] or steps
  std::string suffix;                                       ///< _<windowName>
};

AverageRequest readRequest(const std::string& field, const config::Dictionary& d) {
  static const std::vector<std::string> keywords{"mean",       "prime2Mean", "base",        "window",
                                                 "windowType", "windowName", "allowRestart"};
  static const std::vector<std::string> bases{"time", "iteration"}, windowTypes{"none", "approximate"};
  d.checkKeywords(keywords);
  AverageRequest request;
  request.field = field;
  request.place = d.place();
  if (!d.get<bool>("mean")) throw Error(d.at("mean").place, d.name() + ": mean off: there is nothing to average then");
  request.prime2Mean = d.get<bool>("prime2Mean");
  request.byTime = d.getChoice("base", bases) == "time";
  if (!(d.getOr<double>("window", -1) > 0)) return request;
  if (d.getChoice("windowType", windowTypes) == "none") return request;
  request.window = d.get<double>("window");
  if (!request.byTime && request.window < 1) throw Error(d.at("window").place, d.name() + ": a window of less than one step");
  if (d.has("windowName")) request.suffix = "_" + resultName(d, "", "windowName");
  return request;
}

/// The averages of one field and what they have averaged so far.
class Average {
 public:
  explicit Average(AverageRequest request) : request_(std::move(request)) {}
  virtual ~Average() = default;
  virtual void accumulate(double deltaT) = 0;
  virtual void addTo(solvers::Outputs& outputs) const = 0;
  /// Forgets everything.
  virtual void restart() = 0;
  std::string state() const {
    return fmt::format("    {}\n    {{\n        totalIter       {};\n        totalTime       {:.17g};\n    }}\n", request_.field,
                       steps_, time_);
  }

 protected:
  /// Share of this step's value in the mean, a step further on.
  double share(double deltaT) {
    ++steps_;
    time_ += deltaT;
    const double step = request_.byTime ? deltaT : 1, all = request_.byTime ? time_ : static_cast<double>(steps_);
    return step / (all - step >= request_.window ? request_.window : all);
  }
  AverageRequest request_;
  std::int64_t steps_ = 0;
  double time_ = 0;
};

Dimensions squared(const Dimensions& d) { return d * d; }

/// Mean and mean square of the departure, step by step, b the share of the step:
///     x^2mean' + mean^2 is the mean of x^2;   mean <- (1 - b) mean + b x;   the same of x^2.
template <class T>
class FieldMean final : public Average {
 public:
  using Square = std::conditional_t<nComponents<T> == 1, double, SymmTensor>;
  FieldMean(AverageRequest request, const fv::VolField<T>& field)
      : Average(std::move(request)),
        field_(field),
        mean_(fmt::format("{}Mean{}", request_.field, request_.suffix), field.dimensions(), field.mesh()),
        square_(fmt::format("{}Prime2Mean{}", request_.field, request_.suffix), squared(field.dimensions()), field.mesh()) {
    fv::setCalculatedConditions(mean_);
    if constexpr (nComponents<T> == 1) fv::setCalculatedConditions(square_);
    restart();
  }

  /// Goes on from the start time, if it has the averages; totals: its state of this field.
  bool resume(DirectorySource& source, const config::Dictionary& totals) {
    if (!source.readIfPresent(mean_)) return false;
    if (request_.prime2Mean && !source.readIfPresent(square_)) return false;
    steps_ = totals.get<std::int64_t>("totalIter");
    time_ = totals.get<double>("totalTime");
    return true;
  }

  void accumulate(double deltaT) override {
    const double b = share(deltaT);
    average(b, field_.cells(), mean_.cells(), square_.cells(), field_.mesh().nCells);
    average(b, field_.boundary(), mean_.boundary(), square_.boundary(), field_.mesh().nBoundaryFaces);
  }

  void addTo(solvers::Outputs& outputs) const override {
    add(outputs, mean_);
    if (request_.prime2Mean) add(outputs, square_);
  }

  void restart() override {
    steps_ = 0;
    time_ = 0;
    mean_.values() = field_.values();
    std::fill(square_.cells().begin(), square_.cells().end(), Square{});
    std::fill(square_.boundary().begin(), square_.boundary().end(), Square{});
  }

 private:
  void average(double b, const std::vector<T>& now, std::vector<T>& mean, std::vector<Square>& square, Label n) {
    const double bytes = 24.0 * nComponents<T> + (request_.prime2Mean ? 16.0 * nComponents<Square> : 0);
    const bool squares = request_.prime2Mean;
    kernel::parallelFor({"average of a field", bytes}, n,
                        [b, squares, now = View(now), mean = View(mean), square = View(square)](Label i) {
                          const Square before = squares ? square[i] + sqr(mean[i]) : Square{};
                          mean[i] = (1 - b) * mean[i] + b * now[i];
                          if (squares) square[i] = (1 - b) * before + b * sqr(now[i]) - sqr(mean[i]);
                        });
  }
  static void add(solvers::Outputs& outputs, const fv::VolField<double>& f) { outputs.scalars.push_back(&f); }
  static void add(solvers::Outputs& outputs, const fv::VolField<Vec3>& f) { outputs.vectors.push_back(&f); }
  static void add(solvers::Outputs& outputs, const fv::VolField<SymmTensor>& f) { outputs.symmTensors.push_back(&f); }

  const fv::VolField<T>& field_;
  fv::VolField<T> mean_;
  fv::VolField<Square> square_;
};

/// fieldAverage: UMean, UPrime2Mean and so on, in the time directories of the run; continued over restarts.
class FieldAverage final : public FunctionObject {
 public:
  explicit FieldAverage(const FunctionSource& source) : schedule_(source.dict), name_(source.name) {
    const auto& d = source.dict;
    Schedule::requireWriteTime(d);
    if (d.getOr<int>("writeInterval", 1) != 1)
      throw Error(d.at("writeInterval").place, d.name() + ": averages are written at every time of the run: writeInterval 1");
    restartOnRestart_ = d.getOr<bool>("restartOnRestart", false);
    restartOnOutput_ = d.getOr<bool>("restartOnOutput", false);
    if (d.getOr<bool>("periodicRestart", false)) period_ = d.get<double>("restartPeriod");
    const double now = source.context.time().value;
    while (now > period_ * static_cast<double>(periods_)) ++periods_;
    restartTime_ = d.getOr<double>("restartTime", restartTime_);
    if (now > restartTime_) restartTime_ = never;
    auto reader = d.at("fields").reader();
    reader.list([&] {
      const std::string field = reader.word();
      if (reader.peek().is('{')) {
        requests_.push_back(readRequest(field, reader.dict(d.name() + ".fields." + field)));
      } else {  // openfoam.org has the options once for all fields from version 8 on
        config::Dictionary options(d.name(), d.place());
        options.set("mean", "yes");
        options.set("prime2Mean", d.getOr<bool>("prime2Mean", false) ? "yes" : "no");
        options.set("base", d.getOr("base", "time"));
        requests_.push_back(readRequest(field, options));
      }
    });
    reader.expectEnd();
  }

  bool followsSteps() const override { return true; }
  void start(fv::Context& context, DirectorySource& source) override {
    const config::Dictionary* state = source.state(functionObjectProperties);
    if (state) state = state->findDict(name_);
    if (restartOnRestart_ || restartOnOutput_) state = nullptr;
    context.log.line(fmt::format("fieldAverage {}:", name_));
    for (const auto& request : requests_) {
      const config::Dictionary* totals = state ? state->findDict(request.field) : nullptr;
      if (const auto* scalar = context.registry.scalar(request.field))
        startOne(context, source, totals, request, *scalar);
      else if (const auto* vector = context.registry.vector(request.field))
        startOne(context, source, totals, request, *vector);
      else
        context.log.warnOnce(fmt::format("{}: fieldAverage: there is no field '{}' in this solver; the others are averaged",
                                         toString(request.place), request.field));
    }
  }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    const double now = context.time().value;
    const bool ofPeriod = now > period_ * static_cast<double>(periods_), ofTime = now >= restartTime_;
    if (ofPeriod) ++periods_;
    if (ofTime) restartTime_ = never;
    for (auto& average : averages_) {
      if (ofPeriod || ofTime) average->restart();
      average->accumulate(context.time().deltaT);
    }
  }

  void addTo(solvers::Outputs& outputs) const override { addForRestart(outputs); }
  void addForRestart(solvers::Outputs& outputs) const override {
    for (const auto& average : averages_) average->addTo(outputs);
  }
  std::string state() const override {
    std::string text = fmt::format("{}\n{{\n", name_);
    for (const auto& average : averages_) text += average->state();
    return text + "}\n";
  }
  void written() override {
    if (!restartOnOutput_) return;
    for (auto& average : averages_) average->restart();
  }

 private:
  template <class T>
  void startOne(const fv::Context& context, DirectorySource& source, const config::Dictionary* totals,
                const AverageRequest& request, const fv::VolField<T>& field) {
    auto average = std::make_unique<FieldMean<T>>(request, field);
    if (totals && average->resume(source, *totals))
      context.log.line(fmt::format("    {}: iters = {} time = {:g}", request.field, totals->get<std::int64_t>("totalIter"),
                                   totals->get<double>("totalTime")));
    else
      context.log.line(fmt::format("    {}: starting averaging at time {:g}", request.field, context.time().value));
    averages_.push_back(std::move(average));
  }

  static constexpr double never = std::numeric_limits<double>::infinity();
  ExecutionSchedule schedule_;
  std::string name_;
  std::vector<AverageRequest> requests_;
  bool restartOnRestart_ = false, restartOnOutput_ = false;
  double period_ = never, restartTime_ = never;
  std::int64_t periods_ = 1;
  std::vector<std::unique_ptr<Average>> averages_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeFieldAverage(const FunctionSource& source) { return std::make_unique<FieldAverage>(source); }

}  // namespace eagre::run
