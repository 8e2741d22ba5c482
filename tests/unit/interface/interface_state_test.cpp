// SPDX-License-Identifier: BSD-3-Clause
#include "interface/interface_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/interface/interface_case.hpp"

namespace eagre {
namespace {

using interface_::InterfaceState;
using test::Flow;

/// Gives half of the cells the other phase.
void swapPhases(Flow& flow) {
  for (double& a : flow.alpha.cells()) a = 1 - a;
  flow.alpha.correctBoundaryConditions();
}

TEST(InterfaceState, WhatIsAskedForIsOfThePresentVersion) {
  Flow flow({.n = 32});
  InterfaceState& state = *flow.interface;
  const std::vector<Vec3> before(state.gradient().begin(), state.gradient().end());
  swapPhases(flow);
  state.changed();
  const auto after = state.gradient();
  double largest = 0;
  for (std::size_t c = 0; c < before.size(); ++c) {
    EXPECT_NEAR(mag(before[c] + after[c]), 0, 1e-9);
    largest = std::max(largest, mag(after[c]));
  }
  EXPECT_GT(largest, 1);
  EXPECT_EQ(state.alpha2()[0], 1 - flow.alpha[0]);
}

TEST(InterfaceState, NothingIsMadeAgainWithoutAChangeOrWithinAHold) {
  Flow flow({.n = 32});
  InterfaceState& state = *flow.interface;
  const Vec3 before = state.gradient()[32 * 13 + 8];
  swapPhases(flow);
  EXPECT_EQ(state.gradient()[32 * 13 + 8], before);  // nobody has said that alpha has changed
  {
    const InterfaceState::Hold hold(state);
    state.changed();
    state.update();
    EXPECT_EQ(state.gradient()[32 * 13 + 8], before);
  }
  EXPECT_NE(state.gradient()[32 * 13 + 8], before);
}

TEST(InterfaceState, TheBandCoversOtherValuesToo) {
  Flow flow({.n = 32});
  InterfaceState& state = *flow.interface;
  const std::size_t alone = state.band().cells().size();
  fv::CellValues<double> others = flow.alpha.values();
  for (Label c = 0; c < 64; ++c) others.cells[c] = 0.5;
  state.cover(&others);
  EXPECT_GT(state.band().cells().size(), alone);
  state.cover(nullptr);
  state.changed();
  EXPECT_EQ(state.band().cells().size(), alone);
}

TEST(SubCycles, HaveATimeOfTheirOwnAndTheStepIsSeenAgainEvenIfOneFails) {
  Flow flow({.n = 8});
  flow.alpha.shiftOldTimes(1);
  const auto old = flow.alpha.old().cells;
  fv::TimeState& clock = flow.setup.time;
  clock = {.value = 1, .deltaT = 0.1, .deltaT0 = 0.1, .index = 3};
  const fv::Context& context = flow.setup.context;
  std::vector<double> values, steps;
  interface_::SubCycles cycles(4);
  const auto once = [&] {
    values.push_back(context.time().value);
    steps.push_back(context.time().deltaT);
    EXPECT_EQ(clock.value, 1);
    EXPECT_EQ(clock.deltaT, 0.1);
    flow.alpha[0] += 1;
    std::ranges::fill(flow.rhoPhi.faces(), static_cast<double>(values.size()));
    if (values.size() > 4) throw Error("blown up", ExitCode::diverged);
  };
  cycles.run(flow.setup.context, flow.alpha, flow.rhoPhi, once);
  EXPECT_THAT(values, testing::Pointwise(testing::DoubleEq(), {0.925, 0.95, 0.975, 1.0}));
  EXPECT_THAT(steps, testing::Each(testing::DoubleEq(0.025)));
  EXPECT_DOUBLE_EQ(flow.rhoPhi[0], 2.5);  // the mean
  EXPECT_THROW(cycles.run(flow.setup.context, flow.alpha, flow.rhoPhi, once), Error);
  EXPECT_EQ(&context.time(), &clock);
  EXPECT_EQ(flow.alpha.old().cells, old);
}

TEST(Registries, UnknownWordsAreErrorsThatListTheKnownOnes) {
  Flow flow({.n = 8});
  const auto message = [&](const std::string& text) {
    try {
      interface_::makeSurfaceForce(config::Dictionary::parse("surfaceForces { " + text + " }", "transportProperties"),
                                   {flow.setup.context, *flow.interface, 0.07});
    } catch (const Error& error) { return std::string(error.what()); }
    return std::string();
  };
  EXPECT_THAT(message("curvatureModel heights;"), testing::HasSubstr("unknown curvature model 'heights'"));
  EXPECT_THAT(message("curvatureModel heights;"), testing::HasSubstr("gradAlpha"));
  EXPECT_THAT(message("deltaFunctionModel sharp;"), testing::HasSubstr("alphaCSF"));
  EXPECT_THAT(message("curvatureModel gradAlpha 500;"), testing::HasSubstr("500"));
  EXPECT_EQ(message("curvatureModel gradAlpha; deltaFunctionModel alphaCSF;"), "");
  EXPECT_THROW(Flow({.n = 8, .alphaControls = "nLimiterIter 3; advectionScheme isoAdvector;"}), Error);
}

TEST(Registries, WhatSurfaceForcesDoNotReadIsNamedButNotTheEntriesOfAModel) {
  Flow flow({.n = 8});
  const auto properties = config::Dictionary::parse(
      "surfaceForces { curvatureModel gradAlpha; gradAlphaCoeffs { } densityModel plain; }", "transportProperties");
  Problems problems;
  interface_::checkSurfaceForce(properties, flow.setup.context, {"alpha", "MULES"}, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_THAT(properties.subDict("surfaceForces").remarks(), testing::ElementsAre(testing::HasSubstr("'densityModel'")));
}

}  // namespace
}  // namespace eagre
