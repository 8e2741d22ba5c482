// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "fv/schemes/limiters.hpp"

namespace eagre::fv::schemes {
namespace {

FaceStencil stencil(double P, double N, double gradcf, bool positive = true) {
  return makeStencil(0.5, positive ? 1.0 : -1.0, positive, P, N, Vec3{gradcf, 0, 0}, Vec3{1, 0, 0});
}

TEST(SchemesLimiters, RatioOfGradients) {
  EXPECT_DOUBLE_EQ(gradientRatio(stencil(0, 1, 1)), 1);
  EXPECT_DOUBLE_EQ(gradientRatio(stencil(0, 2, 1.5)), 0.5);
  EXPECT_DOUBLE_EQ(gradientRatio(stencil(0, 1, 0)), -1);
  EXPECT_DOUBLE_EQ(gradientRatio(stencil(0, 1e-9, 1)), 1999);
  EXPECT_DOUBLE_EQ(gradientRatio(stencil(0, -1e-9, 1)), -2001);
  EXPECT_DOUBLE_EQ(gradientRatio(stencil(1, 1, 0)), 1999) << "uniform field: linear";
}

TEST(SchemesLimiters, NormalisedVariable) {
  EXPECT_DOUBLE_EQ(normalisedVariable(stencil(0, 1, 1)), 0.5);
  EXPECT_DOUBLE_EQ(normalisedVariable(stencil(0, 1, 2)), 0.75);
  EXPECT_DOUBLE_EQ(normalisedVariable(stencil(0, 1, 1e-9)), 1 - 500.0);
}

TEST(SchemesLimiters, VectorStencilIsProjectedOnTheChange) {
  // U = e phi behaves as phi.
  const Vec3 e{1, -2, 0.5}, d{1, 0, 0};
  Tensor gradient;
  for (int j = 0; j < 3; ++j) gradient(0, j) = 0.8 * e[j];
  const auto s = makeStencil(0.5, 1, true, 1.0 * e, 2.0 * e, gradient, d);
  EXPECT_DOUBLE_EQ(gradientRatio(s), gradientRatio(stencil(1, 2, 0.8)));
  EXPECT_NEAR(Quick{}(s), Quick{}(stencil(1, 2, 0.8)), 1e-14);
}

template <class F>
class Tvd : public ::testing::Test {};
using RatioLimiters = ::testing::Types<VanLeer, VanAlbada, Muscl, Minmod, SuperBee, Umist, Ospre>;
TYPED_TEST_SUITE(Tvd, RatioLimiters);

TYPED_TEST(Tvd, IsSecondOrderAndInSwebysRegion) {
  EXPECT_NEAR(TypeParam::of(1), 1, 1e-15);
  EXPECT_NEAR(TypeParam::of(0), 0, 1e-15);
  for (double r = 0.01; r < 20; r += 0.01) {
    const double psi = TypeParam::of(r);
    EXPECT_GE(psi, 0);
    EXPECT_LE(psi, std::min(2 * r, 2.0) + 1e-14) << "r " << r;
    EXPECT_LE(psi, std::max(1.0, r) + 1e-14) << "r " << r;
    EXPECT_GE(psi, std::min(1.0, r) - 1e-14) << "r " << r;
  }
}

TEST(SchemesLimiters, FilteredLinear2LooksAtBothGradients) {
  const auto limiter = [](double change, double gradcP, double gradcN, double k, double l) {
    FaceStencil s = stencil(0, change, 0);
    s.gradcP = gradcP;
    s.gradcN = gradcN;
    return FilteredLinear2{k, l, small}(s);
  };
  EXPECT_EQ(limiter(1, 1, 1, 1, 0), 1) << "a smooth field: linear";
  EXPECT_EQ(limiter(1, 0.1, 2, 1, 0), 1) << "one gradient goes with the change";
  EXPECT_NEAR(limiter(1, 0.1, 0.2, 1, 0), 0.4, 1e-14) << "1 - (1 - 2 0.2)";
  EXPECT_NEAR(limiter(-1, -0.1, -0.2, 1, 0), 0.4, 1e-14);
  EXPECT_NEAR(limiter(1, -1, -1, 1, 0), 0, 1e-14) << "a wiggle: 1 - 3/2";
  EXPECT_NEAR(limiter(1, 0.1, 0.2, 0.5, 0.1), 0.8, 1e-14);
}

TEST(SchemesLimiters, LimitedCubicTakesTheCubicUntilTheRatioIsSmall) {
  const auto limiter = [](double upwindGradient, double otherGradient, double k, bool positive) {
    FaceStencil s = stencil(0, 1, upwindGradient, positive);
    s.gradcP = positive ? upwindGradient : otherGradient;
    s.gradcN = positive ? otherGradient : upwindGradient;
    return LimitedCubic(k)(s);
  };
  EXPECT_NEAR(limiter(1, 1, 1, true), 1, 1e-14) << "a straight line";
  // Face value 0.5 + (gradcP - gradcN)/8, from the upwind cell in units of the linear one's 0.5.
  EXPECT_NEAR(limiter(1, 3, 1, true), 0.5, 1e-14);
  EXPECT_NEAR(limiter(1, 3, 1, false), 0.5, 1e-14);
  EXPECT_NEAR(limiter(0.625, 0.625, 1, true), 0.5, 1e-14) << "2 r/k, r = 0.25";
  EXPECT_NEAR(limiter(0.625, 0.625, 0.5, true), 1, 1e-14);
  EXPECT_NEAR(limiter(50, 0, 1, true), 2, 1e-14);
  EXPECT_NEAR(limiter(0.4, 0, 1, true), 0, 1e-14) << "r < 0";
}

TEST(SchemesLimiters, Values) {
  EXPECT_DOUBLE_EQ(VanLeer::of(0.5), 2.0 / 3);
  EXPECT_DOUBLE_EQ(VanLeer::of(-3), 0);
  EXPECT_DOUBLE_EQ(VanAlbada::of(2), 1.2);
  EXPECT_DOUBLE_EQ(Muscl::of(0.2), 0.4);
  EXPECT_DOUBLE_EQ(Muscl::of(2), 1.5);
  EXPECT_DOUBLE_EQ(Muscl::of(9), 2);
  EXPECT_DOUBLE_EQ(Minmod::of(0.3), 0.3);
  EXPECT_DOUBLE_EQ(SuperBee::of(0.4), 0.8);
  EXPECT_DOUBLE_EQ(SuperBee::of(1.5), 1.5);
  EXPECT_DOUBLE_EQ(Umist::of(0.5), 0.625);
  EXPECT_DOUBLE_EQ(Umist::of(2), 1.25);
  EXPECT_DOUBLE_EQ(Ospre::of(2), 9.0 / 7);
  EXPECT_DOUBLE_EQ(LimitedLinear(1).of(0.25), 0.5);
  EXPECT_DOUBLE_EQ(LimitedLinear(0.5).of(0.25), 1);
  EXPECT_DOUBLE_EQ(LimitedLinear(1).of(-0.1), 0);
  EXPECT_DOUBLE_EQ(Gamma(1).of(0.25), 0.5);
  EXPECT_DOUBLE_EQ(Gamma(0.4).of(0.1), 0.5);
  EXPECT_DOUBLE_EQ(Sfcd::of(0.25), 1.0 / 3);
  EXPECT_DOUBLE_EQ(Sfcd::of(0.8), 1);
}

TEST(SchemesLimiters, Quick) {
  // Upwind gradient equal to the face's: QUICK is linear. Half of it: between upwind and linear.
  EXPECT_NEAR(Quick{}(stencil(0, 1, 1)), 1, 1e-13);
  EXPECT_NEAR(Quick{}(stencil(0, 1, 0.5)), 0.75, 1e-13);
  EXPECT_NEAR(Quick{}(stencil(0, 1, 0.5, false)), 0.75, 1e-13);
  EXPECT_NEAR(Quick{}(stencil(0, 1, -5)), 0, 1e-13);
  EXPECT_NEAR(Quick{}(stencil(0, 1, 50)), 2, 1e-13);
}

TEST(SchemesLimiters, InterfaceCompression) {
  EXPECT_DOUBLE_EQ(InterfaceCompression{}(stencil(0.5, 0.5, 0)), 1);
  EXPECT_DOUBLE_EQ(InterfaceCompression{}(stencil(0, 0.5, 0)), 0);
  EXPECT_DOUBLE_EQ(InterfaceCompression{}(stencil(1, 1, 0)), 0);
  EXPECT_DOUBLE_EQ(InterfaceCompression{}(stencil(0.25, 0.5, 0)), 1 - 0.0625);
  EXPECT_DOUBLE_EQ(InterfaceCompression{}(stencil(-0.5, 0.5, 0)), 0);
}

TEST(SchemesLimiters, BoundedIsUpwindOutside) {
  const Bounded<OfRatio<VanLeer>> bounded{{}, 0, 1};
  EXPECT_NEAR(bounded(stencil(0.2, 0.6, 0.4)), 1, 1e-14);
  EXPECT_EQ(bounded(stencil(-0.1, 0.6, 0.4)), 0) << "upwind value below";
  EXPECT_EQ(bounded(stencil(0.2, 1.1, 0.4)), 0) << "downwind value above";
  EXPECT_NE(bounded(stencil(0.2, -0.1, -0.4)), 0) << "downwind value below does not matter";
  EXPECT_EQ(bounded(stencil(0.2, -0.1, 0.4, false)), 0);
}

}  // namespace
}  // namespace eagre::fv::schemes
