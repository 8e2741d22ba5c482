// SPDX-License-Identifier: BSD-3-Clause
// Evaporation and condensation in a channel against exact similarity solutions: Stefan's problem, the sucking interface, a film
// that condenses, and growing bubbles.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <numbers>

#include "channel/channel.hpp"
#include "channel/level_set.hpp"
#include "grid/loops.hpp"

namespace eagre::test {
namespace {

using namespace channel;
using std::numbers::pi;

/// Where f, which grows, is 0.
template <class F>
double root(double low, double high, F&& f) {
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (f(middle) > 0 ? high : low) = middle;
  }
  return low;
}

template <class F>
double integral(double from, double to, F&& f) {
  constexpr int n = 4000;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += f(from + (i + 0.5) * (to - from) / n);
  return sum * (to - from) / n;
}

/// A self-similar growth by heat: the interface is at 2 beta sqrt(alpha t), T a function of x / (2 sqrt(alpha t)).
struct Similarity {
  double beta = 0, alpha = 0;
  std::function<double(double)> T{};
  double timeAt(double x) const { return x * x / (4 * beta * beta * alpha); }
  double position(double t) const { return 2 * beta * std::sqrt(alpha * t); }
  double at(double x, double t) const { return T(x / (2 * std::sqrt(alpha * t))); }
};

/// A layer at rest between a plate of the temperature T_s + wall and an interface at T_s, from which it grows: Stefan's problem.
Similarity stefan(double number, double alpha, double wall) {
  Similarity s{.alpha = alpha};
  s.beta = root(0, 5, [=](double b) { return b * std::exp(b * b) * std::erf(b) - number / std::sqrt(pi); });
  s.T = [=, b = s.beta](double eta) { return eta < b ? wall * (1 - std::erf(eta) / std::erf(b)) : 0; };
  return s;
}

/// Vapour at rest at T_s, and liquid at T_s + 1 far from it: S. W. J. Welch, J. Wilson, J. Comput. Phys. 160 (2000) 662. r:
/// density of vapour over liquid.
Similarity sucking(double Ja, double r, double alpha) {
  Similarity s{.alpha = alpha};
  s.beta = root(0, 50, [=](double b) { return b * std::sqrt(pi) * std::erfc(b * r) * std::exp(b * r * b * r) - Ja; });
  s.T = [=, b = s.beta](double eta) { return eta > b ? 1 - std::erfc(eta - b * (1 - r)) / std::erfc(b * r) : 0; };
  return s;
}

/// A bubble in liquid that is at T_s + 1 far from it: L. E. Scriven, Chem. Eng. Sci. 10 (1959) 1, without the heat that vapour
/// takes on; a sphere, or the same of a cylinder (dimensions 2).
Similarity bubble(double Ja, double r, double alpha, int dimensions) {
  Similarity s{.alpha = alpha};
  // T' over that at the interface; 1 = T'(beta) times its integral, T'(beta) = 2 beta / Ja.
  const auto slope = [=](double b, double eta) {
    const double heat = b * b - eta * eta;
    return dimensions == 3 ? std::pow(b / eta, 2) * std::exp(heat + 2 * (1 - r) * b * b * (1 - b / eta))
                           : std::pow(b / eta, 1 - 2 * (1 - r) * b * b) * std::exp(heat);
  };
  const auto above = [=](double b, double eta) { return integral(eta, eta + 6, [=](double e) { return slope(b, e); }); };
  s.beta = root(0, 20, [=](double b) { return 2 * b * above(b, b) - Ja; });
  s.T = [=, b = s.beta](double eta) { return eta > b ? 1 - 2 * b / Ja * above(b, eta) : 0; };
  return s;
}

struct EvaporationRun {
  Settings settings;
  grid::Block block;
  Channel channel;
  explicit EvaporationRun(const Settings& s)
      : settings(s), block(makeGrid(s), comm::Communicator::world()), channel(block, settings) {}
  /// T(x, y, z) at the start.
  template <class F>
  void start(F&& T) {
    InitialCondition initial = makeInitialCondition(settings, block);
    grid::sequentialRows({"set"}, block.box(), [&](int j, int k) {
      for (int i = 0; i < block.n()[0]; ++i) initial.T(i, j, k) = T(block.x(i), block.y(j), block.z(k));
    });
    channel.start(std::move(initial));
  }
};

/// Fluids at rest between a plate and an open one.
Settings still(int n) {
  Settings s;
  s.grid.cells = {4, 1, n};
  s.grid.length = {4.0 / n, 1.0 / n};
  s.fluid.Re = 100;
  s.boundary.pressureGradient = 0;
  s.boundary.upper = Plate::open;
  s.initial.velocity = Velocity::rest;
  s.heat.solve = true;
  s.heat.lowerTemperature = s.heat.upperTemperature = 0;
  s.evaporation.solve = true;
  s.solver.pressureTolerance = 1e-8;
  return s;
}

/// What a run from one position of the interface to another one gives.
struct Errors {
  double position, rate, T;  ///< relative ones of the way and of the mass flux, and the largest of T
};

/// A plane interface that moves from `from` until it is at `to`.
Errors plane(Settings s, const Similarity& exact, double from, double to, double density) {
  const double begin = exact.timeAt(from);
  s.initial.height = from;
  s.time.end = exact.timeAt(to) - begin;
  EvaporationRun run(s);
  run.start([&](double, double, double z) { return exact.at(z, begin); });
  while (!run.channel.finished()) run.channel.step();
  const double t = begin + run.channel.interfaceTime(), at = exact.position(t);
  const Diagnostics d = run.channel.measure();
  Errors e{(d.heightMean - at) / (at - from), std::abs(*d.evaporated) / (density * exact.beta * std::sqrt(exact.alpha / t)) - 1,
           0};
  for (int k = 0; k < s.grid.cells[2]; ++k)
    e.T = std::max(e.T, std::abs(run.channel.heat()->T()(1, 0, k) - exact.at(run.block.z(k), t)));
  return e;
}

/// Vapour below, which the lower plate heats.
Errors stefanProblem(int n, double r) {
  Settings s = still(n);
  s.fluid.densityRatio = r;
  s.heat.conductivityRatio = 0.5, s.heat.capacityRatio = 0.5;
  s.heat.lowerTemperature = 1;
  s.evaporation.vapour = Vapour::lower;
  const double alpha = s.heat.conductivityRatio / (s.heat.capacityRatio * r) / s.heat.peclet(s.fluid.Re);
  return plane(s, stefan(s.heat.capacityRatio * s.evaporation.Ste, alpha, 1), 0.2, 0.5, r);
}

/// Liquid below, on a cold plate on which vapour condenses.
Errors condensation(int n) {
  Settings s = still(n);
  s.fluid.densityRatio = 10;
  s.heat.conductivityRatio = 5;
  s.heat.lowerTemperature = -1;
  s.evaporation.Ste = 0.5;
  const double alpha = s.heat.conductivityRatio / 10 / s.heat.peclet(s.fluid.Re);
  return plane(s, stefan(s.evaporation.Ste, alpha, -1), 0.2, 0.5, 10);
}

/// Vapour below at the saturation temperature, under warmer liquid.
Errors suckingInterface(int n, double Ja, double r) {
  Settings s = still(n);
  s.fluid.densityRatio = r;
  s.fluid.Re = 1000;
  s.heat.upperTemperature = 1;
  s.evaporation.vapour = Vapour::lower;
  s.evaporation.Ste = Ja * r;
  return plane(s, sucking(Ja, r, 1 / s.heat.peclet(s.fluid.Re)), 0.2, 0.4, r);
}

/// A bubble that grows in warmer liquid, half of it, on a plate without friction at which nothing changes: from the radius `from`
/// until it has grown to `to`, n cells across the channel, which is `length` long and, in three dimensions, wide.
Errors growingBubble(int n, int dimensions, double length, double from, double to, double Ja = 2) {
  const double r = 0.1;
  Settings s = still(n);
  const int nx = static_cast<int>(std::lround(length * n));
  s.grid.cells = {nx, dimensions == 3 ? nx : 1, n};
  s.grid.length = {length, dimensions == 3 ? length : 1.0 / n};
  s.fluid = {.Re = 10, .We = 1, .densityRatio = 1 / r};
  s.interface.contactLine = ContactLine::angle;
  s.boundary.lower = Plate::freeSlip;
  s.initial.shape = Shape::bubble;
  s.initial.centre = {length / 2, dimensions == 3 ? length / 2 : 0, 0};
  s.initial.radius = from;
  s.heat.conductivityRatio = 10;
  s.heat.lower = HeatPlate::flux;
  s.heat.upperTemperature = 1;
  s.evaporation.Ste = Ja * r;
  s.solver.pressureTolerance = 1e-6;
  const Similarity exact = bubble(Ja, r, 10 * r / s.heat.peclet(s.fluid.Re), dimensions);
  const double begin = exact.timeAt(from);
  s.time.end = exact.timeAt(to) - begin;
  EvaporationRun run(s);
  std::vector<double> profile;  // by distance in tenths of a cell
  for (int i = 0; i < 30 * n; ++i) profile.push_back(exact.at(i / (10.0 * n), begin));
  run.start([&](double x, double y, double z) {
    const double dy = dimensions == 3 ? y - length / 2 : 0, at = std::hypot(x - length / 2, dy, z) * 10 * n;
    const auto i = std::min(static_cast<std::size_t>(at), profile.size() - 2);
    return profile[i] + (at - static_cast<double>(i)) * (profile[i + 1] - profile[i]);
  });
  while (!run.channel.finished()) run.channel.step();
  const double t = begin + run.channel.interfaceTime(), at = exact.position(t);
  const Diagnostics d = run.channel.measure();
  const double R =
      dimensions == 3 ? std::cbrt(d.volumeUpper * 3 / (2 * pi)) : std::sqrt(d.volumeUpper / s.grid.length[1] * 2 / pi);
  const double area = dimensions == 3 ? 2 * pi * at * at / (length * length) : pi * at / length;
  return {(R - at) / (at - from), *d.evaporated / (area * exact.beta * std::sqrt(exact.alpha / t)) - 1, 0};
}

/// Mean relative error of the gradients alone, around a cylinder.
double errorOfGradients(int n) {
  Settings s = still(n);
  s.grid.cells = {n, 1, n};
  s.grid.length = {1, 1.0 / n};
  const grid::Block block(makeGrid(s), comm::Communicator::world());
  const double R = 0.2, slope = 8;
  grid::Field T(block), phi(block);
  grid::sequentialRows({"set"}, block.box().grown({3, 3, 3}), [&](int j, int k) {
    for (int i = -3; i < n + 3; ++i) {
      phi(i, j, k) = R - std::hypot(block.x(i) - 0.5, block.z(k) - 0.5);
      T(i, j, k) = 0.3 + (phi(i, j, k) < 0 ? 1 - std::exp(slope * phi(i, j, k)) : 0);
    }
  });
  InterfaceGradients gradients(block);
  gradients.find(T, phi, 0.3);
  double square = 0, count = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) {
      if (std::abs(phi(i, 0, k)) > 2.0 / n) continue;
      square += std::pow(-gradients[0](i, 0, k) / slope - 1, 2), count += 1;
      EXPECT_NEAR(gradients[1](i, 0, k), 0, 1e-12);  // vapour of one temperature
    }
  return std::sqrt(square / count);
}

