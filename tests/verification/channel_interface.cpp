// SPDX-License-Identifier: BSD-3-Clause
// The level set in given flows: area of Zalesak's disk after a turn and of the disk in Rider and Kothe's vortex after it has been
// drawn out and back, 128 x 128 cells, redistancing and volume constraint on. And with the flow: a drop at rest, a capillary
// wave.
#include <gtest/gtest.h>

#include "channel/channel.hpp"
#include "channel/level_set.hpp"
#include "support/channel_case.hpp"
#include "support/prosperetti.hpp"

namespace eagre::channel {
namespace {

constexpr double pi = std::numbers::pi;

/// Share of a triangle where the linear interpolant of its corners' values is negative.
double negativeShare(double a, double b, double c) {
  const double v[3] = {a, b, c};
  const int negative = (a < 0) + (b < 0) + (c < 0);
  if (negative == 0 || negative == 3) return negative / 3;
  for (int m = 0; m < 3; ++m) {
    const double p = v[m], q = v[(m + 1) % 3], r = v[(m + 2) % 3];
    if ((p < 0) == (q < 0) || (p < 0) == (r < 0)) continue;
    const double corner = p / (p - q) * (p / (p - r));
    return p < 0 ? corner : 1 - corner;
  }
  return 0;
}

/// Area of the lower fluid in the plane, bounded by straight pieces of the zero level.
double lowerArea(const grid::Block& block, const grid::Field& phi) {
  double cells = 0;
  for (int k = 0; k + 1 < block.n()[2]; ++k)
    for (int i = 0; i + 1 < block.n()[0]; ++i) {
      const double p = phi(i, 0, k), q = phi(i + 1, 0, k), r = phi(i, 0, k + 1), s = phi(i + 1, 0, k + 1),
                   m = (p + q + r + s) / 4;
      cells += (negativeShare(p, q, m) + negativeShare(q, s, m) + negativeShare(s, r, m) + negativeShare(r, p, m)) / 4;
    }
  return cells * block.grid().h[0] * block.grid().h[2];
}

double disk(double x, double z) { return std::hypot(x - 0.5, z - 0.75) - 0.15; }
/// Notched: 0.05 wide, up to z = 0.85.
double zalesak(double x, double z) {
  const double across = std::abs(x - 0.5) - 0.025, along = z - 0.85;
  const double notch =
      across > 0 || along > 0 ? std::hypot(std::max(across, 0.0), std::max(along, 0.0)) : std::max(across, along);
  return std::max(disk(x, z), -notch);
}

struct AreaErrors {
  double sharp = 0, smooth = 0;  ///< of lowerArea, of 1 - H summed; relative
};

/// After the time `end`, velocity times factor(t / end).
template <class Shape, class Stream, class Factor>
AreaErrors carried(Shape&& shape, Stream&& psi, double end, double dt, Factor&& factor) {
  const grid::Block block(test::unitGrid(128, false, {false, true, false}), comm::Communicator::self());
  LevelSet levelSet(block, Settings{});
  test::setCells(block, levelSet.phi(), [&](double x, double, double z) { return shape(x, z); });
  levelSet.initialise();
  const double area = lowerArea(block, levelSet.phi()), H = 1.0 / 128 - levelSet.upperVolume();
  const int steps = static_cast<int>(std::ceil(end / dt));
  test::PlaneFlow flow(block);
  for (int n = 0; n < steps; ++n) {
    const double f = factor((n + 0.5) / steps);
    if (n == 0 || f != 1) flow.set(block, [&](double x, double z) { return f * psi(x, z); });
    levelSet.advance({flow.u, flow.v, flow.w}, end / steps);
  }
  return {lowerArea(block, levelSet.phi()) / area - 1, (1.0 / 128 - levelSet.upperVolume()) / H - 1};
}

TEST(LevelSetArea, ZalesaksDiskAfterATurn) {
  const auto turn = [](double x, double z) { return -0.5 * ((x - 0.5) * (x - 0.5) + (z - 0.5) * (z - 0.5)); };
  const AreaErrors e = carried(zalesak, turn, 2 * pi, 1.0 / 128, [](double) { return 1; });
  EXPECT_LE(std::abs(e.sharp), 1e-3);
  EXPECT_LE(std::abs(e.smooth), 1e-12);
}

TEST(LevelSetArea, VortexDrawsADiskOutAndBack) {
  const auto vortex = [](double x, double z) { return std::pow(std::sin(pi * x) * std::sin(pi * z), 2) / pi; };
  // With the period 8 the disk is a thread thinner than a cell half-way.
  for (const double period : {2.0, 8.0}) {
    const AreaErrors e = carried(disk, vortex, period, 0.5 / 128, [](double t) { return std::cos(pi * t); });
    EXPECT_LE(std::abs(e.sharp), 1e-3) << period;
    EXPECT_LE(std::abs(e.smooth), 1e-12) << period;
  }
}

/// Without inflow and outflow, at rest, sigma = rho_upper = 1 by We = 1.
Settings atRest() {
  Settings s;
  s.fluid.We = 1;
  s.boundary.pressureGradient = 0;
  s.boundary.lower = s.boundary.upper = Plate::freeSlip;
  s.initial.velocity = Velocity::rest;
  return s;
}

struct Drop {
  double capillary = 0;      ///< largest |u| mu / sigma at the end
  double pressureError = 0;  ///< of the jump, against sigma / R for the radius by the drop's area at the end; relative
  double radiusError = 0;    ///< of R, against that of the start; relative
};

/// A drop of 32 cells across in a square of twice its size, Laplace number sigma rho D / mu^2 = 120.
Drop dropAtRest(Settings s, double end) {
  constexpr int n = 64;
  constexpr double D = 0.5;
  s.fluid.Re = std::sqrt(120 / D);
  s.grid.cells = {n, 1, n};
  s.grid.length = {1, 1.0 / n};
  s.initial.shape = Shape::drop;
  s.initial.centre = {0.5, 0.5 / n, 0.5};
  s.initial.radius = D / 2;
  s.time.cfl = 0.5;
  s.time.end = end;
  s.solver.pressureTolerance = 1e-8;
  const grid::Block block(makeGrid(s), comm::Communicator::self());
  Channel channel(block, s);
  channel.start(makeInitialCondition(s, block));
  while (!channel.finished()) channel.step();
  const Diagnostics d = channel.measure();
  grid::Field level = channel.interface()->field();
  if (s.interface.method == Method::phaseField)
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i) level(i, 0, k) -= 0.5;
  const double R = std::sqrt(lowerArea(block, level) / pi);
  const auto& p = channel.flow().p();
  return {std::max(d.largest[0], d.largest[2]) / s.fluid.Re, (p(n / 2, 0, n / 2) - p(1, 0, 1)) * R - 1, 2 * R / D - 1};
}

TEST(DropAtRest, LevelSet) {
  const Drop drop = dropAtRest(atRest(), 1);
  EXPECT_LE(drop.capillary, 1e-5);
  EXPECT_LE(std::abs(drop.pressureError), 0.01);
}

/// What a phase field has by default: currents fall, and the drop keeps its size, for the fluids around the interface keep their
/// C.
TEST(DropAtRest, PhaseField) {
  Settings s = atRest();
  s.interface.method = Method::phaseField;
  const Drop drop = dropAtRest(s, 1);
  EXPECT_LE(drop.capillary, 1e-6);
  EXPECT_LE(std::abs(drop.pressureError), 0.01);
  EXPECT_LE(std::abs(drop.radiusError), 1e-3);
}

/// With a constant mobility C comes to equilibrium within the drop and around it.
TEST(DropAtRest, PhaseFieldWithConstantMobility) {
  Settings s = atRest();
  s.interface.method = Method::phaseField;
  s.interface.mobility = Mobility::constant;
  s.interface.peclet = 1;
  const Drop drop = dropAtRest(s, 1);
  EXPECT_LE(drop.capillary, 1e-6);
  EXPECT_LE(std::abs(drop.pressureError), 0.01);
}

/// Root mean square of the error of the amplitude over 25 / omega0, in initial amplitudes: n cells a wave length, Laplace number
/// 3000, three wave lengths deep (Popinet and Zaleski 1999).
double waveError(int n, Settings s) {
  constexpr double length = 1.0 / 3, k = 2 * pi / length;
  s.fluid.Re = std::sqrt(3000 / length);
  s.grid.cells = {n, 1, 3 * n};
  s.grid.length = {length, length / n};
  s.initial.shape = Shape::wave;
  s.initial.amplitude = 0.01 * length;
  s.time.cfl = 0.5;
  const double omega = std::sqrt(k * k * k / 2), nu = 1 / s.fluid.Re;
  s.time.end = 25 / omega;
  const grid::Block block(makeGrid(s), comm::Communicator::self());
  Channel channel(block, s);
  channel.start(makeInitialCondition(s, block));
  double square = 0, time = 0;
  while (!channel.finished()) {
    const double dt = channel.step().dt;
    const Diagnostics d = channel.measure();
    const double exact = test::prosperettiAmplitude(channel.interfaceTime(), k, nu, omega, 0.25);
    square += dt * std::pow(d.amplitude * std::cos(d.phase) / s.initial.amplitude - exact, 2);
    time += dt;
  }
  return std::sqrt(square / time);
}

TEST(CapillaryWave, LevelSetFollowsProsperetti) {
  const double coarse = waveError(32, atRest()), fine = waveError(64, atRest());
  EXPECT_LE(fine, 0.01);
  EXPECT_GT(std::log2(coarse / fine), 1.5) << coarse << ' ' << fine;
}

/// At t = 0 the wave is what it was, without viscosity it is a cosine, and one sheet alone (beta = 0) decays as Lamb's 2 nu k^2.
TEST(CapillaryWave, ProsperettisSolutionHasItsLimits) {
  EXPECT_NEAR(test::prosperettiAmplitude(1e-12, 2, 0.01, 3, 0.25), 1, 1e-9);
  EXPECT_NEAR(test::prosperettiAmplitude(4, 2, 1e-12, 3, 0.25), std::cos(12), 1e-4);
  const double nu = 1e-5, k = 2, omega = 3, period = 2 * pi / omega;
  EXPECT_NEAR(test::prosperettiAmplitude(10 * period, k, nu, omega, 0), std::exp(-2 * nu * k * k * 10 * period), 2e-5);
}

}  // namespace
}  // namespace eagre::channel
