// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "comm/profile.hpp"
#include "comm/simulated_clock.hpp"
#include "kernel/profile.hpp"
#include "run/report/profile_report.hpp"

namespace eagre::run {

/// What a profiled run records: all steps after the first.
class ProfiledRun {
 public:
  explicit ProfiledRun(const comm::Communicator& communicator) : world_(communicator) {}
  /// After each step. Collective.
  void stepDone() {
    if (recordLoops_) {
      ++steps.steps;
    } else {
      recordLoops_.emplace(loops);
      recordCommunication_.emplace(world_, communication);
    }
  }
  /// After the last one. Collective.
  void stop() {
    recordCommunication_.reset();
    recordLoops_.reset();
    steps.seconds = communication.seconds();
  }

  kernel::Profile loops;
  comm::Profile communication;
  ProfiledSteps steps;

 private:
  comm::Communicator world_;
  std::optional<kernel::Recording> recordLoops_;
  std::optional<comm::Recording> recordCommunication_;
};

/// Charges the loops of this rank to a machine as long as it lives, on a simulated cluster.
class ChargedRun {
 public:
  /// machine: a file for kernel::Machine; empty: time is real.
  explicit ChargedRun(const std::filesystem::path& machine) {
    if (!machine.empty()) charging_.emplace(clock_.emplace(kernel::Machine::read(machine)));
  }

 private:
  std::optional<comm::SimulatedClock> clock_;
  std::optional<kernel::Charging> charging_;
};

}  // namespace eagre::run
