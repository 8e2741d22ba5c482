// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/parallel_for.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace eagre::kernel {
namespace {

TEST(ParallelSum, TakesEachTurnOnceHoweverManyThereAre) {
  for (Label n = 0; n < 40; ++n) {
    std::vector<int> visits(static_cast<std::size_t>(n));
    const double sum = parallelSum<double>("sum", n, [&](Label i) {
      ++visits[i];
      return i + 1.0;
    });
    EXPECT_EQ(sum, 0.5 * n * (n + 1));
    for (const int v : visits) EXPECT_EQ(v, 1);
  }
}

TEST(ParallelSums, AddInTheOrderOfTheTurns) {
  const double large = 1e16;  // 1 is lost beside it: the order of additions is seen
  const auto sum = [large](Label n) {
    return parallelSums<double>("sums", n, [large, n](Label i, double& sums) {
      sums += i == 0 ? large : i == n - 1 ? -large : 1.0;
    });
  };
  EXPECT_EQ(sum(2), 0);
  EXPECT_EQ(sum(10), 0);
}

TEST(ParallelMax, StartsFromWhatIsGiven) {
  const std::vector<double> values{3, -7, 5, 0};
  const auto value = [&](Label i) { return values[static_cast<std::size_t>(i)]; };
  EXPECT_EQ(parallelMax("most", 4, -1.0, value), 5);
  EXPECT_EQ(parallelMax("most", 4, 9.0, value), 9);
  EXPECT_EQ(parallelMax("most", 0, -1.0, value), -1);
  EXPECT_EQ(parallelMin("least", 4, 1.0, value), -7);
  EXPECT_EQ(parallelMin("least", 4, -9.0, value), -9);
}

}  // namespace
}  // namespace eagre::kernel
