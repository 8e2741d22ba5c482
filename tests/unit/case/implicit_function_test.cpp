// SPDX-License-Identifier: BSD-3-Clause
#include "case/implicit_function.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"

namespace eagre::case_ {
namespace {

std::unique_ptr<ImplicitFunction> make(const std::string& text) {
  return makeImplicitFunction(config::Dictionary::parse(text, "setAlphaFieldDict"));
}

TEST(ImplicitFunction, IsPositiveInside) {
  const auto sphere = make("type sphere; origin (1 0 0); radius 2;");
  EXPECT_DOUBLE_EQ((*sphere)({1, 0, 0}), 2);
  EXPECT_DOUBLE_EQ((*sphere)({1, 3, 0}), -1);
  const auto cylinder = make("type cylinder; origin (0 0 5); direction (0 0 2); radius 1;");
  EXPECT_DOUBLE_EQ((*cylinder)({0.5, 0, -7}), 0.5);
  const auto ellipsoid = make("type ellipsoid; origin (0 0 0); semiAxis (1 2 4);");
  EXPECT_DOUBLE_EQ((*ellipsoid)({0, 2, 0}), 0);
  EXPECT_GT((*ellipsoid)({0, 0, 3.9}), 0);
  const auto wave = make("type sin; origin (0 0 1); direction (1 0 0); up (0 0 1); amplitude 0.5; period 4;");
  EXPECT_DOUBLE_EQ((*wave)({1, 0, 1.5}), 0);
  EXPECT_GT((*wave)({3, 0, 0.4}), 0);
}

/// v1912's plane has a direction, later ones a normal, and phase 1 on opposite sides of it.
TEST(ImplicitFunction, APlaneIsAgainstItsDirectionAndAlongItsNormal) {
  EXPECT_DOUBLE_EQ((*make("type plane; origin (0 0 1); direction (0 0 2);"))({0, 0, 0}), 1);
  EXPECT_DOUBLE_EQ((*make("type plane; origin (0 0 1); normal (0 0 2);"))({0, 0, 0}), -1);
}

TEST(ImplicitFunction, IsComposedByItsMode) {
  const auto composed = [](const std::string& mode) {
    return make(
        "type composedFunction; mode " + mode +
        "; composedFunction { a { type sphere; origin (0 0 0); radius 2; } b { type sphere; origin (3 0 0); radius 2; } }");
  };
  const Vec3 both{1.5, 0, 0}, left{-1, 0, 0}, right{4, 0, 0}, none{9, 0, 0};
  const auto add = composed("add"), intersect = composed("intersect"), nearest = composed("minDist"),
             subtract = composed("subtract");
  EXPECT_GT((*add)(left), 0);
  EXPECT_GT((*add)(right), 0);
  EXPECT_LT((*add)(none), 0);
  EXPECT_GT((*intersect)(both), 0);
  EXPECT_LT((*intersect)(left), 0);
  EXPECT_DOUBLE_EQ((*nearest)({2.1, 0, 0}), 2 - 2.1);
  EXPECT_DOUBLE_EQ((*subtract)(none), 2 - 9.0) << "outside the first one it is the first one";
  EXPECT_DOUBLE_EQ((*subtract)(left), 2 - 4.0);
}

TEST(ImplicitFunction, TakesOffWhatHasANegativeScale) {
  const auto crescent = make(
      "type composedFunction; mode subtract; composedFunction { a { type sphere; origin (0 0 0); radius 2; } "
      "b { type cylinder; origin (3 0 0); direction (0 0 1); radius 2; scale -1; } }");
  EXPECT_DOUBLE_EQ((*crescent)({-1, 0, 0}), 1) << "in the first one alone";
  EXPECT_DOUBLE_EQ((*crescent)({1.5, 0, 0}), -0.5) << "in both";
  EXPECT_DOUBLE_EQ((*crescent)({4, 0, 0}), -2) << "in the second one alone";
}

TEST(ImplicitFunction, RefusesWhatIsNoShape) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      make(text);
    } catch (const Error& e) { return e.what(); }
    return {};
  };
  EXPECT_THAT(message("type spere; origin (0 0 0); radius 1;"), testing::HasSubstr("sphere"));
  EXPECT_THAT(message("type sphere; origin (0 0 0); radius 0;"), testing::HasSubstr("must be positive"));
  EXPECT_THAT(message("type plane; origin (0 0 0); direction (0 0 0);"), testing::HasSubstr("direction has no length"));
  EXPECT_THAT(message("type composedFunction; mode add; composedFunction { a 1; }"), testing::HasSubstr("'a' is none"));
  EXPECT_THAT(message("type composedFunction; mode ad; composedFunction { }"), testing::HasSubstr("mode"));
}

}  // namespace
}  // namespace eagre::case_
