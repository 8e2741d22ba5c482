// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "linear/petsc_solver.hpp"
#include "unit/linear/grid_system.hpp"

namespace eagre::linear {
namespace {

using testing::GridSystem;
using ::testing::HasSubstr;

config::Dictionary entry(const std::string& text) { return config::Dictionary::parse(text, "fvSolution"); }

TEST(Petsc, WithoutItTheWordIsAnErrorThatSaysHowToGetIt) {
  Problems problems;
  checkSolver("p", true, entry("solver PETSc; options \"-ksp_type cg\";"), problems);
  if (petscIsBuiltIn())
    EXPECT_TRUE(problems.messages().empty());
  else
    EXPECT_THAT(problems.messages(), ElementsAre(HasSubstr("petsc-dev")));
}

class WithPetsc : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!petscIsBuiltIn()) GTEST_SKIP() << "built without PETSc";
  }
};

TEST_F(WithPetsc, ItsSolversAgreeWithPcg) {
  GridSystem s({{24, 24, 1}, false, comm::Communicator::self(), 2.0}, testing::twoFluids(24), 0, true);
  const auto b = s.source();
  auto expected = s.guess();
  const auto pcg = makeSolver("p", true, entry("solver PCG; preconditioner diagonal; tolerance 1e-10;"), s.addressing)
                       ->solve(s.matrix, expected, b);
  // The deep pipeline goes by Chebyshev shifts between eigenvalues that it is told, and still takes more iterations.
  for (const char* type : {"cg", "pipecg", "groppcg", "pipelcg -ksp_pipelcg_lmin 0 -ksp_pipelcg_lmax 2"}) {
    const auto text = fmt::format("solver PETSc; options \"-ksp_type {} -pc_type jacobi\"; tolerance 1e-10;", type);
    auto solver = makeSolver("p", true, entry(text), s.addressing);
    for (int time = 0; time < 2; ++time) {
      auto x = s.guess();
      const auto performance = solver->solve(s.matrix, x, b);
      EXPECT_TRUE(performance.converged) << type;
      EXPECT_DOUBLE_EQ(performance.initialResidual, pcg.initialResidual);
      const bool deep = std::string(type).starts_with("pipelcg");
      EXPECT_LT(performance.iterations, (deep ? 3 : 1) * pcg.iterations + 3) << type;
      for (Label c = 0; c < s.addressing.nCells; ++c) ASSERT_NEAR(x[c], expected[c], 1e-4) << type;
    }
  }
}

TEST_F(WithPetsc, TakesCyclicAndAsymmetricMatrices) {
  GridSystem s({{7, 2, 3}, true, comm::Communicator::self()}, testing::transport, 0.2, false);
  const auto b = s.source();
  auto x = s.guess(), expected = s.guess();
  makeSolver("U", false, entry("solver PBiCGStab; preconditioner DILU; tolerance 1e-13;"), s.addressing)
      ->solve(s.matrix, expected, b);
  makeSolver("U", false, entry("solver PETSc; options \"-ksp_type bcgs -pc_type ilu\"; tolerance 1e-13;"), s.addressing)
      ->solve(s.matrix, x, b);
  for (Label c = 0; c < s.addressing.nCells; ++c) EXPECT_NEAR(x[c], expected[c], 1e-11);
}

TEST_F(WithPetsc, AnOptionThatNobodyKnowsIsAnError) {
  GridSystem s({{6, 6, 1}}, testing::laplacian, 0.1, true);
  for (const char* options : {"-ksp_type cg -pc_tpye jacobi", "-ksp_type conjugate"}) {
    auto solver = makeSolver("p", true, entry(fmt::format("solver PETSc; options \"{}\";", options)), s.addressing);
    auto x = s.guess();
    const auto b = s.source();
    try {
      solver->solve(s.matrix, x, b);
      FAIL() << options;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::badCase);
      EXPECT_THAT(e.what(), HasSubstr(options));
    }
  }
}

TEST_F(WithPetsc, TellsTheTruth) {
  GridSystem s({{30, 30, 1}}, testing::laplacian, -0.7, true);
  const auto b = s.source();
  auto x = s.guess();
  auto solver = makeSolver("p", true, entry("solver PETSc; options \"-ksp_type cg -pc_type none\"; maxIter 20;"), s.addressing);
  EXPECT_EQ(solver->solve(s.matrix, x, b).reason, "indefinite operator");

  GridSystem t({{12, 12, 1}}, testing::laplacian, 0.1, true);
  const auto limited =
      makeSolver("p", true, entry("solver PETSc; options \"-ksp_type cg -pc_type jacobi\"; maxIter 3;"), t.addressing);
  auto y = t.guess();
  const auto source = t.source();
  const auto performance = limited->solve(t.matrix, y, source);
  EXPECT_EQ(performance.iterations, 3);
  EXPECT_EQ(performance.reason, "iteration limit");
}

}  // namespace
}  // namespace eagre::linear
