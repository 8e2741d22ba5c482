// SPDX-License-Identifier: BSD-3-Clause
#include "channel/contact_angle.hpp"

#include <gtest/gtest.h>

#include "support/channel_case.hpp"

namespace eagre::channel {
namespace {

constexpr double pi = std::numbers::pi;

TEST(CoxFunction, SmallAnglesGoWithTheirThirdPower) {
  for (const double q : {0.0, 0.1, 1.0, 10.0})
    EXPECT_NEAR(CoxFunction(q)(0.02) / (std::pow(0.02, 3) / 9), 1, 0.01 + 0.06 * q) << q;
}

/// Without a viscous fluid around it is half the integral of theta / sin(theta) - cos(theta), to the right angle Catalan's
/// constant less a half.
TEST(CoxFunction, RightAngleInAVacuum) { EXPECT_NEAR(CoxFunction(0)(pi / 2), 0.915965594177219 - 0.5, 1e-6); }

/// Between equal viscosities f is 2 pi^2 sin(theta) over its denominator.
TEST(CoxFunction, SlopeAtARightAngleBetweenEqualViscosities) {
  const CoxFunction g(1);
  EXPECT_NEAR((g(pi / 2 + 0.01) - g(pi / 2 - 0.01)) / 0.02, (pi * pi / 4 - 1) / (2 * pi), 1e-4);
}

/// What advances on one side of the line recedes on the other: g' of the one at theta is q times g' of the other at pi - theta.
TEST(CoxFunction, IsThatOfTheOtherFluidTurnedAround) {
  for (const double q : {0.2, 1.0, 30.0}) {
    const CoxFunction g(q), other(1 / q);
    for (const double theta : {0.3, 1.0, 2.0, 2.9})
      EXPECT_NEAR(q * (g(theta + 0.1) - g(theta)), other(pi - theta) - other(pi - theta - 0.1), 1e-4) << q << ' ' << theta;
  }
}

Settings cox() {
  Settings s;
  s.fluid.We = 2;
  s.fluid.Re = 3;
  s.boundary.lowerSpeed = 0.05;
  s.contactLine.law = ContactLaw::cox;
  s.contactLine.angle = {60, 60};
  s.contactLine.microscopicLength = 1e-3;
  return s;
}

grid::Grid channelGrid() { return test::unitGrid(32, false, {true, true, false}); }

/// A straight interface that meets the plates at the angle, the lower fluid at lower x.
double inclined(double x, double z, double degrees) {
  return std::sin(degrees * pi / 180) * (x - 0.5) + std::cos(degrees * pi / 180) * z;
}

/// The angle that the lower plate has after a time in which the interface moves along x with a speed.
double angleAfter(const Settings& s, double start, double speed, double time) {
  const grid::Block block(channelGrid(), comm::Communicator::self());
  grid::Field phi(block), work(block);
  const auto move = [&](double by) {
    for (int k = -1; k < block.n()[2] + 1; ++k)
      for (int i = -1; i < block.n()[0] + 1; ++i) phi(i, 0, k) = inclined(block.x(i) - by, block.z(k), start);
  };
  move(0);
  ContactAngle angle(block, s);
  angle.start(phi);
  const double dt = 1e-3;
  for (double t = 0; t < time; t += dt) {
    angle.keep(phi);
    move(speed * (t + dt));
    angle.turn(phi, dt, work);
  }
  return angle.measure(phi).angle[0];
}

TEST(ContactAngle, StartsAsTheInterfaceIs) { EXPECT_NEAR(angleAfter(cox(), 75, 0, 0), 75, 1e-6); }

/// The line follows the fluid at the angle that Cox's law has for its speed over the plate.
TEST(ContactAngle, ComesToThatOfTheSpeedOfTheFluidOverThePlate) {
  const Settings s = cox();
  const CoxFunction g(1);
  const double speed = 0.02, capillary = speed * s.fluid.We / s.fluid.Re, logarithm = std::log(1.0 / 64 / 1e-3);
  const double found = angleAfter(s, 75, s.boundary.lowerSpeed + speed, 2) * pi / 180;
  EXPECT_NEAR(g(found) - g(pi / 3), capillary * logarithm, 2e-3 * capillary * logarithm);
  EXPECT_GT(found, pi / 3);
  EXPECT_NEAR(angleAfter(s, 75, s.boundary.lowerSpeed, 2), 60, 1e-3);
}

TEST(ContactAngle, AConstantOneIsKept) {
  Settings s = cox();
  s.contactLine.law = ContactLaw::constant;
  EXPECT_NEAR(angleAfter(s, 75, 5, 0.01), 60, 1e-12);
}

/// A cap of 53 degrees on a base of 0.4, of which the plane of the cells beside the plate has 0.376.
TEST(ContactAngle, MeasuresWhatIsWet) {
  const grid::Block block(channelGrid(), comm::Communicator::self());
  grid::Field phi(block);
  for (int k = -1; k < block.n()[2] + 1; ++k)
    for (int i = -1; i < block.n()[0] + 1; ++i) phi(i, 0, k) = std::hypot(block.x(i) - 0.5, block.z(k) + 0.15) - 0.25;
  const ContactDiagnostics d = ContactAngle(block, cox()).measure(phi);
  EXPECT_NEAR(d.wetted[0], 0.4, 2e-3);
  EXPECT_EQ(d.wetted[1], 0);
  EXPECT_TRUE(std::isnan(d.angle[1]));
}

}  // namespace
}  // namespace eagre::channel
