// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"

namespace eagre::run {

enum class WriteControl { none, timeStep, runTime, adjustableRunTime, cpuTime, clockTime };

/// s: of shorter intervals of time there are more than can be counted.
inline constexpr double shortestInterval = 1e-12;
/// The whole number of a count, kept within +-2^53.
std::int64_t wholeNumber(double count);

/// When something is written: OpenFOAM's writeControl and writeInterval.
struct WriteTimes {
  WriteControl control = WriteControl::none;
  double interval = 1;  ///< steps, or seconds
  bool isOfClocks() const { return control == WriteControl::cpuTime || control == WriteControl::clockTime; }
  bool operator==(const WriteTimes&) const = default;
};
/// From the entries writeControl (timeStep if it is not there) and writeInterval, or writeFrequency. Every problem is added.
WriteTimes readWriteTimes(const config::Dictionary& dict, Problems& problems);

/// How far a schedule has got.
struct WriteProgress {
  WriteTimes times;
  double start = 0;        ///< s, from which simulated time is counted
  std::int64_t index = 0;  ///< intervals that have passed
};
/// As entries writeControl, writeInterval, writeOrigin and writeIndex, a line each.
std::string progressText(const WriteProgress& progress);
/// Back from them; none if what was counted is not said. Errors (badCase): wrong words or numbers.
std::optional<WriteProgress> readProgress(const config::Dictionary& dict);

/// Seconds that this run has taken, the same on all ranks.
struct RunClocks {
  double cpu = 0, wall = 0;
};

/// Counts the intervals that have passed.
class WriteSchedule {
 public:
  /// Goes on from where the run before was, if that had the same times of simulated time; otherwise intervals are counted from
  /// `now` [s] on, as OpenFOAM does in each run.
  WriteSchedule(const WriteTimes& times, double now, const std::optional<WriteProgress>& before = {});

  /// Whether the step that led to this time is to be written. To be asked once per step.
  bool due(const fv::TimeState& time, const RunClocks& clocks);
  /// s of simulated time to the next writing that time steps are to be fitted to; infinite if there is none.
  double untilFitted(double time) const;
  /// The case was edited while the run was going.
  void change(const WriteTimes& times);

  const WriteTimes& times() const { return progress_.times; }
  const WriteProgress& progress() const { return progress_; }

 private:
  WriteProgress progress_;
};

}  // namespace eagre::run
