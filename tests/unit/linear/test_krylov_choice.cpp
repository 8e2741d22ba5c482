// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>

#include "linear/krylov_choice.hpp"
#include "linear/make_solver.hpp"
#include "unit/linear/grid_system.hpp"

/// What `solver auto` stands for: measurements in, form out. All times in seconds.
namespace eagre::linear {
namespace {

using comm::PendingMethod;

constexpr std::array both{PendingMethod::iallreduce, PendingMethod::messages};

/// PCG with DIC on n cells a rank: 88 bytes of vectors and some 200 of product and preconditioner a cell at 5 GB/s, exchanges of
/// 10 us. h: what is seen of a sum beneath, by iallreduce and by messages.
KrylovTimes dic(double n, double reduction, std::array<double, 2> h, double iterations = 200) {
  KrylovTimes t;
  t.byte = n / 5e9;
  t.computation = 200 * t.byte + 10e-6;
  t.reduction = reduction;
  t.iteration = t.computation + 88 * t.byte + 2 * reduction;
  t.pending = {t.computation + h[0], t.computation + h[1]};
  t.iterations = iterations;
  return t;
}

TEST(KrylovChoice, FewRanksWithManyCellsKeepPcg) {
  const auto t = dic(4e6 / 12, 10e-6, {0, 0});  // the first seed's cavity on 12 ranks, where its pipelined solver is 29 % slower
  EXPECT_FALSE(mayGain(t));
  const auto choice = chooseKrylov(t, both);
  EXPECT_EQ(choice.form, "PCG");
  EXPECT_DOUBLE_EQ(choice.seconds, t.iterations * t.iteration);
}

TEST(KrylovChoice, TwoRanksInSharedMemoryNeedNoLook) { EXPECT_FALSE(mayGain(dic(2e4, 0.7e-6, {0, 0}))); }

TEST(KrylovChoice, AThousandRanksPipeline) {
  const auto t = dic(2041200. / 1536, 80e-6, {40e-6, 2e-6});
  EXPECT_TRUE(mayGain(t));
  const auto choice = chooseKrylov(t, both);
  EXPECT_EQ(choice.form, "PPCG");
  EXPECT_EQ(choice.pending, PendingMethod::messages);
  EXPECT_LT(choice.seconds, 0.5 * t.iterations * t.iteration);
}

TEST(KrylovChoice, OnlyTheWayOfSumsThatIsThere) {
  const auto t = dic(1329, 80e-6, {2e-6, 40e-6});
  EXPECT_EQ(chooseKrylov(t, both).pending, PendingMethod::iallreduce);
  EXPECT_EQ(chooseKrylov(t, std::array{PendingMethod::messages}).pending, PendingMethod::messages);
}

TEST(KrylovChoice, AnMpiThatDoesNotProgressLeavesFewerReductions) {
  const auto t = dic(1329, 80e-6, {80e-6, 80e-6});
  EXPECT_EQ(chooseKrylov(t, both).form, "SStepPCG");
  EXPECT_EQ(chooseKrylov(dic(1329, 80e-6, {160e-6, 160e-6}, 10), both).form, "CGCG") << "too few iterations for blocks";
}

TEST(KrylovChoice, APreconditionerThatIsNotLinearIsNotPipelined) {
  auto t = dic(1329, 80e-6, {2e-6, 2e-6}, 10);
  EXPECT_EQ(chooseKrylov(t, both).form, "PPCG");
  t.pipelines = false;
  EXPECT_EQ(chooseKrylov(t, both).form, "CGCG");
}

/// A solve of two iterations that is filled with two more.
TEST(KrylovChoice, ShortSolvesWithMultigridKeepPcg) {
  KrylovTimes t{.iterations = 2, .replacements = 1, .reductions = 3, .iteration = 1e-3, .reduction = 60e-6};
  t.computation = 0.75e-3;
  t.pending = {t.computation, t.computation};
  EXPECT_TRUE(mayGain(t));
  EXPECT_EQ(chooseKrylov(t, both).form, "PCG");
}

TEST(KrylovChoice, ASlowNetworkHidesBeneathWork) {
  auto t = dic(5e4, 2e-3, {0, 0});
  EXPECT_EQ(chooseKrylov(t, both).form, "PPCG");
  t.byte *= 50;  // if moving the vectors costs more than the wait, one reduction less is all that is left to gain, or nothing
  EXPECT_NE(chooseKrylov(t, both).form, "PPCG");
}

/// What is expected to be 4 % faster is not worth the change.
TEST(KrylovChoice, AGainThatNoiseCouldMakeIsNone) {
  KrylovTimes t{.iterations = 1000, .iteration = 1e-3, .reduction = 40e-6, .pipelines = false};
  t.pending = {1, 1};
  EXPECT_EQ(chooseKrylov(t, both).form, "PCG");
  t.reduction = 60e-6;
  EXPECT_EQ(chooseKrylov(t, both).form, "CGCG");
}

std::string nameOfSolver(const std::string& entry, const std::shared_ptr<KrylovChoices>& krylov, bool fast) {
  testing::GridSystem s({{24, 24, 1}}, testing::laplacian, 0.1, true);
  Problems problems;
  Settings settings = readSettings("p", true, config::Dictionary::parse(entry + " tolerance 1e-8;", "f"), problems);
  EXPECT_TRUE(problems.empty());
  if (fast) settings = fasterMethod(settings, true);
  settings.krylov = krylov;
  auto x = s.guess();
  const auto b = s.source();
  return makeSolver("p", true, settings, s.addressing, {}, s.geometry())->solve(s.matrix, x, b).solverName;
}

TEST(AutoCg, OnOneRankIsPcgAndMeasuresNothing) {
  const auto krylov = std::make_shared<KrylovChoices>();
  EXPECT_EQ(nameOfSolver("solver auto;", krylov, false), "DICPCG");
  EXPECT_EQ(nameOfSolver("solver auto; preconditioner diagonal;", krylov, false), "diagonalPCG");
  EXPECT_EQ(nameOfSolver("solver PCG; preconditioner DIC;", krylov, true), "multigridPCG");
  EXPECT_EQ(nameOfSolver("solver auto;", krylov, true), "multigridPCG");
  EXPECT_TRUE(krylov->forms.empty() && krylov->notes.empty());
}

TEST(AutoCg, IsTheFormThatIsPinned) {
  const auto krylov = std::make_shared<KrylovChoices>();
  for (const std::string& form : krylovForms()) {
    krylov->pinned = form;
    EXPECT_EQ(nameOfSolver("solver auto;", krylov, false), "DIC" + form);
    EXPECT_EQ(nameOfSolver("solver PCG; preconditioner DIC;", krylov, true),
              "multigrid" + (form == "OFPiPePCG" || form == "OFRePiPePCG" ? "PPCG" : form));
    EXPECT_EQ(nameOfSolver("solver PCG; preconditioner DIC;", krylov, false), "DICPCG") << "who names one gets it";
    EXPECT_EQ(nameOfSolver("solver CGCG; preconditioner DIC;", krylov, true), "DICCGCG");
    EXPECT_EQ(nameOfSolver("solver PCG; preconditioner multigrid;", krylov, true), "multigridPCG");
  }
}

/// A form that multigrid leaves slow hands over to PCG, with what is done so far, and stays with it.
TEST(AutoCg, GoesOnWithPcgWhereMultigridIsSlow) {
  testing::GridSystem s({{40, 30, 1}}, testing::jump, 0.01, true);
  Problems problems;
  const auto entry = config::Dictionary::parse("solver auto; preconditioner multigrid; tolerance 1e-9;", "f");
  Settings settings = readSettings("p", true, entry, problems);
  settings.krylov = std::make_shared<KrylovChoices>();
  settings.krylov->pinned = "CGCG";
  const auto solver = makeSolver("p", true, settings, s.addressing, {}, s.geometry());
  auto x = s.guess(), Ax = x;
  const auto b = s.source();
  const auto performance = solver->solve(s.matrix, x, b);
  EXPECT_EQ(performance.solverName, "multigridPCG");
  EXPECT_TRUE(performance.converged);
  EXPECT_GT(performance.iterations, 60);
  EXPECT_GT(performance.initialResidual, 0.9);
  multiply(s.matrix, x, Ax);
  for (Label c = 0; c < s.addressing.nCells; ++c) EXPECT_NEAR(Ax[c], b[c], 1e-7);
  EXPECT_EQ(settings.krylov->forms.at("p.multigrid"), "PCG");
}

TEST(AutoCg, IsForSymmetricMatrices) {
  Problems problems;
  checkSolver("U", false, config::Dictionary::parse("solver auto;", "f"), problems);
  ASSERT_FALSE(problems.empty());
  Problems unknown;
  checkSolver("p", true, config::Dictionary::parse("solver autoo;", "f"), unknown);
  ASSERT_FALSE(unknown.empty());
  EXPECT_NE(unknown.messages()[0].find("did you mean 'auto'"), std::string::npos) << unknown.messages()[0];
}

}  // namespace
}  // namespace eagre::linear
