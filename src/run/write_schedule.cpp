// SPDX-License-Identifier: BSD-3-Clause
#include "run/write_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace eagre::run {

const std::vector<std::pair<std::string, WriteControl>>& writeControlWords() {
  static const std::vector<std::pair<std::string, WriteControl>> words{{"none", WriteControl::none},
                                                                       {"timeStep", WriteControl::timeStep},
                                                                       {"runTime", WriteControl::runTime},
                                                                       {"adjustable", WriteControl::adjustableRunTime},
                                                                       {"adjustableRunTime", WriteControl::adjustableRunTime},
                                                                       {"cpuTime", WriteControl::cpuTime},
                                                                       {"clockTime", WriteControl::clockTime}};
  return words;
}

WriteTimes readWriteTimes(const config::Dictionary& dict, Problems& problems) {
  WriteTimes times{WriteControl::timeStep};
  problems.guard([&] {
    if (!dict.has("writeControl")) return;
    std::vector<std::string> valid;
    for (const auto& [word, control] : writeControlWords()) valid.push_back(word);
    const std::string word = dict.getChoice("writeControl", valid);
    times.control = std::find_if(writeControlWords().begin(), writeControlWords().end(), [&](const auto& named) {
                      return named.first == word;
                    })->second;
  });
  problems.guard([&] {
    const char* key = dict.has("writeInterval") || !dict.has("writeFrequency") ? "writeInterval" : "writeFrequency";
    times.interval = dict.get<double>(key);
    if (!(times.interval > 0))
      throw Error(dict.at(key).place, fmt::format("{}: {} must be positive, not {:g}", dict.name(), key, times.interval));
    if (times.control == WriteControl::timeStep && times.interval < 1)
      throw Error(dict.at(key).place, fmt::format("{}: {} must be at least 1 when writeControl is timeStep, not {:g}",
                                                  dict.name(), key, times.interval));
  });
  return times;
}

namespace {

bool isOfSimulatedTime(WriteControl control) {
  return control == WriteControl::runTime || control == WriteControl::adjustableRunTime;
}

}  // namespace

WriteSchedule::WriteSchedule(const WriteTimes& times, double start, std::int64_t index)
    // The clocks of a run begin with it.
    : times_(times), start_(start), index_(isOfSimulatedTime(times.control) ? index : 0) {}

bool WriteSchedule::due(const fv::TimeState& time, const RunClocks& clocks) {
  const auto passed = [&](double amount) {
    const auto index = static_cast<std::int64_t>(amount / times_.interval);
    if (index <= index_) return false;
    index_ = index;
    return true;
  };
  switch (times_.control) {
    case WriteControl::none:
      return false;
    case WriteControl::timeStep:
      return time.index % static_cast<std::int64_t>(times_.interval) == 0;
    case WriteControl::cpuTime:
      return passed(clocks.cpu);
    case WriteControl::clockTime:
      return passed(clocks.wall);
    default:
      return passed((time.value - start_) + 0.5 * time.deltaT);
  }
}

double WriteSchedule::untilFitted(double time) const {
  if (times_.control != WriteControl::adjustableRunTime) return std::numeric_limits<double>::infinity();
  return std::max(0.0, static_cast<double>(index_ + 1) * times_.interval - (time - start_));
}

void WriteSchedule::change(const WriteTimes& times) {
  if (times.interval != times_.interval && isOfSimulatedTime(times.control))
    index_ = static_cast<std::int64_t>(static_cast<double>(index_) * times_.interval / times.interval);
  times_ = times;
}

}  // namespace eagre::run
