// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/run_condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <utility>

#include "config/word_choice.hpp"
#include "run/words.hpp"

namespace eagre::run {
namespace {

/// A result of another function object; nullptr, with a warning: there is none of that name.
const std::vector<double>* resultOf(const fv::Context& context, const RunBoard& board, const std::string& object,
                                    const std::string& result) {
  const auto of = board.results.find(object);
  if (of != board.results.end())
    if (const auto found = of->second.find(result); found != of->second.end()) return &found->second;
  std::string names;
  if (of != board.results.end())
    for (const auto& [name, value] : of->second) names += (names.empty() ? "" : ", ") + name;
  context.log.warnOnce(fmt::format("runTimeControl: the function object '{}' has no result '{}'{}: the condition does not hold",
                                   object, result, names.empty() ? "" : "; it has " + names));
  return nullptr;
}

double magnitude(const std::vector<double>& value) {
  if (value.size() == 1) return value[0];
  double sum = 0;
  for (const double v : value) sum += v * v;
  return std::sqrt(sum);
}

bool isMaximum(const config::Dictionary& d) {
  static const std::vector<std::string> modes{"minimum", "maximum"};
  return d.getChoice("mode", modes) == "maximum";
}

/// All of the results are below (minimum) or above (maximum) a value; of vectors the magnitude.
class MinMax final : public RunCondition {
 public:
  MinMax(const std::string&, const config::Dictionary& d)
      : object_(d.get<std::string>("functionObject")),
        results_(d.get<std::vector<std::string>>("fields")),
        isMaximum_(isMaximum(d)),
        value_(d.get<double>("value")) {}
  bool holds(const fv::Context& context, const RunBoard& board) override {
    return std::ranges::all_of(results_, [&](const std::string& result) {
      const auto* value = resultOf(context, board, object_, result);
      return value && (isMaximum_ ? magnitude(*value) > value_ : magnitude(*value) < value_);
    });
  }

 private:
  std::string object_;
  std::vector<std::string> results_;
  bool isMaximum_;
  double value_;
};

/// All of the results are within `tolerance` of their means over time: from the start, or over the last `window` seconds, as a
/// relaxed mean (approximate) or of the values in it (exact). Not before nIterStartUp steps.
class Average final : public RunCondition {
 public:
  Average(const std::string&, const config::Dictionary& d)
      : object_(d.get<std::string>("functionObject")),
        results_(d.get<std::vector<std::string>>("fields")),
        tolerance_(d.get<double>("tolerance")),
        window_(d.getOr<double>("window", -1)),
        resets_(d.getOr<bool>("resetOnRestart", false)),
        startUp_(d.getOr<int>("nIterStartUp", 10)) {
    static const std::vector<std::string> types{"none", "approximate", "exact"};
    if (window_ > 0) type_ = d.getChoice("windowType", types);
    means_.resize(results_.size());
  }
  bool holds(const fv::Context& context, const RunBoard& board) override {
    bool all = iterations_++ > startUp_, any = false;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      means_[i].time += context.time().deltaT;
      const auto* value = resultOf(context, board, object_, results_[i]);
      if (!value) continue;
      any = true;
      Mean& mean = means_[i];
      if (mean.value.size() != value->size()) {
        // Of another number of components than before a restart: what was kept is of no use.
        if (!mean.value.empty()) mean = Mean{.time = context.time().deltaT};
        mean.value.assign(value->size(), 0.0);
      }
      if (!add(mean, *value, context.time().deltaT)) all = false;
      std::vector<double> difference = mean.value;
      for (std::size_t c = 0; c < difference.size(); ++c) difference[c] -= (*value)[c];
      if (std::abs(magnitude(difference)) > tolerance_) all = false;
    }
    return all && any;
  }
  void continueFrom(const config::Dictionary& d) override {
    iterations_ = d.getOr<int>("iter", -1);
    if (resets_) return;
    for (std::size_t i = 0; i < means_.size(); ++i) {
      const auto* of = d.findDict(fmt::format("field{}", i));
      if (!of) continue;
      Mean& mean = means_[i];
      mean.time = of->getOr<double>("totalTime", 0);
      mean.value = of->getOr<std::vector<double>>("mean", {});
      const auto times = of->getOr<std::vector<double>>("windowTimes", {}),
                 values = of->getOr<std::vector<double>>("windowValues", {});
      if (times.size() * mean.value.size() != values.size() || (mean.value.empty() && !times.empty()))
        throw Error(of->place(),
                    fmt::format("{}: {} windowValues do not fit {} windowTimes and a mean of {} components: remove the entry",
                                of->name(), values.size(), times.size(), mean.value.size()));
      for (std::size_t t = 0; t < times.size(); ++t) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(t * mean.value.size());
        mean.window.emplace_back(times[t], std::vector<double>(first, first + static_cast<std::ptrdiff_t>(mean.value.size())));
      }
    }
  }
  std::string state() const override {
    std::string text = fmt::format("        iter            {};\n", iterations_);
    for (std::size_t i = 0; i < means_.size(); ++i) {
      const Mean& mean = means_[i];
      std::string times, values;
      for (const auto& [age, value] : mean.window) {
        times += fmt::format(" {:.17g}", age);
        values += listed(value);
      }
      text +=
          fmt::format("        field{}\n        {{\n            totalTime       {:.17g};\n            mean            ({} );\n",
                      i, mean.time, listed(mean.value));
      if (!times.empty())
        text += fmt::format("            windowTimes     ({} );\n            windowValues    ({} );\n", times, values);
      text += "        }\n";
    }
    return text;
  }

