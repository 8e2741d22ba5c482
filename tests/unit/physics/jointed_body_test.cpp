// SPDX-License-Identifier: BSD-3-Clause
// The dynamics of a body on joints: what mechanics says of it.
#include "physics/motion/jointed_body.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "unit/physics/body_steps.hpp"

namespace eagre::physics {
namespace {

JointedBody body(const std::string& joint, const std::string& scheme = "Newmark", const std::string& more = "") {
  const auto coefficients = config::Dictionary::parse("solver { type " + scheme + "; } " + more, "dynamicMeshDict");
  const auto box = config::Dictionary::parse(
      "type rigidBody; parent root; mass 2; centreOfMass (0 0 -0.5); inertia (0.3 0 0 0.2 0 0.1); "
      "transform (1 0 0 0 1 0 0 0 1) (1 2 3); joint { " +
          joint + " }",
      "box");
  return {coefficients, "box", box};
}

class JointedScheme : public testing::TestWithParam<const char*> {};

TEST_P(JointedScheme, FallsFreely) {
  JointedBody falling = body("type floating;", GetParam(), "qDot (1 0 0 0 0 0); qDdot (0 0 -10 0 0 0);");
  run(falling, 10, 0.1, {0, 0, -10}, nothing, 1);
  EXPECT_LT(mag(falling.velocity() - Vec3{1, 0, -10}), 1e-12);
  EXPECT_LT(mag(falling.centreOfMass() - Vec3{2, 2, 2.5 - 5}), 1e-12);
}

/// From rest at 0.1 rad: half a period later it is on the other side.
TEST_P(JointedScheme, SwingsAsAPendulum) {
  JointedBody pendulum = body("type Ry;", GetParam(), "q (0.1);");
  const double I = 0.2 + 2 * 0.25, period = 2 * std::acos(-1.0) * std::sqrt(I / (2 * 10 * 0.5));
  run(pendulum, 200, period / 400, {0, 0, -10}, nothing, GetParam() == std::string("symplectic") ? 1 : 3);
  EXPECT_NEAR(pendulum.centreOfMass().x, 1 + 0.5 * std::sin(0.1), 3e-4);
  EXPECT_EQ(pendulum.centreOfMass().y, 2);
}

/// The momenta of a body that tumbles on a ball joint which floats, its centre of mass beside the joint.
TEST_P(JointedScheme, KeepsTheMomentaOfATumblingBody) {
  const auto error = [&](int n) {
    JointedBody tumbling =
        body("type composite; joints ( { type Pxyz; } { type Rs; } );", GetParam(), "qDot (0.1 0.2 0.3 1 0.3 2);");
    const Vec3 start = tumbling.velocity();
    run(tumbling, n, 0.5 / n, {}, nothing, 3);
    return mag(tumbling.velocity() - start);
  };
  EXPECT_LT(error(400), 2e-3);
  EXPECT_LT(error(800), 0.6 * error(400));
}

TEST_P(JointedScheme, GoesOnFromItsState) {
  const auto load = [](const JointedBody& b) { return BodyLoad{-3.0 * b.centreOfMass(), -0.3 * b.angularVelocity()}; };
  const auto make = [] {
    return body("type composite; joints ( { type Py; } { type Rxyz; } );", GetParam(),
                "qDot (0.1 0.2 0.3 0.4); accelerationRelaxation 0.7; restraints { d { type linearDamper; body box; coeff 3; } }");
  };
  JointedBody whole = make(), first = make(), second = make();
  run(whole, 8, 0.05, {0, 0, -9.81}, load, 2);
  run(first, 4, 0.05, {0, 0, -9.81}, load, 2);
  second.continueFrom(config::Dictionary::parse(first.state(), "state"));
  run(second, 4, 0.05, {0, 0, -9.81}, load, 2);
  EXPECT_EQ(second.state(), whole.state());
  EXPECT_NE(second.state(), first.state());
}

INSTANTIATE_TEST_SUITE_P(All, JointedScheme, testing::Values("Newmark", "CrankNicolson", "symplectic"),
                         [](const auto& info) { return std::string(info.param); });

/// A load beyond the weight: along a joint and against it.
TEST(JointedBody, MovesWhereItsJointsLetIt) {
  JointedBody guided = body("type composite; joints ( { type Px; } { type Pa; axis (0 3 4); } );", "Newmark", "qDdot (2 0.5);");
  run(
      guided, 10, 0.1, {},
      [](const JointedBody&) {
        return BodyLoad{{4, 3, -1}, {5, 6, 7}};
      },
      3);
  const Vec3 gone = guided.centreOfMass() - Vec3{1, 2, 2.5};
  EXPECT_LT(mag(gone - Vec3{1, 0.15, 0.2}), 1e-12);  // (4, 0, 0) and (0, 3, 4)/5 of the load, over the mass
}

/// A force at a point of space does what the same load does.
TEST(JointedBody, IsPulledByAnExternalForce) {
  const std::string joints = "type composite; joints ( { type Px; } { type Rz; } );";
  JointedBody loaded = body(joints, "Newmark");
  JointedBody pulled =
      body(joints, "Newmark", "restraints { f { type externalForce; body box; location (3 1 0); force (4 2 0); } }");
  const auto none = [](const JointedBody&) { return BodyLoad{}; };
  const auto same = [](const JointedBody&) { return BodyLoad{{4, 2, 0}, cross(Vec3{3, 1, 0}, Vec3{4, 2, 0})}; };
  run(loaded, 5, 0.1, {}, same, 2);
  run(pulled, 5, 0.1, {}, none, 2);
  EXPECT_LT(mag(pulled.centreOfMass() - loaded.centreOfMass()), 1e-12);
  EXPECT_GT(mag(pulled.angularVelocity()), 0.01);
}

TEST(JointedBody, DisplacesPointsAsItsFrame) {
  const JointedBody turned =
      body("type composite; joints ( { type Pz; } { type Rz; } );", "Newmark", "q (0.5 1.5707963267948966);");
  EXPECT_LT(mag(turned.displacement()({2, 2, 3}, 1) - Vec3{1, 3, 3.5}), 1e-15);
}

TEST(JointedBody, NamesWhatIsWrong) {
  const auto message = [](const std::string& joint, const std::string& more = "") {
    try {
      body(joint, "Newmark", more);
      return std::string();
    } catch (const Error& e) { return std::string(e.what()); }
  };
  EXPECT_NE(message("type Rq;").find("Rx"), std::string::npos);
  EXPECT_NE(message("type Ry;", "ramp table ((0 0));").find("ramp"), std::string::npos);
  EXPECT_NE(message("type Ry;", "restraints { a { type softWall; body box; } }").find("linearSpring"), std::string::npos);
  EXPECT_NE(message("type Ry;", "restraints { a { type linearDamper; body bax; coeff 1; } }").find("box"), std::string::npos);
  EXPECT_NE(message("type Ry;", "q (1 2);").find("degrees of freedom"), std::string::npos);
}

}  // namespace
}  // namespace eagre::physics
