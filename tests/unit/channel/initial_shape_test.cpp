// SPDX-License-Identifier: BSD-3-Clause
#include "channel/initial_shape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/error.hpp"

namespace eagre::channel {
namespace {

TEST(InitialShape, AWaveHasItsHeightAmplitudeAndPhase) {
  Settings s;
  s.initial.shape = Shape::wave;
  s.initial.amplitude = 0.1;
  s.initial.mode = {2, 0};
  s.initial.phase = 90;
  const InitialShape shape(s);
  EXPECT_NEAR(shape.height(0, 0), 0.5, 1e-15);
  EXPECT_NEAR(shape.height(0.25, 0), 0.4, 1e-15);
  EXPECT_NEAR(shape.phi(0.25, 0, 0.3), -0.1, 1e-15);
}

TEST(InitialShape, ModesAreThoseOfTplsAndFollowTheSeed) {
  Settings s;
  s.grid = {.cells = {64, 32, 32}, .length = {2, 1}};
  s.initial.shape = Shape::modes;
  s.initial.amplitude = 0.02;
  const InitialShape shape(s);
  double sum = 0, square = 0;
  constexpr int n = 32;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double d = shape.height(2.0 * i / n, 1.0 * j / n) - 0.5;
      sum += d / (n * n);
      square += d * d / (n * n);
    }
  EXPECT_NEAR(sum, 0, 1e-15);
  // 64 waves of amplitude a have the rms a sqrt(32): 0.0126 as measured of TPLS.
  EXPECT_NEAR(std::sqrt(square), 0.02 / 9 * std::sqrt(32), 1e-12);
  s.initial.seed = 2;
  EXPECT_NE(InitialShape(s).height(0, 0), shape.height(0, 0));
  s.initial.seed = 1;
  EXPECT_EQ(InitialShape(s).height(0, 0), shape.height(0, 0));
  // Whatever the machine.
  EXPECT_NEAR(shape.height(0, 0), 0.5034387309922428, 1e-14);
}

TEST(InitialShape, ACapMeetsThePlateAtItsBaseAndAngle) {
  Settings s;
  s.grid.cells = {32, 1, 32};
  s.initial.shape = Shape::cap;
  s.initial.centre = {1, 0, 0};
  s.initial.radius = 0.4;
  for (const double degrees : {40.0, 90.0, 130.0}) {
    s.initial.angle = degrees;
    const double angle = degrees * std::numbers::pi / 180;
    const InitialShape shape(s);
    EXPECT_NEAR(shape.phi(1.4, 0, 0), 0, 1e-15);
    EXPECT_NEAR(shape.phi(1, 0, 0.4 * std::tan(angle / 2)), 0, 1e-15);
    EXPECT_NEAR(shape.phi(1.4, 0, 1e-4) / 1e-4, std::cos(angle), 1e-3);
    EXPECT_LT(shape.phi(1, 0, 0.01), 0);
  }
}

TEST(InitialShape, DropsAndBubblesAreSignedDistancesToTheNearestImage) {
  Settings s;
  s.grid = {.cells = {32, 32, 32}, .length = {1, 1}};
  s.initial.shape = Shape::drop;
  s.initial.centre = {0.1, 0.9, 0.5};
  s.initial.radius = 0.25;
  EXPECT_NEAR(InitialShape(s).phi(0.9, 0.9, 0.5), -0.05, 1e-15);
  EXPECT_NEAR(InitialShape(s).phi(0.1, 0.4, 0.5), 0.25, 1e-15);
  s.initial.shape = Shape::bubble;
  EXPECT_NEAR(InitialShape(s).phi(0.9, 0.9, 0.5), 0.05, 1e-15);
  s.grid.cells[1] = 1;
  EXPECT_NEAR(InitialShape(s).phi(0.1, 0.4, 0.5), 0.25, 1e-15) << "2D: no matter where along y";
}

TEST(InitialShape, AFileIsNoFunction) {
  Settings s;
  s.initial.shape = Shape::file;
  EXPECT_THROW(InitialShape{s}, Error);
}

}  // namespace
}  // namespace eagre::channel
