// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "linear/fallback_solver.hpp"
#include "linear/make_solver.hpp"
#include "linear/residual_monitor.hpp"
#include "linear/settings.hpp"
#include "unit/linear/grid_system.hpp"

/// A solve never makes its field worse, and a method that breaks down hands over to the one that the case names.
namespace eagre::linear {
namespace {

using testing::GridSystem;
using ::testing::HasSubstr;

config::Dictionary entry(const std::string& text) { return config::Dictionary::parse(text, "fvSolution"); }

/// Convection by central differences with hardly any diagonal: neither Gauss-Seidel nor BiCGStab is good for it.
double convection(GlobalLabel a, GlobalLabel b, int) { return a < b ? 1.0 : -1.0; }
/// The same upstream: a row is larger beside its diagonal than on it.
double antidiffusion(GlobalLabel a, GlobalLabel b, int) { return a < b ? 0.4 : -2.5; }

/// Conduction through layers, of which every fourth row of cells conducts hardly at all.
double layered(GlobalLabel a, GlobalLabel b, int) { return std::max(a, b) / 24 % 4 == 0 ? -0.001 : -1.0; }

double sumMagResidual(const GridSystem& s, std::vector<double> x) {
  const auto b = s.source();
  std::vector<double> y(x.size());
  multiply(s.matrix, x, y);
  double sum = 0;
  for (Label c = 0; c < s.addressing.nCells; ++c) sum += std::abs(b[c] - y[c]);
  return sum;
}

std::vector<double> someGuess(const GridSystem& s) {
  auto x = s.guess();
  for (std::size_t c = 0; c < x.size(); ++c) x[c] = 0.1 * std::cos(0.9 * static_cast<double>(c));
  return x;
}

struct Case {
  const char* text;
  bool symmetric;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.text; }

class NoSolver : public ::testing::TestWithParam<Case> {};

TEST_P(NoSolver, MakesItsFieldWorse) {
  const Case& c = GetParam();
  int nDiverged = 0;
  for (const int maxIter : {1, 2, 3, 5, 9, 30, 200})
    for (const double shift : {-2.1, -0.3, 0.02, 0.3}) {
      const GridSystem s({{9, 8, 1}},
                         c.symmetric ? testing::laplacian
                         : shift > 0 ? convection
                                     : antidiffusion,
                         shift, c.symmetric);
      auto solver =
          makeSolver("T", c.symmetric, entry(fmt::format("{} tolerance 1e-9; maxIter {};", c.text, maxIter)), s.addressing);
      const auto start = someGuess(s);
      auto x = start;
      const auto b = s.source();
      const auto done = attempt(*solver, s.matrix, x, b);
      if (!done) { EXPECT_EQ(x, start) << "not finite, shift " << shift << " maxIter " << maxIter; }
      // Conjugate gradients lower the energy of the error instead, until they see that the operator is indefinite.
      const double rise = c.symmetric && done && done->reason == "iteration limit" ? 100 : 1 + 1e-12;
      EXPECT_LE(sumMagResidual(s, x), sumMagResidual(s, start) * rise) << "shift " << shift << " maxIter " << maxIter;
      if (!done || done->reason != "diverged") continue;
      ++nDiverged;
      EXPECT_EQ(x, start);
      EXPECT_EQ(done->finalResidual, done->initialResidual);
      EXPECT_FALSE(done->converged);
    }
  if (!c.symmetric) { EXPECT_GT(nDiverged, 0) << "the matrices were too easy"; }
}

INSTANTIATE_TEST_SUITE_P(
    Divergence, NoSolver,
    ::testing::Values(Case{"solver PBiCGStab; preconditioner DILU;", false},
                      Case{"solver PBiCGStab; preconditioner none;", false}, Case{"solver PBiCG; preconditioner DILU;", false},
                      Case{"solver smoothSolver; smoother GaussSeidel;", false},
                      Case{"solver smoothSolver; smoother symGaussSeidel; nSweeps 2;", false},
                      Case{"solver PCG; preconditioner DIC;", true}, Case{"solver PCG; preconditioner none;", true},
                      Case{"solver PCG; preconditioner multigrid;", true}, Case{"solver CGCG; preconditioner DIC;", true},
                      Case{"solver OFPiPePCG; preconditioner DIC;", true}, Case{"solver OFRePiPePCG; preconditioner none;", true},
                      Case{"solver SStepPCG; preconditioner DIC;", true},
                      Case{"solver GAMG; smoother GaussSeidel; nCellsInCoarsestLevel 4;", true}));

TEST(Divergence, IsNotAResidualOfBiCgStabThatRisesForATime) {
  int nRises = 0;
  for (const double shift : {0.0001, 0.001, 0.02})
    for (const int maxIter : {1, 2, 3}) {
      const GridSystem s({{24, 20, 1}}, layered, shift, true);
      const auto text = fmt::format("solver PBiCGStab; preconditioner DIC; tolerance 1e-12; maxIter {};", maxIter);
      const auto solver = makeSolver("p", true, entry(text), s.addressing);
      auto x = someGuess(s);
      for (int n = 0; n < 20; ++n) {
        const auto before = x;
        const auto done = solver->solve(s.matrix, x, s.source());
        if (done.converged) break;
        EXPECT_EQ(done.reason, "iteration limit") << "shift " << shift << " maxIter " << maxIter << " solve " << n;
        EXPECT_NE(x, before);
        nRises += done.finalResidual > done.initialResidual;
      }
    }
  EXPECT_GT(nRises, 0) << "the matrices were too easy";
}

TEST(Divergence, OfAConvergedRecurrenceIsSeen) {
  // Residuals of 1e56 on the way leave nothing of a recurrence that says 1e-9 in the end.
  ResidualMonitor monitor("DILUPBiCGStab", "T", {1e-6, 0, 0, 100});
  monitor.begin(1, 1);
  EXPECT_FALSE(monitor.lostDigits());
  monitor.record(1e12);
  monitor.record(1e-9);
  EXPECT_TRUE(monitor.lostDigits());
  monitor.record(0.5);  // what b - A x is
  EXPECT_FALSE(monitor.worseThanAtStart());
  EXPECT_EQ(monitor.finish().reason, "iteration limit");
}

/// Does what it is told.
class Puppet final : public Solver {
 public:
  Puppet(std::string name, std::function<SolverPerformance()> f) : name_(std::move(name)), f_(std::move(f)) {}
  void setControls(const SolverControls& controls) override { given = controls; }
  SolverPerformance solve(const LduMatrix&, std::span<double>, std::span<const double>) override {
    ++nSolves;
    SolverPerformance p = f_();
    p.solverName = name_;
    return p;
  }
  SolverControls given;
  int nSolves = 0;

