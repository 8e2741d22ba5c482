// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "linear/float_multigrid.hpp"
#include "linear/float_sweeps.hpp"
#include "linear/make_solver.hpp"
#include "unit/linear/grid_system.hpp"

namespace eagre::linear {
namespace {

using testing::GridSystem;
using Grid3 = std::array<Label, 3>;

int iterations(const Grid3& n, const GridSystem::Entry& entry, const char* preconditioner = "multigrid") {
  GridSystem s({n, false, {}, 2.0}, entry, 0.0, true);
  const auto dict =
      config::Dictionary::parse(std::string("solver PCG; tolerance 1e-10; preconditioner ") + preconditioner + ";", "f");
  auto solver = makeSolver("p", true, dict, s.addressing, {}, s.geometry());
  auto x = s.guess();
  const auto b = s.source();
  const auto performance = solver->solve(s.matrix, x, b);
  EXPECT_TRUE(performance.converged);
  return performance.iterations;
}

TEST(FloatMultigrid, IterationsDoNotGrowWithTheGrid) {
  EXPECT_LE(iterations({64, 64, 1}, testing::laplacian), 12);
  EXPECT_LE(iterations({256, 256, 1}, testing::laplacian), 12);
  EXPECT_LE(iterations({16, 16, 16}, testing::laplacian), 15);
  EXPECT_LE(iterations({40, 40, 40}, testing::laplacian), 15);
}

TEST(FloatMultigrid, GoesThroughADensityRatioOfAThousand) {
  EXPECT_LE(iterations({64, 64, 1}, testing::twoFluids(64)), 20);
  EXPECT_LE(iterations({256, 256, 1}, testing::twoFluids(256)), 20);
  EXPECT_LE(iterations({32, 32, 32}, testing::twoFluids(32)), 20);
}

TEST(FloatMultigrid, TakesOddAndThinGrids) {
  EXPECT_LE(iterations({127, 65, 1}, testing::laplacian), 15);
  EXPECT_LE(iterations({200, 1, 1}, testing::laplacian), 12);
}

// A mesh whose faces all conduct nothing: nobody is paired, and no dense matrix of all cells is made (it would take 100 MB).
TEST(FloatMultigrid, WithoutACoarserLevelItSweeps) {
  GridSystem s({{60, 60, 1}, false, {}, 2.0}, testing::laplacian, 0, true);
  const std::vector<double> noArea(s.addressing.owner.size());
  FloatMultigrid multigrid(s.addressing, {noArea, s.geometry().C});
  std::vector<double> work(static_cast<std::size_t>(s.addressing.nCells));
  multigrid.assignAndSum(s.matrix, work);
  EXPECT_EQ(multigrid.nLevels(), 1);
  auto solver = makeSolver("p", true, config::Dictionary::parse("solver PCG; preconditioner multigrid; tolerance 1e-10;", "f"),
                           s.addressing, {}, {noArea, s.geometry().C});
  auto x = s.guess();
  const auto performance = solver->solve(s.matrix, x, s.source());
  EXPECT_TRUE(performance.converged);
  EXPECT_EQ(performance.fallback, "");
}

TEST(FloatMultigrid, SolvesAPartOfTheMeshWithoutAnyFixedValue) {
  GridSystem s(
      {{40, 40, 1}, false, {}, 0.0},
      [](GlobalLabel a, GlobalLabel b, int) { return (a % 40 < 20) == (b % 40 < 20) ? -1.0 : 0.0; }, 0, true);
  s.matrix.diag[0] *= 2;  // a reference in the left half only
  auto solver = makeSolver("p", true, config::Dictionary::parse("solver PCG; preconditioner multigrid; tolerance 1e-8;", "f"),
                           s.addressing, {}, s.geometry());
  auto x = s.guess(), b = s.source();
  double right = 0;
  for (Label c = 0; c < 1600; ++c) right += c % 40 < 20 ? 0 : b[c];
  for (Label c = 0; c < 1600; ++c) b[c] -= c % 40 < 20 ? 0 : right / 800;
  EXPECT_TRUE(solver->solve(s.matrix, x, b).converged);
}

TEST(FloatMultigrid, RowSumsAreThoseOfTheMatrixAsItIs) {
  GridSystem s({{30, 23, 1}, false, {}, 2.0}, testing::laplacian, 0, true);
  const auto make = [&] {
    return makeSolver("p", true, config::Dictionary::parse("solver PCG; preconditioner multigrid; tolerance 1e-8;", "f"),
                      s.addressing, {}, s.geometry());
  };
  const auto solve = [&](Solver& solver) {
    std::vector<double> x(static_cast<std::size_t>(s.addressing.nAllCells()));
    std::iota(x.begin(), x.end(), 1.0);
    return solver.solve(s.matrix, x, s.source());
  };
  auto kept = make();
  s.matrix.version = 1;
  const auto first = solve(*kept);
  for (double& d : s.matrix.diag) d *= 1.5;
  ++s.matrix.version;
  const auto second = solve(*kept), ofNew = solve(*make());
  EXPECT_EQ(second.initialResidual, ofNew.initialResidual);
  EXPECT_EQ(second.finalResidual, ofNew.finalResidual);
  EXPECT_NE(second.initialResidual, first.initialResidual);
}

TEST(FloatMultigrid, IsASymmetricPreconditionerOfEitherSign) {
  for (const double sign : {1.0, -1.0}) {
    GridSystem s(
        {{30, 23, 1}, false, {}, 2.0}, [&](GlobalLabel, GlobalLabel, int) { return -sign; }, 0, true);
    if (sign < 0)
      for (Label c = 0; c < s.addressing.nCells; ++c) s.matrix.diag[c] -= 5;  // the wall's part has the other sign in this system
    FloatMultigrid multigrid(s.addressing, s.geometry());
    std::vector<double> work(s.matrix.diag.size());
    multigrid.assignAndSum(s.matrix, work);
    const auto apply = [&](double phase) {
      std::vector<float> b(multigrid.source().size());
      for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(std::sin(phase * static_cast<double>(i)));
      std::copy(b.begin(), b.end(), multigrid.source().begin());
      multigrid.cycle();
      const auto x = multigrid.solution();
      return std::pair(b, std::vector<float>(x.begin(), x.end()));
    };
    const auto [b1, x1] = apply(0.3);
    const auto [b2, x2] = apply(1.1);
    const double b1x2 = std::inner_product(b1.begin(), b1.end(), x2.begin(), 0.0),
                 b2x1 = std::inner_product(b2.begin(), b2.end(), x1.begin(), 0.0);
    EXPECT_NEAR(b1x2, b2x1,
                1e-4 * std::sqrt(std::inner_product(b1.begin(), b1.end(), x1.begin(), 0.0) *
                                 std::inner_product(b2.begin(), b2.end(), x2.begin(), 0.0)));
    EXPECT_EQ(std::signbit(multigrid.scale()), sign < 0);
  }
}

// Cells flat against a wall, 40 times longer than high, an odd number in each column: who is left over at the wall must not be
// paired along it: 11 iterations, 124 with such pairs.
TEST(FloatMultigrid, GoesThroughFlatCellsInColumnsOfOddLength) {
  const auto flat = [](GlobalLabel, GlobalLabel, int direction) { return direction == 0 ? -1.0 : -1600.0; };
  GridSystem s({{60, 33, 1}, false, {}, 0.0}, flat, 0.0, true);
  for (Label c = 59; c < s.addressing.nCells; c += 60) s.matrix.diag[c] += 2;  // a fixed value at the end of each row
  std::vector<double> areas;
  for (const Vec3& d : s.delta) areas.push_back(d[0] != 0 ? 1.0 : 40.0);
  std::vector<Vec3> C = s.C;
  for (Vec3& x : C) x[1] /= 40;
  auto solver = makeSolver("p", true, config::Dictionary::parse("solver PCG; preconditioner multigrid; tolerance 1e-8;", "f"),
                           s.addressing, {}, {areas, C});
  auto x = s.guess();
  const auto performance = solver->solve(s.matrix, x, s.source());
  EXPECT_TRUE(performance.converged);
  EXPECT_LE(performance.iterations, 15);
}

/// A line of cells, paired once.
struct Line {
  explicit Line(Label n = 12) : s({{n, 1, 1}, false, {}, 2.0}, testing::laplacian, 0, true) {}
  GridSystem s;
  FaceNet net = makeFaceNet(s.addressing, s.geometry());
  PairCoarsening pairing{s.addressing, net};
  std::vector<float> conductance = std::vector<float>(s.addressing.owner.size(), 1.0F),
                     excess = std::vector<float>(s.C.size(), 0.0F), coarse, coarseExcess, work;
};

// The last cell of an odd number joins the pair before it: their unknown is that of the middle one.
TEST(PairCoarsening, InterpolatesLinearFunctionsExactlyIntoThreeOnALine) {
  Line line(13);
  line.pairing.assign(line.conductance, line.excess, line.coarse, line.coarseExcess, line.work);
  std::vector<float> X{0.5F, 2.5F, 4.5F, 6.5F, 8.5F, 11}, x(13);
  line.pairing.interpolate(X, x);
  for (int c = 1; c < 12; ++c) EXPECT_FLOAT_EQ(x[c], static_cast<float>(c));
  EXPECT_FLOAT_EQ(x[12], 11) << "injected where the line ends";
  EXPECT_FLOAT_EQ(line.coarse[4], 1 / 2.5F) << "half a pair, the face between, and one whole face";
}

TEST(PairCoarsening, InterpolatesLinearFunctionsExactlyBetweenPairs) {
  Line line;
  line.pairing.assign(line.conductance, line.excess, line.coarse, line.coarseExcess, line.work);
  std::vector<float> X(6), x(12);
  for (int i = 0; i < 6; ++i) X[i] = static_cast<float>(2 * i + 0.5);  // the middle of cells 2i and 2i + 1
  line.pairing.interpolate(X, x);
  EXPECT_FLOAT_EQ(x[0], 0.5F) << "injected where the line ends";
  for (int c = 1; c < 11; ++c) EXPECT_FLOAT_EQ(x[c], static_cast<float>(c));
  EXPECT_FLOAT_EQ(x[11], 10.5F);
}

TEST(PairCoarsening, CoarseFacesConductAsResistancesInSeries) {
  Line line;
  line.conductance[2] = 0.25F;  // inside the pair of cells 2 and 3
  line.conductance[3] = 4.0F;   // between it and the next
  line.excess[0] = 2;           // a fixed value
  line.pairing.assign(line.conductance, line.excess, line.coarse, line.coarseExcess, line.work);
  EXPECT_FLOAT_EQ(line.coarse[1], 1 / (0.5F / 0.25F + 1 / 4.0F + 0.5F));
  EXPECT_FLOAT_EQ(line.coarse[3], 0.5F);
  EXPECT_FLOAT_EQ(line.coarseExcess[0], 2.0F);
  std::vector<float> X{0, 0, 1, 1, 1, 1}, x(12);
  line.pairing.interpolate(X, x);
  const float flux = line.coarse[1];
  EXPECT_FLOAT_EQ(x[3], flux * 0.5F / 0.25F) << "the flux is the same all along";
  EXPECT_FLOAT_EQ(x[4], 1 - flux * 0.5F);
}

TEST(PairCoarsening, RestrictionIsTheTransposeOfInterpolation) {
  Line line;
  for (int f = 0; f < 11; ++f) line.conductance[f] = static_cast<float>(1 + 0.9 * std::sin(2.0 * f));
  line.pairing.assign(line.conductance, line.excess, line.coarse, line.coarseExcess, line.work);
  std::vector<float> X(6), x(12), R(6), r(12);
  for (int i = 0; i < 6; ++i) X[i] = static_cast<float>(std::cos(i));
  for (int c = 0; c < 12; ++c) r[c] = static_cast<float>(std::cos(3.0 * c));
  line.pairing.interpolate(X, x);
  line.pairing.restrictTo(r, R);
  EXPECT_NEAR(std::inner_product(x.begin(), x.end(), r.begin(), 0.0), std::inner_product(X.begin(), X.end(), R.begin(), 0.0),
              1e-6);
  std::vector<float> sum(12, 1.0F);
  line.pairing.interpolateAdd(X, sum);
  for (int c = 0; c < 12; ++c) EXPECT_FLOAT_EQ(sum[c], 1 + x[c]);
}

TEST(Sweeps, ByRowsAreGaussSeidelAndKnowTheirResidual) {
  GridSystem s({{5, 4, 3}, false, {}, 2.0}, testing::laplacian, 0, true);
  const Label n = s.addressing.nCells;
  std::vector<float> conductance(s.addressing.owner.size(), 1.0F), diag(s.matrix.diag.begin(), s.matrix.diag.end());
  RowSweeps A(s.addressing);
  A.assign(conductance, diag);
  std::vector<float> b(static_cast<std::size_t>(n)), x = b, y = b, r = b, expected = b;
  for (Label c = 0; c < n; ++c) b[c] = static_cast<float>(std::sin(1.0 + c));
  const auto relax = [&](std::vector<float>& v, Label c) {
    double sum = b[c];
    for (Label f = 0; f < s.addressing.nFaces(); ++f) {
      if (s.addressing.owner[f] == c) sum += v[s.addressing.neighbour[f]];
      if (s.addressing.neighbour[f] == c) sum += v[s.addressing.owner[f]];
    }
    v[c] = static_cast<float>(sum / diag[c]);
  };
  const auto expectEqual = [&](const std::vector<float>& v) {
    for (Label c = 0; c < n; ++c) EXPECT_NEAR(v[c], expected[c], 1e-5);
  };
  for (Label c = 0; c < n; ++c) relax(expected, c);
  std::fill(x.begin(), x.end(), 77.0F);  // whatever stood there
  A.sweepForwardFromZero(b.data(), x.data());
  expectEqual(x);
  A.residualAfterForward(x.data(), r.data());
  A.residual(b.data(), x.data(), y.data());
  for (Label c = 0; c < n; ++c) EXPECT_NEAR(r[c], y[c], 1e-5);
  for (Label c = n - 1; c >= 0; --c) relax(expected, c);
  A.sweepBackward(b.data(), x.data());
  expectEqual(x);
  for (Label c = 0; c < n; ++c) relax(expected, c);
  A.sweepForward(b.data(), x.data());
  expectEqual(x);
}

TEST(MultigridPcg, LeavesWhatItIsNotMadeForToDic) {
  GridSystem s({{120, 120, 1}, false, {}, 2.0}, testing::jump, 0, true);  // strips of strong and weak faces
  const auto make = [&](const char* preconditioner) {
    const auto entry = std::string("solver PCG; tolerance 1e-10; preconditioner ") + preconditioner + ";";
    return makeSolver("p", true, config::Dictionary::parse(entry, "f"), s.addressing, {}, s.geometry());
  };
  const auto solve = [&](Solver& solver) {
    auto x = s.guess();
    const auto performance = solver.solve(s.matrix, x, s.source());
    EXPECT_TRUE(performance.converged);
    return performance;
  };
  auto solver = make("multigrid");
  const auto first = solve(*solver), second = solve(*solver), withDic = solve(*make("DIC"));
  EXPECT_FALSE(first.fallback.empty());
  EXPECT_GT(first.iterations, 60);
  EXPECT_LE(first.iterations, 200);
  EXPECT_TRUE(second.fallback.empty()) << "said once, when it happens";
  EXPECT_EQ(second.iterations, withDic.iterations) << "DIC from the start";
}

TEST(MultigridPcg, HasItsLimitInVcyclesOfThePreconditionerItReplaces) {
  const auto limit = [](const std::string& solver) {
    Problems problems;
    const auto entry = config::Dictionary::parse(solver + " maxIter 20;", "f");
    return fasterMethod(readSettings("p", true, entry, problems), true).controls.maxIter;
  };
  EXPECT_EQ(limit("solver PCG; preconditioner { preconditioner GAMG; smoother DICGaussSeidel; nVcycles 3; }"), 60);
  EXPECT_EQ(limit("solver PCG; preconditioner { preconditioner GAMG; smoother DICGaussSeidel; }"), 40)
      << "OpenFOAM's default is 2";
  EXPECT_EQ(limit("solver PCG; preconditioner DIC;"), 20);
  EXPECT_EQ(limit("solver GAMG; smoother GaussSeidel;"), 20);
}

TEST(MultigridPcg, DoesShortSolvesAsTheCaseWouldWithDic) {
  GridSystem s({{90, 90, 1}, false, {}, 2.0}, testing::laplacian, 0, true);
  Problems problems;
  const auto solved = [&](const std::string& controls, bool fast) {
    const auto entry = config::Dictionary::parse("solver PCG; preconditioner DIC; " + controls, "f");
    Settings settings = readSettings("p", true, entry, problems);
    if (fast) settings = fasterMethod(settings, true);
    auto solver = makeSolver("p", true, settings, s.addressing, {}, s.geometry());
    auto x = s.guess();
    const auto performance = solver->solve(s.matrix, x, s.source());
    EXPECT_TRUE(performance.converged);
    return std::pair(performance.iterations, x);
  };
  const auto [n, x] = solved("tolerance 0; relTol 0.3;", true);
  const auto [nWritten, xWritten] = solved("tolerance 0; relTol 0.3;", false);
  EXPECT_EQ(n, nWritten);
  for (std::size_t c = 0; c < x.size(); ++c) EXPECT_NEAR(x[c], xWritten[c], 1e-12);
  EXPECT_LT(2 * solved("tolerance 0; relTol 1e-12;", true).first, solved("tolerance 0; relTol 1e-12;", false).first)
      << "a long one goes over to multigrid";
  EXPECT_LT(2 * solved("tolerance 1e-12;", true).first, solved("tolerance 1e-12;", false).first) << "a tight one begins with it";
  problems.throwIfAny("entries");
}

TEST(MultigridPcg, KeepsItsCoefficientsWhileTheVersionStands) {
  GridSystem s({{40, 40, 1}, false, {}, 2.0}, testing::laplacian, 0, true);
  const auto make = [&] {
    return makeSolver("p", true, config::Dictionary::parse("solver PCG; preconditioner multigrid; tolerance 1e-10;", "f"),
                      s.addressing, {}, s.geometry());
  };
  const auto count = [&](Solver& solver) {
    auto x = s.guess();
    const auto b = s.source();
    const auto performance = solver.solve(s.matrix, x, b);
    EXPECT_TRUE(performance.converged);
    return performance.iterations;
  };
  auto solver = make();
  s.matrix.version = 1;
  count(*solver);
  const auto other = testing::twoFluids(40);
  for (Label f = 0; f < s.addressing.nFaces(); ++f) {
    const Label P = s.addressing.owner[f], N = s.addressing.neighbour[f];
    const double more = -6 * other(P, N, 0);
    s.matrix.upper[f] -= more;
    s.matrix.diag[P] += more;
    s.matrix.diag[N] += more;
  }
  const int stale = count(*solver);
  s.matrix.version = 2;
  const int fresh = count(*solver);
  EXPECT_GT(stale, fresh + 4);
  EXPECT_EQ(fresh, count(*make()));
}

/// Solves three times what fasterMethod makes of the case's entry; upwind: convection against diffusion;
/// extra: what the time derivative adds to the diagonal; later: more of it after the first solve.
std::array<SolverPerformance, 3> solveThrice(double upwind, double extra, const std::string& controls, double later = 0) {
  const auto entry0 = [upwind](GlobalLabel a, GlobalLabel b, int) { return a > b ? -1 - upwind : -1.0; };
  GridSystem s({{60, 60, 1}, false, {}, 0.0}, entry0, extra, false);
  Problems problems;
  const auto entry = config::Dictionary::parse("solver smoothSolver; smoother symGaussSeidel; " + controls, "f");
  const Settings settings = fasterMethod(readSettings("U", false, entry, problems), false);
  problems.throwIfAny("entry");
  auto solver = makeSolver("U", false, settings, s.addressing, {}, s.geometry());
  std::array<SolverPerformance, 3> performances;
  for (auto& performance : performances) {
    auto x = s.guess();
    const auto b = s.source();
    performance = solver->solve(s.matrix, x, b);
    std::vector<double> Ax(b.size());
    multiply(s.matrix, x, Ax);
    double residual = 0, norm = 0;
    for (std::size_t c = 0; c < b.size(); ++c) residual += std::abs(b[c] - Ax[c]), norm += std::abs(b[c]) + std::abs(Ax[c]);
    EXPECT_LT(residual / norm, 1e-3 * performance.initialResidual + 1e-8);
    if (&performance == &performances[0])
      for (double& d : s.matrix.diag) d += later;
  }
  return performances;
}

TEST(FastAsymmetric, SweepsWhereTheTimeStepIsShort) {
  for (const auto& performance : solveThrice(0.8, 20.0, "tolerance 1e-9;")) {
    EXPECT_EQ(performance.solverName, "smoothSolver");
    EXPECT_TRUE(performance.converged);
    EXPECT_EQ(performance.fallback, "");
  }
}

TEST(FastAsymmetric, ChangesToMultigridWhereSweepsAreSlow) {
  for (const char* controls : {"tolerance 1e-9;", "tolerance 1e-20; relTol 1e-3;"}) {
    const auto [first, second, third] = solveThrice(0.01, 1e-2, controls);
    EXPECT_TRUE(first.converged && second.converged && third.converged);
    EXPECT_NE(first.fallback, "");
    EXPECT_NE(second.fallback, "") << "sweeps have a second try";
    EXPECT_EQ(third.fallback, "");
    EXPECT_EQ(third.solverName, "multigridPBiCGStab");
    EXPECT_LT(third.iterations, 15);
    EXPECT_EQ(first.initialResidual, third.initialResidual) << "the record is of the whole solve";
  }
}

TEST(FastAsymmetric, SweepsAgainWhereOneSolveAloneWasHard) {
  const auto [first, second, third] = solveThrice(0.01, 1e-2, "tolerance 1e-9;", 20.0);
  EXPECT_EQ(first.solverName, "multigridPBiCGStab");
  EXPECT_EQ(second.solverName, "smoothSolver");
  EXPECT_EQ(third.solverName, "smoothSolver");
  EXPECT_TRUE(second.converged && third.converged);
}

TEST(FastAsymmetric, EndsWithDiluWhereConvectionRules) {
  const auto [first, second, third] = solveThrice(3.0, 1e-3, "tolerance 1e-9;");
  EXPECT_TRUE(first.converged && second.converged && third.converged);
  EXPECT_NE(first.fallback, "");
  EXPECT_EQ(second.solverName, "DILUPBiCGStab");
  EXPECT_EQ(third.fallback, "");
}

}  // namespace
}  // namespace eagre::linear
