// SPDX-License-Identifier: BSD-3-Clause
#include "channel/phase_field.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/error.hpp"
#include "support/channel_case.hpp"

namespace eagre::channel {
namespace {

using test::largestOf;

Settings tight(Mobility mobility, double tolerance = 1e-12) {
  Settings s;
  s.fluid.We = 1;
  s.interface.mobility = mobility;
  s.solver.phaseTolerance = tolerance;
  return s;
}

/// A mixture that separates.
struct Mixture {
  grid::Block block;
  InterfaceGhosts ghosts;
  CahnHilliard equation;
  grid::Field C;
  Mixture(int n, bool threeD, const Settings& settings)
      : block(test::unitGrid(n, threeD, {true, true, false}), comm::Communicator::self()),
        ghosts(block, InterfaceGhosts::Plate::wetted),
        equation(block, settings, ghosts),
        C(block) {
    std::mt19937 random(1);
    test::setCells(block, C, [&](double, double, double) { return 0.5 + 0.2 * (random() / 4294967296.0 - 0.5); });
    ghosts.update(C);
  }
  double sum() const {
    double s = 0;
    for (int k = 0; k < block.n()[2]; ++k)
      for (int j = 0; j < block.n()[1]; ++j)
        for (int i = 0; i < block.n()[0]; ++i) s += C(i, j, k);
    return s / static_cast<double>(block.grid().nCells());
  }
};

TEST(CahnHilliard, EnergyFallsAndMassStaysForAnyStep) {
  for (const Mobility mobility : {Mobility::constant, Mobility::degenerate, Mobility::normal})
    for (const double given : {1e-4, 1e-2, 0.3}) {
      const double dt = mobility == Mobility::normal ? given / 24 : given;  // its Pe is 1, not 24
      Mixture mixture(24, given == 1e-2, tight(mobility, 1e-10));
      const double mass = mixture.sum();
      double energy = mixture.equation.energy(mixture.C);
      const double first = energy;
      for (int step = 0; step < 15; ++step) {
        const SolveRecord record = mixture.equation.step(mixture.C, dt);
        ASSERT_TRUE(record.converged) << record.lastResidual;
        const double now = mixture.equation.energy(mixture.C);
        EXPECT_LT(now, energy) << "step " << step << " dt " << dt;
        energy = now;
      }
      EXPECT_LT(energy, 0.999 * first);
      EXPECT_NEAR(mixture.sum(), mass, 1e-14);
    }
}

/// A step that is too long for the iteration of (4) is done in parts.
TEST(PhaseField, ALongStepIsDoneInParts) {
  const grid::Block block(test::unitGrid(24, false, {true, true, false}), comm::Communicator::self());
  PhaseField field(block, tight(Mobility::normal, 1e-8));
  test::setCells(block, field.C(),
                 [&](double x, double, double z) { return field.profile(0.5 * (z - 0.5 + 0.02 * std::sin(40 * x))); });
  field.updateGhosts();
  grid::Field zero(block);
  const double energy = field.surfaceEnergy(), volume = field.upperVolume();
  field.advance({zero, zero, zero}, 0.3);
  EXPECT_LT(field.surfaceEnergy(), energy);
  EXPECT_NEAR(field.upperVolume(), volume, 1e-14);
}

/// Surface tension by the energy of a wave: it does not stiffen along the axes, as with a Laplacian of seven points.
TEST(PhaseField, AnInclinedInterfaceHasTheEnergyOfItsArea) {
  double perLength[2];
  for (const int inclined : {0, 1}) {
    const int n = 64;
    const grid::Block block(test::unitGrid(n, false, {true, true, false}), comm::Communicator::self());
    Settings settings = tight(Mobility::degenerate, 1e-9);
    PhaseField field(block, settings);
    const auto shape = [&](double x) { return inclined ? std::abs(x - 0.5) - 0.25 : 0; };
    test::setCells(block, field.C(), [&](double x, double, double z) {
      return field.profile((z - 0.5 - shape(x)) / (inclined ? std::sqrt(2) : 1));
    });
    field.updateGhosts();
    perLength[inclined] = field.equation().energy(field.C()) * n / (inclined ? std::sqrt(2) : 1);
    EXPECT_NEAR(field.surfaceEnergy() * n / (inclined ? std::sqrt(2) : 1), 1, inclined ? 0.02 : 1e-3);
  }
  EXPECT_NEAR(perLength[1] / perLength[0], 1, 0.02);
}

/// Equation (3) as an equality: the energy lost is dt/Pe sum M |grad mu|^2, mu from the scheme's own residual equation.
TEST(CahnHilliard, EnergyLostIsWhatTheMobilityDissipates) {
  const int n = 32;
  const double dt = 1e-2, pe = n;  // Cn = 1/n, Pe = 1/Cn
  Settings settings = tight(Mobility::constant, 1e-13);
  settings.interface.smoothing = 0;  // lap with seven points
  Mixture mixture(n, false, settings);
  const grid::Field old = mixture.C;
  const double before = mixture.equation.energy(mixture.C);
  ASSERT_TRUE(mixture.equation.step(mixture.C, dt).converged);
  const auto f = [](double c) { return 0.25 * c * c * (1 - c) * (1 - c); };
  const auto mu = [&](int i, int k) {
    i = (i + n) % n;
    k = std::clamp(k, 0, n - 1);
    const double a = mixture.C(i, 0, k), b = old(i, 0, k);
    const auto lap = [&](const grid::Field& c) {
      return c(i + 1, 0, k) + c(i - 1, 0, k) + c(i, 0, k + 1) + c(i, 0, k - 1) - 4 * c(i, 0, k);
    };
    return (f(a) - f(b)) / (a - b) - 0.5 * (lap(mixture.C) + lap(old));  // Cn = h
  };
  double lost = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) lost += std::pow(mu(i, k) - mu(i - 1, k), 2) + std::pow(mu(i, k) - mu(i, k - 1), 2);
  lost *= dt / pe / n;  // |grad mu|^2 is that over h^2, a cell h^3
  EXPECT_NEAR((before - mixture.equation.energy(mixture.C)) / lost, 1, 1e-7);
}

TEST(CahnHilliard, SecondOrderInTime) {
  grid::Field finest;
  double error[2];
  for (const int steps : {256, 16, 32}) {
    Mixture mixture(16, false, tight(Mobility::constant));
    test::setCells(mixture.block, mixture.C, [](double x, double, double z) {
      return 0.5 + 0.3 * std::cos(2 * std::numbers::pi * x) * std::cos(std::numbers::pi * z);
    });
    mixture.ghosts.update(mixture.C);
    for (int step = 0; step < steps; ++step) mixture.equation.step(mixture.C, 0.4 / steps);
    if (steps == 256)
      finest = mixture.C;
    else
      error[steps / 32] =
          largestOf(mixture.block, [&](int i, int j, int k) { return std::abs(mixture.C(i, j, k) - finest(i, j, k)); });
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.15) << error[0] << ' ' << error[1];
}

TEST(PhaseField, TransportAndSeparationKeepTheSum) {
  const grid::Block block(test::unitGrid(32, false, {true, true, false}), comm::Communicator::self());
  PhaseField field(block, tight(Mobility::degenerate, 1e-8));
  test::setCells(block, field.C(),
                 [&](double x, double, double z) { return field.profile(std::hypot(x - 0.5, z - 0.5) - 0.25); });
  field.updateGhosts();
  test::PlaneFlow flow(block);
  flow.set(block, [](double x, double z) { return std::sin(2 * std::numbers::pi * x) * std::sin(std::numbers::pi * z) / 8; });
  const double volume = field.upperVolume();
  for (int step = 0; step < 50; ++step) field.advance({flow.u, flow.v, flow.w}, 0.25 / 32);
  EXPECT_NEAR(field.upperVolume(), volume, 1e-14);
  EXPECT_GT(largestOf(block, [&](int i, int j, int k) { return std::abs(field.C()(i, j, k) - 0.5); }), 0.4);
}

/// Between plates, at rest: C is the tanh profile up to an error of second order.
TEST(PhaseField, EquilibriumProfileIsOfSecondOrder) {
  double error[2];
  for (const int level : {0, 1}) {
    const int n = 32 << level;
    grid::Grid grid;
    grid.cells = {4, 1, n};
    grid.h = {1.0 / n, 1.0 / n, 1.0 / n};
    grid.periodic = {true, true, false};
    const grid::Block block(grid, comm::Communicator::self());
    Settings settings = tight(Mobility::constant);
    settings.interface.cahn = 0.04;
    settings.interface.peclet = 1;
    PhaseField field(block, settings);
    test::setCells(block, field.C(), [&](double, double, double z) { return field.profile(z - 0.5); });
    field.updateGhosts();
    grid::Field zero(block);
    for (int step = 0; step < 200; ++step) field.advance({zero, zero, zero}, 0.02);
    error[level] =
        largestOf(block, [&](int i, int j, int k) { return std::abs(field.C()(i, j, k) - field.profile(block.z(k) - 0.5)); });
  }
  EXPECT_LT(error[1], 0.01);
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.2) << error[0] << ' ' << error[1];
}