TEST(ChannelEvaporation, GradientsAtACylinder) {
  const double coarse = errorOfGradients(64), fine = errorOfGradients(128);
  EXPECT_LT(fine, 0.005);
  EXPECT_GT(std::log2(coarse / fine), 0.9) << coarse << ' ' << fine;
}

/// Within 1 % on the finer grid, and of first order at least.
template <class Run>
void expectConvergence(Run&& run, int n) {
  const Errors coarse = run(n / 2), fine = run(n);
  EXPECT_LT(std::abs(fine.position), 0.01);
  EXPECT_LT(std::abs(fine.rate), 0.01);
  EXPECT_LT(fine.T, 0.01);
  EXPECT_GT(std::log2(std::abs(coarse.position / fine.position)), 0.9) << coarse.position << ' ' << fine.position;
}

TEST(ChannelEvaporation, StefansProblem) {
  expectConvergence([](int n) { return stefanProblem(n, 0.1); }, 64);
  EXPECT_LT(std::abs(stefanProblem(32, 0.001).position), 0.01);
}

TEST(ChannelEvaporation, AFilmCondenses) {
  const Errors e = condensation(32);
  EXPECT_LT(std::abs(e.position), 0.002);
  EXPECT_LT(std::abs(e.rate), 0.002);
}

