// SPDX-License-Identifier: BSD-3-Clause
#include "channel/pressure_solver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "grid/fft_poisson.hpp"

namespace eagre::channel {
namespace {

using testing::HasSubstr;

/// What making the solver and giving it coefficients throws.
std::string errorOf(const SolverSettings& settings) {
  const grid::Block block({.cells = {8, 1, 8}, .periodic = {true, true, false}}, comm::Communicator::self());
  grid::BasicField<float> beta[3];
  for (auto& b : beta) {
    b = grid::BasicField<float>(block, 1);
    b.fill(1);
  }
  try {
    makePressureSolver(block, settings)->assign({&beta[0], &beta[1], &beta[2]}, 1);
  } catch (const Error& e) { return e.what(); }
  return "";
}

TEST(PressureSolver, ThatIsNotBuiltInIsAnErrorThatSaysHowToBuildIt) {
  EXPECT_EQ(errorOf({.pressure = Pressure::multigrid}), "");
  EXPECT_THAT(errorOf({.pressure = Pressure::fft}), grid::fftIsBuiltIn() ? HasSubstr("") : HasSubstr("make build FFTW=ON"));
  EXPECT_THAT(errorOf({.pressure = Pressure::petsc}), petscIsBuiltIn() ? HasSubstr("") : HasSubstr("make build PETSC=ON"));
}

TEST(PressureSolver, PetscsOptionsAreCheckedBeforeTheFirstStep) {
  if (!petscIsBuiltIn()) GTEST_SKIP() << "built without PETSc";
  EXPECT_EQ(errorOf({.pressure = Pressure::petsc, .petscOptions = "-ksp_type cg -pc_type gamg"}), "");
  EXPECT_THAT(errorOf({.pressure = Pressure::petsc, .petscOptions = "-ksp_type cg -pc_tpye jacobi"}),
              HasSubstr("it has not used -pc_tpye: misspelt"));
  // Of a preconditioner that is not the chosen one.
  EXPECT_THAT(errorOf({.pressure = Pressure::petsc, .petscOptions = "-pc_type jacobi -pc_gamg_threshold 0.02 -sub_pc_type ilu"}),
              HasSubstr("it has not used -pc_gamg_threshold -sub_pc_type"));
  EXPECT_THAT(errorOf({.pressure = Pressure::petsc, .petscOptions = "-ksp_type conjugate"}), HasSubstr("conjugate"));
  EXPECT_THAT(errorOf({.pressure = Pressure::petsc, .petscOptions = "-ksp_rtol 1e-3"}),
              HasSubstr("-ksp_rtol has no effect here; set solver.pressure_tolerance"));
}

}  // namespace
}  // namespace eagre::channel
