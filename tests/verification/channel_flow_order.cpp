// SPDX-License-Identifier: BSD-3-Clause
// The channel's flow solver against exact solutions of the Navier-Stokes equations: the orders that it promises.
#include <gtest/gtest.h>

#include <numbers>

#include "channel/two_layer_profile.hpp"
#include "support/channel_flow.hpp"

namespace eagre::test {
namespace {

constexpr double pi = std::numbers::pi;

/// Taylor-Green vortices in the plane of two axes, carried along by a uniform flow of speed c in both.
struct TaylorGreen {
  int a, b;
  double nu, c, t;
  double decay() const { return std::exp(-8 * pi * pi * nu * t); }
  double component(int d, const Vec3& x) const {
    const double s = 2 * pi * (x[a] - c * t), r = 2 * pi * (x[b] - c * t);
    if (d == a) return c + std::cos(s) * std::sin(r) * decay();
    if (d == b) return c - std::sin(s) * std::cos(r) * decay();
    return 0;
  }
  double p(const Vec3& x) const {
    return -0.25 * (std::cos(4 * pi * (x[a] - c * t)) + std::cos(4 * pi * (x[b] - c * t))) * decay() * decay();
  }
  Function of(int d) const {
    return [*this, d](double x, double y, double z) { return d < 0 ? p({x, y, z}) : component(d, {x, y, z}); };
  }
};

struct Errors {
  double velocity, p, divergence;
};

Errors taylorGreen(int a, int b, int n, int steps, double end, const grid::Int3& lattice = {0, 0, 0}) {
  grid::Grid grid{.cells = {1, 1, 1}, .h = {1, 1, 1}, .periodic = {true, true, true}};
  for (const int d : {a, b}) grid.cells[d] = n, grid.h[d] = 1.0 / n;
  FlowCase flow(grid, flowSettings(50), lattice);
  TaylorGreen exact{a, b, 0.02, 0.5, 0};
  flow.setVelocity(exact.of(0), exact.of(1), exact.of(2));
  flow.start();
  for (int s = 0; s < steps; ++s) flow.step(end / steps);
  exact.t = end;
  // The pressure is that of the middle of the last step.
  TaylorGreen middle = exact;
  middle.t -= end / steps / 2;
  return {std::hypot(flow.error(a, exact.of(a)), flow.error(b, exact.of(b))), flow.error(-1, middle.of(-1)),
          flow.flow.divergence()};
}

TEST(TaylorGreen, SecondOrderInSpaceInEachPlane) {
  for (const auto& [a, b] : {std::pair(0, 2), std::pair(0, 1), std::pair(1, 2)}) {
    const auto coarse = taylorGreen(a, b, 24, 200, 0.25), fine = taylorGreen(a, b, 48, 200, 0.25);
    EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity), 2, 0.1)
        << "plane " << a << b << ' ' << coarse.velocity << ' ' << fine.velocity;
    EXPECT_NEAR(std::log2(coarse.p / fine.p), 2, 0.15) << "plane " << a << b << ' ' << coarse.p << ' ' << fine.p;
    EXPECT_LT(fine.divergence, 1e-8);
  }
}

/// Differences between runs with a step and half of it fall with the power of the order.
TEST(TaylorGreen, SecondOrderInTime) {
  const auto run = [](int steps) {
    const int n = 24;
    FlowCase flow({.cells = {n, 1, n}, .h = {1.0 / n, 1, 1.0 / n}, .periodic = {true, true, true}}, flowSettings(5));
    const TaylorGreen exact{0, 2, 0.2, 0.5, 0};
    flow.setVelocity(exact.of(0), exact.of(1), exact.of(2));
    flow.start();
    for (int s = 0; s < steps; ++s) flow.step(0.2 / steps);
    return flow.flow.velocity(0);
  };
  std::vector<grid::Field> u;
  for (const int steps : {10, 20, 40, 80}) u.push_back(run(steps));
  std::vector<double> difference;
  for (std::size_t r = 0; r + 1 < u.size(); ++r) {
    double sum = 0;
    for (int k = 0; k < 24; ++k)
      for (int i = 0; i < 24; ++i) sum += std::pow(u[r](i, 0, k) - u[r + 1](i, 0, k), 2);
    difference.push_back(std::sqrt(sum));
  }
  EXPECT_GT(std::log2(difference[1] / difference[2]), 1.9) << difference[0] << ' ' << difference[1] << ' ' << difference[2];
}

/// From 0 to 1 as s goes from -1 to 1.
double smoothedStep(double s) { return s <= -1 ? 0 : s >= 1 ? 1 : 0.5 * (1 + s + std::sin(pi * s) / pi); }

