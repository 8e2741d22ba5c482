// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <span>

#include "comm/communicator.hpp"

/// Sums over a whole field, of which each rank gives its own cells (no ghosts), by the names that the papers have for them; and
/// their twins that are started, go on while others work, and are asked for at last. Z. Lin et al., Water 10 (2018) 1461,
/// table 5. All are collective, in the same order as other collective calls.
/// The Krylov solvers make no use of them: they sum in the loop that makes the vectors, which spares a pass over them, and send
/// several sums in one message, where each of these is a message and a number on the heap.
namespace eagre::comm {

/// A number of a whole field on its way.
class PendingNumber {
 public:
  /// Lets the messages progress; true if the number is there.
  bool test() { return sum_.test(); }
  /// Waits for it.
  double get();

 private:
  friend PendingNumber startQuotient(const Communicator&, double numerator, double denominator);
  std::unique_ptr<std::array<double, 2>> values_;  ///< the number is the quotient of the two; stays in place while it is summed
  PendingSum sum_;
};

double gSum(const Communicator& communicator, std::span<const double> own);
/// NaN for a field without cells.
double gAverage(const Communicator& communicator, std::span<const double> own);
/// Sum of products. a and b are equally long.
double gSumProd(const Communicator& communicator, std::span<const double> a, std::span<const double> b);

[[nodiscard]] PendingNumber startGSum(const Communicator& communicator, std::span<const double> own);
[[nodiscard]] PendingNumber startGAverage(const Communicator& communicator, std::span<const double> own);
[[nodiscard]] PendingNumber startGSumProd(const Communicator& communicator, std::span<const double> a, std::span<const double> b);

}  // namespace eagre::comm
