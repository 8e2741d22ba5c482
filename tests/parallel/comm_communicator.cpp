// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

#include "comm/communicator.hpp"
#include "comm/field_sums.hpp"
#include "comm/method_choice.hpp"
#include "comm/profile.hpp"
#include "core/error.hpp"

namespace eagre::comm {
namespace {

/// All ways to reduce, by name.
std::vector<Methods> allReductions() {
  return {{.reduction = ReductionMethod::tree},
          {.reduction = ReductionMethod::typed},
          {.reduction = ReductionMethod::nonblocking},
          {.reduction = ReductionMethod::nonblocking, .pending = PendingMethod::messages},
          {.reduction = ReductionMethod::openfoam}};
}

void checkReductions(const Communicator& world) {
  const int P = world.size(), r = world.rank();
  EXPECT_EQ(world.sum(1.0 + r), P * (P + 1) / 2.0);
  EXPECT_EQ(world.min(10.0 - r), 11.0 - P);
  EXPECT_EQ(world.max(10.0 - r), 10.0);
  EXPECT_EQ(world.sum(std::int64_t{1} << 40), std::int64_t{P} << 40);
  std::vector<double> several{1.0 * r, 1.0};
  world.sum(several);
  EXPECT_EQ(several, (std::vector<double>{P * (P - 1) / 2.0, 1.0 * P}));
  EXPECT_TRUE(world.any(r == P - 1));
  EXPECT_FALSE(world.any(false));
  EXPECT_TRUE(world.all(true));
  EXPECT_EQ(world.all(r != 0), false);
  std::vector<std::int64_t> ranks(P);
  std::iota(ranks.begin(), ranks.end(), 0);
  EXPECT_EQ(world.allGather(r), ranks);
}

TEST(MethodChoice, NoiseDoesNotReplaceTheUsualWay) {
  EXPECT_TRUE(replaces({.least = 0.5e-6, .median = 0.7e-6}, {.least = 1.0e-6, .median = 1.2e-6}));
  EXPECT_FALSE(replaces({.least = 0.5e-6, .median = 0.95e-6}, {.least = 1.0e-6, .median = 40e-6})) << "not a tenth less";
}

TEST(MethodChoice, AllRanksChooseAlikeAndOnlyWhatIsUndecided) {
  const auto world = Communicator::world();
  const Methods decided{.reduction = ReductionMethod::nonblocking, .pending = PendingMethod::messages};
  const auto none = chooseMethods(world, decided, {});
  EXPECT_TRUE(none.report.empty());
  EXPECT_EQ(none.methods.reduction, ReductionMethod::nonblocking);
  EXPECT_EQ(world.methods().pending, PendingMethod::messages);
  const auto choice = chooseMethods(world, decided, {true, true});
  EXPECT_EQ(choice.report.empty(), !world.parallel()) << "one rank measures nothing";
  EXPECT_EQ(world.methods().reduction, choice.methods.reduction);
  const auto number = 10.0 * static_cast<double>(choice.methods.reduction) + static_cast<double>(choice.methods.pending);
  EXPECT_EQ(world.max(number), world.min(number));
}

TEST(CommunicatorParallel, Reductions) {
  const auto world = Communicator::world();
  for (const Methods& methods : allReductions()) {
    SCOPED_TRACE(toString(methods));
    world.choose(methods);
    checkReductions(world);
  }
}

TEST(CommunicatorParallel, SumsAreTheSameOnAllRanksBitForBit) {
  const auto world = Communicator::world();
  for (const Methods& methods : allReductions()) {
    SCOPED_TRACE(toString(methods));
    world.choose(methods);
    std::vector<double> values(37);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(1.0 + i + 50.0 * world.rank());
    auto pending = values, least = values;
    world.sum(values);
    world.startSum(pending).wait();
    auto first = values, firstPending = pending;
    world.broadcast(first);
    world.broadcast(firstPending);
    EXPECT_EQ(values, first);
    EXPECT_EQ(pending, firstPending);
  }
}

void checkPendingSums(const Communicator& world) {
  const double P = world.size(), r = world.rank();
  std::vector<double> a{r, 1}, b{2 * r};
  auto first = world.startSum(a), second = world.startSum(b);
  second.wait();
  while (!first.test()) {}
  EXPECT_EQ(a, (std::vector<double>{P * (P - 1) / 2, P}));
  EXPECT_EQ(b, (std::vector<double>{P * (P - 1)}));
  EXPECT_TRUE(first.test()) << "nothing on its way any more";
  first.wait();
  {
    auto left = world.startSum(a);  // its end waits
  }
  EXPECT_EQ(a[1], P * P);
}

TEST(CommunicatorParallel, SumsOnTheirWayCompleteInAnyOrderOfWaiting) {
  const auto world = Communicator::world();
  for (const Methods& methods : allReductions()) {
    SCOPED_TRACE(toString(methods));
    world.choose(methods);
    checkPendingSums(world);
  }
}

TEST(CommunicatorParallel, AnyAndAllHoldInEveryWay) {
  const auto world = Communicator::world();
  for (const Methods& methods : allReductions()) {
    world.choose(methods);
    EXPECT_TRUE(world.any(world.rank() == world.size() - 1));
    EXPECT_FALSE(world.all(world.rank() > 0));
  }
}

/// Calls of an MPI function and bytes handed to it, of all ranks, in what `reduce` does to three numbers.
template <class Reduce>
std::pair<double, double> counted(const Methods& methods, Function function, int reductions, Reduce reduce) {
  const auto world = Communicator::world();
  world.choose(methods);
  Profile profile;
  {
    const Recording recording(world, profile);
    const Phase phase(world, "sum");
    std::vector<double> values{1, 2, 3};
    reduce(world, values);
  }
  profile.settle(world);
  EXPECT_EQ(profile.phases().back().reductions, world.parallel() ? reductions : 0);
  auto entry = profile.phases().back();
  std::vector<double> sums{entry[function].calls, entry[function].bytes};
  world.sum(sums);
  return {sums[0], sums[1]};
}

/// The same in one sum.
std::pair<double, double> inOneSum(const Methods& methods, Function function) {
  return counted(methods, function, 1, [](const Communicator& world, auto& values) { world.sum(values); });
}

TEST(CommunicatorParallel, TheProfileCountsWhatEachReductionSends) {
  const int P = Communicator::world().size();
  const auto of = [](double calls) { return std::pair(calls, 24 * calls); };
  EXPECT_EQ(inOneSum({.reduction = ReductionMethod::tree}, Function::send), of(2 * (P - 1)));
  EXPECT_EQ(inOneSum({.reduction = ReductionMethod::typed}, Function::allreduce), of(P > 1 ? P : 0));
  EXPECT_EQ(inOneSum({.reduction = ReductionMethod::nonblocking}, Function::iallreduce), of(P > 1 ? P : 0));
  const int size = static_cast<int>(std::bit_floor(static_cast<unsigned>(P))),
            bits = std::countr_zero(static_cast<unsigned>(size));
  EXPECT_EQ(inOneSum({.reduction = ReductionMethod::nonblocking, .pending = PendingMethod::messages}, Function::isend),
            of(size * bits + 2 * (P - size)));
}

TEST(CommunicatorParallel, AsOpenFoamEachValueIsReducedByItselfAndMaximaGoThroughATree) {
  const int P = Communicator::world().size();
  const Methods openfoam{.reduction = ReductionMethod::openfoam};
  const auto sum = [](const Communicator& world, auto& values) { world.sum(values); };
  const auto min = [](const Communicator& world, auto& values) { world.min(values); };
  const auto max = [](const Communicator& world, auto& values) { world.max(values); };
  const auto of = [](double calls) { return std::pair(calls, 8 * calls); };
  EXPECT_EQ(counted(openfoam, Function::allreduce, 3, sum), of(P > 1 ? 3 * P : 0));
  EXPECT_EQ(counted(openfoam, Function::allreduce, 3, min), of(P > 1 ? 3 * P : 0));
  EXPECT_EQ(counted(openfoam, Function::allreduce, 3, max), of(0));
  EXPECT_EQ(counted(openfoam, Function::send, 3, max), of(3 * 2 * (P - 1)));
}

TEST(CommunicatorParallel, WaitingIsTimeBeyondTheLastToArrive) {
  const auto world = Communicator::world();
  if (!world.parallel()) return;
  world.choose({});
  Profile profile;
  {
    const Recording recording(world, profile);
    const Phase outer(world, "outer");
    Phase inner(world, "inner");
    inner.iterations(2);
    if (world.master()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    world.sum(1.0);
  }
  profile.settle(world);
  auto inner = profile.phases().back();
  EXPECT_EQ(inner.name, "inner");
  EXPECT_EQ(inner.iterations, 2);
  EXPECT_EQ(inner.visits, 1);
  const Count count = inner[Function::allreduce];
  EXPECT_LE(count.waiting, count.elapsed * (1 + 1e-6));
  EXPECT_GE(count.waiting, 0);
  EXPECT_EQ(world.min(count.waiting), 0) << "somebody was the last";
  EXPECT_GT(world.max(count.waiting), 0) << "and somebody waited for it";
}

TEST(FieldSums, AreThoseOfTheWholeFieldInEveryWay) {
  const auto world = Communicator::world();
  const int P = world.size();
  std::vector<double> a, b;  // rank r has r + 1 cells of value r + 1, and of 2
  for (int i = 0; i <= world.rank(); ++i) {
    a.push_back(world.rank() + 1);
    b.push_back(2);
  }
  const double n = P * (P + 1) / 2.0, squares = P * (P + 1) * (2 * P + 1) / 6.0;
  for (const Methods& methods : allReductions()) {
    SCOPED_TRACE(toString(methods));
    world.choose(methods);
    EXPECT_EQ(gSum(world, a), squares);
    EXPECT_EQ(gAverage(world, a), squares / n);
    EXPECT_EQ(gSumProd(world, a, b), 2 * squares);
    auto sum = startGSum(world, a), average = startGAverage(world, a), product = startGSumProd(world, a, b);
    while (!average.test()) {}
    EXPECT_EQ(product.get(), 2 * squares);
    EXPECT_EQ(sum.get(), squares);
    EXPECT_EQ(average.get(), squares / n);
  }
  EXPECT_THROW(gSumProd(world, a, std::vector<double>(100, 1.0)), Error);
}

TEST(CommunicatorParallel, SelfIsAlone) {
  const auto self = Communicator::self();
  EXPECT_EQ(self.size(), 1);
  EXPECT_EQ(self.sum(5.0 + Communicator::world().rank()), 5.0 + Communicator::world().rank());
}

TEST(CommunicatorParallel, BroadcastSetsSizes) {
  const auto world = Communicator::world();
  const int root = world.size() - 1;
  std::string text = world.rank() == root ? "p_rgh" : "something that is longer";
  std::vector<double> values;
  if (world.rank() == root) values = {1, 2, 3};
  world.broadcast(text, root);
  world.broadcast(values, root);
  EXPECT_EQ(text, "p_rgh");
  EXPECT_EQ(values, (std::vector<double>{1, 2, 3}));
}

TEST(CommunicatorParallel, PointToPointKeepsOrderAndTags) {
  const auto world = Communicator::world();
  const auto message = [](int rank, int tag) { return std::vector<int>(1000 * (rank + 1), 7 * rank + tag); };
  if (!world.master()) {
    for (int tag : {1, 2}) {
      const auto sent = message(world.rank(), tag);
      world.send(std::as_bytes(std::span(sent)), 0, tag);
    }
    return;
  }
  for (int rank = 1; rank < world.size(); ++rank)
    for (int tag : {1, 2}) {
      std::vector<int> received(1000 * (rank + 1));
      world.receive(std::as_writable_bytes(std::span(received)), rank, tag);
      EXPECT_EQ(received, message(rank, tag));
    }
}

}  // namespace
}  // namespace eagre::comm
