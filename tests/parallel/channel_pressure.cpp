// SPDX-License-Identifier: BSD-3-Clause
// The solvers of the channel's pressure beside each other, on every number of ranks.
#include <gtest/gtest.h>

#include "channel/channel.hpp"
#include "core/error.hpp"
#include "grid/fft_poisson.hpp"
#include "support/channel_flow.hpp"
#include "support/lattices.hpp"

namespace eagre::channel {
namespace {

comm::Communicator world() { return comm::Communicator::world(); }

Settings layers(Pressure pressure, double densityRatio, Streamwise x) {
  Settings s;
  s.grid.cells = {25, 16, 19};
  s.grid.length = {1.5, 0.8};
  s.fluid = {.Re = 40, .We = 5, .gravity = 0.5, .densityRatio = densityRatio, .viscosityRatio = 3};
  s.boundary.x = x;
  s.boundary.upperSpeed = 0.5;
  s.initial.shape = Shape::modes;
  s.time.dt = 0.004;
  s.time.end = 100;
  s.solver.pressure = pressure;
  s.solver.pressureTolerance = 1e-10;
  s.solver.momentumTolerance = 1e-11;
  return s;
}

/// Sums over the grid, after some steps, that differ if any value of the fields does.
std::vector<double> afterSteps(const Settings& s, const grid::Int3& lattice = {0, 0, 0}) {
  const grid::Block block(makeGrid(s), world(), lattice);
  Channel channel(block, s);
  channel.start(makeInitialCondition(s, block));
  StepReport report;
  for (int step = 0; step < 5; ++step) report = channel.step();
  EXPECT_GE(report.flow.pressure.iterations, 1);
  EXPECT_LE(report.flow.pressure.finalResidual, s.solver.pressureTolerance);
  EXPECT_LT(channel.flow().divergence(), 1e-7);
  return test::fingerprints(channel.fields(), block);
}

void expectNear(const std::vector<double>& found, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-8 * (1 + std::abs(expected[i]))) << i;
}

TEST(ChannelPressureParallel, PetscFindsWhatMultigridDoes) {
  if (!petscIsBuiltIn()) GTEST_SKIP() << "built without PETSc";
  for (const auto x : {Streamwise::inletOutlet, Streamwise::periodic}) {
    auto settings = layers(Pressure::petsc, 2, x);
    const auto expected = afterSteps(layers(Pressure::multigrid, 2, x));
    expectNear(afterSteps(settings), expected);
    settings.solver.petscOptions = "-ksp_type cg -pc_type jacobi";
    expectNear(afterSteps(settings), expected);
  }
  auto flat = layers(Pressure::petsc, 2, Streamwise::periodic);
  flat.grid.cells = {25, 1, 19};
  const auto found = afterSteps(flat);
  flat.solver.pressure = Pressure::multigrid;
  expectNear(found, afterSteps(flat));
}

TEST(ChannelPressureParallel, PetscStopsAtTheIterationsThatAreGiven) {
  if (!petscIsBuiltIn()) GTEST_SKIP() << "built without PETSc";
  auto settings = layers(Pressure::petsc, 2, Streamwise::inletOutlet);
  settings.solver.maxIterations = 3;
  const grid::Block block(makeGrid(settings), world());
  Channel channel(block, settings);
  EXPECT_THROW(channel.start(makeInitialCondition(settings, block)), Error);
}

TEST(ChannelPressureParallel, FftFindsWhatMultigridDoesInOneDensity) {
  if (!grid::fftIsBuiltIn()) GTEST_SKIP() << "built without FFTW";
  for (const auto x : {Streamwise::inletOutlet, Streamwise::periodic})
    expectNear(afterSteps(layers(Pressure::fft, 1, x)), afterSteps(layers(Pressure::multigrid, 1, x)));
}

TEST(ChannelPressureParallel, FftIsTheSameOnEveryLattice) {
  if (!grid::fftIsBuiltIn()) GTEST_SKIP() << "built without FFTW";
  for (const auto x : {Streamwise::inletOutlet, Streamwise::periodic}) {
    const auto settings = layers(Pressure::fft, 5, x);
    std::vector<double> first;
    for (const auto& lattice : test::latticesOf(world().size())) {
      const auto found = afterSteps(settings, lattice);
      if (first.empty()) first = found;
      expectNear(found, first);
    }
  }
}

/// All values in cells and on faces that a restart file holds.
void copyState(Channel& from, Channel& to, const grid::Block& block) {
  const auto source = from.state(), target = to.state();
  ASSERT_EQ(source.fields.size(), target.fields.size());
  for (std::size_t f = 0; f < source.fields.size(); ++f) {
    const auto& named = source.fields[f];
    const auto box = named.position == Position::centre ? block.box() : block.faces(static_cast<int>(named.position));
    grid::forCells({"copy"}, box, [a = named.field->view(), b = target.fields[f].field->view()](int i, int j, int k) {
      b(i, j, k) = a(i, j, k);
    });
  }
  for (std::size_t n = 0; n < source.numbers.size(); ++n) *target.numbers[n].number = *source.numbers[n].number;
}

TEST(ChannelPressureParallel, FftGoesOnBitForBit) {
  if (!grid::fftIsBuiltIn()) GTEST_SKIP() << "built without FFTW";
  const auto settings = layers(Pressure::fft, 5, Streamwise::inletOutlet);
  const grid::Block block(makeGrid(settings), world());
  Channel whole(block, settings), again(block, settings);
  whole.start(makeInitialCondition(settings, block));
  for (int s = 0; s < 3; ++s) whole.step();
  copyState(whole, again, block);
  again.resume();
  for (int s = 0; s < 2; ++s) {
    whole.step();
    again.step();
  }
  for (int d = 0; d < 3; ++d)
    grid::forCells({"compare"}, block.box(),
                   [&](int i, int j, int k) { ASSERT_EQ(whole.flow().velocity(d)(i, j, k), again.flow().velocity(d)(i, j, k)); });
}

}  // namespace
}  // namespace eagre::channel
