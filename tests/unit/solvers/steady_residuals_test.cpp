// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/steady_residuals.hpp"

#include <gtest/gtest.h>

namespace eagre::solvers {
namespace {

/// Initial residuals of the components of one solve.
fv::FieldSolve solve(std::initializer_list<double> residuals) {
  fv::FieldSolve made;
  for (const double residual : residuals) made.push_back({"x", "PCG", residual, 0.0, 1, true});
  return made;
}

SteadyResiduals controls(const std::string& entries) { return SteadyResiduals(config::Dictionary::parse(entries, "SIMPLE")); }

TEST(SteadyResiduals, AllControlledFieldsAreToBeBelowTheirTolerances) {
  const auto residuals = controls("residualControl { p 1e-2; U 1e-3; \"(k|epsilon)\" 1e-4; }");
  fv::Registry registry;
  EXPECT_FALSE(residuals.areMet(registry)) << "nothing has been solved for";
  registry.recordSolve("p", solve({0.9e-2}));
  registry.recordSolve("U", solve({1e-4, 0.9e-3}));
  registry.recordSolve("omega", solve({1}));
  EXPECT_TRUE(residuals.areMet(registry));
  registry.recordSolve("k", solve({1e-4}));
  EXPECT_FALSE(residuals.areMet(registry));
}

TEST(SteadyResiduals, OfAVectorTheWorstComponentCounts) {
  fv::Registry registry;
  registry.recordSolve("U", solve({1e-4, 1.1e-3}));
  EXPECT_FALSE(controls("residualControl { U 1e-3; }").areMet(registry));
}

TEST(SteadyResiduals, TheFirstSolveOfAnIterationCounts) {
  fv::Registry registry;
  registry.recordSolve("p", solve({1}));
  registry.recordSolve("p", solve({1e-6}));  // a non-orthogonal correction
  EXPECT_FALSE(controls("residualControl { p 1e-2; }").areMet(registry));
}

TEST(SteadyResiduals, WithoutControlsNothingIsMet) {
  fv::Registry registry;
  registry.recordSolve("p", solve({0}));
  EXPECT_FALSE(controls("").areMet(registry));
  EXPECT_FALSE(controls("residualControl { U 1; }").areMet(registry));
}

TEST(SteadyResiduals, ADictionaryIsOfPimple) {
  try {
    controls("residualControl { p { tolerance 1e-2; relTol 0; } }");
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("a tolerance is wanted, `p 1e-5;`"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace eagre::solvers