 private:
  struct Mean {
    double time = 0;  ///< [s] that it has been taken for
    std::vector<double> value{};
    std::deque<std::pair<double, std::vector<double>>>
        window{};  ///< the oldest first: how long ago its step began [s], and its value
  };
  static std::string listed(const std::vector<double>& values) {
    std::string text;
    for (const double value : values) text += fmt::format(" {:.17g}", value);
    return text;
  }
  /// Whether the mean is over the whole window.
  bool add(Mean& mean, const std::vector<double>& value, double dt) const {
    if (type_ == "exact") {
      for (auto& [age, old] : mean.window) age += dt;
      while (!mean.window.empty() && mean.window.front().first > window_) mean.window.pop_front();
      mean.window.emplace_back(dt, value);
      std::fill(mean.value.begin(), mean.value.end(), 0.0);
      for (std::size_t t = 0; t < mean.window.size(); ++t) {
        const double after = t + 1 < mean.window.size() ? mean.window[t + 1].first : 0;
        for (std::size_t c = 0; c < value.size(); ++c)
          mean.value[c] += (mean.window[t].first - after) * mean.window[t].second[c] / mean.window.front().first;
      }
      return true;
    }
    const bool isWhole = mean.time - dt >= window_;
    const double over = type_ == "approximate" && isWhole ? window_ : mean.time;
    for (std::size_t c = 0; c < value.size(); ++c) mean.value[c] = (over - dt) / over * mean.value[c] + dt / over * value[c];
    if (type_ == "approximate") mean.time += dt;  // as in v1912: the time counts twice
    return type_ == "none" || isWhole;
  }

  std::string object_;
  std::vector<std::string> results_;
  double tolerance_, window_;
  std::string type_ = "none";
  bool resets_;
  int startUp_, iterations_ = -1;
  std::vector<Mean> means_;
};

/// The initial residual of one of the fields is below (minimum) or above (maximum) a value; of vectors that of the component with
/// the largest. Not in the first two steps, nor before timeStart.
class InitialResidual final : public RunCondition {
 public:
  InitialResidual(const std::string&, const config::Dictionary& d)
      : fields_(d.get<std::vector<std::string>>("fields")),
        isMaximum_(isMaximum(d)),
        value_(d.get<double>("value")),
        start_(d.getOr<double>("timeStart", -vGreat)) {}
  bool holds(const fv::Context& context, const RunBoard&) override {
    if (context.time().index < 3 || context.time().value < start_) return false;
    bool any = false;
    for (const auto& field : fields_) {
      double largest = -1;
      for (const char* component : {"", "x", "y", "z", "xx", "xy", "xz", "yy", "yz", "zz"})
        if (const auto found = context.registry.residuals().find(field + component); found != context.registry.residuals().end())
          largest = std::max(largest, found->second);
      if (largest < 0)
        context.log.warnOnce(fmt::format("runTimeControl: no equation of '{}' is solved: there is no residual of it", field));
      else if (isMaximum_ ? largest > value_ : largest < value_)
        any = true;
    }
    return any;
  }

