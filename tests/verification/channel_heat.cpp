// SPDX-License-Identifier: BSD-3-Clause
// The temperature of a channel against exact solutions: conduction through layers and around a cylinder, a wave that decays as it
// is carried along, energy, and flows that surface tension drives.
#include <gtest/gtest.h>

#include <numbers>

#include "channel/channel.hpp"
#include "channel/heaviside.hpp"
#include "grid/loops.hpp"

namespace eagre::test {
namespace {

using namespace channel;
constexpr double pi = std::numbers::pi;

/// Fluids at rest in a plane of nx x nz square cells.
Settings still(int nx, int nz) {
  Settings s;
  s.grid.cells = {nx, 1, nz};
  s.grid.length = {static_cast<double>(nx) / nz, 1.0 / nz};
  s.fluid.Re = 1;
  s.boundary.pressureGradient = 0;
  s.initial.velocity = Velocity::rest;
  s.heat.solve = true;
  s.solver = {.pressureTolerance = 1e-9, .momentumTolerance = 1e-10, .heatTolerance = 1e-12};
  s.time.end = 1e9;
  return s;
}

struct HeatRun {
  Settings settings;
  grid::Block block;
  Channel channel;
  explicit HeatRun(const Settings& s) : settings(s), block(makeGrid(s), comm::Communicator::world()), channel(block, settings) {}
  InitialCondition initial() const { return makeInitialCondition(settings, block); }
  void start() { channel.start(initial()); }
  HeatDiagnostics steps(int n) {
    for (int s = 0; s < n; ++s) channel.step();
    return channel.heat()->measure();
  }
  double T(int i, int k) const { return channel.heat()->T()(i, 0, k); }
};

/// The temperature alone, of fluids that stay where they are.
struct Conduction {
  Settings settings;
  grid::Block block;
  std::shared_ptr<grid::Workspace> workspace;
  std::unique_ptr<InterfaceMethod> interface;
  grid::Field share, u, v, w;
  Heat heat;
  Properties properties;
  explicit Conduction(const Settings& s)
      : settings(s),
        block(makeGrid(s), comm::Communicator::world()),
        workspace(std::make_shared<grid::Workspace>(block)),
        interface(makeInterfaceMethod(block, s, workspace)),
        share(block, 2),
        u(block),
        v(block),
        w(block),
        heat(block, s, workspace) {
    const InitialCondition initial = makeInitialCondition(s, block);
    interface->start(initial.phi);
    interface->upperShare(share);
    properties.upperShare = &share;
    properties.level = &interface->level();
    properties.smoothing = interface->smoothing();
    grid::forCells({"set"}, block, [&](int i, int j, int k) { heat.T()(i, j, k) = initial.T(i, j, k); });
    heat.start(properties);
  }
  /// To the steady state.
  HeatDiagnostics settle(int steps, double dt) {
    for (int s = 0; s < steps; ++s) heat.advance({u, v, w}, dt, properties);
    return heat.measure();
  }
};

TEST(ChannelHeat, ConductionThroughLayersIsExact) {
  for (const auto& [method, bar] : {std::pair(Method::levelSet, 1e-9), std::pair(Method::phaseField, 3e-3)})
    for (const double height : {0.37, 0.43}) {
      Settings s = still(4, 30);
      s.interface.method = method;
      s.initial.height = height;
      s.heat.conductivityRatio = 7;
      s.heat.capacityRatio = 3;
      Conduction run(s);
      const auto heat = run.settle(400, 0.02);
      const double flux = 1 / (height / 7 + 1 - height);
      EXPECT_NEAR(heat.fluxLower, flux, bar * flux);
      EXPECT_NEAR(heat.fluxUpper, -flux, bar * flux);
      for (int k = 0; k < 30; ++k) {
        const double z = run.block.z(k);
        if (std::abs(z - height) < (method == Method::levelSet ? 2 : 6) / 30.0) continue;  // within the layer
        EXPECT_NEAR(run.heat.T()(1, 0, k), z < height ? 1 - flux * z / 7 : flux * (1 - z), bar) << z;
      }
    }
}

TEST(ChannelHeat, APlateWithAGivenFlux) {
  Settings s = still(4, 20);
  s.initial.height = 0.4;
  s.heat.conductivityRatio = 5;
  s.heat.lower = HeatPlate::flux;
  s.heat.lowerFlux = 2;
  s.heat.upperTemperature = 0.5;
  Conduction run(s);
  EXPECT_NEAR(run.settle(400, 0.02).fluxUpper, -2, 1e-8);
  EXPECT_NEAR(run.heat.T()(2, 0, 0), 0.5 + 2 * (0.6 + (0.4 - 0.025) / 5), 1e-8);
  EXPECT_NEAR(run.heat.T()(2, 0, 19), 0.5 + 2 * 0.025, 1e-10);
}

/// sin(pi z) cos(2 pi x) in a uniform flow between plates without friction.
double errorOfDecay(int n, int steps, std::vector<double>* values = nullptr) {
  constexpr double end = 0.2, speed = 0.5, perPeclet = 1.0 / 20;
  Settings s = still(n, n);
  s.interface.method = Method::none;
  s.boundary.lower = s.boundary.upper = Plate::freeSlip;
  s.heat.Pr = 20;
  s.heat.lowerTemperature = 0;
  s.time.dt = end / steps;
  HeatRun run(s);
  InitialCondition initial = run.initial();
  initial.u.fill(speed);
  const auto shape = [&](int i, int k, double shift) {
    return std::sin(pi * run.block.z(k)) * std::cos(2 * pi * (run.block.x(i) - shift));
  };
  grid::forCells({"set"}, run.block, [&](int i, int j, int k) { initial.T(i, j, k) = shape(i, k, 0); });
  run.channel.start(std::move(initial));
  run.steps(steps);
  const double t = run.channel.interfaceTime(), factor = std::exp(-5 * pi * pi * perPeclet * t);
  double square = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) {
      square += std::pow(run.T(i, k) - factor * shape(i, k, speed * t), 2);
      if (values) values->push_back(run.T(i, k));
    }
  return std::sqrt(square) / n;
}

TEST(ChannelHeat, AWaveDecaysBySecondOrderInSpace) {
  const double coarse = errorOfDecay(16, 200), fine = errorOfDecay(32, 200);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15) << coarse << ' ' << fine;
  EXPECT_LT(fine, 1e-3);
}

