// SPDX-License-Identifier: BSD-3-Clause
#include "core/vec.hpp"

#include <gtest/gtest.h>

using namespace eagre;

TEST(Vec3, ProductsAgree) {
  const Vec3 a{1, 2, 3}, b{-4, 5, 6};
  EXPECT_EQ(dot(a, b), 24);
  EXPECT_EQ(cross(a, b), (Vec3{-3, -18, 13}));
  EXPECT_EQ(dot(cross(a, b), a), 0);
  EXPECT_EQ(dot(a, outer(a, b)), dot(a, a) * b);  // a . (a b) = (a . a) b
  EXPECT_EQ(dot(outer(a, b), b), dot(b, b) * a);
  EXPECT_DOUBLE_EQ(mag(normalised(a)), 1);
}

TEST(Tensor, SymmetricPartAndDeviator) {
  const Tensor t{1, 2, 3, 4, 5, 6, 7, 8, 10};
  const Vec3 v{1, -2, 0.5};
  EXPECT_EQ(dot(v, t), dot(transpose(t), v));
  EXPECT_EQ(symm(t).xy, 3);
  EXPECT_DOUBLE_EQ(trace(dev2(t)), trace(t) - 2 * trace(t));
  EXPECT_DOUBLE_EQ(magSqr(symm(t)), magSqr(0.5 * (t + transpose(t))));
}