 private:
  std::string name_;
  std::function<SolverPerformance()> f_;
};

SolverPerformance record(double first, double last, int n, const char* reason) {
  SolverPerformance p;
  p.initialResidual = first;
  p.finalResidual = last;
  p.iterations = n;
  p.reason = reason;
  p.converged = p.reason.empty();
  return p;
}

struct Fallback {
  explicit Fallback(std::function<SolverPerformance()> fastDoes) {
    auto f = std::make_unique<Puppet>("fast", std::move(fastDoes));
    fast = f.get();
    solver = std::make_unique<FallbackSolver>(
        "U", std::move(f), SolverControls{},
        [this] {
          auto n = std::make_unique<Puppet>("GaussSeidel", [] { return record(0.5, 1e-7, 12, ""); });
          named = n.get();
          ++nMade;
          return n;
        },
        choices);
    solver->setControls({1e-6, 0.1, 1, 50});
  }
  SolverPerformance solve() { return solver->solve(A, {}, {}); }
  std::shared_ptr<KrylovChoices> choices = std::make_shared<KrylovChoices>();
  LduMatrix A;
  Puppet *fast = nullptr, *named = nullptr;
  int nMade = 0;
  std::unique_ptr<FallbackSolver> solver;
};

TEST(Fallback, MakesNothingWhileTheFastMethodIsGood) {
  Fallback f([] { return record(0.5, 1e-3, 50, "iteration limit"); });
  EXPECT_EQ(f.solve().solverName, "fast");
  EXPECT_EQ(f.nMade, 0);
  EXPECT_EQ(f.choices->takenOver["U.fast"], "");
}

TEST(Fallback, TheMethodOfTheCaseGoesOnAndStays) {
  for (const char* reason : {"diverged", "singular operator", "indefinite operator"}) {
    Fallback f([reason] { return record(0.7, 0.7, 50, reason); });
    const auto p = f.solve();
    EXPECT_EQ(p.solverName, "GaussSeidel");
    EXPECT_EQ(p.initialResidual, 0.7);
    EXPECT_EQ(p.iterations, 62);
    EXPECT_TRUE(p.converged);
    EXPECT_EQ(p.fallback, fmt::format("fast ({}), GaussSeidel, which the case names, has taken over", reason));
    EXPECT_DOUBLE_EQ(f.named->given.tolerance, 0.07) << "relative to where the whole solve began";
    EXPECT_EQ(f.named->given.maxIter, 50);
    EXPECT_EQ(f.choices->takenOver["U.fast"], "named");
    EXPECT_EQ(f.solve().fallback, "") << "said once";
    EXPECT_EQ(f.fast->nSolves, 1);
    EXPECT_EQ(f.named->nSolves, 2);
    EXPECT_EQ(f.named->given.relTol, 0.1);
  }
}

TEST(Fallback, NotFiniteIsABreakdownToo) {
  Fallback f([]() -> SolverPerformance { throw Error("nan", ExitCode::diverged); });
  EXPECT_THAT(f.solve().fallback, HasSubstr("not finite"));
  Fallback other([]() -> SolverPerformance { throw Error("no memory", ExitCode::failure); });
  EXPECT_THROW(other.solve(), Error);
}

TEST(Fallback, FastMethodsEndNoWorseThanTheCasesOwn) {
  const GridSystem s({{20, 1, 1}}, antidiffusion, 3.0, false);
  Problems problems;
  const Settings named = readSettings("T", false, entry("solver smoothSolver; smoother GaussSeidel; tolerance 1e-8;"), problems);
  const Settings fast = fasterMethod(named, false);
  EXPECT_EQ(methodBehind(named, fast)->solver, "smoothSolver");
  EXPECT_FALSE(methodBehind(named, named));
  auto solver = makeSolver("T", false, fast, s.addressing, {}, s.geometry());
  auto x = someGuess(s);
  const auto before = sumMagResidual(s, x);
  solver->solve(s.matrix, x, s.source());
  EXPECT_LE(sumMagResidual(s, x), before);
  const Settings cgcg = readSettings("p", true, entry("solver CGCG; preconditioner DIC;"), problems);
  EXPECT_EQ(methodBehind(cgcg, cgcg)->solver, "PCG");
}

}  // namespace
}  // namespace eagre::linear
