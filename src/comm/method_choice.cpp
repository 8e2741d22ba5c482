// SPDX-License-Identifier: BSD-3-Clause
#include "comm/method_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace eagre::comm {

namespace {

constexpr double micro = 1e-6;

/// Of several times three sums of four numbers, after some that make connections.
SumTimes timeSums(const Communicator& communicator, const Methods& methods, bool pending) {
  constexpr int rounds = 7, sums = 3;
  communicator.choose(methods);
  std::array<double, rounds> times{};
  for (int round = -1; round < rounds; ++round) {
    const double start = Communicator::seconds();
    for (int i = 0; i < sums; ++i) {
      std::array<double, 4> values{1, 1, 1, 1};
      if (pending)
        communicator.startSum(values).wait();
      else
        communicator.sum(values);
    }
    if (round >= 0) times[static_cast<std::size_t>(round)] = (Communicator::seconds() - start) / sums;
  }
  std::sort(times.begin(), times.end());
  std::array<double, 2> slowest{times[0], times[rounds / 2]};
  communicator.max(slowest);
  return {slowest[0], slowest[1]};
}

std::string inWords(const SumTimes& usual, const char* usualName, const SumTimes& other, const char* otherName) {
  return fmt::format("{} {:.3g} us, {} {:.3g} us", usualName, usual.median / micro, otherName, other.median / micro);
}

}  // namespace

bool replaces(const SumTimes& other, const SumTimes& usual) { return other.median < 0.9 * usual.least; }

MethodChoice chooseMethods(const Communicator& communicator, const Methods& methods, const Undecided& undecided) {
  MethodChoice choice{methods, ""};
  Methods& chosen = choice.methods;
  if (communicator.parallel() && undecided.reduction) {
    Methods tree = methods, typed = methods;
    tree.reduction = ReductionMethod::tree;
    typed.reduction = ReductionMethod::typed;
    const SumTimes usual = timeSums(communicator, typed, false), other = timeSums(communicator, tree, false);
    chosen.reduction = replaces(other, usual) ? ReductionMethod::tree : ReductionMethod::typed;
    choice.report = "a sum over ranks: " + inWords(usual, "typed", other, "tree");
  }
  if (communicator.parallel() && undecided.pending && chosen.reduction != ReductionMethod::tree) {
    Methods iallreduce = chosen, messages = chosen;
    iallreduce.pending = PendingMethod::iallreduce;
    messages.pending = PendingMethod::messages;
    const SumTimes usual = timeSums(communicator, iallreduce, true), other = timeSums(communicator, messages, true);
    chosen.pending = replaces(other, usual) ? PendingMethod::messages : PendingMethod::iallreduce;
    choice.report += (choice.report.empty() ? "a sum over ranks: " : ", ") + inWords(usual, "iallreduce", other, "messages");
  }
  communicator.choose(chosen);
  return choice;
}

}  // namespace eagre::comm
