// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <numeric>

#include "comm/communicator.hpp"

namespace eagre::comm {
namespace {

TEST(CommunicatorParallel, Reductions) {
  const auto world = Communicator::world();
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

TEST(CommunicatorParallel, SumsOnTheirWayCompleteInAnyOrderOfWaiting) {
  const auto world = Communicator::world();
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
