// SPDX-License-Identifier: BSD-3-Clause
// Poisson's equation with one coefficient, directly: exact solutions of the discrete equation on every lattice of ranks; values
// carried between divisions of a grid.
#include <gtest/gtest.h>

#include <numbers>

#include "core/error.hpp"
#include "grid/fft_poisson.hpp"
#include "grid/loops.hpp"
#include "grid/transposition.hpp"
#include "support/lattices.hpp"

namespace eagre::grid {
namespace {

comm::Communicator world() { return comm::Communicator::world(); }

std::vector<Int3> lattices() { return test::latticesOf(world().size()); }

double number(const Int3& n, int i, int j, int k) { return i + n[0] * (j + 1.0 * n[1] * k); }

TEST(TranspositionParallel, CarriesEachCellToItsPart) {
  const Int3 n{7, 3, 5};  // fewer than ranks in a direction: some parts are empty
  for (const Int3& a : lattices())
    for (const Int3& b : lattices()) {
      const Parts from(n, a), to(n, b);
      const auto fill = [&](const Box& part, auto&& each) {
        std::size_t at = 0;
        forRows({"part"}, part, [&](int j, int k) {
          for (int i = part.low[0]; i < part.high[0]; ++i) each(at++, number(n, i, j, k));
        });
      };
      const Box source = from.of(world().rank()), target = to.of(world().rank());
      PartValues values(static_cast<std::size_t>(std::max(source.size(), target.size())), -1.0);
      fill(source, [&](std::size_t at, double v) { values[at] = v; });
      Transposition(world(), from, to).carry(values);
      fill(target, [&](std::size_t at, double v) { ASSERT_EQ(values[at], v); });
    }
}

TEST(Parts, CountThePairsThatMeet) {
  EXPECT_EQ(Parts({8, 8, 8}, {2, 1, 1}).pairs(Parts({8, 8, 8}, {1, 2, 1})), 4);
  EXPECT_EQ(Parts({8, 8, 8}, {2, 2, 1}).pairs(Parts({8, 8, 8}, {2, 2, 1})), 4);
  EXPECT_EQ(Parts({9, 8, 8}, {3, 1, 1}).pairs(Parts({9, 8, 8}, {2, 1, 1})), 4);
  EXPECT_EQ(Parts({2, 8, 8}, {5, 1, 1}).pairs(Parts({2, 8, 8}, {1, 1, 5})), 10);
}

class FftPoissonParallel : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fftIsBuiltIn()) GTEST_SKIP() << "built without FFTW";
  }
};

/// With an even and an odd number of cells in each direction, each kind of end, in two dimensions.
const std::vector<Grid> grids{
    {.cells = {32, 16, 24}, .h = {0.03125, 0.0625, 0.041}, .periodic = {false, true, false}},
    {.cells = {33, 17, 23}, .h = {0.03, 0.03, 0.03}, .periodic = {true, true, false}},
    {.cells = {18, 15, 16}, .h = {0.03, 0.04, 0.03}, .periodic = {false, false, false}},
    {.cells = {31, 1, 31}, .h = {0.03, 1, 0.03}, .periodic = {true, true, false}},
    {.cells = {19, 18, 21}, .h = {0.05, 0.02, 0.05}, .periodic = {true, true, true}},
};

TEST_F(FftPoissonParallel, SolvesTheDiscreteEquationOnEveryLattice) {
  constexpr double beta = 0.7;
  for (const Grid& grid : grids)
    for (const Int3& lattice : lattices()) {
      if (grid.cells[1] == 1 && lattice[1] > 1) continue;
      const Block block(grid, world(), lattice);
      // A field without pattern by global index, its ghosts, its mean taken away; what the equation makes of it, and a mean.
      Field exact(block), x(block), b(block);
      forRows({"exact"}, block.box(), [&](int j, int k) {
        for (int i = 0; i < block.n()[0]; ++i) {
          const Int3& o = block.offset();
          exact(i, j, k) = std::sin(1e3 * std::sin(1.0 + number(grid.cells, i + o[0], j + o[1], k + o[2])));
        }
      });
      const double mean = world().sum(sumCells({"mean"}, block.box(), [&](int i, int j, int k) { return exact(i, j, k); })) /
                          static_cast<double>(grid.nCells());
      forCells({"mean"}, block.box(), [&](int i, int j, int k) { exact(i, j, k) -= mean; });
      Halo(block).update({&exact}, 1);
      fillGhostsWithoutGradient(block, exact);
      forCells({"b"}, block.box(), [&](int i, int j, int k) {
        double sum = 0;
        for (int d = 0; d < 3; ++d) {
          if (grid.cells[d] == 1) continue;
          const int e = d == 0, f = d == 1, g = d == 2;
          sum += (2 * exact(i, j, k) - exact(i - e, j - f, k - g) - exact(i + e, j + f, k + g)) / (grid.h[d] * grid.h[d]);
        }
        b(i, j, k) = beta * sum + 5;
      });
      FftPoisson poisson(block);
      for (int time = 0; time < 2; ++time) {
        const auto report = poisson.solve(x, b, beta, 1e-12);
        EXPECT_TRUE(report.converged) << report.finalResidual;
        EXPECT_EQ(report.iterations, 1);
        double error =
            maxCells({"error"}, block.box(), [&](int i, int j, int k) { return std::abs(x(i, j, k) - exact(i, j, k)); });
        for (int d = 0; d < 3; ++d) {
          if (grid.cells[d] == 1) continue;
          Box box = block.box();
          --box.low[d];
          ++box.high[d];
          error = std::max(error, maxCells({"error, ghosts"}, box,
                                           [&](int i, int j, int k) { return std::abs(x(i, j, k) - exact(i, j, k)); }));
        }
        EXPECT_LT(world().max(error), 1e-11)
            << "grid of " << grid.cells[0] << ", lattice " << lattice[0] << lattice[1] << lattice[2];
      }
    }
}

TEST_F(FftPoissonParallel, ASourceThatIsNotFiniteIsAnErrorAndOneOfNothingGivesNothing) {
  const Block block(grids[0], world());
  Field x(block), b(block);
  FftPoisson poisson(block);
  x.fill(1);
  EXPECT_TRUE(poisson.solve(x, b, 1, 1e-12).converged);
  EXPECT_EQ(maxCells({"x"}, block.box(), [&](int i, int j, int k) { return std::abs(x(i, j, k)); }), 0);
  b(0, 0, 0) = NAN;
  EXPECT_THROW(poisson.solve(x, b, 1, 1e-12), Error);
}

}  // namespace
}  // namespace eagre::grid
