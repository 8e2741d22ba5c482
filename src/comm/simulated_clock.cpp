// SPDX-License-Identifier: BSD-3-Clause
#include "comm/simulated_clock.hpp"

#include "comm/handle.hpp"
#include "core/error.hpp"

namespace eagre::comm {

namespace {

/// Another one on each rank.
std::uint64_t seedOfNoise() {
#ifdef EAGRE_SIMGRID
  return static_cast<std::uint64_t>(simulatedRank->number()) << 32U;
#else
  return 0;
#endif
}

}  // namespace

SimulatedClock::SimulatedClock(kernel::Machine machine) : noise_(machine, seedOfNoise()), times_(std::move(machine)) {
#ifndef EAGRE_SIMGRID
  throw Error("a machine can be simulated only by an eagre built for SimGrid (cmake --preset simgrid)", ExitCode::usage);
#endif
}

double SimulatedClock::charge(const kernel::Loop& loop, const kernel::Iterations& iterations) {
  const double seconds = times_.next(loop, iterations);
  pending_ += seconds;
  return seconds;
}

void SimulatedClock::settle() {
#ifdef EAGRE_SIMGRID
  simulatedRank->pass(pending_ + noise_.lost(pending_));
  pending_ = 0;
#endif
}

}  // namespace eagre::comm
