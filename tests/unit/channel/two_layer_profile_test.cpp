// SPDX-License-Identifier: BSD-3-Clause
#include "channel/two_layer_profile.hpp"

#include <gtest/gtest.h>

namespace eagre::channel {
namespace {

/// Stress is continuous, the momentum equation holds in both layers and the plates have their speeds.
void expectSolution(const Settings& s) {
  const TwoLayerProfile u(s);
  const double h = s.initial.height, e = 1e-7, muLower = s.fluid.viscosityRatio / s.fluid.Re, muUpper = 1 / s.fluid.Re;
  EXPECT_NEAR(u(h - e), u(h + e), 1e-4);
  EXPECT_NEAR(muLower * u.derivative(h - e), muUpper * u.derivative(h + e), 1e-6);
  for (const double z : {0.05, 0.3, 0.7, 0.95}) {
    const double mu = z < h ? muLower : muUpper;
    EXPECT_NEAR(mu * (u.derivative(z + 1e-4) - u.derivative(z - 1e-4)) / 2e-4, u.pressureGradient(), 1e-8);
  }
  double flow = 0;
  constexpr int n = 4000;
  for (int k = 0; k < n; ++k) flow += u((k + 0.5) / n) / n;
  EXPECT_NEAR(flow, u.flowRate(), 1e-5 * u.largestSpeed());
  if (s.boundary.lower == Plate::noSlip)
    EXPECT_DOUBLE_EQ(u(0), s.boundary.lowerSpeed);
  else
    EXPECT_NEAR(u.derivative(0), 0, 1e-12);
  if (s.boundary.upper == Plate::noSlip)
    EXPECT_NEAR(u(1), s.boundary.upperSpeed, 1e-12 * u.largestSpeed());
  else
    EXPECT_NEAR(u.derivative(1), 0, 1e-12);
}

TEST(TwoLayerProfile, OneFluidIsAParabola) {
  Settings s;
  s.fluid.Re = 8;
  const TwoLayerProfile u(s);
  EXPECT_NEAR(u(0.5), 1, 1e-14);
  EXPECT_NEAR(u(0.25), 0.75, 1e-14);
  EXPECT_NEAR(u.largestSpeed(), 1, 1e-14);
  EXPECT_NEAR(u.flowRate(), 2.0 / 3, 1e-14);
}

TEST(TwoLayerProfile, SolvesItsEquationForAnyHeightViscosityAndPlates) {
  for (const double m : {0.5, 1.0, 30.0})
    for (const double h : {0.2, 0.61})
      for (const Plate lower : {Plate::noSlip, Plate::freeSlip})
        for (const Plate upper : {Plate::noSlip, Plate::freeSlip}) {
          Settings s;
          s.fluid.Re = 10;
          s.fluid.viscosityRatio = m;
          s.initial.height = h;
          s.boundary.lower = lower;
          s.boundary.upper = upper;
          s.boundary.lowerSpeed = -0.3;
          s.boundary.upperSpeed = 0.7;
          if (TwoLayerProfile::exists(s)) expectSolution(s);
        }
}

TEST(TwoLayerProfile, KeepsAFlowRate) {
  Settings s;
  s.fluid.viscosityRatio = 5;
  s.boundary.driving = Driving::flowRate;
  s.boundary.flowRate = 1.7;
  s.boundary.upperSpeed = -1;
  EXPECT_NEAR(TwoLayerProfile(s).flowRate(), 1.7, 1e-12);
  expectSolution(s);
}

TEST(TwoLayerProfile, DoesNotExistBetweenPlatesThatHoldNothing) {
  Settings s;
  s.boundary.lower = s.boundary.upper = Plate::freeSlip;
  EXPECT_FALSE(TwoLayerProfile::exists(s));
  s.boundary.pressureGradient = 0;
  EXPECT_TRUE(TwoLayerProfile::exists(s));
  EXPECT_EQ(TwoLayerProfile(s).largestSpeed(), 0);
}

TEST(TwoLayerProfile, SlipsOnPlatesByTheSlipLength) {
  Settings s;
  s.fluid.viscosityRatio = 5;
  s.boundary.lowerSpeed = 0.3;
  s.boundary.upperSpeed = -0.2;
  s.contactLine.slipLength = 0.05;
  const TwoLayerProfile both(s);
  EXPECT_NEAR(both(0), 0.3 + 0.05 * both.derivative(0), 1e-12);
  EXPECT_NEAR(both(1), -0.2 - 0.05 * both.derivative(1), 1e-12);
  s.boundary.upper = Plate::freeSlip;
  const TwoLayerProfile lower(s);
  EXPECT_NEAR(lower(0), 0.3 + 0.05 * lower.derivative(0), 1e-12);
  s.boundary.upper = Plate::noSlip;
  s.boundary.lower = Plate::freeSlip;
  const TwoLayerProfile upper(s);
  EXPECT_NEAR(upper(1), -0.2 - 0.05 * upper.derivative(1), 1e-12);
}

TEST(TwoLayerProfile, AroundADropThereIsOneFluid) {
  Settings s;
  s.fluid.Re = 8;
  s.fluid.viscosityRatio = 30;
  s.initial.shape = Shape::drop;
  EXPECT_NEAR(TwoLayerProfile(s)(0.5), 1, 1e-14);
  s.initial.shape = Shape::bubble;
  EXPECT_NEAR(TwoLayerProfile(s)(0.5), 1.0 / 30, 1e-14);
}

}  // namespace
}  // namespace eagre::channel
