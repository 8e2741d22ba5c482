// SPDX-License-Identifier: BSD-3-Clause
// Poisson's equation with no-flux and periodic boundaries: exact solutions, convergence, the same on any number of ranks.
#include <gtest/gtest.h>

#include <numbers>

#include "comm/profile.hpp"
#include "core/error.hpp"
#include "grid/agglomeration.hpp"
#include "grid/loops.hpp"
#include "grid/overlap.hpp"
#include "grid/poisson.hpp"
#include "support/lattices.hpp"

namespace eagre::grid {
namespace {

comm::Communicator world() { return comm::Communicator::world(); }

/// beta of a grid: ratio^-1 inside a ball, 1 outside, and 0 on physical boundaries.
struct Coefficients {
  BasicField<float> f[3];
  Coefficients(const Block& block, double ratio) {
    Halo halo(block);
    const Grid& g = block.grid();
    for (int d = 0; d < 3; ++d) {
      f[d] = BasicField<float>(block, 1);
      forRows({"beta"}, block.box(), [&](int j, int k) {
        for (int i = 0; i < block.n()[0]; ++i) {
          const Int3 at{i, j, k};
          double x[3], r2 = 0;
          for (int e = 0; e < 3; ++e) {
            x[e] = (e == d ? g.face(e, block.offset()[e] + at[e]) : g.centre(e, block.offset()[e] + at[e])) / g.length(e) - 0.4;
            if (g.cells[e] > 1) r2 += x[e] * x[e];
          }
          const bool wall = block.atBoundary(d, 0) && at[d] == 0;
          f[d](i, j, k) = wall ? 0 : r2 < 0.06 ? static_cast<float>(1 / ratio) : 1;
        }
      });
    }
    halo.update({&f[0], &f[1], &f[2]}, 1);
  }
  FaceCoefficients all() const { return {&f[0], &f[1], &f[2]}; }
};

/// cos in directions with walls, sin in periodic ones.
double wave(const Block& block, int i, int j, int k) {
  double product = 1;
  const Int3 at{i, j, k};
  for (int d = 0; d < 3; ++d) {
    const Grid& g = block.grid();
    if (g.cells[d] == 1) continue;
    const double s = g.centre(d, block.offset()[d] + at[d]) / g.length(d);
    product *= g.periodic[d] ? std::sin(2 * std::numbers::pi * s) : std::cos(std::numbers::pi * s);
  }
  return product;
}

/// The eigenvalue that it belongs to, of the discrete operator with beta = 1.
double eigenvalue(const Grid& g) {
  double sum = 0;
  for (int d = 0; d < 3; ++d) {
    if (g.cells[d] == 1) continue;
    const double angle = (g.periodic[d] ? 2 : 1) * std::numbers::pi / g.cells[d];
    sum += (2 - 2 * std::cos(angle)) / (g.h[d] * g.h[d]);
  }
  return sum;
}

struct System {
  Block block;
  Field x, b, d, q;
  explicit System(const Grid& grid, Int3 lattice = {0, 0, 0})
      : block(grid, world(), lattice), x(block), b(block), d(block), q(block) {}
  SolveReport solve(double ratio, double tolerance, Krylov krylov = SolveControls{}.krylov) {
    const Coefficients beta(block, ratio);
    Poisson poisson(block);
    poisson.assign(beta.all());
    return poisson.solve(x, b, d, q, {.tolerance = tolerance, .maxIterations = 60, .krylov = krylov});
  }
};

const std::vector<Grid> grids{
    {.cells = {32, 16, 24}, .h = {0.03125, 0.0625, 0.041}},
    {.cells = {33, 17, 23}, .h = {0.03, 0.03, 0.03}, .periodic = {false, true, false}},
    {.cells = {64, 1, 31}, .h = {0.03, 1, 0.03}, .periodic = {true, true, false}},
    {.cells = {40, 16, 16}, .h = {0.2, 0.025, 0.05}, .periodic = {true, false, true}},
    {.cells = {19, 18, 21}, .h = {0.05, 0.05, 0.05}, .periodic = {true, true, true}},
};

TEST(PoissonParallel, FindsEigenfunctionsOfTheOperator) {
  for (const Grid& grid : grids) {
    System s(grid);
    forRows({"b"}, s.block.box(), [&](int j, int k) {
      for (int i = 0; i < s.block.n()[0]; ++i) s.b(i, j, k) = eigenvalue(grid) * wave(s.block, i, j, k) + 3;
    });
    EXPECT_TRUE(s.solve(1, 1e-11).converged);
    const double error =
        maxCells({"error"}, s.block.box(), [&](int i, int j, int k) { return std::abs(s.x(i, j, k) - wave(s.block, i, j, k)); });
    EXPECT_LT(world().max(error), 1e-9) << "grid of " << grid.cells[0];
  }
}

/// A source without pattern, by global index.
void fillRough(System& s) {
  forRows({"b"}, s.block.box(), [&](int j, int k) {
    for (int i = 0; i < s.block.n()[0]; ++i) {
      const Int3& o = s.block.offset();
      s.b(i, j, k) = std::sin(1e3 * std::sin(1.0 + i + o[0] + 71 * (j + o[1]) + 977 * (k + o[2])));
    }
  });
}

TEST(PoissonParallel, ConvergesInFewIterationsOnAnyGrid) {
  for (const Grid& grid : grids)
    for (const double ratio : {1.0, 2.0, 1000.0}) {
      System s(grid);
      fillRough(s);
      const auto report = s.solve(ratio, 1e-8);
      EXPECT_TRUE(report.converged);
      EXPECT_LE(report.iterations, ratio > 2 ? 45 : 13) << "grid of " << grid.cells[0] << ", density ratio " << ratio;
    }
}

constexpr Krylov forms[] = {Krylov::pcg, Krylov::cgcg, Krylov::pipelined};

/// |b - A x| / |b|, b without its mean, from cells and coefficients as they are.
double trueResidual(const System& s, const Coefficients& beta) {
  const Grid& g = s.block.grid();
  System source(g);
  fillRough(source);
  const double mean =
      world().sum(sumCells({"mean"}, s.block.box(), [&](int i, int j, int k) { return source.b(i, j, k); })) / g.nCells();
  const auto sums = sumsCells<2>({"residual"}, s.block.box(), [&](int i, int j, int k) {
    double r = source.b(i, j, k) - mean;
    const double rhs = r;
    for (int d = 0; d < 3; ++d) {
      if (g.cells[d] == 1) continue;
      const int a = d == 0, b = d == 1, c = d == 2;
      const double here = s.x(i, j, k), low = s.x(i - a, j - b, k - c), high = s.x(i + a, j + b, k + c);
      r -= (beta.f[d](i, j, k) * (here - low) + beta.f[d](i + a, j + b, k + c) * (here - high)) / (g.h[d] * g.h[d]);
    }
    return std::array{r * r, rhs * rhs};
  });
  return std::sqrt(world().sum(sums[0]) / world().sum(sums[1]));
}

TEST(PoissonParallel, EveryFormMeetsTheToleranceThatItClaims) {
  for (const Grid& grid : grids)
    for (const double ratio : {1.0, 1000.0}) {
      int iterations = 0;
      for (const Krylov krylov : forms) {
        System s(grid);
        fillRough(s);
        const auto report = s.solve(ratio, 1e-9, krylov);
        const std::string what =
            "grid of " + std::to_string(grid.cells[0]) + ", form " + std::to_string(static_cast<int>(krylov));
        EXPECT_TRUE(report.converged) << what;
        EXPECT_LE(trueResidual(s, Coefficients(s.block, ratio)), 1.01e-9) << what;
        const double mean = world().sum(sumCells({"mean"}, s.block.box(), [&](int i, int j, int k) { return s.x(i, j, k); }));
        const double size =
            world().sum(sumCells({"size"}, s.block.box(), [&](int i, int j, int k) { return std::abs(s.x(i, j, k)); }));
        EXPECT_LE(std::abs(mean), 1e-12 * size) << what;
        if (krylov == Krylov::pcg) iterations = report.iterations;
        EXPECT_LE(report.iterations, 1.15 * iterations) << what;
      }
    }
}

TEST(PoissonParallel, AFormNeedsAsManyReductionsAsItsNameSays) {
  for (const Krylov krylov : forms) {
    System s(grids[1]);
    fillRough(s);
    comm::Profile profile;
    int iterations = 0;
    {
      const comm::Recording recording(s.block.communicator(), profile);
      iterations = s.solve(1, 1e-5, krylov).iterations;
    }
    double reductions = 0;
    for (const auto& phase : profile.phases()) reductions += phase.reductions;
    // One more for the source's mean and norm.
    if (world().parallel()) { EXPECT_EQ(reductions, 1 + (krylov == Krylov::pcg ? 3 : 1) * iterations); }
  }
}

TEST(PoissonParallel, TheSameOnEveryLattice) {
  const Grid grid{.cells = {33, 16, 23}, .h = {0.03, 0.05, 0.03}, .periodic = {true, true, false}};
  System whole(grid);  // stands for all: compared through sums over the grid
  std::vector<double> moments;
  std::vector<int> iterations;
  for (const Int3& lattice : test::latticesOf(world().size())) {
    System s(grid, lattice);
    fillRough(s);
    iterations.push_back(s.solve(10, 1e-6).iterations);
    moments.push_back(world().sum(sumCells({"moment"}, s.block.box(), [&](int i, int j, int k) {
      return s.x(i, j, k) *
             std::sin(1.0 + i + s.block.offset()[0] + 3 * (j + s.block.offset()[1]) + 5 * (k + s.block.offset()[2]));
    })));
  }
  for (std::size_t i = 0; i < moments.size(); ++i) {
    EXPECT_NEAR(moments[i], moments[0], 1e-7 * std::abs(moments[0]));
    EXPECT_EQ(iterations[i], iterations[0]);
  }
}

/// Tells cells apart, by global index.
float numberOf(const Block& block, int i, int j, int k) {
  const Int3 &o = block.offset(), &n = block.grid().cells;
  return static_cast<float>(i + o[0] + n[0] * (j + o[1] + n[1] * (k + o[2])));
}

TEST(AgglomerationParallel, CarriesEachCellToItsGroupAndBackUntilOneRankHasAll) {
  const Grid grid{.cells = {17, 10, 11}, .periodic = {true, false, true}};
  Block block(grid, world());
  while (block.ranks() != Int3{1, 1, 1}) {
    const Int3 by{std::min(block.ranks()[0], 2), std::min(block.ranks()[1], 2), std::min(block.ranks()[2], 2)};
    const Block fewer = block.agglomerated(by);
    Agglomeration onFewer(block, fewer, by);
    BasicField<float> part(block, 1), back(block, 1), group(fewer, 1);
    forCells({"fill"}, block, [&](int i, int j, int k) { part(i, j, k) = numberOf(block, i, j, k); });
    onFewer.gather(part, group);
    EXPECT_EQ(world().sum(static_cast<double>(fewer.box().size())), static_cast<double>(grid.nCells()));
    forCells({"check"}, fewer, [&](int i, int j, int k) { EXPECT_EQ(group(i, j, k), numberOf(fewer, i, j, k)); });
    onFewer.scatter(group, back);
    forCells({"check"}, block, [&](int i, int j, int k) { EXPECT_EQ(back(i, j, k), part(i, j, k)); });
    block = fewer;
  }
  EXPECT_EQ(block.hasPart(), world().rank() == 0);
}

TEST(LayersParallel, CoverABoxOnceAndHoldWhatNeighboursRead) {
  const Grid grid{.cells = {17, 10, 11}, .periodic = {true, false, true}};
  const Block block(grid, world());
  const Layers layers(block, block.box());
  BasicField<float> times(block, 1), outer(block, 1);
  for (const Box& part : layers.outer)
    forCells({"outer"}, part, [&](int i, int j, int k) { times(i, j, k) += 1, outer(i, j, k) = 1; });
  forCells({"inner"}, layers.inner, [&](int i, int j, int k) { times(i, j, k) += 1; });
  Halo(block).update({&outer}, 1, Reach::faces);
  forCells({"check"}, block, [&](int i, int j, int k) { EXPECT_EQ(times(i, j, k), 1); });
  for (int d = 0; d < 3; ++d)
    for (const int side : {0, 1}) {
      if (block.ranks()[d] == 1 || block.atBoundary(d, side)) continue;
      Box ghosts = block.box();
      ghosts.low[d] = side ? block.n()[d] : -1;
      ghosts.high[d] = ghosts.low[d] + 1;
      forCells({"check"}, ghosts, [&](int i, int j, int k) { EXPECT_EQ(outer(i, j, k), 1); });
    }
}

TEST(PoissonParallel, ASourceThatIsNotFiniteIsAnError) {
  System s(grids[0]);
  s.b(0, 0, 0) = NAN;
  EXPECT_THROW(s.solve(1, 1e-8), Error);
}

}  // namespace
}  // namespace eagre::grid
