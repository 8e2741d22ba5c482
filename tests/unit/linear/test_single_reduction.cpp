// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "linear/make_solver.hpp"
#include "linear/single_reduction_cg.hpp"
#include "unit/linear/grid_system.hpp"

/// Conjugate gradients with one reduction per iteration, against PCG.
namespace eagre::linear {
namespace {

using testing::GridSystem;
using ::testing::HasSubstr;
using testing::trueResidual;

const char* const solvers[] = {"CGCG", "PPCG", "OFPiPePCG", "OFRePiPePCG"};
const char* const mended[] = {"CGCG", "PPCG"};  // those whose recurrences are
const char* const preconditioners[] = {"preconditioner none;",
                                       "preconditioner diagonal;",
                                       "preconditioner DIC;",
                                       "preconditioner FDIC;",
                                       "preconditioner multigrid;",
                                       "preconditioner { preconditioner GAMG; smoother GaussSeidel; }",
                                       "preconditioner { preconditioner GAMG; smoother DICGaussSeidel; scaleCorrection no; "
                                       "directSolveCoarsest yes; }"};

bool printed(const std::string& solver) { return solver.starts_with("OF"); }

struct Result {
  SolverPerformance performance;
  std::vector<double> x;
};

Result solve(const GridSystem& s, const std::string& solver, const std::string& rest) {
  const auto entry = config::Dictionary::parse(fmt::format("solver {}; {}", solver, rest), "fvSolution");
  auto made = makeSolver("p", true, entry, s.addressing, std::vector<double>(s.addressing.owner.size(), 1.0), s.geometry());
  Result result{{}, s.guess()};
  const auto b = s.source();
  result.performance = made->solve(s.matrix, result.x, b);
  return result;
}

TEST(SingleReduction, TakesTheIterationsOfPcgToTheSameAnswer) {
  GridSystem s({{24, 24, 1}, false, {}, 2.0}, testing::twoFluids(24), 0, true);
  for (const char* preconditioner : preconditioners) {
    const auto rest = fmt::format("{} tolerance 1e-10;", preconditioner);
    const Result expected = solve(s, "PCG", rest);
    for (const char* solver : mended) {
      const Result r = solve(s, solver, rest);
      EXPECT_TRUE(r.performance.converged) << solver << rest;
      EXPECT_NEAR(r.performance.iterations, expected.performance.iterations, 1 + 0.1 * expected.performance.iterations)
          << solver << rest;
      EXPECT_DOUBLE_EQ(r.performance.initialResidual, expected.performance.initialResidual);
      EXPECT_LT(trueResidual(s, r.x), 1e-10) << solver << rest;
      for (Label c = 0; c < s.addressing.nCells; ++c) ASSERT_NEAR(r.x[c], expected.x[c], 1e-4) << solver << rest;
    }
  }
}

TEST(SingleReduction, FirstIterationsAreThoseOfPcg) {
  GridSystem s({{40, 30, 1}}, testing::jump, 0.01, true);
  for (const char* solver : solvers)
    for (int n : {1, 2, 5, 20}) {
      const auto rest = fmt::format("preconditioner DIC; tolerance 0; maxIter {};", n);
      const double expected = solve(s, "PCG", rest).performance.finalResidual;
      EXPECT_NEAR(solve(s, solver, rest).performance.finalResidual / expected, 1, 1e-8) << solver << n;
    }
}

/// Two fluids of density ratio 1000; `extra` on the diagonal makes them hard: the smallest eigenvalue.
struct Hard {
  std::array<Label, 3> n;
  double extra;
};

/// PCG that is never told to stop goes as far as rounding lets it come.
TEST(SingleReduction, AttainsTheAccuracyOfPcg) {
  for (const Hard& hard : {Hard{{64, 64, 1}, 1e-6}, Hard{{20, 20, 20}, 1e-8}, Hard{{48, 48, 1}, 1e-9}}) {
    GridSystem s({hard.n}, testing::twoFluids(hard.n[0]), hard.extra, true);
    for (const char* preconditioner : {"diagonal", "DIC", "multigrid"}) {
      const auto rest = fmt::format("preconditioner {}; tolerance 1e-17; maxIter 2000;", preconditioner);
      const double attained = trueResidual(s, solve(s, "PCG", rest).x);
      for (const char* solver : {"CGCG", "PPCG", "SStepPCG"}) {
        const Result r = solve(s, solver, rest);
        EXPECT_LT(trueResidual(s, r.x), 10 * attained) << solver << ' ' << rest << ' ' << s.addressing.nCells;
        EXPECT_NEAR(r.performance.finalResidual / trueResidual(s, r.x), 1, 0.1) << solver << " reports what is true";
        EXPECT_EQ(r.performance.reason, "rounding errors") << solver << ' ' << rest << ' ' << s.addressing.nCells;
      }
    }
  }
}

/// Pipelined recurrences without replacement stagnate at 1e-5 to 1e-8 here.
TEST(SingleReduction, ConvergesWhereRecurrencesAloneDoNot) {
  GridSystem s({{40, 30, 1}}, testing::jump, 0.01, true);
  for (const char* preconditioner : {"none", "diagonal"}) {
    const auto rest = fmt::format("preconditioner {}; tolerance 1e-9; maxIter 3000;", preconditioner);
    const int expected = solve(s, "PCG", rest).performance.iterations;
    for (const char* solver : mended) {
      const Result r = solve(s, solver, rest);
      EXPECT_TRUE(r.performance.converged) << solver;
      EXPECT_LT(trueResidual(s, r.x), 1e-9) << solver;
      EXPECT_NEAR(r.performance.iterations, expected, 0.02 * expected) << solver;
    }
  }
}

TEST(SingleReduction, SaysThatAPreconditionerIsNotLinear) {
  GridSystem s({{24, 24, 1}, false, {}, 2.0}, testing::twoFluids(24), 0, true);
  const std::string gamg = "preconditioner { preconditioner GAMG; smoother GaussSeidel; } tolerance 1e-9;";
  EXPECT_THAT(solve(s, "PPCG", gamg).performance.fallback, HasSubstr("CGCG"));
  EXPECT_EQ(solve(s, "PPCG", gamg).x, solve(s, "CGCG", gamg).x) << "from the first iteration on";
  EXPECT_EQ(solve(s, "CGCG", gamg).performance.fallback, "");
  EXPECT_EQ(solve(s, "PPCG", "preconditioner DIC; tolerance 1e-9;").performance.fallback, "");
}

TEST(SingleReduction, ControlsFollowOpenFoam) {
  GridSystem s({{20, 20, 1}}, testing::laplacian, 0.1, true);
  for (const char* solver : solvers) {
    const auto limited = solve(s, solver, "preconditioner DIC; tolerance 1e-10; maxIter 3;").performance;
    EXPECT_EQ(limited.iterations, 3);
    EXPECT_EQ(limited.reason, "iteration limit");
    EXPECT_EQ(limited.solverName, std::string("DIC") + solver);
    EXPECT_EQ(solve(s, solver, "preconditioner DIC; tolerance 1e30;").performance.iterations, 0);
    EXPECT_EQ(solve(s, solver, "preconditioner DIC; tolerance 1e30; minIter 2;").performance.iterations, 2);
    const auto relative = solve(s, solver, "preconditioner DIC; tolerance 0; relTol 0.01;").performance;
    EXPECT_EQ(relative.iterations, solve(s, "PCG", "preconditioner DIC; tolerance 0; relTol 0.01;").performance.iterations);
    EXPECT_TRUE(relative.converged);
  }
}

TEST(SingleReduction, IndefiniteOperatorIsNamed) {
  GridSystem s({{30, 30, 1}}, testing::laplacian, -0.7, true);  // shifted below zero
  for (const char* solver : solvers) {
    const auto performance = solve(s, solver, "preconditioner none; tolerance 1e-14; maxIter 20;").performance;
    EXPECT_FALSE(performance.converged) << solver;
    EXPECT_EQ(performance.reason, "indefinite operator") << solver;
  }
}

TEST(SingleReduction, NegativeDefiniteIsFine) {
  GridSystem s(
      {{15, 15, 1}}, [](GlobalLabel, GlobalLabel, int) { return 1.0; }, -0.1, true);
  for (const char* solver : solvers)
    for (const char* preconditioner : {"none", "diagonal", "DIC", "multigrid"}) {
      const auto r = solve(s, solver, fmt::format("preconditioner {}; tolerance 1e-10;", preconditioner));
      EXPECT_TRUE(r.performance.converged) << solver << preconditioner;
      EXPECT_EQ(r.performance.fallback.empty(), !std::string(preconditioner).starts_with("multi") || !printed(solver))
          << solver << preconditioner;
    }
}

TEST(SingleReduction, SingularOperatorIsNamed) {
  GridSystem s(
      {{2, 1, 1}}, [](GlobalLabel, GlobalLabel, int) { return 1.0; }, 1.0, true);  // [[0 1], [1 0]]
  for (const char* solver : solvers) {
    const auto entry = config::Dictionary::parse(fmt::format("solver {}; preconditioner none;", solver), "f");
    auto made = makeSolver("p", true, entry, s.addressing);
    std::vector<double> x{0, 0}, b{1, 0};
    const auto performance = made->solve(s.matrix, x, b);
    EXPECT_TRUE(performance.singular) << solver;
    EXPECT_EQ(performance.reason, "singular operator") << solver;
  }
}

TEST(SingleReduction, NotFiniteIsAnError) {
  for (const char* solver : solvers) {
    GridSystem s({{12, 12, 1}}, testing::laplacian, 0.1, true);
    s.matrix.diag[30] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(solve(s, solver, "preconditioner DIC;"), Error) << solver;
    s.matrix.diag[30] = 4.1;
    s.matrix.diag[0] = 0;  // DIC divides by it
    EXPECT_THROW(solve(s, solver, "preconditioner DIC;"), Error) << solver;
  }
}

TEST(SingleReduction, StaysWhereFastSolversReplaceOthers) {
  for (const char* solver : solvers) {
    Problems problems;
    const auto entry = config::Dictionary::parse(fmt::format("solver {}; preconditioner DIC;", solver), "f");
    const Settings settings = readSettings("p", true, entry, problems);
    EXPECT_TRUE(problems.messages().empty());
    EXPECT_TRUE(sameMethod(fasterMethod(settings, true), settings)) << solver;
  }
}

TEST(SingleReduction, IsForSymmetricMatrices) {
  for (const char* solver : solvers) {
    Problems problems;
    checkSolver("U", false, config::Dictionary::parse(fmt::format("solver {}; preconditioner none;", solver), "f"), problems);
    EXPECT_THAT(problems.messages(), ElementsAre(HasSubstr("is not for such a matrix")));
  }
}

/// Steps are taken nSteps at a time; the last block may go beyond what PCG needs.
TEST(SStep, TakesTheIterationsOfPcgInBlocks) {
  GridSystem s({{48, 48, 1}, false, {}, 2.0}, testing::twoFluids(48), 0, true);
  for (const char* preconditioner : {"diagonal", "DIC", "multigrid"})
    for (int n = 2; n <= 4; ++n) {
      const auto rest = fmt::format("preconditioner {}; nSteps {}; tolerance 1e-10;", preconditioner, n);
      const int expected = solve(s, "PCG", rest).performance.iterations;
      const Result r = solve(s, "SStepPCG", rest);
      EXPECT_TRUE(r.performance.converged) << rest;
      EXPECT_LT(trueResidual(s, r.x), 1e-10) << rest;
      EXPECT_LE(r.performance.iterations, 1.02 * expected + n) << rest;
    }
}

TEST(SStep, FourStepsAreFourOfPcgs) {
  GridSystem s({{40, 30, 1}}, testing::jump, 0.01, true);
  const std::string rest = "preconditioner DIC; tolerance 0; maxIter 12;";
  EXPECT_NEAR(solve(s, "SStepPCG", rest).performance.finalResidual / solve(s, "PCG", rest).performance.finalResidual, 1, 1e-6);
}

TEST(SStep, TellsTheTruth) {
  GridSystem indefinite({{30, 30, 1}}, testing::laplacian, -0.7, true);
  EXPECT_EQ(solve(indefinite, "SStepPCG", "preconditioner none; tolerance 1e-14; maxIter 20;").performance.reason,
            "indefinite operator");
  GridSystem negative(
      {{15, 15, 1}}, [](GlobalLabel, GlobalLabel, int) { return 1.0; }, -0.1, true);
  for (const char* preconditioner : {"none", "diagonal", "DIC"})
    EXPECT_TRUE(
        solve(negative, "SStepPCG", fmt::format("preconditioner {}; tolerance 1e-10;", preconditioner)).performance.converged)
        << preconditioner;
  GridSystem s({{12, 12, 1}}, testing::laplacian, 0.1, true);
  s.matrix.diag[30] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(solve(s, "SStepPCG", "preconditioner DIC;"), Error);
  s.matrix.diag[30] = 4.1;
  s.matrix.diag[0] = 0;  // DIC divides by it
  EXPECT_THROW(solve(s, "SStepPCG", "preconditioner DIC;"), Error);
}

TEST(SStep, BoundsItsBlocks) {
  for (const char* n : {"1", "5"}) {
    Problems problems;
    const auto text = fmt::format("solver SStepPCG; preconditioner DIC; nSteps {};", n);
    checkSolver("p", true, config::Dictionary::parse(text, "f"), problems);
    EXPECT_THAT(problems.messages(), ElementsAre(HasSubstr("nSteps of p must be 2 to 4")));
  }
}

TEST(ReplacementRule, IsDueByDropByCountAndNotNearRounding) {
  ReplacementRule rule(1);
  rule.take(2e-4);
  EXPECT_FALSE(rule.due());
  rule.take(0.99e-4);
  EXPECT_TRUE(rule.due());
  rule.done(1e-8);
  EXPECT_TRUE(rule.happened());
  for (int i = 0; i < 49; ++i) rule.take(1e-4);
  EXPECT_FALSE(rule.due());
  rule.take(1e-4);
  EXPECT_TRUE(rule.due());
  rule.take(0.9e-6);
  EXPECT_FALSE(rule.due()) << "less than 100 times the rounding error";
  EXPECT_FALSE(rule.atRounding());
  rule.take(0.9e-8);
  EXPECT_TRUE(rule.atRounding());
}

}  // namespace
}  // namespace eagre::linear
