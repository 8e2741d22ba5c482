// SPDX-License-Identifier: BSD-3-Clause
// The flow solver on every lattice of ranks: the same answer, no divergence, what enters leaves; a state that is read back goes
// on bit for bit.
#include "support/channel_flow.hpp"

#include <gtest/gtest.h>

#include "channel/channel.hpp"
#include "core/error.hpp"
#include "support/lattices.hpp"

namespace eagre::test {
namespace {

comm::Communicator world() { return comm::Communicator::world(); }

/// Two layers with a wavy interface between an inlet and an outlet, all terms at work.
channel::Settings everything() {
  channel::Settings s;
  s.grid.cells = {25, 16, 19};
  s.grid.length = {1.5, 0.8};
  s.fluid = {.Re = 40, .We = 5, .gravity = 0.5, .densityRatio = 2, .viscosityRatio = 3};
  s.boundary.x = channel::Streamwise::inletOutlet;
  s.boundary.inlet = channel::Inlet::turbulent;
  s.boundary.inletIntensity = 0.1;
  s.boundary.upperSpeed = 0.5;
  s.initial.shape = channel::Shape::modes;
  s.time.dt = 0.004;
  s.time.end = 100;
  s.solver.pressureTolerance = 1e-10;
  s.solver.momentumTolerance = 1e-11;
  return s;
}

void runAndCompare(const channel::Settings& settings, const char* what) {
  std::vector<double> first;
  for (const auto& lattice : latticesOf(world().size())) {
    const grid::Block block(channel::makeGrid(settings), world(), lattice);
    channel::Channel channel(block, settings);
    channel.start(channel::makeInitialCondition(settings, block));
    for (int s = 0; s < 5; ++s) channel.step();
    const auto found = fingerprints(channel.fields(), block);
    if (first.empty()) first = found;
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], first[i], 1e-8 * (1 + std::abs(first[i]))) << what << ", " << channel.fields()[i].name;
  }
}

TEST(ChannelFlowParallel, TheSameOnEveryLattice) {
  auto settings = everything();
  runAndCompare(settings, "inlet and outlet");
  settings.boundary.x = channel::Streamwise::periodic;
  runAndCompare(settings, "periodic");
  settings.boundary.driving = channel::Driving::flowRate;
  settings.boundary.flowRate = 0.4;
  runAndCompare(settings, "flow rate");
}

/// With a temperature, of which all differs in the two fluids and surface tension depends.
channel::Settings heated(channel::Streamwise x, channel::Method method) {
  auto s = everything();
  s.boundary.x = x;
  s.interface.method = method;
  s.heat = {.solve = true, .Pr = 2, .conductivityRatio = 3, .capacityRatio = 0.5};
  s.heat.upper = channel::HeatPlate::flux;
  s.heat.upperFlux = -1;
  s.heat.Ma = 300;
  s.solver.heatTolerance = 1e-12;
  return s;
}

/// The lower fluid evaporates into the upper one here and condenses there.
channel::Settings evaporating() {
  auto s = heated(channel::Streamwise::periodic, channel::Method::levelSet);
  s.heat.Ma = 0;
  s.boundary.upper = channel::Plate::open;
  s.evaporation = {.solve = true, .Ste = 0.5, .saturationTemperature = 0.6, .vapour = channel::Vapour::upper};
  return s;
}

TEST(ChannelFlowParallel, TheSameWithEvaporationOnEveryLattice) { runAndCompare(evaporating(), "evaporation"); }

TEST(ChannelFlowParallel, TheSameWithHeatOnEveryLattice) {
  runAndCompare(heated(channel::Streamwise::inletOutlet, channel::Method::levelSet), "inlet and outlet");
  runAndCompare(heated(channel::Streamwise::periodic, channel::Method::phaseField), "periodic");
}

TEST(ChannelFlowParallel, TheSameWithEveryFormOfConjugateGradients) {
  std::vector<double> first;
  for (const auto krylov : {grid::Krylov::pcg, grid::Krylov::cgcg, grid::Krylov::pipelined}) {
    auto settings = everything();
    settings.solver.krylov = krylov;
    const grid::Block block(channel::makeGrid(settings), world());
    channel::Channel channel(block, settings);
    channel.start(channel::makeInitialCondition(settings, block));
    for (int s = 0; s < 5; ++s) channel.step();
    const auto found = fingerprints(channel.fields(), block);
    if (first.empty()) first = found;
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], first[i], 1e-8 * (1 + std::abs(first[i]))) << channel.fields()[i].name;
  }
}