TEST(ChannelEvaporation, TheSuckingInterface) {
  expectConvergence([](int n) { return suckingInterface(n, 2, 0.1); }, 128);
}

TEST(ChannelEvaporation, ABubbleGrows) {
  const Errors e = growingBubble(48, 2, 1.5, 0.15, 0.25);
  EXPECT_LT(std::abs(e.position), 0.02);
  EXPECT_LT(std::abs(e.rate), 0.02);
}

/// What one fluid loses the other one gains, and the vapour's excess of volume leaves through the plate.
TEST(ChannelEvaporation, MassIsKept) {
  for (const auto vapour : {Vapour::lower, Vapour::upper}) {
    const bool lower = vapour == Vapour::lower;
    Settings s = still(32);
    s.grid.cells = {32, 1, 32};
    s.grid.length = {1, 1.0 / 32};
    s.fluid = {.Re = 20, .We = 5, .densityRatio = lower ? 0.2 : 5, .viscosityRatio = 2};
    s.boundary.lower = lower ? Plate::noSlip : Plate::open;
    s.boundary.upper = lower ? Plate::open : Plate::noSlip;
    s.evaporation.vapour = vapour;
    s.initial.shape = Shape::wave;
    s.initial.amplitude = 0.1;
    EvaporationRun run(s);
    run.start([&](double x, double, double z) { return (0.5 - z) * (1 + std::cos(2 * pi * x)); });
    const double before = run.channel.measure().volumeLower, area = s.grid.length[0] * s.grid.length[1];
    double gained = 0;
    for (int step = 0; step < 20; ++step) {
      const double into = (lower ? 1 : -1) * *run.channel.measure().evaporated * area / s.fluid.densityRatio;
      const double out = lower ? 0 : -area * run.channel.flow().velocity(2)(3, 0, 0), from = run.channel.interfaceTime();
      run.channel.step();
      gained += (into - out) * (run.channel.interfaceTime() - from);
    }
    EXPECT_NEAR(run.channel.measure().volumeLower - before, gained, 1e-12 * before);
    EXPECT_GT(std::abs(gained), 0.001 * before);
    const double through = run.channel.flow().velocity(2)(3, 0, lower ? 32 : 0);
    EXPECT_NEAR(std::abs(through), std::abs(*run.channel.measure().evaporated) * 4 / (lower ? 1 : 5), 1e-12);
  }
}

