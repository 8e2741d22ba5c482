// SPDX-License-Identifier: BSD-3-Clause
#include "core/dimensions.hpp"

#include <gtest/gtest.h>

using namespace eagre;

TEST(Dimensions, AreWrittenAsOpenFoamReadsThem) {
  EXPECT_EQ(toString(dimPressure), "[1 -1 -2 0 0 0 0]");
  EXPECT_EQ(toString(Dimensions{{0, 0.5}}), "[0 0.5 0 0 0 0 0]");
}

TEST(Dimensions, MultiplyAndDivide) {
  EXPECT_TRUE(dimDensity * dimKinematicPressure == dimPressure);
  EXPECT_TRUE(dimPressure / dimDensity == dimKinematicPressure);
  EXPECT_FALSE(dimPressure == dimKinematicPressure);
}
