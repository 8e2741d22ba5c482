// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/context.hpp"

namespace eagre::run {

enum class WriteControl { none, timeStep, runTime, adjustableRunTime, cpuTime, clockTime };

/// The words of OpenFOAM's writeControl.
const std::vector<std::pair<std::string, WriteControl>>& writeControlWords();

/// When something is written: OpenFOAM's writeControl and writeInterval.
struct WriteTimes {
  WriteControl control = WriteControl::none;
  double interval = 1;  ///< steps, or seconds
  bool isOfClocks() const { return control == WriteControl::cpuTime || control == WriteControl::clockTime; }
};
/// From the entries writeControl (timeStep if it is not there) and writeInterval, or writeFrequency. Every problem is added.
WriteTimes readWriteTimes(const config::Dictionary& dict, Problems& problems);

/// Seconds that this run has taken, the same on all ranks.
struct RunClocks {
  double cpu = 0, wall = 0;
};

/// Counts the intervals that have passed.
class WriteSchedule {
 public:
  /// start: s, from which simulated time is counted. index: intervals of it that have passed.
  WriteSchedule(const WriteTimes& times, double start, std::int64_t index);

  /// Whether the step that led to this time is to be written. To be asked once a step.
  bool due(const fv::TimeState& time, const RunClocks& clocks);
  /// s of simulated time to the next writing that time steps are to be fitted to; infinite if there is none.
  double untilFitted(double time) const;
  /// The case was edited while the run was going.
  void change(const WriteTimes& times);

  const WriteTimes& times() const { return times_; }
  double start() const { return start_; }
  std::int64_t index() const { return index_; }

 private:
  WriteTimes times_;
  double start_;
  std::int64_t index_;
};

}  // namespace eagre::run
