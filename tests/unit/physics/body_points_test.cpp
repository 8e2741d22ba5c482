// SPDX-License-Identifier: BSD-3-Clause
// The points of a mesh around a body: how far they go with it.
#include "physics/motion/body_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "support/moving_mesh.hpp"

namespace eagre::physics {
namespace {

constexpr Label n = 8;

constexpr GlobalLabel allPoints = std::numeric_limits<GlobalLabel>::max();

/// The plane x = 0 is the body's; 1 is the mesh's length.
struct Surroundings {
  test::MovableBox box{comm::Communicator::world(), n, n, n, {}};
  BodyPoints points;

  explicit Surroundings(const std::string& conditions, const std::string& distances = "innerDistance 0.2; outerDistance 0.7;",
                        GlobalLabel nPoints = allPoints)
      : points(*box.mesh, config::Dictionary::parse(distances, "dynamicMeshDict"), body(),
               config::Dictionary::parse("xMin { type calculated; } " + conditions, "pointDisplacement"), nPoints) {}
  std::vector<std::size_t> body() const {
    for (std::size_t i = 0; i < box.mesh->patches.size(); ++i)
      if (box.mesh->patches[i].name == "xMin") return {i};
    return {};
  }
  const std::vector<Vec3>& start() const { return box.mesh->points->shape.points; }
};

std::string others(const std::string& yMin) {
  return "yMin { " + yMin +
         " } xMax { type calculated; } yMax { type calculated; } zMin { type calculated; } zMax { type calculated; }";
}

double part(double distance) {
  const double rising = std::clamp((0.7 - distance) / 0.5, 0.0, 1.0);
  return 0.5 - 0.5 * std::cos(std::numbers::pi * rising);
}

BodyDisplacement turned(double angle) {
  const Vec3 centre{0, 0.5, 0.5}, shift{0.01, 0.02, 0};
  const Tensor R = rotationAbout({0, 0, 1}, angle);
  return {{R, centre + shift - dot(R, centre)}, centre, {}, shift};
}

/// Of a mesh that is refined: the points behind the first ones go with the body, and distances are not to them.
TEST(BodyPoints, DistancesAreToTheFirstPoints) {
  const Surroundings first(others("type calculated;"), "innerDistance 0; outerDistance 0.7;", 1);
  const auto body = turned(0);
  const auto moved = first.points.moved(body);
  const std::vector<Vec3>& start = first.start();
  for (std::size_t p = 0; p < start.size(); ++p) {
    const double distance = start[p].x == 0 ? 0 : mag(start[p] - start[0]), rising = std::clamp((0.7 - distance) / 0.7, 0.0, 1.0);
    const double s = 0.5 - 0.5 * std::cos(std::numbers::pi * rising);
    EXPECT_LT(mag(moved[p] - start[p] - s * Vec3{0.01, 0.02, 0}), 1e-14);
  }
}

TEST(BodyPoints, GoWithTheBodyByTheCosineOfTheDistance) {
  const Surroundings setup(others("type calculated;"));
  const auto moved = setup.points.moved(turned(0.1));
  for (std::size_t p = 0; p < moved.size(); ++p) {
    const Vec3 X = setup.start()[p];
    const double s = part(X.x);
    const Vec3 centre{0, 0.5, 0.5};
    const Vec3 wanted = centre + s * Vec3{0.01, 0.02, 0} + dot(rotationAbout({0, 0, 1}, 0.1 * s), X - centre);
    EXPECT_LT(mag(moved[p] - wanted), 1e-14);
    EXPECT_EQ(setup.points.moved(X, turned(0.1)), moved[p]);
    if (X.x > 0.7) { EXPECT_EQ(moved[p], X); }
  }
}

/// openfoam.org after version 13: by the weights of the body, of an exterior and of the far field.
TEST(BodyPoints, AreWeighedAgainstTheFarFieldAndAnExterior) {
  const Surroundings setup(others("type calculated;"));
  const auto weight = [](double s) { return s / std::pow(std::max(1 - s, small), 0.62); };
  const auto distances = config::Dictionary::parse("innerDistance 0.2; outerDistance 0.7;", "dynamicMeshDict");
  const auto exterior = config::Dictionary::parse("outerDistance 0.5; patches (yMin);", "dynamicMeshDict");
  const BodyPoints alone(*setup.box.mesh, distances, setup.body(), nullptr, allPoints),
      two(*setup.box.mesh, distances, setup.body(), &exterior, allPoints);
  const BodyDisplacement shift{{identityTensor(), {0, 0, 0.1}}, {}, {}, {0, 0, 0.1}};
  const auto atAlone = alone.moved(shift), atTwo = two.moved(shift);
  for (std::size_t p = 0; p < atAlone.size(); ++p) {
    const Vec3 X = setup.start()[p];
    const double body = weight(part(X.x)), rising = std::clamp((0.5 - X.y) / 0.5, 0.0, 1.0);
    const double far = weight(0.5 - 0.5 * std::cos(std::numbers::pi * rising));
    EXPECT_NEAR(atAlone[p].z - X.z, 0.1 * body / (1 + body), 1e-12);
    EXPECT_NEAR(atTwo[p].z - X.z, 0.1 * body / (1 + body + far), 1e-12);
  }
  EXPECT_NEAR(alone.reach(), 0.5 / 1.25, 1e-15);
  EXPECT_THROW(BodyPoints(*setup.box.mesh, config::Dictionary::parse("outerDistance 0;", "d"), setup.body(), nullptr, allPoints),
               Error);
}

TEST(BodyPoints, AreHeldByTheConditionsOfOtherPatches) {
  const Surroundings fixed(others("type fixedValue; value uniform (0 0 0.5);")), slip(others("type slip;"));
  const auto atFixed = fixed.points.moved(turned(0.1)), atSlip = slip.points.moved(turned(0.1));
  int onPatch = 0;
  for (std::size_t p = 0; p < atFixed.size(); ++p) {
    const Vec3 X = fixed.start()[p];
    if (X.y > 1e-12) {
      EXPECT_EQ(atFixed[p], atSlip[p]);
      continue;
    }
    ++onPatch;
    EXPECT_LT(mag(atFixed[p] - X - Vec3{0, 0, 0.5}), 1e-15);
    EXPECT_NEAR(atSlip[p].y, X.y, 1e-15);
    if (X.x < 0.2) { EXPECT_GT(atSlip[p].x, X.x); }
  }
  EXPECT_EQ(onPatch, (n + 1) * (n + 1));
}

TEST(BodyPoints, AreHeldByFunctionsOfTime) {
  const Surroundings setup(others("type uniformFixedValue; uniformValue table ((0 (0 0 0)) (2 (0 0 1)));"));
  for (const double t : {0.0, 1.0}) {
    const auto points = setup.points.moved(turned(0.1), t);
    for (std::size_t p = 0; p < points.size(); ++p)
      if (const Vec3 X = setup.start()[p]; X.y < 1e-12) { EXPECT_LT(mag(points[p] - X - Vec3{0, 0, t / 2}), 1e-15); }
  }
}

/// Where a body is pushed into its surroundings, the points of a fine line ahead of it keep their order up to the reach, no
/// further.
TEST(BodyPoints, AreFoldedWhenTheBodyGoesBeyondItsReach) {
  const Surroundings setup(others("type calculated;"));
  const auto isFolded = [&](double shift) {
    const BodyDisplacement body{{identityTensor(), {shift, 0, 0}}, {}, {}, {shift, 0, 0}};
    EXPECT_NEAR(setup.points.farthest(body), shift, 1e-15);
    double last = -1;
    for (int i = 0; i <= 1000; ++i) {
      const double x = setup.points.moved(Vec3{0.001 * i, 0.5, 0.5}, body).x;
      if (x <= last) return true;
      last = x;
    }
    return false;
  };
  EXPECT_FALSE(isFolded(0.999 * setup.points.reach()));
  EXPECT_TRUE(isFolded(1.001 * setup.points.reach()));
}

TEST(BodyPoints, NameWhatIsWrong) {
  EXPECT_THROW(Surroundings(others("type slip;"), "innerDistance 0.2; outerDistance 0.1;"), Error);
  EXPECT_THROW(Surroundings(others("type slop;")), Error);
  EXPECT_THROW(Surroundings(others("type fixedValue; value nonuniform List<vector> 0();")), Error);
}

}  // namespace
}  // namespace eagre::physics
