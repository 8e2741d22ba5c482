// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/motion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mesh/derived.hpp"
#include "support/moving_mesh.hpp"

namespace eagre::mesh {
namespace {

using test::MovableBox;

/// One face with these corners.
PolyMesh faceOf(std::vector<Vec3> corners) {
  PolyMesh mesh;
  for (std::size_t i = 0; i < corners.size(); ++i) mesh.facePoints.push_back(static_cast<Label>(i));
  mesh.faceOffsets.push_back(static_cast<Label>(corners.size()));
  mesh.owner = {0};
  mesh.points = std::move(corners);
  return mesh;
}

double swept(const PolyMesh& mesh, const test::Displacement& displacement) {
  return sweptVolume(mesh, mesh.points, test::moved(mesh.points, displacement), 0);
}

TEST(SweptVolume, OfATranslationIsAreaTimesWay) {
  const test::Displacement shift = [](const Vec3&) { return Vec3{0.25, -0.5, 3}; };
  EXPECT_NEAR(swept(faceOf({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}), shift), 3, 1e-15);
  EXPECT_NEAR(swept(faceOf({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}), shift), 6, 1e-14);
  const PolyMesh bent = faceOf({{0, 0, 0}, {2, 0, 0.3}, {2, 1, -0.2}, {0, 1, 0.1}});
  EXPECT_NEAR(swept(bent, shift), dot(centreAndArea(bent, bent.points, 0).area, Vec3{0.25, -0.5, 3}), 1e-14);
}

TEST(SweptVolume, OfAGrowingFaceIsThatOfAFrustum) {
  // Sides 1 and 2, height 1: (A + sqrt(A B) + B)/3.
  const test::Displacement grow = [](const Vec3& p) { return Vec3{p.x, p.y, 1}; };
  EXPECT_NEAR(swept(faceOf({{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}, {-0.5, 0.5, 0}}), grow), 7.0 / 3, 1e-14);
}

TEST(SweptVolume, OfAFaceThatSlidesInItsPlaneIsZero) {
  const test::Displacement slide = [](const Vec3& p) { return Vec3{p.y, 0.5 * p.x * p.x, 0}; };
  EXPECT_EQ(swept(faceOf({{0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {0, 1, 1}}), slide), 0);
}

/// Pyramids on a face with five corners or more that is not plane have another volume than those on its triangles.
TEST(SweptVolume, OfAllFacesIsWhatACellWithFivesidedFacesGains) {
  PolyMesh prism;
  for (const double z : {0.0, 1.0})
    for (int i = 0; i < 5; ++i) prism.points.push_back({std::cos(1.3 * i), std::sin(1.3 * i), z + 0.3 * std::sin(2.1 * i + z)});
  prism.facePoints = {4, 3, 2, 1, 0, 5, 6, 7, 8, 9, 0, 1, 6, 5, 1, 2, 7, 6, 2, 3, 8, 7, 3, 4, 9, 8, 4, 0, 5, 9};
  prism.faceOffsets = {0, 5, 10, 14, 18, 22, 26, 30};
  prism.owner.assign(7, 0);
  PolyMesh after = prism;
  after.points = test::moved(prism.points, test::wavy(0.2, false));
  double sum = 0;
  for (Label f = 0; f < 7; ++f) sum += sweptVolume(prism, prism.points, after.points, f);
  const double V0 = facesAndCells(prism).cellVolumes[0], V = facesAndCells(after).cellVolumes[0];
  EXPECT_GT(V0, 1);
  EXPECT_GT(std::abs(V - V0), 0.01);
  EXPECT_NEAR(V - V0, sum, 2e-15 * V);
}

TEST(Motion, AStaticMeshDoesNotMove) {
  const auto mesh = test::distributedBox(comm::Communicator::self(), 2, 2, 2);
  EXPECT_EQ(mesh->points, nullptr);
  EXPECT_EQ(mesh->motion, nullptr);
  EXPECT_THROW(movePoints(*mesh, {}), Error);
  EXPECT_THROW(beginMotionStep(*mesh), Error);
}

TEST(Motion, ErrorsSayWhatIsWrong) {
  const MovableBox box(comm::Communicator::self(), 2, 2, 2);
  try {
    movePoints(*box.mesh, {{1, 2, 3}});
    FAIL();
  } catch (const Error& e) { EXPECT_THAT(e.what(), testing::HasSubstr("1 positions are given for the 27 points")); }
}

TEST(Motion, VolumesOfTheTwoPreviousLevelsAreKept) {
  const MovableBox box(comm::Communicator::self(), 3, 3, 3, {.perturbation = 0.2});
  Mesh& mesh = *box.mesh;
  std::vector<std::vector<double>> V{mesh.V}, swept;
  for (int step = 0; step < 3; ++step) {
    beginMotionStep(mesh);
    box.move(test::wavy(0.02, false));
    V.push_back(mesh.V);
    swept.push_back(mesh.motion->swept);
  }
  EXPECT_EQ(mesh.motion->V00, V[1]);
  EXPECT_EQ(mesh.motion->V0, V[2]);
  EXPECT_EQ(mesh.motion->sweptBefore, swept[1]);
  beginMotionStep(mesh);  // and a step in which nothing moves
  EXPECT_EQ(mesh.motion->V0, V[3]);
  EXPECT_THAT(mesh.motion->swept, testing::Each(0.0));
}

TEST(Derived, IsMadeAgainForAnotherGeometryOnly) {
  const MovableBox box(comm::Communicator::self(), 2, 2, 2);
  Derived<double> volume;
  int made = 0;
  const auto get = [&] {
    return volume.get(*box.mesh, [&] {
      ++made;
      return box.mesh->V[0];
    });
  };
  EXPECT_EQ(get(), get());
  EXPECT_EQ(made, 1);
  box.move([](const Vec3& p) { return Vec3{p.x, 0, 0}; });
  EXPECT_EQ(get(), box.mesh->V[0]);
  EXPECT_NEAR(get(), 0.25, 1e-15);
  EXPECT_EQ(made, 2);
}

}  // namespace
}  // namespace eagre::mesh