/// A strip that meets a plate at 60 degrees within the lower fluid, once at rest: the level C = 1/2 near the plate.
TEST(PhaseField, TheInterfaceMeetsAPlateAtTheContactAngle) {
  const int n = 48;
  grid::Grid grid = test::unitGrid(n, false, {false, true, false});
  const grid::Block block(grid, comm::Communicator::self());
  Settings settings = tight(Mobility::constant, 1e-6);
  settings.interface.cahn = 1.5 / n;
  settings.interface.peclet = 1;
  settings.interface.contactAngleLower = 60;
  PhaseField field(block, settings);
  test::setCells(block, field.C(), [&](double x, double, double) { return field.profile(x - 0.4); });
  field.updateGhosts();
  grid::Field zero(block);
  for (int step = 0; step < 150; ++step) field.advance({zero, zero, zero}, 0.005);
  const auto crossing = [&](int k) {
    for (int i = 0; i < n - 1; ++i) {
      const double a = field.C()(i, 0, k), b = field.C()(i + 1, 0, k);
      if (a < 0.5 && b >= 0.5) return block.x(i) + grid.h[0] * (0.5 - a) / (b - a);
    }
    return -1.0;
  };
  const double run = (crossing(0) - crossing(2)) / 2, angle = std::atan2(grid.h[2], run) * 180 / std::numbers::pi;
  EXPECT_NEAR(angle, 60, 6);
}

