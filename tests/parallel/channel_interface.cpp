// SPDX-License-Identifier: BSD-3-Clause
// Level set and phase field on several ranks against the same on one: a drop in a shear flow that crosses the cuts.
#include <gtest/gtest.h>

#include "channel/level_set.hpp"
#include "channel/phase_field.hpp"
#include "support/channel_case.hpp"

namespace eagre::channel {
namespace {

grid::Grid channelGrid() {
  grid::Grid g;
  g.cells = {20, 18, 16};
  g.h = {1.0 / 16, 1.0 / 16, 1.0 / 16};
  g.periodic = {true, true, false};
  return g;
}

Settings settings() {
  Settings s;
  s.fluid.We = 1;
  s.interface.redistanceAbove = 0;
  s.interface.mobility = Mobility::degenerate;
  s.interface.contactAngleLower = 70;
  s.solver.phaseTolerance = 1e-11;
  return s;
}

double distance(double x, double y, double z) { return std::hypot(x - 0.6, y - 0.55, z - 0.35) - 0.3; }

struct Result {
  grid::Field q, fx, fy, fz;
  double volume = 0;
};

template <class Method>
Result run(const grid::Block& block, Method& method, grid::Field& q) {
  test::PlaneFlow flow(block);
  flow.set(block, [](double x, double z) { return z * z / 2 + 0.02 * std::sin(2 * std::numbers::pi * x / 1.25) * z * (1 - z); });
  flow.v.fill(0.3);
  for (int step = 0; step < 6; ++step) method.advance({flow.u, flow.v, flow.w}, 0.02);
  Result r{q, grid::Field(block), grid::Field(block), grid::Field(block), method.upperVolume()};
  method.surfaceForce(r.fx, r.fy, r.fz);
  return r;
}

Result levelSet(const grid::Block& block) {
  LevelSet method(block, settings());
  test::setCells(block, method.phi(), distance);
  method.initialise();
  return run(block, method, method.phi());
}

Result coxsLaw(const grid::Block& block) {
  Settings s = settings();
  s.contactLine.law = ContactLaw::cox;
  s.contactLine.angle = {70, 90};
  s.contactLine.microscopicLength = 1e-3;
  LevelSet method(block, s);
  test::setCells(block, method.phi(), [](double x, double y, double z) { return distance(x, y, z + 0.3); });
  method.initialise();
  Result result = run(block, method, method.phi());
  EXPECT_NEAR(method.contact()->wetted[0], std::numbers::pi * 0.09 / 1.4, 0.02);
  EXPECT_GT(std::abs(method.contact()->angle[0] - 90), 1);
  return result;
}

template <Mobility mobility>
Result phaseField(const grid::Block& block) {
  Settings s = settings();
  s.interface.mobility = mobility;
  s.interface.peclet = 16;  // fewer iterations
  PhaseField method(block, s);
  test::setCells(block, method.C(), [&](double x, double y, double z) { return method.profile(distance(x, y, z)); });
  method.updateGhosts();
  return run(block, method, method.C());
}

/// Largest difference between this rank's part and the whole.
double difference(const grid::Block& block, const grid::Field& part, const grid::Field& whole) {
  const auto& o = block.offset();
  return test::largestOf(block,
                         [&](int i, int j, int k) { return std::abs(part(i, j, k) - whole(i + o[0], j + o[1], k + o[2])); });
}

void expectSame(Result (*method)(const grid::Block&), double tolerance) {
  const grid::Block part(channelGrid(), comm::Communicator::world()), all(channelGrid(), comm::Communicator::self());
  const Result one = method(part), whole = method(all);
  const double force = test::largestOf(all, [&](int i, int j, int k) { return std::abs(whole.fz(i, j, k)); });
  EXPECT_GT(force, 1);
  EXPECT_LE(difference(part, one.q, whole.q), tolerance);
  EXPECT_LE(difference(part, one.fx, whole.fx), 1e3 * tolerance * force);
  EXPECT_LE(difference(part, one.fy, whole.fy), 1e3 * tolerance * force);
  EXPECT_LE(difference(part, one.fz, whole.fz), 1e3 * tolerance * force);
  EXPECT_NEAR(one.volume, whole.volume, 1e-13);
}

TEST(ChannelInterface, LevelSetDoesNotDependOnRanks) { expectSame(levelSet, 1e-12); }
TEST(ChannelInterface, CoxsLawDoesNotDependOnRanks) { expectSame(coxsLaw, 1e-12); }
TEST(ChannelInterface, PhaseFieldDoesNotDependOnRanks) { expectSame(phaseField<Mobility::degenerate>, 1e-11); }
/// With the curvature of its potential.
TEST(ChannelInterface, PhaseFieldWithNormalMobilityDoesNotDependOnRanks) { expectSame(phaseField<Mobility::normal>, 1e-11); }

}  // namespace
}  // namespace eagre::channel
