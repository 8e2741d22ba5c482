// SPDX-License-Identifier: BSD-3-Clause
// The implicit part of the momentum equation: components that are solved for together are those solved for one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "channel/implicit_momentum.hpp"
#include "comm/profile.hpp"

namespace eagre::channel {
namespace {

comm::Communicator world() { return comm::Communicator::world(); }

/// Three components with right-hand sides that take different numbers of sweeps.
struct Problem {
  grid::Block block{{.cells = {18, 12, 14}, .periodic = {true, true, false}}, world()};
  grid::Halo halo{block};
  grid::BasicField<float> beta{block, 1};
  grid::Field rhs[3], delta[3];
  ViscosityView viscosity{.lower = 1};
  SweepControls controls{.diffusion = 30, .tolerance = 1e-9, .maxIterations = 500};
  std::vector<ImplicitComponent> components;

  Problem() {
    beta.fill(1);
    for (int d = 0; d < 3; ++d) {
      rhs[d] = grid::Field(block);
      delta[d] = grid::Field(block);
      const double waves = 1 << (2 * d);
      grid::forCells({"fill"}, block, [&](int i, int j, int k) {
        const int I = i + block.offset()[0], J = j + block.offset()[1], K = k + block.offset()[2];
        rhs[d](i, j, k) = std::sin(waves * 2 * M_PI * I / 18) + (d == 2 ? std::cos(2.1 * J * J + K) : 0);
        delta[d](i, j, k) = rhs[d](i, j, k);
      });
      grid::Box solved = block.box();
      if (block.atBoundary(d, 0)) ++solved.low[d];
      EndFactors ends;
      if (d != 2 && block.atBoundary(2, 0)) ends.low[2] = 2;
      if (d != 2 && block.atBoundary(2, 1)) ends.high[2] = 2;
      components.push_back({d, {beta.view(), rhs[d].view(), delta[d].view(), 0.5, {10, 10, 10}, solved, ends}, &delta[d]});
    }
  }
  void solve(int first, int n) {
    solveImplicit(block, halo, viscosity, controls, std::span(components).subspan(std::size_t(first), std::size_t(n)));
  }
};

double messages(const Problem& p, const std::function<void()>& run) {
  comm::Profile profile;
  {
    const comm::Recording recording(p.block.communicator(), profile);
    run();
  }
  double sum = 0;
  for (auto phase : profile.phases()) sum += phase[comm::Function::isend].calls;
  return sum;
}

TEST(ImplicitMomentumParallel, TogetherAsOneByOne) {
  Problem together, alone;
  double sent[3], most = 0, all = 0;
  const double joint = messages(together, [&] { together.solve(0, 3); });
  for (int d = 0; d < 3; ++d) {
    sent[d] = messages(alone, [&] { alone.solve(d, 1); });
    most = std::max(most, sent[d]);
    all += sent[d];
  }
  EXPECT_EQ(joint, most);
  if (world().parallel()) { EXPECT_GT(all, joint); }
  for (int d = 0; d < 3; ++d) {
    const ImplicitComponent &a = together.components[std::size_t(d)], &b = alone.components[std::size_t(d)];
    EXPECT_EQ(a.sweeps, b.sweeps) << d;
    EXPECT_EQ(a.residual, b.residual) << d;
    EXPECT_LE(a.residual, together.controls.tolerance) << d;
    grid::forCells({"check"}, together.block,
                   [&](int i, int j, int k) { EXPECT_EQ(together.delta[d](i, j, k), alone.delta[d](i, j, k)); });
  }
  // Or all of them would end at the same time.
  EXPECT_NE(together.components[0].sweeps, together.components[2].sweeps);
}

TEST(ImplicitMomentumParallel, EndsWithTheResidualAfterTheMostSweeps) {
  Problem p;
  p.controls.maxIterations = 5;
  p.solve(0, 3);
  for (const ImplicitComponent& c : p.components) EXPECT_GE(c.sweeps, 5);
  EXPECT_GT(p.components[2].residual, p.controls.tolerance);
}

TEST(ImplicitMomentumParallel, EndsWhereAResidualIsNotFinite) {
  Problem p;
  p.rhs[1](0, 0, 1) = NAN;
  p.solve(0, 3);
  EXPECT_FALSE(std::isfinite(p.components[1].residual));
}

}  // namespace
}  // namespace eagre::channel