 private:
  std::vector<std::string> fields_;
  bool isMaximum_;
  double value_, start_;
};

/// The first solve of one of the fields in the step has taken more iterations than `threshold`; of vectors that of the component
/// with the most. Not before the step `startIter`, the second or a later one.
class MaxIterations final : public RunCondition {
 public:
  MaxIterations(const std::string&, const config::Dictionary& d)
      : fields_(d.get<std::vector<std::string>>("fields")),
        threshold_(d.get<int>("threshold")),
        start_(std::max(2, d.getOr<int>("startIter", 2))) {}
  bool holds(const fv::Context& context, const RunBoard&) override {
    if (context.time().index < start_) return false;
    bool any = false;
    for (const auto& field : fields_) {
      const auto found = context.registry.solves().find(field);
      if (found == context.registry.solves().end())
        context.log.warnOnce(fmt::format("runTimeControl: no equation of '{}' is solved: there are no iterations of it", field));
      else
        any = any || std::ranges::any_of(found->second.front(), [&](const auto& of) { return of.iterations > threshold_; });
    }
    return any;
  }

 private:
  std::vector<std::string> fields_;
  int threshold_, start_;
};

/// `duration` seconds have passed since the first step that it was asked after.
class MaxDuration final : public RunCondition {
 public:
  MaxDuration(const std::string&, const config::Dictionary& d)
      : duration_(d.get<double>("duration")), resets_(d.getOr<bool>("resetOnRestart", false)) {}
  bool holds(const fv::Context& context, const RunBoard&) override {
    if (!start_) start_ = context.time().value;
    return context.time().value - *start_ >= duration_;
  }
  void continueFrom(const config::Dictionary& d) override {
    if (!resets_ && d.has("startTime")) start_ = d.get<double>("startTime");
  }
  std::string state() const override {
    return start_ ? fmt::format("        startTime       {:.17g};\n", *start_) : std::string();
  }

 private:
  double duration_;
  bool resets_;
  std::optional<double> start_;  ///< [s]
};

/// The time step is below minValue.
class MinTimeStep final : public RunCondition {
 public:
  MinTimeStep(const std::string&, const config::Dictionary& d) : least_(d.get<double>("minValue")) {}
  bool holds(const fv::Context& context, const RunBoard&) override { return context.time().deltaT < least_; }

 private:
  double least_;
};

using Maker = std::unique_ptr<RunCondition> (*)(const std::string&, const config::Dictionary&);
template <class T>
std::unique_ptr<RunCondition> make(const std::string& name, const config::Dictionary& d) {
  return std::make_unique<T>(name, d);
}

const WordTable<Maker>& table() {
  static const WordTable<Maker> conditions{
      {"average", "results of a function object are close to their means over time", &make<Average>},
      {"equationInitialResidual", "the initial residual of an equation is below or above a value", &make<InitialResidual>},
      {"equationMaxIter", "the linear solver of an equation takes more iterations than a number", &make<MaxIterations>},
      {"maxDuration", "a time of the flow has passed", &make<MaxDuration>},
      {"minMax", "results of a function object are below or above a value", &make<MinMax>},
      {"minTimeStep", "the time step is below a value", &make<MinTimeStep>}};
  return conditions;
}

}  // namespace

std::vector<Word> runConditionWords() { return table().words(); }

std::unique_ptr<RunCondition> makeRunCondition(const std::string& name, const config::Dictionary& d) {
  return config::chosen(table(), d, "type").make(name, d);
}

}  // namespace eagre::run