/// Its error on a fine grid, of which that of the grid is a small part.
TEST(ChannelHeat, AWaveDecaysBySecondOrderInTime) {
  const double space = errorOfDecay(32, 320), coarse = errorOfDecay(32, 10) - space, fine = errorOfDecay(32, 20) - space;
  EXPECT_GT(std::log2(std::abs(coarse / fine)), 1.7) << coarse << ' ' << fine << ' ' << space;
}

/// Two fluids of which all differs, in motion.
Settings mixed(Method method) {
  Settings s = still(24, 16);
  s.interface.method = method;
  s.fluid = {.Re = 20, .We = 5, .gravity = 0, .densityRatio = 2, .viscosityRatio = 3};
  s.boundary.upperSpeed = 2;
  s.initial.velocity = Velocity::profile;
  s.initial.shape = Shape::wave;
  s.initial.amplitude = 0.1;
  s.heat.conductivityRatio = 3;
  s.heat.capacityRatio = 4;
  s.heat.lower = s.heat.upper = HeatPlate::flux;
  s.heat.initial = InitialTemperature::phases;
  s.solver.heatTolerance = 1e-6;
  s.time.dt = 0.004;
  return s;
}

TEST(ChannelHeat, EnergyIsKeptBetweenInsulatedPlates) {
  for (const auto method : {Method::levelSet, Method::phaseField}) {
    HeatRun run(mixed(method));
    run.start();
    const double before = run.channel.heat()->measure().energy;
    const auto after = run.steps(25);
    EXPECT_NEAR(after.energy, before, 1e-13 * before);
    EXPECT_LT(after.most, 1.02);
    EXPECT_GT(after.least, -0.02);
  }
}

