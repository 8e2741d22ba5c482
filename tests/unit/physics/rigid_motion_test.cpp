// SPDX-License-Identifier: BSD-3-Clause
// Motions of a rigid mesh: where points are at a time.
#include "physics/motion/rigid_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "core/error.hpp"

namespace eagre::physics {
namespace {

using std::numbers::pi;

Vec3 moved(const std::string& text, double time, const Vec3& point, const std::filesystem::path& directory = ".") {
  return makeRigidMotion(config::Dictionary::parse(text, "dynamicMeshDict"), directory)->at(time)(point);
}

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-12) {
  EXPECT_LT(mag(a - b), tolerance) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(RigidMotion, Translates) {
  expectNear(moved("solidBodyMotionFunction linearMotion; velocity (1 2 3);", 0.5, {1, 1, 1}), {1.5, 2, 2.5});
  expectNear(moved("solidBodyMotionFunction oscillatingLinearMotion; amplitude (0 0 2); omega 3;", 0.5, {1, 0, 0}),
             {1, 0, 2 * std::sin(1.5)});
}

TEST(RigidMotion, TurnsAboutAnAxisRightHanded) {
  const std::string about = "solidBodyMotionFunction rotatingMotion; rotatingMotionCoeffs { origin (1 0 0); axis (0 0 2); omega ";
  expectNear(moved(about + "3.14159265358979312; }", 0.5, {2, 0, 5}), {1, 1, 5});
  // A rate that grows: the angle is the integral.
  expectNear(moved(about + "table ((0 0) (1 2) (3 2)); }", 2, {2, 0, 0}), {1 + std::cos(3), std::sin(3), 0}, 1e-9);
  expectNear(moved("solidBodyMotionFunction axisRotationMotion; origin (0 0 0); radialVelocity (0 90 0);", 1, {1, 0, 0}),
             {0, 0, -1});
  expectNear(moved("solidBodyMotionFunction axisRotationMotion; origin (0 0 0); radialVelocity (0 0 0);", 1, {1, 0, 0}),
             {1, 0, 0});
}

TEST(RigidMotion, RevolutionsPerMinute) {
  const std::string about = "solidBodyMotionFunction rotatingMotion; origin (0 0 0); axis (0 0 1); ";
  expectNear(moved(about + "rpm 15;", 1, {1, 0, 0}), {0, 1, 0});
  expectNear(moved(about + "rpm table ((0 0) (2 30));", 1, {1, 0, 0}), {std::sqrt(0.5), std::sqrt(0.5), 0});
  EXPECT_THROW(moved(about + "rpm 15; omega 1;", 0, {}), Error);
  EXPECT_THROW(moved(about, 0, {}), Error);
}

TEST(RigidMotion, OscillatesAboutXThenYThenZOfTheBody) {
  const std::string text = "solidBodyMotionFunction oscillatingRotatingMotion; origin (0 0 0); omega 1; amplitude (90 0 90);";
  // Of the space: z first, then x.
  expectNear(moved(text, pi / 2, {1, 0, 0}), {0, 0, 1});
  expectNear(moved(text, pi / 2, {0, 1, 0}), {-1, 0, 0});
}

TEST(RigidMotion, ComposesTheMotionsOfOneWithinTheOther) {
  const std::string text =
      "solidBodyMotionFunction multiMotion;"
      "table { solidBodyMotionFunction rotatingMotion; origin (0 0 0); axis (0 0 1); omega 1.57079632679489656; }"
      "box { solidBodyMotionFunction linearMotion; velocity (1 0 0); }";
  expectNear(moved(text, 1, {1, 0, 0}), {0, 2, 0});  // the box goes along the x of the table, which is y now
}

/// At the natural period the roll has its largest amplitude; at the start nothing has moved.
TEST(RigidMotion, RollsHeavesAndSways) {
  const std::string text =
      "solidBodyMotionFunction SDA; CofG (0 0 1); lamda 1; rollAmax 0.2; rollAmin 0.1; heaveA 4; swayA 2.4; Q 2; Tp 14; Tpn 14; "
      "dTi 1; dTp 1e-9;";
  expectNear(moved(text, 0, {3, 2, 5}), {3, 2, 5});
  const double quarter = 14.0 / 4;  // the phase runs as fast as omega t again
  const Vec3 centre = moved(text, quarter, {0, 0, 1});
  const double phase = -2 * pi * quarter * quarter * 1e-9 / 14 / 14;  // of the integral: small
  EXPECT_NEAR(centre.z - 1, 4 * (std::sin(pi / 2 + pi / 2 + 2 * phase) - 1), 1e-6);
  EXPECT_NEAR(centre.y, -2.4, 1e-6);
  const Vec3 arm = moved(text, quarter, {0, 1, 1}) - centre;
  expectNear(arm, {0, std::cos(0.2), std::sin(0.2)}, 1e-6);
  EXPECT_THROW(moved("solidBodyMotionFunction SDA; CofG (0 0 1); lamda 1; rollAmax 0.2; rollAmin 0.1; heaveA 4; swayA 2.4; Q 2; "
                     "Tp 14; Tpn 14; dTi 1; dTp 0;",
                     0, {}),
               Error);
}

TEST(RigidMotion, OfATankIsScaledByLamdaOrLambda) {
  const std::string rest =
      " 4; rollAmax 0.2; rollAmin 0.1; heaveA 4; swayA 2.4; Q 2; Tp 14; Tpn 12; dTi 0.06; dTp -0.001; CofG (0 0 1);";
  const Vec3 old = moved("solidBodyMotionFunction SDA; lamda" + rest, 3, {1, 2, 3});
  expectNear(moved("solidBodyMotionFunction SDA; lambda" + rest, 3, {1, 2, 3}), old);
}

TEST(RigidMotion, FollowsATable) {
  const auto directory = std::filesystem::temp_directory_path() / "eagre_rigid_motion";
  std::filesystem::create_directories(directory / "constant");
  std::ofstream(directory / "constant/6DoF.dat") << "4 ( (0 ((0 0 0) (0 0 0))) (1 ((1 0 0) (0 0 90)))\n"
                                                    "(2 ((4 0 0) (0 0 90))) (3 ((9 0 0) (0 0 90))) )";
  const std::string text = "solidBodyMotionFunction tabulated6DoFMotion; CofG (1 0 0); timeDataFileName \"<constant>/6DoF.dat\";";
  expectNear(moved(text, 0, {2, 0, 0}, directory), {2, 0, 0});
  expectNear(moved(text, 1, {2, 0, 0}, directory), {2, 1, 0});
  expectNear(moved(text, 1.5, {1, 0, 0}, directory), {1 + 2.25, 0, 0});  // a spline gives back a parabola
  EXPECT_THROW(moved(text, 3.5, {}, directory), Error);
  const std::string straight =
      "solidBodyMotionFunction sixDoFMotion; CofG (1 0 0); translationRotation table; file \"<constant>/6DoF.dat\";";
  expectNear(moved(straight, 1.5, {1, 0, 0}, directory), {1 + 2.5, 0, 0});
  expectNear(moved("solidBodyMotionFunction SKA; SKACoeffs { CofG (1 0 0); timeDataFileName \"constant/6DoF.dat\"; }", 1.5,
                   {1, 0, 0}, directory),
             {1 + 2.5, 0, 0});
  EXPECT_THROW(moved(straight + " interpolationScheme spline;", 1, {}, directory), Error);
  std::ofstream(directory / "constant/flat.dat") << "2 ( (0 (0 0 0) (0 0 0)) (2 (4 0 0) (0 0 90)) )";  // OpenFOAM 13
  const auto parts = [](const std::string& columns) {
    return "solidBodyMotionFunction sixDoFMotion; CofG (1 0 0); translation { type table; file \"<constant>/flat.dat\"; columns "
           "(0 1); } "
           "rotation { type table; file \"<constant>/flat.dat\"; columns " +
           columns + "; }";
  };
  expectNear(moved(parts("(0 2)"), 2, {2, 0, 0}, directory), {5, 1, 0});
  EXPECT_THROW(moved(parts("(0 1)"), 2, {}, directory), Error);
  const auto relative = std::filesystem::relative(directory);  // the case as `eagre run CASE` has it
  expectNear(moved(text, 1, {2, 0, 0}, relative), {2, 1, 0});
  EXPECT_EQ(makeRigidMotion(config::Dictionary::parse("solidBodyMotionFunction multiMotion; a { " + text + " }", "d"), relative)
                ->lastTime(),
            3);
  std::filesystem::remove_all(directory);
  EXPECT_THROW(moved(text, 0, {}, directory), Error);
}

TEST(RigidMotion, NamesWhatIsNotThere) {
  try {
    moved("solidBodyMotionFunction oscilatingLinearMotion; amplitude (0 0 1); omega 1;", 0, {});
    FAIL();
  } catch (const Error& e) { EXPECT_NE(std::string(e.what()).find("oscillatingLinearMotion"), std::string::npos); }
  EXPECT_THROW(moved("solidBodyMotionFunction rotatingMotion; origin (0 0 0); axis (0 0 0); omega 1;", 0, {}), Error);
  EXPECT_THROW(moved("solidBodyMotionFunction multiMotion;", 0, {}), Error);
}

}  // namespace
}  // namespace eagre::physics