TEST(ChannelEvaporation, NothingHappensAtSaturation) {
  Settings s = still(24);
  s.fluid.densityRatio = 0.1;
  s.evaporation.vapour = Vapour::lower;
  s.time.dt = 0.01;
  EvaporationRun run(s);
  run.start([](double, double, double) { return 0.0; });
  for (int step = 0; step < 10; ++step) run.channel.step();
  EXPECT_NEAR(*run.channel.measure().evaporated, 0, 1e-15);
  EXPECT_NEAR(run.channel.measure().heightMean, 0.5, 1e-12);
  EXPECT_NEAR(run.channel.measure().largest[2], 0, 1e-14);
}

/// An interface that comes near cells that it has left behind, whose phi is that of where they were left: they are found, to
/// within what is left to redistancing.
TEST(ChannelEvaporation, PhiBecomesADistanceAgain) {
  Settings s = still(32);
  const grid::Block block(makeGrid(s), comm::Communicator::world());
  const double h = 1.0 / 32;
  LevelSet levelSet(block, s);
  grid::sequentialRows({"set"}, block.box(), [&](int j, int k) {
    for (int i = 0; i < 4; ++i) levelSet.phi()(i, j, k) = k > 13 ? block.z(k) - 0.5 : -9 * h;
  });
  levelSet.updateGhosts();
  grid::Field still(block);
  for (int step = 0; step < 5; ++step) levelSet.advance({still, still, still}, 0.01);
  for (int k = 12; k < 20; ++k) EXPECT_NEAR(levelSet.phi()(1, 0, k), block.z(k) - 0.5, 0.5 * h) << k;
}

