// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/changed_solution.hpp"

#include <gmock/gmock.h>

namespace eagre::run {
namespace {
using config::Dictionary;
using testing::ElementsAre;

TEST(ChangedSolution, TakesRelaxationAndLinearSolvers) {
  Dictionary mine = Dictionary::parse(R"(
    solvers { "p.*" { solver PCG; tolerance 1e-7; } "alpha.*" { nAlphaCorr 1; } k { solver PBiCG; } }
    PIMPLE { nCorrectors 2; nNonOrthogonalCorrectors 0; }
    relaxationFactors { equations { U 0.7; } })",
                                      "fvSolution");
  const Dictionary changed = Dictionary::parse(R"(
    solvers { "p.*" { solver PCG; tolerance 1e-9; } "alpha.*" { nAlphaCorr 2; } U { solver PBiCG; } }
    PIMPLE { nCorrectors 3; nNonOrthogonalCorrectors 0; })",
                                               "fvSolution");
  const SolutionChange change = takeOver(changed, mine);
  EXPECT_THAT(change.used, ElementsAre("relaxationFactors", "solvers.U", "solvers.k", "solvers.p.*.tolerance"));
  EXPECT_THAT(change.left, ElementsAre("PIMPLE.nCorrectors", "solvers.alpha.*.nAlphaCorr"));
  EXPECT_EQ(mine.subDict("solvers").subDict("p_rgh").get<double>("tolerance"), 1e-9);
  EXPECT_EQ(mine.subDict("solvers").subDict("alpha.water").get<int>("nAlphaCorr"), 1);
  EXPECT_TRUE(mine.subDict("solvers").has("U"));
  EXPECT_FALSE(mine.subDict("solvers").has("k"));
  EXPECT_EQ(mine.subDict("PIMPLE").get<int>("nCorrectors"), 2);
  EXPECT_FALSE(mine.has("relaxationFactors"));
}

TEST(ChangedSolution, OfAnEqualFileIsNothing) {
  const auto text = "solvers { p { solver PCG; } } relaxationFactors { U 0.7; }";
  Dictionary mine = Dictionary::parse(text, "fvSolution");
  const SolutionChange change = takeOver(Dictionary::parse(text, "other"), mine);
  EXPECT_THAT(change.used, ElementsAre());
  EXPECT_THAT(change.left, ElementsAre());
}

}  // namespace
}  // namespace eagre::run
