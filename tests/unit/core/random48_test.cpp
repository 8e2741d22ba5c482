// SPDX-License-Identifier: BSD-3-Clause
#include "core/random48.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace eagre {
namespace {

TEST(Random48, BitsAreThoseOfThePosixGenerator) {
  unsigned short state[3] = {0x330e, 123456 & 0xffff, 123456 >> 16};
  Random48 random(123456);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(random.bits(), static_cast<std::uint32_t>(nrand48(state)));
}

TEST(Random48, UniformNumbersTakeTheLowerBitsFirst) {
  Random48 bits(7), numbers(7);
  double sum = 0;
  for (int i = 0; i < 1000; ++i) {
    const double low = bits.bits(), high = bits.bits(), x = numbers.uniform();
    EXPECT_NEAR(x, high / 0x1p31 + low / 0x1p62, 1e-15);
    EXPECT_GE(x, 0);
    EXPECT_LT(x, 1);
    sum += x;
  }
  EXPECT_NEAR(sum / 1000, 0.5, 0.05);
}

}  // namespace
}  // namespace eagre
