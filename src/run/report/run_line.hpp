// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <limits>
#include <string>
#include <string_view>

namespace eagre::run {

/// How a run goes, as its log says it: for the one line on a terminal and for the words after the end.
class RunLine {
 public:
  /// Simulated time at which the run ends [s]; nan: not known.
  void setEndTime(double endTime) { endTime_ = endTime; }
  /// The next line of the log, without its end.
  void take(std::string_view line);
  /// Bar, time left, time step, Courant number, residual of the pressure with its trend, volume fraction of a phase, in at most
  /// `width` columns: the bar takes what the others leave, and where that is little, the last ones are left out.
  std::string text(std::size_t width) const;
  /// What was done in all, in a line or two; empty if no step was made.
  std::string summary() const;

 private:
  using Clock = std::chrono::steady_clock;
  void takeOfStep(std::string_view line);
  void takeResidual(std::string_view line);
  double share() const;
  std::string left() const;
  std::string trend() const;

  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double endTime_ = unknown, startTime_ = unknown, time_ = unknown, deltaT_ = unknown;
  double courant_ = unknown, largestCourant_ = 0;
  double residual_ = unknown, recent_ = unknown, longAgo_ = unknown;  ///< initial one of the pressure; means of its logarithm
  double phase_ = unknown, firstPhase_ = unknown;
  std::string pressure_, phaseName_, setUp_;
  bool looping_ = false, residualOfStep_ = false, adapts_ = false;
  long steps_ = 0;
  Clock::time_point began_ = Clock::now();
};

}  // namespace eagre::run