TEST(ChannelHeat, EnergyIsWhatEntersThroughThePlates) {
  Settings s = mixed(Method::levelSet);
  s.heat.lowerFlux = 3, s.heat.upperFlux = -1;
  HeatRun run(s);
  run.start();
  const double before = run.channel.heat()->measure().energy, after = run.steps(10).energy;
  const double area = s.grid.length[0] * s.grid.length[1];
  EXPECT_NEAR(after - before, 2 * area * run.channel.interfaceTime() / s.fluid.Re, 1e-14 * before);
}

TEST(ChannelHeat, AUniformTemperatureStays) {
  Settings s = mixed(Method::levelSet);
  s.heat.initial = InitialTemperature::uniform;
  HeatRun run(s);
  run.start();
  const auto heat = run.steps(25);
  EXPECT_NEAR(heat.least, 1, 1e-8);
  EXPECT_NEAR(heat.most, 1, 1e-8);
}

/// A square lattice of cylinders: W. T. Perrins, D. R. McKenzie, R. C. McPhedran, Proc. R. Soc. Lond. A 369 (1979) 207, eq. 14.
double lattice(double k, double radius) {
  const double f = pi * radius * radius, T = (1 + k) / (1 - k), f4 = std::pow(f, 4), f8 = f4 * f4;
  return 1 - 2 * f / (T + f - 0.305827 * f4 * T / (T * T - 1.402958 * f8) - 0.013362 * f8 / T);
}

TEST(ChannelHeat, ConductionAroundACylinder) {
  for (const double k : {10.0, 0.1}) {
    std::vector<double> errors;
    for (const int n : {24, 48}) {
      Settings s = still(n, n);
      s.initial.shape = Shape::drop;
      s.initial.centre = {0.5, 0, 0.5};
      s.initial.radius = 0.3;
      s.heat.conductivityRatio = k;
      Conduction run(s);
      errors.push_back(std::abs(run.settle(40, 0.1).fluxLower / lattice(k, 0.3) - 1));
    }
    EXPECT_LT(errors[1], 0.55 * errors[0]);
    EXPECT_LT(errors[1], 0.015);
  }
}

/// u over U sin(k x) in a layer of the height H, at rest at its plate: the stream function is sin(k x) times
/// B y cosh(k y) + (C + D y) sinh(k y), y from the interface.
struct StokesLayer {
  double k, B, C, D;
  StokesLayer(double k, double H) : k(k) {
    // psi'(0) = B + k C = 1, and psi = psi' = 0 at the plate: two equations for C and D.
    const double ch = std::cosh(k * H), sh = std::sinh(k * H);
    const double a1 = sh - k * H * ch, b1 = H * sh, r1 = -H * ch, a2 = -k * k * H * sh, b2 = sh + k * H * ch,
                 r2 = -ch - k * H * sh;
    C = (r1 * b2 - r2 * b1) / (a1 * b2 - a2 * b1);
    D = (a1 * r2 - a2 * r1) / (a1 * b2 - a2 * b1);
    B = 1 - k * C;
  }
  double u(double y) const {
    const double ch = std::cosh(k * y), sh = std::sinh(k * y);
    return B * (ch + k * y * sh) + D * sh + (C + D * y) * k * ch;
  }
  double shear() const { return 2 * k * D; }  ///< u_y at the interface
};

