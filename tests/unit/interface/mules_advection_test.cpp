// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/mules_advection.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "unit/interface/interface_case.hpp"

namespace eagre {
namespace {

using test::Flow;
using test::FlowOptions;
using test::largest;
using test::largestDifference;

const char* const semiImplicit = "MULESCorr yes; nLimiterIter 5;";
const char* const explicitMules = "MULESCorr no; nLimiterIter 5;";

/// A velocity with shear, of the period of the box.
Vec3 sheared(const Vec3& x) {
  return {1 + 0.5 * std::sin(2 * std::numbers::pi * x.y), 0.6 + 0.3 * std::cos(2 * std::numbers::pi * x.x), 0};
}

/// Both after some steps: a difference grows with the steps, by a unit in the last place or so each.
void expectSame(const FlowOptions& a, const FlowOptions& b, bool everythingInB, double tolerance) {
  Flow one(a), other(b);
  const auto start = one.alpha.cells();
  if (everythingInB) {
    dynamic_cast<interface_::MulesAdvection&>(*other.advection).includeEverything();
    other.interface->changed();
  }
  one.advance(5);
  other.advance(5);
  EXPECT_GT(largestDifference(one.alpha.cells(), start), 0.1);
  if (everythingInB) {
    EXPECT_LT(one.interface->band().cells().size(), 0.8 * static_cast<double>(other.interface->band().cells().size()));
  }
  EXPECT_LE(largestDifference(one.alpha.cells(), other.alpha.cells()), tolerance);
  EXPECT_LE(largestDifference(one.alpha2.cells(), other.alpha2.cells()), tolerance);
  EXPECT_LE(largestDifference(one.alphaPhi.faces(), other.alphaPhi.faces()), 20 * tolerance * largest(one.phi.faces()));
  EXPECT_LE(largestDifference(one.rhoPhi.faces(), other.rhoPhi.faces()), 20 * tolerance * largest(one.rhoPhi.faces()));
}

TEST(MulesAdvection, TheBandGivesWhatAllFacesGive) {
  for (const char* controls :
       {semiImplicit, explicitMules, "MULESCorr yes; MULES { nIter 3; }", "MULESCorr no; MULES { nIter 3; }",
        "MULESCorr yes; nLimiterIter 3; alphaApplyPrevCorr yes;", "MULESCorr yes; nLimiterIter 3; icAlpha 0.5; cAlpha 2;",
        "MULESCorr yes; nLimiterIter 3; scAlpha 0.5;", "MULESCorr yes; nLimiterIter 3; smoothLimiter 0.2; extremaCoeff 0.05;"})
    for (const bool periodic : {true, false})
      for (const double perturbation : {0.0, 0.2}) {
        SCOPED_TRACE(fmt::format("{} periodic {} perturbed {}", controls, periodic, perturbation));
        const FlowOptions options{.periodic = periodic, .perturbation = perturbation, .alphaControls = controls, .U = sheared};
        expectSame(options, options, true, 5e-15);
      }
}

/// Where grad(U) is uniform the shear compresses everywhere alike, as the speed of a uniform flow does: with U = (g y, 0, 0) and
/// d along an axis |d . symm(grad U)| = g h/2. In sub-cycles too.
TEST(MulesAdvection, ShearCompressesAsASpeedDoes) {
  constexpr double g = 8, speed = 0.5 * g / 64;
  for (const char* controls : {semiImplicit, explicitMules, "MULESCorr yes; nLimiterIter 5; nAlphaSubCycles 3;"}) {
    SCOPED_TRACE(controls);
    const auto with = [&](const char* compression, const std::function<Vec3(const Vec3&)>& U) {
      return FlowOptions{.periodic = false, .alphaControls = fmt::format("{} cAlpha {}", controls, compression), .U = U};
    };
    const auto byShear = with("0; scAlpha 0.5;", [](const Vec3& x) { return Vec3{g * x.y, 0, 0}; });
    expectSame(byShear, with("0.5; icAlpha 1;", [](const Vec3&) { return Vec3{0, speed, 0}; }), false, 5e-15);
    Flow compressed(byShear), plain(with("0;", nullptr));
    compressed.advance(5);
    plain.advance(5);
    EXPECT_GT(largestDifference(compressed.alpha.cells(), plain.alpha.cells()), 1e-3);
  }
}

TEST(MulesAdvection, TheBandGivesWhatAllFacesGiveWithCrankNicolson) {
  for (const char* controls : {semiImplicit, explicitMules}) {
    SCOPED_TRACE(controls);
    const FlowOptions options{.alphaControls = controls, .ddt = "CrankNicolson 0.9"};
    expectSame(options, options, true, 5e-15);
  }
}

/// limitedVanLeer within bounds that do not matter is vanLeer, but goes the way of schemes without a pass of their own.
TEST(MulesAdvection, OnePassGivesWhatTheSchemesGive) {
  for (const char* compression : {"linear", "interfaceCompression"})
    for (const char* ddt : {"Euler", "CrankNicolson 0.9"}) {
      SCOPED_TRACE(fmt::format("{} {}", compression, ddt));
      const FlowOptions a{.perturbation = 0.2, .compression = compression, .ddt = ddt};
      FlowOptions b = a;
      b.convection = "limitedVanLeer -10 10";
      expectSame(a, b, false, 5e-15);
    }
}

/// Schemes that look further than the two cells of a face take the whole mesh by themselves.
TEST(MulesAdvection, SchemesThatLookFurtherTakeEverything) {
  for (const char* convection : {"linearUpwind grad(alpha)", "cubic"}) {
    const FlowOptions options{.n = 16, .convection = convection};
    Flow flow(options);
    flow.advance(1);
    EXPECT_EQ(flow.interface->band().cells().size(), 256u);
  }
}

TEST(MulesAdvection, PureCellsStayOutOfTheBand) {
  Flow flow({.n = 128});
  flow.advance(3);
  EXPECT_LT(flow.interface->band().cells().size(), 128u * 128u / 2);
  for (Label c = 0; c < flow.setup.mesh->nCells; ++c)
    EXPECT_TRUE(!flow.interface->nearInterface(c) || flow.interface->band().contains(c));
}

TEST(MulesAdvection, KeepsVolumeAndBounds) {
  for (const char* controls : {"MULESCorr yes; MULES { nIter 3; }", explicitMules}) {
    Flow flow({.alphaControls = controls});
    const auto& V = flow.setup.mesh->V;
    const auto volume = [&] {
      double sum = 0;
      for (Label c = 0; c < flow.setup.mesh->nCells; ++c) sum += V[c] * flow.alpha[c];
      return sum;
    };
    const double before = volume();
    flow.advance(20);
    EXPECT_NEAR(volume() / before, 1, 1e-13) << controls;
    if (controls == explicitMules) continue;  // its limiter, downwards, is bounded in the limit of many iterations only
    for (Label c = 0; c < flow.setup.mesh->nCells; ++c) {
      EXPECT_GE(flow.alpha[c], -1e-14);
      EXPECT_LE(flow.alpha[c], 1 + 1e-14);
    }
  }
}

/// Of the same alpha. (After a step they may differ by 1e-11 of the largest: far from the interface, where |grad alpha| is below
/// deltaN, a curvature is the round-off of alpha times 1e8.)
TEST(SurfaceForce, TheBandGivesTheSurfaceTensionThatAllFacesGive) {
  for (const bool periodic : {true, false})
    for (const double perturbation : {0.0, 0.2}) {
      SCOPED_TRACE(fmt::format("periodic {} perturbed {}", periodic, perturbation));
      Flow flow({.periodic = periodic, .perturbation = perturbation}),
          everywhere({.periodic = periodic, .perturbation = perturbation});
      everywhere.interface->band().includeEverything();
      for (int times = 0; times < 3; ++times) {
        everywhere.alpha.cells() = flow.alpha.cells();
        everywhere.alpha.correctBoundaryConditions();
        everywhere.interface->changed();
        const auto force = flow.surfaceTension(), all = everywhere.surfaceTension();
        EXPECT_LT(flow.interface->band().cells().size(), everywhere.interface->band().cells().size());
        EXPECT_GT(largest(force), 1);
        EXPECT_LE(largestDifference(force, all), 1e-14 * largest(force));
        flow.advance(1);
      }
    }
}

}  // namespace
}  // namespace eagre
