// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/nearest_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace eagre::mesh {
namespace {

TEST(NearestPoint, IsThatOfAllPointsOneByOne) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-1, 1);
  const auto point = [&] { return Vec3{place(random), place(random), 0.1 * place(random)}; };
  std::vector<Vec3> points(500);
  std::generate(points.begin(), points.end(), point);
  points.insert(points.end(), 5, points.front());  // of several ranks
  const NearestPoint nearest(points);
  for (int i = 0; i < 300; ++i) {
    const Vec3 x = 1.5 * point();
    double least = 0.2;
    for (const Vec3& p : points) least = std::min(least, mag(x - p));
    EXPECT_EQ(nearest.distance(x, 0.2), least);
  }
}

TEST(NearestPoint, IsFarFromNothing) { EXPECT_EQ(NearestPoint(std::vector<Vec3>{}).distance({1, 2, 3}, 0.5), 0.5); }

}  // namespace
}  // namespace eagre::mesh
