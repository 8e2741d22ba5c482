// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "comm/communicator.hpp"

namespace eagre::comm {

/// What one way of a sum over ranks took, of the slowest rank [s].
struct SumTimes {
  double least = 0, median = 0;
};
/// Whether another way stands in for the usual one: only if its median is a tenth below the usual one's fastest, so that noise
/// (more ranks than cores, other programs) changes nothing.
bool replaces(const SumTimes& other, const SumTimes& usual);

/// Which words are `auto`.
struct Undecided {
  bool reduction = false, pending = false;
};

struct MethodChoice {
  Methods methods;
  std::string report;  ///< times, in words; "" if nothing was measured
};

/// Measures what is undecided and chooses: of reductions typed or tree (nonblocking does nothing in between, so it gains
/// nothing), of pending sums MPI_Iallreduce or messages, started and waited for at once (linear::AutoCg looks at them again with
/// work beneath). On one rank and of what is decided nothing is measured. The group then uses the methods. Collective.
MethodChoice chooseMethods(const Communicator& communicator, const Methods& methods, const Undecided& undecided);

}  // namespace eagre::comm
