// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "mesh/poly_mesh.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-14) {
  for (int d = 0; d < 3; ++d) EXPECT_NEAR(a[d], b[d], tolerance) << "component " << d;
}

TEST(Geometry, OfOneHexahedron) {
  const PolyMesh box = test::boxMesh(1, 1, 1, {.origin = {1, 2, 3}, .length = {2, 3, 4}});
  const PolyGeometry g = computeGeometry(box);
  ASSERT_EQ(g.cellVolumes.size(), 1u);
  EXPECT_NEAR(g.cellVolumes[0], 24, 1e-13);
  expectNear(g.cellCentres[0], {2, 3.5, 5});
  const std::vector<Vec3> areas{{-12, 0, 0}, {12, 0, 0}, {0, -8, 0}, {0, 8, 0}, {0, 0, -6}, {0, 0, 6}};
  const std::vector<Vec3> centres{{1, 3.5, 5}, {3, 3.5, 5}, {2, 2, 5}, {2, 5, 5}, {2, 3.5, 3}, {2, 3.5, 7}};
  for (int f = 0; f < 6; ++f) {
    expectNear(g.faceAreas[f], areas[f]);
    expectNear(g.faceCentres[f], centres[f]);
  }
}

/// A prism on the triangle (0,0) (3,0) (0,3), sheared: the top, at z = 2, is moved by (1, 0).
PolyMesh prism() {
  PolyMesh mesh;
  mesh.points = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {1, 0, 2}, {4, 0, 2}, {1, 3, 2}};
  mesh.facePoints = {0, 2, 1, 3, 4, 5, 0, 1, 4, 3, 1, 2, 5, 4, 2, 0, 3, 5};
  mesh.faceOffsets = {0, 3, 6, 10, 14, 18};
  mesh.owner = {0, 0, 0, 0, 0};
  mesh.patches = {{"all", "patch", 0, 5, "", {}, {}}};
  return mesh;
}

TEST(Geometry, OfASkewedPrism) {
  const PolyGeometry g = computeGeometry(prism());
  expectNear(g.faceAreas[0], {0, 0, -4.5});
  expectNear(g.faceAreas[1], {0, 0, 4.5});
  expectNear(g.faceAreas[2], {0, -6, 0});
  expectNear(g.faceAreas[3], {6, 6, -3});  // (-3,3,0) x (1,0,2)
  expectNear(g.faceAreas[4], {-6, 0, 3});  // (0,-3,0) x (1,0,2)
  expectNear(g.faceCentres[0], {1, 1, 0});
  expectNear(g.faceCentres[1], {2, 1, 2});
  expectNear(g.faceCentres[3], {2, 1.5, 1});
  EXPECT_NEAR(g.cellVolumes[0], 9, 1e-13);  // base 4.5, height 2: shear keeps the volume
  expectNear(g.cellCentres[0], {1.5, 1, 1});
}

TEST(Geometry, OfATrapezoidUsesAreaWeightedTriangles) {
  // Parallel sides 3 and 1, height 1: the true centroid is at (3 + 2*1) / (3 * (3 + 1)) of the height.
  PolyMesh mesh = test::boxMesh(1, 1, 1);
  mesh.points = {{0, 0, 0}, {3, 0, 0}, {1, 1, 0}, {2, 1, 0}, {0, 0, 1}, {3, 0, 1}, {1, 1, 1}, {2, 1, 1}};
  const PolyGeometry g = computeGeometry(mesh);
  expectNear(g.faceCentres[4], {1.5, 5.0 / 12.0, 0});
  expectNear(g.faceAreas[4], {0, 0, -2});
  EXPECT_NEAR(g.cellVolumes[0], 2, 1e-14);
  expectNear(g.cellCentres[0], {1.5, 5.0 / 12.0, 0.5});
}

TEST(Geometry, AFaceWithoutAreaHasTheMeanOfItsPoints) {
  PolyMesh mesh = test::boxMesh(1, 1, 1);
  for (Vec3& p : mesh.points) p.x = 0;
  const PolyGeometry g = computeGeometry(mesh);
  expectNear(g.faceAreas[4], {});
  expectNear(g.faceCentres[4], {0, 0.5, 0});
  EXPECT_EQ(g.cellVolumes[0], 0);
  expectNear(g.cellCentres[0], {0, 0.5, 0.5});
}

TEST(Geometry, OfAPerturbedBoxFillsIt) {
  const PolyMesh mesh = test::boxMesh(5, 4, 3, {.length = {2, 1, 1}, .perturbation = 0.2});
  const PolyGeometry g = computeGeometry(mesh);
  double volume = 0;
  for (double v : g.cellVolumes) volume += v;
  EXPECT_NEAR(volume, 2, 1e-13);
  EXPECT_GT(std::abs(g.cellVolumes[0] - 2.0 / 60), 1e-4) << "the perturbation does nothing";
}

TEST(Geometry, OfABrokenMeshIsAnError) {
  PolyMesh mesh = test::boxMesh(2, 1, 1);
  mesh.facePoints[0] = 99;
  EXPECT_THROW(computeGeometry(mesh), Error);
}

TEST(Directions, EmptyIsNeitherGeometricNorSolved) {
  const PolyMesh mesh = test::boxMesh(3, 2, 1, {.emptyZ = true});
  const Directions d = findDirections(mesh, computeGeometry(mesh));
  EXPECT_EQ(d.geometric, (std::array<int, 3>{1, 1, -1}));
  EXPECT_EQ(d.solution, (std::array<int, 3>{1, 1, -1}));
}

TEST(Directions, WedgeIsSolvedButNotGeometric) {
  PolyMesh mesh = test::boxMesh(3, 2, 1, {.types = {"patch", "patch", "patch", "patch", "wedge", "wedge"}});
  for (Vec3& p : mesh.points) p.z = (p.z - 0.5) * 0.08 * (1 + p.y);
  const Directions d = findDirections(mesh, computeGeometry(mesh));
  EXPECT_EQ(d.geometric, (std::array<int, 3>{1, 1, -1}));
  EXPECT_EQ(d.solution, (std::array<int, 3>{1, 1, 1}));
}

TEST(Directions, AllWithoutConstraints) {
  const PolyMesh mesh = test::boxMesh(2, 2, 2);
  const Directions d = findDirections(mesh, computeGeometry(mesh));
  EXPECT_EQ(d.geometric, (std::array<int, 3>{1, 1, 1}));
  EXPECT_EQ(d.solution, (std::array<int, 3>{1, 1, 1}));
}

}  // namespace
}  // namespace eagre::mesh
