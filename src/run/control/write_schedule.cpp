// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/write_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "config/word_choice.hpp"
#include "run/words.hpp"

namespace eagre::run {

namespace {

const WordTable<WriteControl>& table() {
  static const WordTable<WriteControl> words{
      {"none", "never", WriteControl::none},
      {"timeStep", "every writeInterval steps", WriteControl::timeStep},
      {"runTime", "every writeInterval seconds of simulated time, at the step next to it", WriteControl::runTime},
      {"adjustable", "adjustableRunTime", WriteControl::adjustableRunTime},
      {"adjustableRunTime", "every writeInterval seconds of simulated time, which steps are cut to meet",
       WriteControl::adjustableRunTime},
      {"cpuTime", "every writeInterval seconds of processor time", WriteControl::cpuTime},
      {"clockTime", "every writeInterval seconds of the clock", WriteControl::clockTime}};
  return words;
}

/// What a count of intervals may be, so that one more is another number.
constexpr double most = 9007199254740992.0;

}  // namespace

std::vector<Word> writeControlWords() { return table().words(); }

std::int64_t wholeNumber(double count) { return static_cast<std::int64_t>(std::clamp(count, -most, most)); }

WriteTimes readWriteTimes(const config::Dictionary& dict, Problems& problems) {
  WriteTimes times{WriteControl::timeStep};
  problems.guard([&] {
    if (!dict.has("writeControl")) return;
    times.control = config::chosen(table(), dict, "writeControl").make;
  });
  problems.guard([&] {
    const char* key = dict.has("writeInterval") || !dict.has("writeFrequency") ? "writeInterval" : "writeFrequency";
    times.interval = dict.get<double>(key);
    if (!(times.interval > 0)) throw Error(dict.at(key).place, fmt::format("{} must be positive, not {:g}", key, times.interval));
    if (times.control != WriteControl::timeStep && times.interval < shortestInterval)
      throw Error(dict.at(key).place, fmt::format("{} {:g} is too short: at least {:g} s (writeControl timeStep with 1 writes "
                                                  "every step)",
                                                  key, times.interval, shortestInterval));
    if (times.control == WriteControl::timeStep && times.interval < 1)
      throw Error(dict.at(key).place,
                  fmt::format("{} must be at least 1 when writeControl is timeStep, not {:g}", key, times.interval));
  });
  return times;
}

namespace {

bool isOfSimulatedTime(WriteControl control) {
  return control == WriteControl::runTime || control == WriteControl::adjustableRunTime;
}

}  // namespace

std::string progressText(const WriteProgress& progress) {
  const auto& rows = table().rows();
  const auto named = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.make == progress.times.control; });
  return fmt::format("writeControl    {};\nwriteInterval   {:.17g};\nwriteOrigin     {:.17g};\nwriteIndex      {};\n",
                     named->word, progress.times.interval, progress.start, progress.index);
}

std::optional<WriteProgress> readProgress(const config::Dictionary& dict) {
  if (!dict.has("writeControl")) return std::nullopt;
  Problems problems;
  const WriteTimes times = readWriteTimes(dict, problems);
  problems.throwIfAny(dict.name());
  return WriteProgress{times, dict.get<double>("writeOrigin"), dict.get<std::int64_t>("writeIndex")};
}

WriteSchedule::WriteSchedule(const WriteTimes& times, double now, const std::optional<WriteProgress>& before)
    // An index means nothing in another interval or unit; the clocks of a run begin with it.
    : progress_(before && before->times == times && isOfSimulatedTime(times.control) ? *before : WriteProgress{times, now, 0}) {}

bool WriteSchedule::due(const fv::TimeState& time, const RunClocks& clocks) {
  const WriteTimes& times = progress_.times;
  const auto passed = [&](double amount) {
    const std::int64_t index = wholeNumber(amount / times.interval);
    if (index <= progress_.index) return false;
    progress_.index = index;
    return true;
  };
  switch (times.control) {
    case WriteControl::none:
      return false;
    case WriteControl::timeStep:
      return time.index % wholeNumber(times.interval) == 0;
    case WriteControl::cpuTime:
      return passed(clocks.cpu);
    case WriteControl::clockTime:
      return passed(clocks.wall);
    default:
      return passed((time.value - progress_.start) + 0.5 * time.deltaT);
  }
}

double WriteSchedule::untilFitted(double time) const {
  if (progress_.times.control != WriteControl::adjustableRunTime) return std::numeric_limits<double>::infinity();
  return std::max(0.0, static_cast<double>(progress_.index + 1) * progress_.times.interval - (time - progress_.start));
}

void WriteSchedule::change(const WriteTimes& times) {
  auto& [old, start, index] = progress_;
  if (times.interval != old.interval && isOfSimulatedTime(times.control))
    index = wholeNumber(static_cast<double>(index) * old.interval / times.interval);
  old = times;
}

}  // namespace eagre::run
