// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <cstdio>
#include <string>

#include "core/log.hpp"

namespace eagre::run {

/// How far a run is and how long it will take. When the log goes to a file and a person looks at the terminal: a bar on stderr.
/// Else a plain line in the log, every ten seconds of run time.
class Progress {
 public:
  Progress(Log& log, double start, double end);
  ~Progress();
  void update(double value);

 private:
  using Clock = std::chrono::steady_clock;
  Log& log_;
  double start_, end_;
  bool bar_;
  Clock::time_point began_ = Clock::now(), shown_ = began_;
};

/// "45 s", "3 min 20 s", "2 h 05 min"
std::string durationText(double seconds);

}  // namespace eagre::run