/// Within a drop and around it C stays what it is in a fluid, though mu on the interface is not 0, and the drop keeps its size.
TEST(PhaseField, ADropLosesNothingToTheFluids) {
  const int n = 48;
  const grid::Block block(test::unitGrid(n, false, {true, true, false}), comm::Communicator::self());
  PhaseField field(block, tight(Mobility::normal, 1e-6));
  const auto distance = [](double x, double z) { return std::hypot(x - 0.5, z - 0.5) - 0.25; };
  test::setCells(block, field.C(), [&](double x, double, double z) { return field.profile(distance(x, z)); });
  field.updateGhosts();
  grid::Field zero(block);
  for (int step = 0; step < 40; ++step) field.advance({zero, zero, zero}, 0.01);
  const auto off = [&](int i, int k) { return field.C()(i, 0, k) - field.profile(distance(block.x(i), block.z(k))); };
  EXPECT_LE(largestOf(block, [&](int i, int, int k) { return std::abs(off(i, k)); }), 0.015);
  EXPECT_LE(
      largestOf(block, [&](int i, int,
                           int k) { return std::abs(distance(block.x(i), block.z(k))) > 6.0 / n ? std::abs(off(i, k)) : 0; }),
      4e-3);
}

/// The flow reads it after that.
TEST(PhaseField, TheSurfaceForceLeavesTheLevelAsItIs) {
  const grid::Block block(test::unitGrid(16, false, {true, true, false}), comm::Communicator::self());
  PhaseField field(block, tight(Mobility::normal));
  test::setCells(block, field.C(),
                 [&](double x, double, double z) { return field.profile(std::hypot(x - 0.5, z - 0.5) - 0.25); });
  field.updateGhosts();
  const grid::Field& level = field.level();
  const grid::Field before = level;
  grid::Field force[3] = {grid::Field(block), grid::Field(block), grid::Field(block)};
  field.surfaceForce(force[0], force[1], force[2]);
  EXPECT_EQ(largestOf(block, [&](int i, int j, int k) { return std::abs(level(i, j, k) - before(i, j, k)); }), 0);
}

TEST(PotentialCurvature, IsThatOfADisk) {
  const int n = 48;
  const grid::Block block(test::unitGrid(n, false, {true, true, false}), comm::Communicator::self());
  const double cahn = 1.0 / n;
  Mixture disk(n, false, tight(Mobility::normal));
  const auto distance = [](double x, double z) { return std::hypot(x - 0.5, z - 0.5) - 0.25; };
  test::setCells(block, disk.C, [&](double x, double, double z) {
    return 0.5 + 0.5 * std::tanh(distance(x, z) / (2 * std::numbers::sqrt2 * cahn));
  });
  disk.ghosts.update(disk.C);
  grid::Field mu(block), kappa(block);
  disk.equation.potential(disk.C, mu);
  PotentialCurvature(block, cahn, std::make_shared<grid::Workspace>(block)).make(disk.C, mu, disk.ghosts, kappa);
  const auto error = [&](int i, int, int k) {
    const double d = std::abs(distance(block.x(i), block.z(k)));
    return d < 2 * cahn ? std::abs(kappa(i, 0, k) - 4) : d > 8.1 * cahn ? std::abs(kappa(i, 0, k)) : 0;
  };
  EXPECT_LE(largestOf(block, error), 0.1);
}

TEST(PhaseField, ASolveThatDoesNotConvergeIsAnError) {
  const grid::Block block(test::unitGrid(16, false, {true, true, false}), comm::Communicator::self());
  Settings settings = tight(Mobility::constant);
  settings.solver.maxIterations = 1;
  PhaseField field(block, settings);
  test::setCells(block, field.C(), [&](double x, double, double) { return field.profile(0.02 * std::sin(40 * x)); });
  field.updateGhosts();
  grid::Field zero(block);
  try {
    field.advance({zero, zero, zero}, 1);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("a shorter time step"), std::string::npos) << e.what();
    EXPECT_EQ(e.code(), ExitCode::diverged);
  }
}

}  // namespace
}  // namespace eagre::channel
