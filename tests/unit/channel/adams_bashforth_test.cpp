// SPDX-License-Identifier: BSD-3-Clause
#include "channel/adams_bashforth.hpp"

#include <gtest/gtest.h>

namespace eagre::channel {
namespace {

TEST(AdamsBashforth, HasTheKnownWeightsForEqualSteps) {
  const auto w = adamsBashforth(0.1, 0.1, 0.1, 2);
  EXPECT_NEAR(w[0], 23.0 / 12, 1e-13);
  EXPECT_NEAR(w[1], -16.0 / 12, 1e-13);
  EXPECT_NEAR(w[2], 5.0 / 12, 1e-13);
}

TEST(AdamsBashforth, TakesTheMeanOfAParabolaForAnySteps) {
  const double dt = 0.3, dt1 = 0.2, dt2 = 0.7;
  const auto f = [](double t) { return 2 - 3 * t + 5 * t * t; };
  const auto w = adamsBashforth(dt, dt1, dt2, 2);
  EXPECT_NEAR(w[0] * f(0) + w[1] * f(-dt1) + w[2] * f(-dt1 - dt2), 2 - 3 * dt / 2 + 5 * dt * dt / 3, 1e-13);
}

TEST(AdamsBashforth, StartsWithTheValueThenAStraightLine) {
  EXPECT_EQ(adamsBashforth(0.3, 0, 0, 0), (std::array<double, 3>{1, 0, 0}));
  const auto w = adamsBashforth(0.3, 0.2, 0, 1);
  EXPECT_NEAR(w[0] * 4 + w[1] * (4 - 7 * 0.2), 4 + 7 * 0.15, 1e-13);
}

}  // namespace
}  // namespace eagre::channel
