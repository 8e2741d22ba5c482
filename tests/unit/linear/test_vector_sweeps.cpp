// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "config/dictionary.hpp"
#include "linear/make_solver.hpp"
#include "linear/settings.hpp"
#include "unit/linear/grid_system.hpp"

namespace eagre::linear {
namespace {

using testing::GridSystem;

/// A vector's equation: convection to one side, and a diagonal of its own for each component at some cells.
struct VectorCase {
  GridSystem s;
  std::vector<Vec3> diag, x, b;

  VectorCase(const testing::Grid& grid, double extra)
      : s(
            grid, [](GlobalLabel a, GlobalLabel b, int) { return a > b ? -1.7 : -1.0; }, extra, false) {
    for (Label c = 0; c < s.addressing.nCells; ++c) {
      const double d = s.matrix.diag[c], more = c % 7 == 0 ? 1 : 0, k = c + 1.0;
      diag.push_back({d, d + 0.5 * more, d + 2 * more});
      b.push_back({std::sin(k), std::cos(3 * k), 1e-3 * std::sin(2 * k)});
    }
    for (Label c = 0; c < s.addressing.nAllCells(); ++c) x.push_back({0.1, std::sin(5.0 * c), 0});
  }
  VectorSystem system(std::array<bool, 3> isSolved = {true, true, true}, bool mustConverge = false) {
    return {s.matrix, diag, x, b, isSolved, mustConverge};
  }
  std::unique_ptr<Solver> solver(const std::string& entry) const {
    return makeSolver("U", false, config::Dictionary::parse(entry, "f"), s.addressing, {}, s.geometry());
  }
  /// Component i solved for by itself; x: with the solution.
  SolverPerformance solveAlone(Solver& solver, int i, std::vector<Vec3>& values) {
    std::vector<double> own, source;
    for (const Vec3& v : values) own.push_back(v[i]);
    for (const Vec3& v : b) source.push_back(v[i]);
    for (std::size_t c = 0; c < diag.size(); ++c) s.matrix.diag[c] = diag[c][i];
    ++s.matrix.version;
    const auto performance = solver.solve(s.matrix, own, source);
    for (std::size_t c = 0; c < own.size(); ++c) values[c][i] = own[c];
    return performance;
  }
};

TEST(VectorSweeps, GiveEachComponentTheBitsOfItsOwnSolve) {
  const comm::Communicator self = comm::Communicator::self();
  for (const testing::Grid& grid : {testing::Grid{{9, 8, 7}}, {{30, 20, 1}}, {{6, 5, 4}, true, self}})
    for (const char* entry : {"solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8;",
                              "solver smoothSolver; smoother GaussSeidel; nSweeps 2; tolerance 1e-6; relTol 0.01;",
                              "solver smoothSolver; smoother GaussSeidel; tolerance 1e-30; maxIter 3;"})
      for (const auto& solved : {std::array<bool, 3>{true, true, true}, {true, true, false}}) {
        VectorCase c(grid, 4);
        std::vector<Vec3> alone = c.x;
        const auto together = c.solver(entry)->solveTogether(c.system(solved));
        ASSERT_TRUE(together);
        for (int i = 0; i < 3; ++i) {
          if (!solved[static_cast<std::size_t>(i)]) continue;
          const SolverPerformance own = c.solveAlone(*c.solver(entry), i, alone);
          const SolverPerformance& here = (*together)[static_cast<std::size_t>(i)];
          EXPECT_EQ(here.logLine(17), own.logLine(17));
          EXPECT_EQ(here.converged, own.converged);
          EXPECT_EQ(here.reason, own.reason);
        }
        if (!solved[2])
          for (std::size_t k = 0; k < alone.size(); ++k) alone[k].z = c.x[k].z;
        EXPECT_EQ(c.x, alone);
      }
}

TEST(VectorSweeps, LeaveTheValuesWhereOneComponentDoesNotConverge) {
  const std::string gaussSeidel = "solver smoothSolver; smoother GaussSeidel; ";
  for (const auto& [extra, entry, mustConverge] : {std::tuple{4.0, gaussSeidel + "tolerance 1e-30; maxIter 3;", true},
                                                   {-3.0, gaussSeidel + "tolerance 1e-8; maxIter 9;", false},
                                                   {4.0, gaussSeidel + "nSweeps -2;", false},
                                                   {4.0, std::string("solver smoothSolver; smoother DILU;"), false},
                                                   {4.0, std::string("solver PBiCGStab; preconditioner DILU;"), false}}) {
    VectorCase c({{9, 8, 7}}, extra);
    const std::vector<Vec3> before = c.x;
    EXPECT_FALSE(c.solver(entry)->solveTogether(c.system({true, true, true}, mustConverge))) << entry;
    EXPECT_EQ(c.x, before) << entry;
  }
}

/// Sweeps that are slow are left to the methods that take over, which solve for one component after another.
TEST(VectorSweeps, AreTheFirstStageOfTheFastMethod) {
  Problems problems;
  const auto entry = config::Dictionary::parse("solver smoothSolver; smoother symGaussSeidel; tolerance 1e-9;", "f");
  const Settings fast = fasterMethod(readSettings("U", false, entry, problems), false);
  for (const double extra : {20.0, 1e-3}) {
    VectorCase c({{40, 40, 1}}, extra);
    const std::vector<Vec3> before = c.x;
    const auto solver = makeSolver("U", false, fast, c.s.addressing, {}, c.s.geometry());
    EXPECT_EQ(solver->solveTogether(c.system()).has_value(), extra > 1);
    EXPECT_EQ(c.x == before, extra < 1);
  }
}

}  // namespace
}  // namespace eagre::linear