/// The jump of the pressure over that of m^2 / rho, -1 exactly, at a plane interface; mean of a run.
double recoil(int n) {
  const double r = 0.1;
  Settings s = still(n);
  s.fluid.densityRatio = r;
  s.heat.conductivityRatio = 0.5, s.heat.capacityRatio = 0.5;
  s.heat.lowerTemperature = 1;
  s.evaporation.vapour = Vapour::lower;
  const Similarity exact = stefan(0.5, 10 / s.heat.peclet(s.fluid.Re), 1);
  const double begin = exact.timeAt(0.3);
  s.initial.height = 0.3;
  s.time.end = exact.timeAt(0.4) - begin;
  EvaporationRun run(s);
  run.start([&](double, double, double z) { return exact.at(z, begin); });
  const auto p = [&](int k) { return run.channel.flow().p()(1, 0, k); };
  double sum = 0, count = 0;
  while (!run.channel.finished()) {
    run.channel.step();
    const double m = *run.channel.measure().evaporated, X = run.channel.measure().heightMean;
    // The liquid is slowed down, so that its pressure is linear.
    const double slope = (p(n - 1) - p(n / 2)) / (n / 2 - 1.0) * n, liquid = p(n - 1) + slope * (X - run.block.z(n - 1));
    sum += (liquid - p(0)) / (m * m * (1 - 1 / r)), count += 1;
  }
  return sum / count;
}

/// p + m^2 / rho is the same on both sides, but for what slows down within the width of the interface.
TEST(ChannelEvaporation, TheVapourPushesBack) {
  const double coarse = recoil(64), fine = recoil(128);
  EXPECT_NEAR(fine, -1, 0.1);
  EXPECT_LT(fine + 1, 0.7 * (coarse + 1)) << coarse << ' ' << fine;
}

/// The figures of docs/channel_evaporation.md: EAGRE_TABLE=1 build/bin/verification_channel_evaporation
TEST(ChannelEvaporation, Table) {
  if (!std::getenv("EAGRE_TABLE")) GTEST_SKIP() << "EAGRE_TABLE=1 prints it";
  const auto rows = [](const char* name, const std::vector<int>& cells, auto&& run) {
    for (const int n : cells) {
      const Errors e = run(n);
      fmt::print("| {} | {} | {:+.2f} % | {:+.2f} % | {:.1g} |\n", name, n, 100 * e.position, 100 * e.rate, e.T);
      std::fflush(stdout);
    }
  };
  rows("Stefan, r 0.1", {32, 64, 128}, [](int n) { return stefanProblem(n, 0.1); });
  rows("Stefan, r 0.001", {32, 64, 128}, [](int n) { return stefanProblem(n, 0.001); });
  rows("condensation, r 10", {32, 64, 128}, [](int n) { return condensation(n); });
  rows("sucking, r 0.1, Ja 2", {32, 64, 128}, [](int n) { return suckingInterface(n, 2, 0.1); });
  rows("sucking, r 0.001, Ja 5", {32, 64, 128}, [](int n) { return suckingInterface(n, 5, 0.001); });
  rows("cylinder, r 0.1, Ja 2", {32, 64, 128}, [](int n) { return growingBubble(n, 2, 2, 0.15, 0.3); });
  rows("cylinder of 2/3 of the size", {48, 96, 192}, [](int n) { return growingBubble(n, 2, 2, 0.1, 0.2); });
  rows("sphere, r 0.1, Ja 1", {32, 48, 64}, [](int n) { return growingBubble(n, 3, 1, 0.15, 0.3, 1); });
}

}  // namespace
}  // namespace eagre::test