TEST(ChannelFlowParallel, NothingIsLostBetweenInletAndOutlet) {
  for (const auto outlet : {channel::Outlet::convective, channel::Outlet::neumann}) {
    auto settings = everything();
    settings.boundary.outlet = outlet;
    const grid::Block block(channel::makeGrid(settings), world());
    channel::Channel channel(block, settings);
    channel.start(channel::makeInitialCondition(settings, block));
    for (int s = 0; s < 10; ++s) channel.step();
    double flux[2] = {0, 0};
    for (int side = 0; side < 2; ++side)
      if (block.atBoundary(0, side))
        for (int k = 0; k < block.n()[2]; ++k)
          for (int j = 0; j < block.n()[1]; ++j) flux[side] += channel.flow().velocity(0)(side ? block.n()[0] : 0, j, k);
    world().sum(flux);
    EXPECT_NEAR(flux[1], flux[0], 1e-12 * std::abs(flux[0]));
    EXPECT_GT(flux[0], 1);
    EXPECT_LT(channel.flow().divergence(), 1e-7);
  }
}

/// What a restart file holds of a field: the values on cells or faces, no ghosts.
std::vector<std::vector<double>> saved(channel::Channel& channel, const grid::Block& block) {
  std::vector<std::vector<double>> values;
  const auto state = channel.state();
  for (const auto& f : state.fields) {
    values.emplace_back();
    const grid::Box box = f.position == channel::Position::centre ? block.box() : block.faces(static_cast<int>(f.position));
    for (int k = box.low[2]; k < box.high[2]; ++k)
      for (int j = box.low[1]; j < box.high[1]; ++j)
        for (int i = box.low[0]; i < box.high[0]; ++i) values.back().push_back((*f.field)(i, j, k));
  }
  values.emplace_back();
  for (const auto& n : state.numbers) values.back().push_back(*n.number);
  return values;
}

void restore(channel::Channel& channel, const grid::Block& block, const std::vector<std::vector<double>>& values) {
  const auto state = channel.state();
  for (std::size_t f = 0; f < state.fields.size(); ++f) {
    const auto position = state.fields[f].position;
    const grid::Box box = position == channel::Position::centre ? block.box() : block.faces(static_cast<int>(position));
    std::size_t at = 0;
    for (int k = box.low[2]; k < box.high[2]; ++k)
      for (int j = box.low[1]; j < box.high[1]; ++j)
        for (int i = box.low[0]; i < box.high[0]; ++i) (*state.fields[f].field)(i, j, k) = values[f][at++];
  }
  for (std::size_t n = 0; n < state.numbers.size(); ++n) *state.numbers[n].number = values.back()[n];
  channel.resume();
}

TEST(ChannelFlowParallel, GoesOnBitForBit) {
  auto periodic = everything();
  periodic.boundary.x = channel::Streamwise::periodic;
  for (const auto& settings : {everything(), periodic, heated(channel::Streamwise::inletOutlet, channel::Method::levelSet),
                               heated(channel::Streamwise::periodic, channel::Method::phaseField), evaporating()}) {
    const grid::Block block(channel::makeGrid(settings), world());
    channel::Channel whole(block, settings), second(block, settings);
    whole.start(channel::makeInitialCondition(settings, block));
    for (int s = 0; s < 4; ++s) whole.step();
    restore(second, block, saved(whole, block));
    for (int s = 0; s < 3; ++s) {
      whole.step();
      second.step();
    }
    EXPECT_EQ(saved(whole, block), saved(second, block));
  }
}

TEST(ChannelFlowParallel, ABlowUpNamesFieldCellAndTime) {
  auto settings = everything();
  settings.time.dt = 50;
  const grid::Block block(channel::makeGrid(settings), world());
  channel::Channel channel(block, settings);
  channel.start(channel::makeInitialCondition(settings, block));
  try {
    for (int s = 0; s < 200; ++s) channel.step();
    ADD_FAILURE() << "a step of 50 should not be stable";
  } catch (const Error& e) { EXPECT_EQ(e.code(), ExitCode::diverged) << e.what(); }
}

}  // namespace
}  // namespace eagre::test
