// SPDX-License-Identifier: BSD-3-Clause
// The dynamics of a body that floats: what mechanics says of it, for each time scheme.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "physics/motion/six_dof_body.hpp"
#include "unit/physics/body_steps.hpp"

namespace eagre::physics {
namespace {

const char* const box = "mass 2; centreOfMass (1 2 3); momentOfInertia (0.3 0.2 0.1);";

SixDoFBody body(const std::string& text, const std::string& scheme) {
  return SixDoFBody(config::Dictionary::parse(box + text + "solver { type " + scheme + "; }", "dynamicMeshDict"));
}

class Scheme : public testing::TestWithParam<const char*> {};

/// The acceleration is that of the state, as after a first step; then the parabola is exact.
TEST_P(Scheme, FallsFreely) {
  SixDoFBody falling = body("velocity (1 0 0); acceleration (0 0 -10);", GetParam());
  run(falling, 10, 0.1, {0, 0, -10}, nothing);
  EXPECT_LT(mag(falling.velocity() - Vec3{1, 0, -10}), 1e-13);
  EXPECT_LT(mag(falling.centreOfMass() - Vec3{2, 2, -2}), 1e-13);
}

/// About a principal axis, by each scheme.
TEST_P(Scheme, KeepsTheAngularMomentumOfASpinningBody) {
  SixDoFBody spinning = body("angularMomentum (0 0.4 0);", GetParam());
  run(spinning, 100, 0.01, {}, nothing);
  EXPECT_LT(mag(spinning.angularMomentum() - Vec3{0, 0.4, 0}), 1e-15);
  EXPECT_LT(mag(spinning.angularVelocity() - Vec3{0, 2, 0}), 1e-14);
  const Vec3 end = spinning.displacement()({2, 2, 3}, 1), turned{1 + std::cos(2.0), 2, 3 - std::sin(2.0)};
  EXPECT_LT(mag(end - turned), 1e-13);
}

/// About any axis: the leapfrog keeps the momentum to round-off and the energy to second order. (OpenFOAM's Newmark and
/// CrankNicolson leave out the moment of the turning axes.)
TEST(SixDoFBody, KeepsTheAngularMomentumOfATumblingBody) {
  SixDoFBody tumbling = body("angularMomentum (0.3 0.02 0.4);", "symplectic");
  const Vec3 start = tumbling.angularMomentum();
  const double energy = dot(start, tumbling.angularVelocity());
  run(tumbling, 1000, 0.002, {}, nothing);
  EXPECT_LT(mag(tumbling.angularMomentum() - start), 1e-13);
  EXPECT_NEAR(dot(start, tumbling.angularVelocity()), energy, 1e-4 * energy);
}

/// A weight on a rod of length 0.5 about the axis y, from rest at 0.1 rad: T = 2 pi sqrt(I/(m g l)).
TEST_P(Scheme, SwingsAsAPendulum) {
  const std::string pin =
      "constraints { hinge { sixDoFRigidBodyMotionConstraint axis; axis (0 1 0); } "
      "pin { sixDoFRigidBodyMotionConstraint point; centreOfRotation (1.04991670832341 2 3.49750208263901); } }";
  SixDoFBody pendulum = body(pin, GetParam());
  const double I = 0.2 + 2 * 0.25, period = 2 * std::acos(-1.0) * std::sqrt(I / (2 * 10 * 0.5));
  const int n = 400;
  run(pendulum, n / 2, period / n, {0, 0, -10}, nothing, 3);
  // Half a period later it is on the other side.
  EXPECT_NEAR(pendulum.centreOfMass().x, 1.04991670832341 + 0.0499167, 3e-4);
  EXPECT_NEAR(pendulum.centreOfMass().y, 2, 1e-14);
  EXPECT_NEAR(mag(pendulum.centreOfMass() - Vec3{1.04991670832341, 2, 3.49750208263901}), 0.5, 1e-12);
}

/// A mass on a spring of no rest length: x = cos(omega t) with omega = sqrt(k/m), if the load is that of the end of the step.
TEST_P(Scheme, OscillatesOnASpring) {
  const std::string spring =
      "restraints { s { sixDoFRigidBodyMotionRestraint linearSpring; anchor (0 2 3); refAttachmentPt (1 2 3); stiffness 50; "
      "damping 0; "
      "restLength 0; } } acceleration (-25 0 0);";
  SixDoFBody mass = body(spring, GetParam());
  const double period = 2 * std::acos(-1.0) / 5;
  run(mass, 1000, period / 1000, {}, nothing, 4);
  EXPECT_NEAR(mass.centreOfMass().x, 1, 1e-4);
  EXPECT_NEAR(mass.velocity().x, 0, 1e-2);
}

TEST_P(Scheme, GoesWhereConstraintsLetIt) {
  SixDoFBody guided = body(
      "constraints { a { sixDoFRigidBodyMotionConstraint plane; normal (0 0 3); } b { sixDoFRigidBodyMotionConstraint plane; "
      "normal (0 1 1); } c { sixDoFRigidBodyMotionConstraint orientation; } }",
      GetParam());
  run(guided, 10, 0.1, {0, -1, -10}, [](const SixDoFBody&) { return BodyLoad{{4, 2, 2}, {1, 1, 1}}; });
  EXPECT_GT(guided.velocity().x, 1);
  EXPECT_LT(mag(guided.centreOfMass() - Vec3{guided.centreOfMass().x, 2, 3}), 1e-14);
  EXPECT_EQ(mag(guided.angularVelocity()), 0);
}

TEST_P(Scheme, GoesOnFromItsState) {
  const std::string loose = "velocity (0.1 0.2 0.3); angularMomentum (0.01 0.02 0.03); accelerationRelaxation 0.7;";
  const auto load = [](const SixDoFBody& b) { return BodyLoad{-3.0 * b.centreOfMass(), -0.3 * b.angularVelocity()}; };
  SixDoFBody whole = body(loose, GetParam()), first = body(loose, GetParam()), second = body(loose, GetParam());
  run(whole, 8, 0.05, {0, 0, -9.81}, load, 2);
  run(first, 4, 0.05, {0, 0, -9.81}, load, 2);
  second.continueFrom(config::Dictionary::parse(first.state(), "state"));
  run(second, 4, 0.05, {0, 0, -9.81}, load, 2);
  EXPECT_EQ(second.state(), whole.state());
  EXPECT_NE(second.state(), first.state());
}

TEST_P(Scheme, RelaxesByAFunctionOfTime) {
  const std::string table = "accelerationRelaxation table ((0 0.3) (1 0.3) (1.0001 1) (2 1));";
  const auto braked = [](const SixDoFBody& b) { return BodyLoad{Vec3{1, 0, 0} - 3.0 * b.velocity(), {}}; };
  const auto moved = [&](const std::string& relaxation, double time) {
    SixDoFBody b = body("acceleration (0 0 0);" + relaxation, GetParam());
    for (int i = 0; i < 2; ++i) {
      b.beginStep();
      b.advance(braked(b), {.deltaT = 0.1, .deltaT0 = 0.1, .time = time});
    }
    return b.state();
  };
  EXPECT_EQ(moved(table, 0.5), moved("accelerationRelaxation 0.3;", 0.5));
  EXPECT_EQ(moved(table, 1.5), moved("", 1.5));
  EXPECT_NE(moved(table, 0.5), moved(table, 1.5));
}

INSTANTIATE_TEST_SUITE_P(All, Scheme, testing::Values("Newmark", "CrankNicolson", "symplectic"),
                         [](const auto& info) { return std::string(info.param); });

TEST(SixDoFBody, DampsWithItsRestraints) {
  const std::string dampers =
      "velocity (1 2 3); angularMomentum (0.03 0.02 0.01); restraints { a { sixDoFRigidBodyMotionRestraint linearDamper; coeff "
      "4; } "
      "b { sixDoFRigidBodyMotionRestraint sphericalAngularDamper; coeff 0.5; } }";
  SixDoFBody damped = body(dampers, "Newmark");
  run(damped, 200, 0.01, {}, nothing, 3);
  EXPECT_LT(mag(damped.velocity() - std::exp(-4.0) * Vec3{1, 2, 3}), 0.02);
  EXPECT_NEAR(damped.angularMomentum().x, 0.03 * std::exp(-2 * 0.5 / 0.3), 1e-4);
}

TEST(BodyDisplacement, GoesFromNothingToTheBody) {
  const Tensor R = rotationAbout({1, 2, 2}, 2.9);
  const RigidTransformation whole{R, {0.3, -0.2, 0.1}};
  const Vec3 origin{1, 1, 0}, after = whole(origin) - origin, X{2, 3, 4};
  const BodyDisplacement displacement(whole, origin, {}, after);
  EXPECT_EQ(displacement(X, 0), X);
  EXPECT_LT(mag(displacement(X, 1 - 1e-13) - whole(X)), 1e-11);
  // Half of it twice, about the origin that has moved, is all of it.
  const Tensor half = rotationAbout({1, 2, 2}, 1.45);
  EXPECT_LT(mag(displacement(X, 0.5) - (origin + 0.5 * after + dot(half, X - origin))), 1e-13);
}

TEST(SixDoFBody, NamesWhatIsWrong) {
  const auto message = [](const std::string& text) {
    try {
      SixDoFBody(config::Dictionary::parse(text, "dynamicMeshDict"));
      return std::string();
    } catch (const Error& e) { return std::string(e.what()); }
  };
  EXPECT_NE(message("centreOfMass (0 0 0); momentOfInertia (1 1 1); solver { type Newmark; }").find("'mass'"), std::string::npos);
  EXPECT_NE(message(std::string(box) + "solver { type Newmarc; }").find("Newmark"), std::string::npos);
  EXPECT_NE(message(std::string(box) + "solver { type Newmark; } constraints { a { sixDoFRigidBodyMotionConstraint lime; } }")
                .find("line"),
            std::string::npos);
  EXPECT_NE(
      message(std::string(box) + "solver { type Newmark; } restraints { a { sixDoFRigidBodyMotionRestraint linearSprung; } }")
          .find("linearSpring"),
      std::string::npos);
  EXPECT_NE(message("mass -1; centreOfMass (0 0 0); momentOfInertia (1 1 1); solver { type Newmark; }").find("positive"),
            std::string::npos);
}

}  // namespace
}  // namespace eagre::physics
