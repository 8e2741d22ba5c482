// SPDX-License-Identifier: BSD-3-Clause
#include "comm/communicator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace eagre::comm {
namespace {

TEST(Communicator, IsOneRankWithoutALauncher) {
  const auto world = Communicator::world();
  EXPECT_EQ(world.rank(), 0);
  EXPECT_EQ(world.size(), 1);
  EXPECT_TRUE(world.master());
  EXPECT_FALSE(world.parallel());
}

TEST(Communicator, ReductionsOfOneRankChangeNothing) {
  const auto self = Communicator::self();
  std::array<double, 3> values{1.5, -2, 3};
  self.sum(values);
  self.min(values);
  self.max(values);
  EXPECT_EQ(values, (std::array<double, 3>{1.5, -2, 3}));
  EXPECT_EQ(self.sum(std::int64_t{7}), 7);
  EXPECT_EQ(self.allGather(42), std::vector<std::int64_t>{42});
  EXPECT_TRUE(self.any(true));
  EXPECT_FALSE(self.any(false));
  EXPECT_TRUE(self.all(true));
  EXPECT_FALSE(self.all(false));
}

TEST(Communicator, BroadcastOfOneRankChangesNothing) {
  const auto self = Communicator::self();
  std::string text = "alpha.water";
  std::vector<int> numbers{1, 2, 3};
  self.broadcast(text);
  self.broadcast(numbers);
  EXPECT_EQ(text, "alpha.water");
  EXPECT_EQ(numbers, (std::vector<int>{1, 2, 3}));
  self.barrier();
}

}  // namespace
}  // namespace eagre::comm
