// SPDX-License-Identifier: BSD-3-Clause
// The pressure by FFT where densities differ: what its one coefficient leaves out of a step falls with the square of the step,
// and a drop at rest stays at rest.
#include <gtest/gtest.h>

#include "channel/channel.hpp"
#include "grid/fft_poisson.hpp"

namespace eagre::channel {
namespace {

class PressureByFft : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!grid::fftIsBuiltIn()) GTEST_SKIP() << "built without FFTW";
  }
};

/// u of a standing wave between two fluids, driven by gravity and surface tension.
grid::Field standingWave(double densityRatio, Pressure pressure, int steps) {
  Settings s;
  s.grid.cells = {32, 1, 32};
  s.grid.length = {1, 1.0 / 32};
  s.fluid = {.Re = 50, .We = 2, .gravity = 1, .densityRatio = densityRatio, .viscosityRatio = 2};
  s.interface.redistanceEvery = 0;
  s.boundary.pressureGradient = 0;
  s.initial.shape = Shape::wave;
  s.initial.amplitude = 0.05;
  s.initial.velocity = Velocity::rest;
  s.time.end = 0.2;
  s.time.dt = s.time.end / steps;
  s.solver.pressure = pressure;
  s.solver.pressureTolerance = 1e-9;
  s.solver.momentumTolerance = 1e-11;
  const grid::Block block(makeGrid(s), comm::Communicator::self());
  Channel channel(block, s);
  channel.start(makeInitialCondition(s, block));
  while (!channel.finished()) channel.step();
  EXPECT_LT(channel.flow().divergence(), pressure == Pressure::fft ? 1e-11 : 1e-7);
  return channel.flow().velocity(0);
}

TEST_F(PressureByFft, DiffersFromTheWholeEquationInSecondOrderOfTheStep) {
  for (const double r : {10.0, 0.1}) {
    double difference[2];
    for (int refined = 0; refined < 2; ++refined) {
      const int steps = refined ? 160 : 80;
      const auto by = standingWave(r, Pressure::fft, steps), whole = standingWave(r, Pressure::multigrid, steps);
      double sum = 0, size = 0;
      for (int k = 0; k < 32; ++k)
        for (int i = 0; i < 32; ++i) {
          sum += std::pow(by(i, 0, k) - whole(i, 0, k), 2);
          size += std::pow(whole(i, 0, k), 2);
        }
      difference[refined] = std::sqrt(sum / size);
    }
    EXPECT_NEAR(std::log2(difference[0] / difference[1]), 2, 0.1) << "r = " << r;
    EXPECT_LT(difference[1], 1e-3) << "r = " << r;
  }
}

/// 32 cells across, Laplace number 120, as in channel_interface.cpp, but ten times as heavy as what is around it.
TEST_F(PressureByFft, LeavesADropAtRest) {
  constexpr int n = 64;
  constexpr double D = 0.5;
  Settings s;
  s.fluid = {.Re = std::sqrt(120 / D), .We = 1, .densityRatio = 10};
  s.boundary.pressureGradient = 0;
  s.boundary.lower = s.boundary.upper = Plate::freeSlip;
  s.grid.cells = {n, 1, n};
  s.grid.length = {1, 1.0 / n};
  s.initial.velocity = Velocity::rest;
  s.initial.shape = Shape::drop;
  s.initial.centre = {0.5, 0.5 / n, 0.5};
  s.initial.radius = D / 2;
  s.time.cfl = 0.5;
  s.time.end = 1;
  s.solver.pressure = Pressure::fft;
  const grid::Block block(makeGrid(s), comm::Communicator::self());
  Channel channel(block, s);
  channel.start(makeInitialCondition(s, block));
  while (!channel.finished()) channel.step();
  const Diagnostics d = channel.measure();
  EXPECT_LE(std::max(d.largest[0], d.largest[2]) / s.fluid.Re, 1e-5);
  const auto& p = channel.flow().p();
  EXPECT_NEAR(p(n / 2, 0, n / 2) - p(1, 0, 1), 2 / D, 0.01 * 2 / D);
}

}  // namespace
}  // namespace eagre::channel