/// Two layers at rest between plates, of which T = cos(k x) draws the interface along, by Stokes' equations: A. Pendse, A.
/// Esmaeeli, Int. J. Therm. Sci. 49 (2010) 1147, with the temperature of the interface given. Returns the error over the largest
/// speed, away from the layer in which the viscosity changes.
double errorOfDrivenLayers(double m, int n) {
  const double height = 0.4, k = 2 * pi;
  Settings s = still(n, n);
  s.fluid.We = 0.01;  // the interface stays flat
  s.fluid.viscosityRatio = m;
  s.initial.height = height;
  s.heat.Pr = 1e6;  // T stays
  s.heat.Ma = 1e3;
  s.heat.lower = s.heat.upper = HeatPlate::flux;
  s.solver.momentumTolerance = 1e-6, s.solver.pressureTolerance = 1e-5;
  s.time.dt = 0.1 / (n * n);
  HeatRun run(s);
  InitialCondition initial = run.initial();
  grid::forCells({"set"}, run.block, [&](int i, int j, int k) { initial.T(i, j, k) = std::cos(2 * pi * run.block.x(i)); });
  run.channel.start(std::move(initial));
  run.steps(n * n);
  const StokesLayer lower(k, -height), upper(k, 1 - height);
  // (mu u_y) below less above is dsigma/dx = slope k sin(k x).
  const double U = s.heat.tensionSlope(s.fluid.Re) * k * s.fluid.Re / (m * lower.shear() - upper.shear());
  const grid::Field& u = run.channel.flow().velocity(0);
  double worst = 0;
  for (int l = 0; l < n; ++l) {
    const double y = run.block.z(l) - height;
    if (std::abs(y) < 0.1) continue;
    worst = std::max(worst, std::abs(u(n / 4, 0, l) / U - (y < 0 ? lower : upper).u(y)));
  }
  return worst;
}

TEST(ChannelHeat, TensionDrivesLayers) {
  for (const double m : {1.0, 4.0}) {
    const double coarse = errorOfDrivenLayers(m, 16), fine = errorOfDrivenLayers(m, 32);
    EXPECT_LT(fine, 0.5 * coarse) << m;
    EXPECT_LT(fine, 0.02) << m;
  }
}

/// A drop at one temperature, not that at which the tension is 1/We: the pressure jump is that of its tension, and it stays.
TEST(ChannelHeat, ADropOfOneTemperatureStays) {
  Settings s = still(24, 24);
  s.fluid.We = 1;
  s.initial.shape = Shape::drop;
  s.initial.centre = {0.5, 0, 0.5};
  s.heat.Ma = 1;
  s.heat.initial = InitialTemperature::uniform;
  s.heat.initialTemperature = {0.4, 0};
  s.heat.lower = s.heat.upper = HeatPlate::flux;
  s.time.dt = 0.002;
  HeatRun run(s);
  run.start();
  run.steps(40);
  const grid::Field& p = run.channel.flow().p();
  EXPECT_NEAR((p(12, 0, 12) - p(0, 0, 0)) * 0.25, 0.6, 0.006);
  EXPECT_LT(run.channel.measure().largest[2], 1e-3);
}

/// A drop goes to where it is warmer. In a plane, without walls: U = slope T_z R / (2 (mu_i + mu_o) (1 + k_i/k_o)), from Stokes'
/// equations; plates and periods of 8 radii slow it by 4.5 (R / H)^2, as measured between 8 and 12 radii (docs/channel_heat.md).
TEST(ChannelHeat, ADropMovesToTheWarmPlate) {
  Settings s = still(32, 32);
  s.fluid.Re = s.fluid.We = 10;
  s.initial.shape = Shape::drop;
  s.initial.centre = {0.5, 0, 0.5};
  s.initial.radius = 0.125;
  s.heat.Pr = 0.1, s.heat.Ma = 1;
  s.heat.lowerTemperature = 0, s.heat.upperTemperature = 1;
  s.heat.initialTemperature = {0, 1};
  s.heat.referenceTemperature = 0.5;
  s.solver = {};
  HeatRun run(s);
  run.start();
  /// Mean height of the drop.
  const auto height = [&] {
    double sum = 0, moment = 0;
    const double h = 1.0 / 32, e = 1.5 * h;
    grid::sequentialRows({"height"}, run.block.box(), [&](int j, int k) {
      for (int i = 0; i < 32; ++i) {
        const double part = 1 - heaviside(run.channel.interface()->field()(i, j, k), e);
        sum += part, moment += part * run.block.z(k);
      }
    });
    return moment / sum;
  };
  while (run.channel.time() < 0.3) run.channel.step();
  const double from = height(), start = run.channel.interfaceTime();
  while (run.channel.time() < 1.2) run.channel.step();
  const double speed = (height() - from) / (run.channel.interfaceTime() - start), law = 0.125 * 0.125;
  EXPECT_NEAR(speed / law, 1 - 4.5 / 64, 0.05);  // of 4 cells across a radius
}

}  // namespace
}  // namespace eagre::test
