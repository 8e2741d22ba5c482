// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "linear/dense.hpp"
#include "linear/krylov_choice.hpp"
#include "linear/make_solver.hpp"
#include "linear/petsc_solver.hpp"
#include "linear/solver.hpp"
#include "unit/linear/grid_system.hpp"

namespace eagre::linear {
namespace {

using testing::Grid;
using testing::GridSystem;

struct Case {
  const char* text;
  bool symmetric;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.text; }

std::vector<double> solve(const GridSystem& s, const std::string& text) {
  auto solver = makeSolver("p", s.matrix.symmetric(), config::Dictionary::parse(text, "fvSolution"), s.addressing);
  auto x = s.guess();
  const auto b = s.source();
  const auto performance = solver->solve(s.matrix, x, b);
  EXPECT_TRUE(performance.converged) << text << ": " << performance.logLine();
  return x;
}

class OnAnyNumberOfRanks : public ::testing::TestWithParam<Case> {};

TEST_P(OnAnyNumberOfRanks, TheSolutionIsTheOneOfOneRank) {
  const std::string text = fmt::format("{} tolerance 1e-13; maxIter 5000;", GetParam().text);
  const auto entry = GetParam().symmetric ? testing::laplacian : testing::transport;
  for (const bool periodic : {false, true}) {
    GridSystem whole({{12, 23, 1}, periodic, comm::Communicator::self()}, entry, 0.1, GetParam().symmetric);
    GridSystem part({{12, 23, 1}, periodic, comm::Communicator::world()}, entry, 0.1, GetParam().symmetric);
    const auto expected = solve(whole, text), x = solve(part, text);
    for (Label c = 0; c < part.addressing.nCells; ++c) EXPECT_NEAR(x[c], expected[part.global(c)], 1e-10);
    std::vector<double> ghosts = x;
    part.addressing.halo->update(ghosts, 1);
    EXPECT_EQ(ghosts, x) << "the ghosts of the solution are up to date";
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, OnAnyNumberOfRanks,
    ::testing::Values(
        Case{"solver auto;", true}, Case{"solver PCG; preconditioner DIC;", true},
        Case{"solver PCG; preconditioner multigrid;", true}, Case{"solver PCG; preconditioner diagonal;", true},
        Case{"solver PCG; preconditioner { preconditioner GAMG; smoother GaussSeidel; }", true},
        Case{"solver CGCG; preconditioner DIC;", true}, Case{"solver CGCG; preconditioner multigrid;", true},
        Case{"solver CGCG; preconditioner { preconditioner GAMG; smoother GaussSeidel; }", true},
        Case{"solver PPCG; preconditioner diagonal;", true}, Case{"solver OFPiPePCG; preconditioner none;", true},
        Case{"solver OFPiPePCG; preconditioner FDIC;", true}, Case{"solver OFPiPePCG; preconditioner multigrid;", true},
        Case{"solver SStepPCG; preconditioner DIC;", true}, Case{"solver SStepPCG; preconditioner multigrid;", true},
        Case{"solver OFRePiPePCG; preconditioner DIC;", true}, Case{"solver OFRePiPePCG; preconditioner multigrid;", true},
        Case{"solver OFRePiPePCG; preconditioner { preconditioner GAMG; smoother DIC; scaleCorrection no; "
             "directSolveCoarsest yes; }",
             true},
        Case{"solver PBiCGStab; preconditioner DIC;", true}, Case{"solver PBiCGStab; preconditioner DILU;", false},
        Case{"solver PBiCGStab; preconditioner multigrid;", false}, Case{"solver PBiCG; preconditioner DILU;", false},
        Case{"solver smoothSolver; smoother symGaussSeidel;", false}, Case{"solver smoothSolver; smoother DICGaussSeidel;", true},
        Case{"solver GAMG; smoother GaussSeidel;", true}, Case{"solver GAMG; smoother DILU;", false},
        Case{"solver GAMG; smoother GaussSeidel; mergeLevels 2; nCellsInCoarsestLevel 3; nPreSweeps 1;", true},
        Case{"solver GAMG; smoother DIC; interpolateCorrection yes; directSolveCoarsest yes;", true},
        Case{"solver GAMG; smoother GaussSeidel; agglomerator algebraicPair; directSolveCoarsest yes;", false}));

/// Solves one system many times with `solver auto`, as a run does, from other guesses.
std::string formAfterManySolves(const std::string& preconditioner, const std::shared_ptr<KrylovChoices>& krylov) {
  GridSystem s({{30, 41, 1}, false, comm::Communicator::world(), 2.0}, testing::twoFluids(30), 0, true);
  Problems problems;
  const auto entry = config::Dictionary::parse(fmt::format("solver auto; tolerance 1e-10; {}", preconditioner), "f");
  Settings settings = readSettings("p", true, entry, problems);
  settings.krylov = krylov;
  const auto solver = makeSolver("p", true, settings, s.addressing, {}, s.geometry());
  const auto b = s.source();
  std::string name;
  for (int n = 0; n < 9; ++n) {
    auto x = s.guess(), Ax = x;
    const auto performance = solver->solve(s.matrix, x, b);
    EXPECT_TRUE(performance.converged);
    EXPECT_TRUE(n > 6 || performance.solverName.ends_with("PCG")) << "not before it is measured";
    name = performance.solverName;
    multiply(s.matrix, x, Ax);
    double off = 0;
    for (Label c = 0; c < s.addressing.nCells; ++c) off = std::max(off, std::abs(Ax[c] - b[c]));
    EXPECT_LT(off, 1e-6) << name << n;
  }
  const auto& world = s.addressing.halo->communicator();
  const auto pending = static_cast<double>(world.methods().pending);
  EXPECT_EQ(world.max(pending), world.min(pending));
  return name;
}

const char* const autoPreconditioners[] = {"preconditioner multigrid;", "preconditioner DIC;",
                                           "preconditioner { preconditioner GAMG; smoother GaussSeidel; }"};

void expectTheSameOnAllRanks(const KrylovChoices& krylov) {
  const auto world = comm::Communicator::world();
  for (const auto& [name, form] : krylov.forms) {
    const auto at = std::find(krylovForms().begin(), krylovForms().end(), form);
    const auto number = static_cast<double>(at - krylovForms().begin());
    EXPECT_EQ(world.max(number), world.min(number)) << name;
  }
}

TEST(ParallelAuto, ChangesOnAllRanksAlikeWhereAnotherFormGains) {
  for (const char* preconditioner : autoPreconditioners) {
    const auto krylov = std::make_shared<KrylovChoices>();
    krylov->choosePending = true;
    krylov->share = 1e6;  // whatever the clock says
    const auto name = formAfterManySolves(preconditioner, krylov);
    expectTheSameOnAllRanks(*krylov);
    if (comm::Communicator::world().parallel()) {
      EXPECT_NE(krylov->forms.begin()->second, "PCG");
      EXPECT_TRUE(name.ends_with(krylov->forms.begin()->second)) << name;
      EXPECT_EQ(krylov->notes.size(), 2U);
    }
  }
}

TEST(ParallelAuto, KeepsPcgWhereNoFormGains) {
  for (const char* preconditioner : autoPreconditioners) {
    const auto krylov = std::make_shared<KrylovChoices>();
    krylov->share = -1e6;  // whatever the clock says
    EXPECT_TRUE(formAfterManySolves(preconditioner, krylov).ends_with("PCG"));
    if (comm::Communicator::world().parallel()) {
      EXPECT_EQ(krylov->forms.begin()->second, "PCG");
      EXPECT_EQ(krylov->notes.size(), 1U) << "a look at the reductions is enough";
    } else {
      EXPECT_TRUE(krylov->notes.empty() && krylov->forms.empty()) << "one rank has nothing to choose";
    }
  }
}

TEST(ParallelAuto, TheClockMakesAllRanksChooseAlike) {
  for (const char* preconditioner : autoPreconditioners) {
    const auto krylov = std::make_shared<KrylovChoices>();
    krylov->choosePending = true;
    formAfterManySolves(preconditioner, krylov);
    expectTheSameOnAllRanks(*krylov);
  }
}

TEST(ParallelAuto, WhatADumpHasIsNotMeasuredAgain) {
  if (!comm::Communicator::world().parallel()) GTEST_SKIP() << "one rank has nothing to choose";
  for (const std::string form : {"PCG", "CGCG", "OFPiPePCG"}) {
    const auto krylov = std::make_shared<KrylovChoices>();
    krylov->forms["p.DIC"] = form;
    GridSystem s({{12, 23, 1}, false, comm::Communicator::world()}, testing::laplacian, 0.1, true);
    Problems problems;
    Settings settings = readSettings("p", true, config::Dictionary::parse("solver auto;", "f"), problems);
    settings.krylov = krylov;
    auto x = s.guess();
    const auto b = s.source();
    EXPECT_EQ(makeSolver("p", true, settings, s.addressing, {}, {})->solve(s.matrix, x, b).solverName, "DIC" + form);
    EXPECT_TRUE(krylov->notes.empty());
  }
}

TEST(ParallelPetsc, SolvesOurMatrices) {
  if (!petscIsBuiltIn()) GTEST_SKIP() << "built without PETSc";
  for (const bool periodic : {false, true}) {
    GridSystem whole({{12, 23, 1}, periodic, comm::Communicator::self()}, testing::laplacian, 0.1, true);
    GridSystem part({{12, 23, 1}, periodic, comm::Communicator::world()}, testing::laplacian, 0.1, true);
    const auto expected = solve(whole, "solver PCG; preconditioner diagonal; tolerance 1e-13;");
    for (const char* type : {"cg", "pipecg", "groppcg"}) {
      const auto text = fmt::format("solver PETSc; options \"-ksp_type {} -pc_type jacobi\"; tolerance 1e-13;", type);
      const auto x = solve(part, text);
      for (Label c = 0; c < part.addressing.nCells; ++c) EXPECT_NEAR(x[c], expected[part.global(c)], 1e-10) << type;
    }
  }
}

int cycles(Label n) {
  GridSystem s({{n, n, 1}, false, comm::Communicator::world()}, testing::laplacian, 1e-3, true);
  auto solver = makeSolver("p", true, config::Dictionary::parse("solver GAMG; smoother GaussSeidel; tolerance 1e-9;", "f"),
                           s.addressing, std::vector<double>(s.addressing.owner.size(), 1.0));
  auto x = s.guess();
  const auto b = s.source();
  return solver->solve(s.matrix, x, b).iterations;
}

TEST(ParallelMultigrid, CyclesHardlyGrowWithTheGrid) { EXPECT_LT(cycles(96), 1.5 * cycles(32)); }

int iterationsOfFloatMultigrid(const std::array<Label, 3>& n, const comm::Communicator& communicator) {
  GridSystem s({n, false, communicator, 2.0}, testing::twoFluids(n[0]), 0, true);
  const auto entry = config::Dictionary::parse("solver PCG; preconditioner multigrid; tolerance 1e-10;", "f");
  auto solver = makeSolver("p", true, entry, s.addressing, {}, s.geometry());
  auto x = s.guess();
  const auto b = s.source();
  const auto performance = solver->solve(s.matrix, x, b);
  EXPECT_TRUE(performance.converged);
  return performance.iterations;
}

// A cut between ranks costs some iterations: values are injected there and sweeps do not see each other.
TEST(ParallelFloatMultigrid, LosesLittleByTheDivision) {
  for (const std::array<Label, 3>& n : {std::array<Label, 3>{80, 97, 1}, {20, 20, 31}})
    EXPECT_LE(iterationsOfFloatMultigrid(n, comm::Communicator::world()),
              iterationsOfFloatMultigrid(n, comm::Communicator::self()) + 5);
}

TEST(ParallelMultiply, IsTheProductOfOneRank) {
  GridSystem whole({{5, 4, 11}, true, comm::Communicator::self()}, testing::transport, 0.3, false);
  GridSystem part({{5, 4, 11}, true, comm::Communicator::world()}, testing::transport, 0.3, false);
  std::vector<double> x = whole.guess(), y = x, z = part.guess(), w = z;
  for (Label c = 0; c < whole.addressing.nCells; ++c) x[c] = std::cos(1.3 * c);
  std::copy_n(x.begin() + part.global(0), part.addressing.nCells, z.begin());
  multiply(whole.matrix, x, y);
  multiply(part.matrix, z, w);
  for (Label c = 0; c < part.addressing.nCells; ++c) EXPECT_NEAR(w[c], y[part.global(c)], 1e-14);
}

TEST(ParallelDense, SolvesWhatIsSpreadOverTheRanks) {
  GridSystem s({{3, 11, 1}, true, comm::Communicator::world()}, testing::transport, 0.1, false);
  DenseSolver solver(s.addressing);
  solver.assign(s.matrix);
  std::vector<double> x = s.guess(), y = x;
  const auto b = s.source();
  solver.solve(b, x);
  multiply(s.matrix, x, y);
  for (Label c = 0; c < s.addressing.nCells; ++c) EXPECT_NEAR(y[c], b[c], 1e-12);
}

TEST(ParallelTruth, OneRanksNanIsEverybodysError) {
  GridSystem s({{8, 20, 1}, false, comm::Communicator::world()}, testing::laplacian, 0.1, true);
  if (s.addressing.halo->communicator().master()) s.matrix.diag[3] = std::numeric_limits<double>::quiet_NaN();
  for (const char* text : {"solver PCG; preconditioner DIC;", "solver GAMG; smoother GaussSeidel;",
                           "solver PCG; preconditioner multigrid;", "solver CGCG; preconditioner DIC;",
                           "solver OFPiPePCG; preconditioner DIC;", "solver OFRePiPePCG; preconditioner none;"}) {
    auto solver = makeSolver("p", true, config::Dictionary::parse(text, "f"), s.addressing);
    auto x = s.guess();
    const auto b = s.source();
    EXPECT_THROW(solver->solve(s.matrix, x, b), Error);
  }
}

}  // namespace
}  // namespace eagre::linear
