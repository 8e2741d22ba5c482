// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "kernel/machine.hpp"

namespace eagre::comm {

/// The clock of one rank of a simulated cluster (SimGrid's SMPI): loops take there what the machine says. Time passes when
/// the rank next calls MPI, which nobody can tell from passing at once.
class SimulatedClock : public kernel::Clock {
 public:
  /// Errors (usage): this program is not built for SimGrid.
  explicit SimulatedClock(kernel::Machine machine);

  double charge(const kernel::Loop& loop, const kernel::Iterations& iterations) override;
  void settle() override;

 private:
  kernel::Noise noise_;
  kernel::LoopTimes times_;
  double pending_ = 0;  ///< [s] charged, not yet passed
};

}  // namespace eagre::comm
