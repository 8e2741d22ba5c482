// SPDX-License-Identifier: BSD-3-Clause
#include "channel/level_set.hpp"

#include <gtest/gtest.h>

#include "channel/curvature.hpp"
#include "channel/heaviside.hpp"
#include "support/channel_case.hpp"

namespace eagre::channel {
namespace {

using test::largestOf;

constexpr double radius = 0.25;

struct Ball {
  grid::Grid grid;
  grid::Block block;
  explicit Ball(int n, bool threeD = false)
      : grid(test::unitGrid(n, threeD, {false, !threeD, false})), block(grid, comm::Communicator::self()) {}
  double h() const { return grid.h[0]; }
  double distance(double x, double y, double z) const {
    return std::hypot(x - 0.503, grid.cells[1] > 1 ? y - 0.498 : 0, z - 0.497) - radius;
  }
  double distance(int i, int j, int k) const { return distance(block.x(i), block.y(j), block.z(k)); }
};

/// Largest error of phi within a width of the ball's surface, and of its curvature there, after initialise() of a phi with the
/// same zero level and slopes from 1/2 to 3/2.
struct Errors {
  double distance = 0, curvature = 0;
};
Errors errorsAfterInitialise(int n, bool threeD) {
  const Ball ball(n, threeD);
  LevelSet levelSet(ball.block, Settings{});
  test::setCells(ball.block, levelSet.phi(), [&](double x, double y, double z) {
    return ball.distance(x, y, z) * (1 + 0.5 * std::sin(5 * x) * std::cos(7 * z));
  });
  levelSet.initialise();
  InterfaceGhosts ghosts(ball.block, InterfaceGhosts::Plate::extrapolated);
  grid::Field work(ball.block), kappa(ball.block);
  curvature(ball.block, levelSet.phi(), 2 * ball.h(), ghosts.band(levelSet.phi(), 2 * ball.h()), ghosts, work, kappa);
  Errors e;
  const double exact = (threeD ? 2 : 1) / radius;
  e.distance = largestOf(ball.block, [&](int i, int j, int k) {
    const double d = ball.distance(i, j, k);
    return std::abs(d) < 1.5 * ball.h() ? std::abs(levelSet.phi()(i, j, k) - d) : 0;
  });
  e.curvature = largestOf(ball.block, [&](int i, int j, int k) {
    return std::abs(ball.distance(i, j, k)) < ball.h() ? std::abs(kappa(i, j, k) / exact - 1) : 0;
  });
  return e;
}

TEST(LevelSet, InitialiseMakesADistanceOfAnyPhiWithTheSameZero) {
  const Errors coarse = errorsAfterInitialise(32, false), fine = errorsAfterInitialise(128, false);
  EXPECT_LT(fine.distance, 1e-3 / 128);
  EXPECT_GT(std::log2(coarse.distance / fine.distance) / 2, 2);
  EXPECT_LT(fine.curvature, 0.03);
  EXPECT_LT(fine.curvature, coarse.curvature);
  EXPECT_LT(errorsAfterInitialise(32, true).distance, 1e-2 / 32);
}

/// Of an exact distance: curvature of second order, in all cells near the interface that of the interface.
TEST(LevelSet, CurvatureIsThatOfTheInterfaceInAllCellsAcrossIt) {
  for (const bool threeD : {false, true}) {
    double error[2];
    for (const int level : {0, 1}) {
      const Ball ball(32 << level, threeD);
      InterfaceGhosts ghosts(ball.block, InterfaceGhosts::Plate::extrapolated);
      grid::Field phi(ball.block), work(ball.block), kappa(ball.block);
      test::setCells(ball.block, phi, [&](double x, double y, double z) { return ball.distance(x, y, z); });
      ghosts.update(phi);
      curvature(ball.block, phi, 3 * ball.h(), ghosts.band(phi, 3 * ball.h()), ghosts, work, kappa);
      error[level] = largestOf(ball.block, [&](int i, int j, int k) {
        return std::abs(phi(i, j, k)) < 1.5 * ball.h() ? std::abs(kappa(i, j, k) * radius / (threeD ? 2 : 1) - 1) : 0;
      });
    }
    EXPECT_LT(error[0], 0.02);
    EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.3) << error[0] << ' ' << error[1];
  }
}

TEST(LevelSet, RedistancingLeavesADistanceWhereItIs) {
  const Ball ball(64);
  LevelSet levelSet(ball.block, Settings{});
  test::setCells(ball.block, levelSet.phi(), [&](double x, double y, double z) { return ball.distance(x, y, z); });
  levelSet.updateGhosts();
  for (int times = 0; times < 100; ++times) levelSet.redistance();
  EXPECT_LT(largestOf(ball.block,
                      [&](int i, int j, int k) {
                        const double d = ball.distance(i, j, k);
                        return std::abs(d) < 1.5 * ball.h() ? std::abs(levelSet.phi()(i, j, k) - d) : 0;
                      }),
            2e-3 * ball.h());
}

/// A phi that rises too slowly off the interface: the largest change of it beyond the smoothing in a step at rest [cells].
double changeBeyondSmoothing(ContactLaw law) {
  const Ball ball(64);
  Settings settings;
  settings.contactLine.law = law;
  LevelSet levelSet(ball.block, settings);
  const auto given = [](double d) { return 0.8 * d; };
  test::setCells(ball.block, levelSet.phi(), [&](double x, double y, double z) { return given(ball.distance(x, y, z)); });
  levelSet.updateGhosts();
  const test::PlaneFlow rest(ball.block);
  levelSet.advance({rest.u, rest.v, rest.w}, 1e-3);
  return largestOf(ball.block, [&](int i, int j, int k) {
    const double was = given(ball.distance(i, j, k));
    return std::abs(was) > 1.6 * ball.h() ? std::abs(levelSet.phi()(i, j, k) - was) / ball.h() : 0;
  });
}

TEST(LevelSet, ALawOfTheContactLineHoldsRedistancingBackBeyondTheSmoothing) {
  EXPECT_GT(changeBeyondSmoothing(ContactLaw::none), 0.3);
  EXPECT_GT(changeBeyondSmoothing(ContactLaw::constant), 0.08);
  EXPECT_LT(changeBeyondSmoothing(ContactLaw::constant), 0.12);
}

TEST(LevelSet, AStepKeepsTheVolume) {
  const Ball ball(32);
  Settings settings;
  settings.interface.redistanceAbove = 0;
  LevelSet levelSet(ball.block, settings);
  test::setCells(ball.block, levelSet.phi(), [&](double x, double y, double z) { return ball.distance(x, y, z); });
  levelSet.initialise();
  test::PlaneFlow flow(ball.block);
  flow.set(ball.block, [](double x, double z) {
    return std::pow(std::sin(std::numbers::pi * x) * std::sin(std::numbers::pi * z), 2) / std::numbers::pi;
  });
  const double volume = levelSet.upperVolume();
  for (int step = 0; step < 20; ++step) levelSet.advance({flow.u, flow.v, flow.w}, 0.5 * ball.h());
  EXPECT_NEAR(levelSet.upperVolume() / volume, 1, 1e-13);
  EXPECT_GT(std::abs(levelSet.volumeShift()), 0);
}

TEST(LevelSet, SeriesOfTheHeavisideFunctionAreItsDerivatives) {
  const double e = 0.3, h = 1e-5;
  for (const double phi : {-0.5, -0.29, -0.1, 0.0, 0.17, 0.28, 0.31}) {
    const auto low = heavisideSeries(phi - h, e), at = heavisideSeries(phi, e), high = heavisideSeries(phi + h, e);
    EXPECT_EQ(at[0], heaviside(phi, e));
    EXPECT_EQ(at[1], heavisideSlope(phi, e));
    for (std::size_t n = 0; n < 3; ++n) EXPECT_NEAR(at[n + 1], (high[n] - low[n]) / (2 * h), 1e-6 * std::pow(3 / e, n + 1.0));
  }
}

/// An interface that stands lower at the inlet than at the outlet.
TEST(LevelSet, ThroughflowChangesTheVolumeByWhatCrossesTheEnds) {
  grid::Grid grid = test::unitGrid(32, false, {false, true, false});
  const grid::Block block(grid, comm::Communicator::self());
  LevelSet levelSet(block, Settings{});
  std::vector<double> inlet;
  for (int k = 0; k < 32; ++k) inlet.push_back(block.z(k) - 0.41);
  levelSet.setInlet(inlet);
  test::setCells(block, levelSet.phi(), [](double, double, double z) { return z - 0.5; });
  levelSet.initialise();
  test::PlaneFlow flow(block);
  flow.u.fill(1);
  const double volume = levelSet.upperVolume(), dt = 0.25 / 32;
  for (int step = 0; step < 16; ++step) levelSet.advance({flow.u, flow.v, flow.w}, dt);
  // Inlet face: half-way between the ghost at 0.41 and the first cell, which follows within some steps.
  const double crossed = 16 * dt * 0.09 * grid.h[1];
  EXPECT_NEAR(levelSet.upperVolume() - volume, crossed, 0.05 * crossed);
  EXPECT_THROW(levelSet.setInlet({1, 2, 3}), std::runtime_error);
}

/// The force on a circle points inwards and lifts a pressure by sigma kappa: its sum along a line from outside to the middle.
TEST(LevelSet, SurfaceForceLiftsThePressureBySigmaKappa) {
  const Ball ball(64);
  Settings settings;
  settings.fluid.We = 2;
  LevelSet levelSet(ball.block, settings);
  test::setCells(ball.block, levelSet.phi(), [&](double x, double y, double z) { return ball.distance(x, y, z); });
  levelSet.initialise();
  grid::Field fx(ball.block), fy(ball.block), fz(ball.block);
  levelSet.surfaceForce(fx, fy, fz);
  double alongX = 0, alongZ = 0;
  for (int i = 0; i < 32; ++i) {
    alongX += fx(i, 0, 31) * ball.h();
    alongZ += fz(31, 0, i) * ball.h();
  }
  EXPECT_NEAR(alongX * radius * settings.fluid.We, 1, 5e-3);
  EXPECT_NEAR(alongZ * radius * settings.fluid.We, 1, 5e-3);
  EXPECT_EQ(largestOf(ball.block, [&](int i, int j, int k) { return std::abs(fy(i, j, k)); }), 0);
}

TEST(Heaviside, ItsSlopeIsItsSlope) {
  EXPECT_NEAR(heaviside(-2, 1.5), 0, 1e-16);
  EXPECT_NEAR(heaviside(2, 1.5), 1, 1e-15);
  EXPECT_EQ(heavisideSlope(2, 1.5), 0);
  for (const double phi : {-1.2, -0.3, 0.0, 0.7, 1.4})
    EXPECT_NEAR((heaviside(phi + 1e-5, 1.5) - heaviside(phi - 1e-5, 1.5)) / 2e-5, heavisideSlope(phi, 1.5), 1e-9);
}

}  // namespace
}  // namespace eagre::channel
