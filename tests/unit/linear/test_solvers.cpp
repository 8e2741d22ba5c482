// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "linear/solver.hpp"
#include "unit/linear/grid_system.hpp"

namespace eagre::linear {
namespace {

using testing::Grid;
using testing::GridSystem;
using ::testing::HasSubstr;

config::Dictionary entry(const std::string& text) { return config::Dictionary::parse(text, "fvSolution"); }

struct Result {
  SolverPerformance performance;
  std::vector<double> x;
};

Result solve(const GridSystem& s, const std::string& text, std::vector<double> x = {}) {
  auto solver = makeSolver("p", s.matrix.symmetric(), entry(text), s.addressing);
  if (x.empty()) x = s.guess();
  const auto b = s.source();
  const auto performance = solver->solve(s.matrix, x, b);
  return {performance, x};
}

double largestResidual(const GridSystem& s, std::vector<double> x) {
  const auto b = s.source();
  std::vector<double> y(x.size());
  multiply(s.matrix, x, y);
  double worst = 0;
  for (Label c = 0; c < s.addressing.nCells; ++c) worst = std::max(worst, std::abs(b[c] - y[c]));
  return worst;
}

struct Case {
  const char* text;
  const char* name;
  bool symmetric;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.text; }

class EverySolver : public ::testing::TestWithParam<Case> {};

TEST_P(EverySolver, ReachesItsTolerance) {
  const Case& c = GetParam();
  GridSystem s({{13, 11, 4}, true, comm::Communicator::self()}, c.symmetric ? testing::laplacian : testing::transport, 0.2,
               c.symmetric);
  const Result r = solve(s, fmt::format("{} tolerance 1e-12; maxIter 3000;", c.text));
  EXPECT_TRUE(r.performance.converged);
  EXPECT_EQ(r.performance.reason, "");
  EXPECT_EQ(r.performance.solverName, c.name);
  EXPECT_GT(r.performance.initialResidual, 0.1);
  EXPECT_LT(r.performance.finalResidual, 1e-12);
  EXPECT_GT(r.performance.iterations, 2);
  EXPECT_LT(largestResidual(s, r.x), 1e-9);
  EXPECT_EQ(r.x[s.addressing.nCells], r.x[s.addressing.nCells - 13 * 11]) << "ghosts of the solution are up to date";
}

INSTANTIATE_TEST_SUITE_P(
    Symmetric, EverySolver,
    ::testing::Values(
        Case{"solver PCG; preconditioner none;", "nonePCG", true},
        Case{"solver PCG; preconditioner diagonal;", "diagonalPCG", true},
        Case{"solver PCG; preconditioner DIC;", "DICPCG", true}, Case{"solver PCG; preconditioner FDIC;", "FDICPCG", true},
        Case{"solver PCG; preconditioner multigrid;", "multigridPCG", true},
        Case{"solver PCG; preconditioner { preconditioner GAMG; smoother GaussSeidel; }", "GAMGPCG", true},
        Case{"solver PCG; preconditioner { preconditioner GAMG; smoother DICGaussSeidel; nVcycles 1; relTol 0.1; }", "GAMGPCG",
             true},
        Case{"solver CGCG; preconditioner FDIC;", "FDICCGCG", true}, Case{"solver PPCG; preconditioner DIC;", "DICPPCG", true},
        Case{"solver SStepPCG; preconditioner DIC;", "DICSStepPCG", true},
        Case{"solver OFPiPePCG; preconditioner multigrid;", "multigridPPCG", true},
        Case{"solver OFRePiPePCG; preconditioner { preconditioner GAMG; smoother GaussSeidel; }", "GAMGPPCG", true},
        Case{"solver PBiCGStab; preconditioner DIC;", "DICPBiCGStab", true},
        Case{"solver smoothSolver; smoother GaussSeidel;", "smoothSolver", true},
        Case{"solver smoothSolver; smoother symGaussSeidel; nSweeps 2;", "smoothSolver", true},
        Case{"solver smoothSolver; smoother nonBlockingGaussSeidel;", "smoothSolver", true},
        Case{"solver smoothSolver; smoother DIC;", "smoothSolver", true},
        Case{"solver smoothSolver; smoother FDIC;", "smoothSolver", true},
        Case{"solver smoothSolver; smoother DICGaussSeidel;", "smoothSolver", true},
        Case{"solver GAMG; smoother GaussSeidel;", "GAMG", true},
        Case{"solver GAMG; smoother DIC; nCellsInCoarsestLevel 4; mergeLevels 2;", "GAMG", true},
        Case{"solver GAMG; smoother DICGaussSeidel; nPreSweeps 1; interpolateCorrection yes;", "GAMG", true},
        Case{"solver GAMG; smoother symGaussSeidel; scaleCorrection no; agglomerator algebraicPair;", "GAMG", true},
        Case{"solver GAMG; smoother GaussSeidel; directSolveCoarsest true; cacheAgglomeration no;", "GAMG", true},
        Case{"solver GAMG; smoother GaussSeidel; coarsestLevelCorr { solver PBiCGStab; preconditioner DIC; relTol 0.01; }",
             "GAMG", true}));

INSTANTIATE_TEST_SUITE_P(
    Asymmetric, EverySolver,
    ::testing::Values(Case{"solver PBiCG; preconditioner none;", "nonePBiCG", false},
                      Case{"solver PBiCG; preconditioner diagonal;", "diagonalPBiCG", false},
                      Case{"solver PBiCG; preconditioner DILU;", "DILUPBiCG", false},
                      Case{"solver PBiCGStab; preconditioner none;", "nonePBiCGStab", false},
                      Case{"solver PBiCGStab; preconditioner diagonal;", "diagonalPBiCGStab", false},
                      Case{"solver PBiCGStab; preconditioner DILU;", "DILUPBiCGStab", false},
                      Case{"solver PBiCGStab; preconditioner multigrid;", "multigridPBiCGStab", false},
                      Case{"solver PBiCGStab; preconditioner { preconditioner GAMG; smoother DILU; }", "GAMGPBiCGStab", false},
                      Case{"solver smoothSolver; smoother GaussSeidel;", "smoothSolver", false},
                      Case{"solver smoothSolver; smoother symGaussSeidel;", "smoothSolver", false},
                      Case{"solver smoothSolver; smoother DILU;", "smoothSolver", false},
                      Case{"solver smoothSolver; smoother DILUGaussSeidel;", "smoothSolver", false},
                      Case{"solver GAMG; smoother DILU; agglomerator faceAreaPair;", "GAMG", false},
                      Case{"solver GAMG; smoother GaussSeidel; mergeLevels 2; agglomerator algebraicPair;", "GAMG", false},
                      Case{"solver GAMG; smoother GaussSeidel; directSolveCoarsest yes;", "GAMG", false}));

/// DIC-preconditioned conjugate gradients as loops over faces, straight from the definition: residuals after each iteration.
std::vector<double> residualsOfPcg(const GridSystem& s, int iterations) {
  const LduMatrix& A = s.matrix;
  const auto n = static_cast<std::size_t>(s.addressing.nCells);
  const auto &owner = s.addressing.owner, &neighbour = s.addressing.neighbour;
  std::vector<double> d(A.diag.begin(), A.diag.end()), x(n, 0.0), r = s.source(), w(n), p(n), sum(n), Ax(n);
  for (std::size_t f = 0; f < owner.size(); ++f) d[neighbour[f]] -= A.upper[f] * A.upper[f] / d[owner[f]];
  for (double& v : d) v = 1 / v;
  double norm = 1e-20;
  for (double b : r) norm += std::abs(b);  // x = 0: <x> = 0, A x = 0
  std::vector<double> residuals;
  double wrOld = 0;
  for (int it = 0; it < iterations; ++it) {
    for (std::size_t c = 0; c < n; ++c) w[c] = d[c] * r[c];
    for (std::size_t f = 0; f < owner.size(); ++f) w[neighbour[f]] -= d[neighbour[f]] * A.upper[f] * w[owner[f]];
    for (std::size_t f = owner.size(); f-- > 0;) w[owner[f]] -= d[owner[f]] * A.upper[f] * w[neighbour[f]];
    double wr = 0, pAp = 0, magnitude = 0;
    for (std::size_t c = 0; c < n; ++c) wr += w[c] * r[c];
    for (std::size_t c = 0; c < n; ++c) p[c] = it == 0 ? w[c] : w[c] + wr / wrOld * p[c];
    multiply(A, p, Ax);
    for (std::size_t c = 0; c < n; ++c) pAp += Ax[c] * p[c];
    for (std::size_t c = 0; c < n; ++c) {
      x[c] += wr / pAp * p[c];
      r[c] -= wr / pAp * Ax[c];
      magnitude += std::abs(r[c]);
    }
    wrOld = wr;
    residuals.push_back(magnitude / norm);
  }
  return residuals;
}

// Not to the last bit: the triangular solves contract a product and a sum to one operation (src/CMakeLists.txt), and conjugate
// gradients carry the difference on.
TEST(Pcg, ResidualsAreThoseOfTheFaceLoops) {
  GridSystem s({{40, 30, 1}}, testing::jump, 0.01, true);
  const auto expected = residualsOfPcg(s, 20);
  for (const auto& [n, difference] : {std::pair{1, 1e-13}, {2, 1e-13}, {20, 1e-10}}) {
    const auto result = solve(s, fmt::format("solver PCG; preconditioner DIC; tolerance 0; maxIter {};", n));
    EXPECT_NEAR(result.performance.finalResidual / expected[n - 1], 1, difference);
  }
}

TEST(Controls, FollowOpenFoam) {
  GridSystem s({{20, 20, 1}}, testing::laplacian, 0.1, true);
  const std::string pcg = "solver PCG; preconditioner DIC; ";
  const Result full = solve(s, pcg + "tolerance 1e-10;");
  EXPECT_LT(full.performance.finalResidual, 1e-10);

  const Result again = solve(s, pcg + "tolerance 1e-9;", full.x);
  EXPECT_EQ(again.performance.iterations, 0) << "converged at the start: nothing is done";
  EXPECT_TRUE(again.performance.converged);
  EXPECT_EQ(again.performance.initialResidual, again.performance.finalResidual);

  EXPECT_EQ(solve(s, pcg + "tolerance 1e-9; minIter 2;", full.x).performance.iterations, 2);
  EXPECT_EQ(
      solve(s, "solver smoothSolver; smoother GaussSeidel; nSweeps 3; tolerance 1e-9; minIter 4;", full.x).performance.iterations,
      6)
      << "minIter is met in steps of nSweeps";

  const Result relative = solve(s, pcg + "tolerance 0; relTol 0.01;");
  EXPECT_LT(relative.performance.finalResidual, 0.01 * relative.performance.initialResidual);
  EXPECT_GT(relative.performance.finalResidual, 1e-5);

  const Result limited = solve(s, pcg + "tolerance 1e-10; maxIter 3;");
  EXPECT_EQ(limited.performance.iterations, 3);
  EXPECT_FALSE(limited.performance.converged);
  EXPECT_EQ(limited.performance.reason, "iteration limit");
}

TEST(Controls, AFixedNumberOfSweepsClaimsNothing) {
  GridSystem s({{20, 20, 1}}, testing::laplacian, 0.1, true);
  const Result r = solve(s, "solver smoothSolver; smoother symGaussSeidel; nSweeps -4;");
  EXPECT_EQ(r.performance.iterations, 4);
  EXPECT_FALSE(r.performance.converged);
  EXPECT_EQ(r.performance.reason, "residual not checked");
  EXPECT_EQ(r.x, solve(s, "solver smoothSolver; smoother symGaussSeidel; nSweeps 4; tolerance 0; maxIter 4;").x);
}

TEST(Residual, IsNormalisedByWellersFactor) {
  GridSystem s({{2, 1, 1}}, testing::laplacian, 1.0, true);  // [[2 -1], [-1 2]]
  auto solver = makeSolver("p", true, entry("solver PCG; preconditioner none; tolerance 1e30;"), s.addressing);
  std::vector<double> x{1.0, 3.0}, b{4.0, 0.0};
  // A x = (-1, 5); <x> = 2, A <x> = (2, 2); |A x - A <x>| = 3 + 3, |b - A <x>| = 2 + 2; |b - A x| = 5 + 5.
  EXPECT_DOUBLE_EQ(solver->solve(s.matrix, x, b).initialResidual, 10.0 / 10.0);
  b = {6.0, 0.0};  // |b - A <x>| = 4 + 2; |b - A x| = 7 + 5
  EXPECT_DOUBLE_EQ(solver->solve(s.matrix, x, b).initialResidual, 12.0 / 12.0);
  b = {-1.0, 6.0};  // 3 + 4; 0 + 1
  EXPECT_DOUBLE_EQ(solver->solve(s.matrix, x, b).initialResidual, 1.0 / 13.0);
}

TEST(GaussSeidel, OneSweepByHand) {
  GridSystem s({{3, 1, 1}}, testing::transport, 1.0, false);  // diag 2, 3.8, 2.8; lower -1.8, upper -1
  std::vector<double> x{1, 1, 1}, b{1, 2, 3};
  auto solver = makeSolver("U", false, entry("solver smoothSolver; smoother GaussSeidel; nSweeps -1;"), s.addressing);
  solver->solve(s.matrix, x, b);
  const double x0 = (1 + 1.0 * 1) / 2, x1 = (2 + 1.8 * x0 + 1.0 * 1) / 3.8, x2 = (3 + 1.8 * x1) / 2.8;
  EXPECT_DOUBLE_EQ(x[0], x0);
  EXPECT_DOUBLE_EQ(x[1], x1);
  EXPECT_DOUBLE_EQ(x[2], x2);
  // The symmetric variant goes on with a backward sweep.
  x = {1, 1, 1};
  makeSolver("U", false, entry("solver smoothSolver; smoother symGaussSeidel; nSweeps -1;"), s.addressing)->solve(s.matrix, x, b);
  const double y1 = (2 + 1.8 * x0 + 1.0 * x2) / 3.8;
  EXPECT_DOUBLE_EQ(x[2], x2);
  EXPECT_DOUBLE_EQ(x[1], y1);
  EXPECT_DOUBLE_EQ(x[0], (1 + y1) / 2);
}

TEST(Incomplete, IsExactOnATridiagonalMatrix) {
  GridSystem s({{50, 1, 1}}, testing::laplacian, 0.01, true), t({{50, 1, 1}}, testing::transport, 0.01, false);
  EXPECT_EQ(solve(s, "solver PCG; preconditioner DIC; tolerance 1e-9;").performance.iterations, 1);
  EXPECT_EQ(solve(t, "solver PBiCGStab; preconditioner DILU; tolerance 1e-9;").performance.iterations, 1);
  EXPECT_EQ(solve(t, "solver PBiCG; preconditioner DILU; tolerance 1e-9;").performance.iterations, 1);
  EXPECT_EQ(solve(t, "solver smoothSolver; smoother DILU; tolerance 1e-9;").performance.iterations, 1);
}

TEST(Diagonal, SolvesADiagonalMatrixWhateverTheEntrySays) {
  GridSystem s({{3, 3, 1}}, testing::laplacian, 4.0, true);
  s.matrix.upper.clear();
  for (const char* text : {"solver diagonal;", "solver PCG; preconditioner DIC;"}) {
    const Result r = solve(s, text);
    EXPECT_EQ(r.performance.logLine(), "diagonal:  Solving for p, Initial residual = 0, Final residual = 0, No Iterations 0");
    EXPECT_TRUE(r.performance.converged);
    for (Label c = 0; c < 9; ++c) EXPECT_DOUBLE_EQ(r.x[c], s.source()[c] / s.matrix.diag[c]);
  }
}

TEST(Diagonal, RefusesOffDiagonals) {
  GridSystem s({{3, 3, 1}}, testing::laplacian, 4.0, true);
  EXPECT_THROW(solve(s, "solver diagonal;"), Error);
}

TEST(Truth, IndefiniteOperatorIsNamed) {
  GridSystem s({{30, 30, 1}}, testing::laplacian, -0.7, true);  // shifted below zero
  const Result r = solve(s, "solver PCG; preconditioner none; tolerance 1e-14; maxIter 20;");
  EXPECT_FALSE(r.performance.converged);
  EXPECT_EQ(r.performance.reason, "indefinite operator");
}

TEST(Truth, NegativeDefiniteIsFine) {
  GridSystem s(
      {{15, 15, 1}}, [](GlobalLabel, GlobalLabel, int) { return 1.0; }, -0.1, true);
  for (const char* text :
       {"solver PCG; preconditioner DIC;", "solver PCG; preconditioner none;", "solver GAMG; smoother GaussSeidel;"})
    EXPECT_TRUE(solve(s, fmt::format("{} tolerance 1e-11;", text)).performance.converged) << text;
  EXPECT_EQ(solve(s, "solver PCG; preconditioner DIC; tolerance 1e-11; maxIter 2;").performance.reason, "iteration limit");
}

TEST(Truth, SingularOperatorIsNamed) {
  GridSystem s(
      {{2, 1, 1}}, [](GlobalLabel, GlobalLabel, int) { return 1.0; }, 1.0, true);  // [[0 1], [1 0]]
  auto solver = makeSolver("p", true, entry("solver PCG; preconditioner none;"), s.addressing);
  std::vector<double> x{0, 0}, b{1, 0};
  const auto performance = solver->solve(s.matrix, x, b);
  EXPECT_TRUE(performance.singular);
  EXPECT_FALSE(performance.converged);
  EXPECT_EQ(performance.reason, "singular operator");
  EXPECT_EQ(performance.logLine(), "nonePCG:  Solving for p:  solution singularity");
}

TEST(Truth, NotFiniteIsAnErrorThatNamesFieldAndIteration) {
  for (const char* text : {"solver PCG; preconditioner DIC;", "solver PBiCGStab; preconditioner DIC;",
                           "solver smoothSolver; smoother GaussSeidel;", "solver GAMG; smoother GaussSeidel;"}) {
    GridSystem s({{12, 12, 1}}, testing::laplacian, 0.1, true);
    s.matrix.diag[30] = std::numeric_limits<double>::quiet_NaN();
    try {
      solve(s, text);
      FAIL() << text;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::diverged);
      EXPECT_THAT(e.what(), HasSubstr("solving for p has diverged"));
      EXPECT_THAT(e.what(), HasSubstr("in iteration 0"));
    }
  }
}

TEST(Truth, BreakdownInsideASolveIsAnError) {
  GridSystem s({{12, 12, 1}}, testing::laplacian, 0.1, true);
  s.matrix.diag[0] = 0;  // DIC divides by it
  EXPECT_THROW(solve(s, "solver PCG; preconditioner DIC;"), Error);
}

TEST(Truth, SizesAreChecked) {
  GridSystem s({{4, 4, 1}}, testing::laplacian, 0.1, true);
  auto solver = makeSolver("p", true, entry("solver PCG; preconditioner DIC;"), s.addressing);
  std::vector<double> x(15), b(16);
  EXPECT_THROW(solver->solve(s.matrix, x, b), Error);
  GridSystem t({{4, 4, 1}}, testing::transport, 0.1, false);
  x.resize(16);
  EXPECT_THROW(solver->solve(t.matrix, x, b), Error) << "an asymmetric matrix in a symmetric solver";
}

TEST(LogLine, IsOpenFoams) {
  SolverPerformance p{"DICPCG", "p_rgh", 0.123456789, 1.5e-8, 12, true, false, {}, {}};
  EXPECT_EQ(p.logLine(), "DICPCG:  Solving for p_rgh, Initial residual = 0.123457, Final residual = 1.5e-08, No Iterations 12");
  EXPECT_EQ(p.logLine(3), "DICPCG:  Solving for p_rgh, Initial residual = 0.123, Final residual = 1.5e-08, No Iterations 12");
}

std::vector<std::string> problemsOf(const std::string& text, bool symmetric) {
  Problems problems;
  checkSolver("p", symmetric, entry(text), problems);
  return problems.messages();
}

TEST(CheckSolver, AcceptsWhatIsThere) {
  EXPECT_TRUE(problemsOf("solver PCG; preconditioner DIC; tolerance 1e-6; relTol 0.1;", true).empty());
  EXPECT_TRUE(problemsOf("solver GAMG; smoother { smoother GaussSeidel; }", false).empty());
}

TEST(CheckSolver, NamesWhatIsNot) {
  EXPECT_THAT(problemsOf("solver PGC; preconditioner DIC;", true), ElementsAre(HasSubstr("did you mean 'PCG'")));
  EXPECT_THAT(problemsOf("preconditioner DIC;", true), ElementsAre(HasSubstr("solver")));
  EXPECT_THAT(problemsOf("solver PCG; preconditioner DICC;", true), ElementsAre(HasSubstr("did you mean 'DIC'")));
  EXPECT_THAT(problemsOf("solver PCG; preconditioner DIC;", false), ElementsAre(HasSubstr("asymmetric and solver 'PCG'")));
  EXPECT_THAT(problemsOf("solver PBiCGStab; preconditioner DIC;", false), ElementsAre(HasSubstr("preconditioner 'DIC'")));
  EXPECT_THAT(problemsOf("solver smoothSolver; smoother DILU;", true), ElementsAre(HasSubstr("smoother 'DILU'")));
  EXPECT_THAT(problemsOf("solver smoothSolver; smoother GaussSeidel; nSweeps 0;", true), ElementsAre(HasSubstr("nSweeps")));
  EXPECT_THAT(problemsOf("solver GAMG;", true), ElementsAre(HasSubstr("smoother")));
  EXPECT_THAT(problemsOf("solver GAMG; smoother GaussSeidel; agglomerator faceAreaPar;", true),
              ElementsAre(HasSubstr("faceAreaPair")));
  EXPECT_THAT(problemsOf("solver GAMG; smoother GaussSeidel; mergeLevels 0;", true), ElementsAre(HasSubstr("mergeLevels")));
  EXPECT_THAT(problemsOf("solver PCG; preconditioner GAMG;", true), ElementsAre(HasSubstr("GAMG needs its controls")));
  EXPECT_THAT(problemsOf("solver PBiCG; preconditioner { preconditioner GAMG; smoother GaussSeidel; }", false),
              ElementsAre(HasSubstr("transpose")));
}

TEST(CheckSolver, KeepsEveryProblem) {
  EXPECT_EQ(problemsOf("solver GAMG; smoother Gauss; agglomerator x; nPreSweeps -1; tolerance abc;"
                       "coarsestLevelCorr { solver PCG; preconditioner y; }",
                       true)
                .size(),
            5u);
}

TEST(MakeSolver, ThrowsForABadEntry) {
  GridSystem s({{4, 4, 1}}, testing::laplacian, 0.1, true);
  try {
    makeSolver("p", true, entry("solver GMAG; smoother GaussSeidel;"), s.addressing);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ExitCode::badCase);
    EXPECT_THAT(e.what(), HasSubstr("did you mean 'GAMG'"));
  }
}

}  // namespace
}  // namespace eagre::linear