/// Error of steady flow driven by a pressure gradient between a plate at rest and one that moves; m: viscosity of the
/// lower layer over that of the upper one, height: of the interface.
double layers(int n, double m, double height, bool slip) {
  auto settings = flowSettings(2);
  settings.grid.cells = {4, 1, n};
  settings.fluid.viscosityRatio = m;
  settings.initial.height = height;
  settings.boundary.pressureGradient = -1.5;
  settings.boundary.upperSpeed = slip ? 0 : 0.2;
  if (slip) settings.boundary.upper = channel::Plate::freeSlip;
  FlowCase flow({.cells = {4, 1, n}, .h = {0.25, 1, 1.0 / n}, .periodic = {true, true, false}}, settings);
  flow.setShare([&](double, double, double z) { return smoothedStep((z - height) * n / 1.5); });
  const channel::TwoLayerProfile profile(settings);
  flow.setVelocity([&](double, double, double z) { return profile(z); }, [](double, double, double) { return 0; },
                   [](double, double, double) { return 0; });
  flow.start();
  // Explicit parts of the stress bound the step where mu jumps.
  const double dt = std::min(0.05, 0.75 / (n * n * 0.5 * std::abs(m - 1) + 1e-9));
  for (int s = 0; s * dt < 6 / std::max(1.0, m / 2); ++s) flow.step(dt);
  return flow.error(0, [&](double, double, double z) { return profile(z); });
}

TEST(Poiseuille, SecondOrderBetweenPlates) {
  for (const bool slip : {false, true}) {
    const double coarse = layers(16, 1, 0.5, slip), fine = layers(32, 1, 0.5, slip);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << coarse << ' ' << fine;
  }
}

TEST(Poiseuille, SecondOrderInTwoLayers) {
  for (const double m : {0.5, 4.0, 30.0}) {
    // The interface stands at any place within a cell.
    const double coarse = layers(20, m, 0.325, false), fine = layers(40, m, 0.325, false);
    EXPECT_GT(std::log2(coarse / fine), 1.9) << "m = " << m << ": " << coarse << ' ' << fine;
  }
}

/// Layers of two fluids, m = 8, that slide over each other in a box without walls: kinetic energy over what it was at first, when
/// the fastest have lost most of theirs. Layers lie along x, or at 45 degrees between x and z, their period the same.
double slidingLayers(int n, bool inclined) {
  const double period = inclined ? std::sqrt(0.5) : 1, length = inclined ? 1 : std::sqrt(0.5), h = length / n;
  auto settings = flowSettings(1);
  settings.fluid.viscosityRatio = 8;
  FlowCase flow({.cells = {inclined ? n : 4, 1, n}, .h = {h, 1, h}, .periodic = {true, true, true}}, settings);
  const auto place = [&](double x, double z) { return (inclined ? x + z : z) / length; };
  flow.setShare([&](double x, double, double z) {
    const double s = place(x, z), distance = (0.25 - std::abs(s - std::floor(s) - 0.5)) * std::sqrt(0.5);
    return smoothedStep(distance / (1.5 * h));
  });
  const auto speed = [&](double x, double z) { return period * std::cos(2 * pi * place(x, z)); };
  const auto none = [](double, double, double) { return 0.0; };
  flow.setVelocity([&](double x, double, double z) { return speed(x, z); }, none,
                   [&](double x, double, double z) { return inclined ? -speed(x, z) : 0; });
  const double end = 0.005, first = flow.start().kineticEnergy;
  const int steps = static_cast<int>(std::ceil(end * 7 / (0.15 * h * h)));
  double last = first;
  for (int s = 0; s < steps; ++s) last = flow.step(end / steps).kineticEnergy;
  return last / first;
}

TEST(Layers, SlideAtAnAngleAsTheyDoAlongAnAxis) {
  const double exact = slidingLayers(64, false), coarse = std::abs(slidingLayers(24, true) / exact - 1),
               fine = std::abs(slidingLayers(48, true) / exact - 1);
  EXPECT_LT(fine, 0.01) << coarse << ' ' << fine << ' ' << exact;
  EXPECT_LT(fine, 0.6 * coarse) << coarse << ' ' << fine << ' ' << exact;
}

TEST(Gravity, LayersAtRestStayAtRest) {
  auto settings = flowSettings(10);
  settings.fluid.gravity = 2;
  settings.fluid.densityRatio = 3;
  FlowCase flow({.cells = {16, 1, 24}, .h = {1 / 16.0, 1, 1 / 24.0}, .periodic = {true, true, false}}, settings);
  flow.setShare([](double, double, double z) { return 0.5 * (1 + std::tanh((z - 0.4) * 20)); });
  flow.start();
  for (int s = 0; s < 10; ++s) flow.step(0.01);
  EXPECT_LT(std::sqrt(2 * flow.step(0.01).kineticEnergy), 1e-9);
}

TEST(FlowRate, IsKept) {
  auto settings = flowSettings(10);
  settings.boundary.driving = channel::Driving::flowRate;
  settings.boundary.flowRate = 0.3;
  FlowCase flow({.cells = {8, 1, 32}, .h = {0.125, 1, 1 / 32.0}, .periodic = {true, true, false}}, settings);
  flow.start();
  channel::FlowReport report;
  for (int s = 0; s < 400; ++s) report = flow.step(0.02);
  double sum = 0;
  for (int k = 0; k < 32; ++k) sum += flow.flow.velocity(0)(3, 0, k) / 32;
  EXPECT_NEAR(sum, 0.3, 1e-12);
  EXPECT_NEAR(report.drive, 12 * 0.1 * 0.3, 0.001) << "plane Poiseuille flow";
}

}  // namespace
}  // namespace eagre::test
