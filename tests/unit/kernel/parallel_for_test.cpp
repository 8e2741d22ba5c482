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

}  // namespace
}  // namespace eagre::kernel
