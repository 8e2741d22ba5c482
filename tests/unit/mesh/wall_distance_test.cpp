// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mesh/wall_wave.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

/// Two tall cells on a floor that climbs steeply under the second one.
PolyMesh folded() {
  PolyMesh mesh = test::boxMesh(2, 1, 1, {.length = {2, 4, 1}, .types = {"patch", "patch", "wall", "patch", "patch", "patch"}});
  for (Vec3& p : mesh.points)
    if (p.x > 1.5) p.y += 3;
  return mesh;
}

TEST(WallDistance, OfABoxIsHalfACell) {
  const PolyMesh box = test::boxMesh(4, 5, 2, {.types = {"patch", "patch", "wall", "wall", "patch", "patch"}});
  const PolyGeometry geometry = computeGeometry(box);
  for (const PolyPatch& patch : box.patches)
    for (auto f = patch.start; f < patch.start + patch.size; ++f)
      EXPECT_NEAR(geometry.wallDistances[static_cast<std::size_t>(f - box.nInternalFaces())], patch.type == "wall" ? 0.1 : 0,
                  1e-15);
}

TEST(WallDistance, IsToTheNearestFaceOfThePatchNotToThePlaneOfItsOwn) {
  const PolyMesh mesh = folded();
  const PolyGeometry geometry = computeGeometry(mesh);
  const auto floor = static_cast<std::size_t>(mesh.patches[2].start - mesh.nInternalFaces());
  // The first cell's centre, (0.5, 2), is 2 above its floor, but 3.5/sqrt(10) beside the slope from (1, 0) to (2, 3).
  EXPECT_NEAR(geometry.wallDistances[floor], 3.5 / std::sqrt(10.0), 1e-14);
  // The second one's, (1.5, 3.5), is nearest to the upper end of the slope.
  EXPECT_NEAR(geometry.wallDistances[floor + 1], std::sqrt(0.5), 1e-14);
}

TEST(WallDistance, InACornerOfOnePatchIsTheSmaller) {
  // Floor and side wall are one patch: merge them by name order (xMin before yMin, adjacent in the list of faces).
  PolyMesh box = test::boxMesh(1, 1, 1, {.length = {4, 2, 9}, .types = {"wall", "wall", "wall", "wall", "patch", "patch"}});
  box.patches[0].size = 4;
  box.patches.erase(box.patches.begin() + 1, box.patches.begin() + 4);
  const PolyGeometry geometry = computeGeometry(box);
  for (int f = 0; f < 4; ++f)
    EXPECT_NEAR(geometry.wallDistances[static_cast<std::size_t>(f)], 1, 1e-14);  // the nearest wall is at y
}

TEST(WallWave, GoesOnAcrossPatchesThatAreTurned) {
  for (const char* type : {"cyclic", "cyclicAMI"}) {
    // A quarter of a ring about z; one face of its floor is a wall, beside xMin.
    PolyMesh mesh = test::boxMesh(8, 2, 1, {.cyclicX = true});
    constexpr double quarter = std::numbers::pi / 2;
    for (Vec3& p : mesh.points) p = {(1 + p.y) * std::cos(quarter * p.x), -(1 + p.y) * std::sin(quarter * p.x), p.z};
    for (const int p : {0, 1}) {
      mesh.patches[p].type = type;
      mesh.patches[p].otherEntries = {{"transform", "rotational"}, {"rotationAxis", "(0 0 1)"}};
    }
    PolyPatch rest = mesh.patches[4];
    mesh.patches[4].type = "wall";
    mesh.patches[4].size = 1;
    rest.name = "rest";
    ++rest.start;
    --rest.size;
    mesh.patches.insert(mesh.patches.begin() + 5, rest);
    PolyGeometry geometry = computeGeometry(mesh);
    const Vec3 wall = geometry.faceCentres[static_cast<std::size_t>(mesh.patches[4].start)];
    addWallDistances(mesh, geometry, false);
    int turned = 0;
    for (Label c = 0; c < mesh.nCells(); ++c) {
      const Vec3 C = geometry.cellCentres[c];
      const double here = mag(C - wall), before = mag(C - Vec3{-wall.y, wall.x, wall.z}),
                   behind = mag(C - Vec3{wall.y, -wall.x, wall.z});
      const double nearest = std::min({here, before, behind});
      turned += nearest < 0.9 * here;
      EXPECT_GE(geometry.cellWallDistances[c], nearest - 1e-12) << type << c;
      EXPECT_LE(geometry.cellWallDistances[c], 1.01 * nearest) << type << c;  // a gain of 1 % of the square is not taken
    }
    EXPECT_GE(turned, 6) << type;
  }
}

TEST(WallWave, BetweenTwoWallsTheNearerOneCounts) {
  const PolyMesh box =
      test::boxMesh(3, 7, 2, {.length = {1, 7, 1}, .types = {"patch", "patch", "wall", "wall", "patch", "patch"}});
  PolyGeometry geometry = computeGeometry(box);
  addWallDistances(box, geometry, true);
  for (Label c = 0; c < box.nCells(); ++c) {
    const double y = geometry.cellCentres[c].y;
    EXPECT_NEAR(geometry.cellWallDistances[c], std::min(y, 7 - y), 1e-13) << c;
  }
  for (const PolyPatch& patch : box.patches)
    for (auto f = patch.start; f < patch.start + patch.size; ++f) {  // beside the centres of the walls' faces by half a cell
      const double y = geometry.faceCentres[f].y, side = patch.name[0] == 'x' ? 1.0 / 6 : 0.25;
      const double expected = patch.type == "wall" ? 0 : std::hypot(std::min(y, 7 - y), side);
      EXPECT_NEAR(geometry.boundaryWallDistances[f - box.nInternalFaces()], expected, 1e-13) << f;
    }
}

TEST(WallWave, GoesThroughCyclicPatches) {
  // The only wall closes the first of four columns; the last column's neighbour through the cyclic pair is the first.
  PolyMesh box =
      test::boxMesh(4, 1, 1, {.length = {4, 1, 1}, .types = {"", "", "patch", "patch", "patch", "patch"}, .cyclicX = true});
  PolyPatch& floor = box.patches[2];
  box.patches.insert(box.patches.begin() + 3, floor);
  floor.name = floor.type = "wall";
  floor.size = 1;
  box.patches[3].start += 1;
  box.patches[3].size -= 1;
  PolyGeometry geometry = computeGeometry(box);
  addWallDistances(box, geometry, false);
  // From (0.5, 0, 0.5), or its image at x = 4.5, to the centres at x + 0.5 and y = 0.5.
  const double distances[]{0.5, std::sqrt(1.25), std::sqrt(4.25), std::sqrt(1.25)};
  for (Label c = 0; c < 4; ++c) EXPECT_NEAR(geometry.cellWallDistances[c], distances[c], 1e-14) << c;
}

TEST(WallWave, IsToFaceCentresAndCorrectedToFacesWhereACellTouchesTheWall) {
  // A wall under the first of three wide columns: the second one touches it by points, the third does not.
  PolyMesh box = test::boxMesh(3, 1, 1, {.length = {6, 1, 1}});
  PolyPatch& floor = box.patches[2];
  box.patches.insert(box.patches.begin() + 3, floor);
  floor.name = floor.type = "wall";
  floor.size = 1;
  box.patches[3].start += 1;
  box.patches[3].size -= 1;
  PolyGeometry geometry = computeGeometry(box);
  addWallDistances(box, geometry, false);
  EXPECT_NEAR(geometry.cellWallDistances[1], std::sqrt(4.25), 1e-14);
  addWallDistances(box, geometry, true);
  EXPECT_NEAR(geometry.cellWallDistances[0], 0.5, 1e-14);
  EXPECT_NEAR(geometry.cellWallDistances[1], std::sqrt(1.25), 1e-14);  // to the edge at x = 2
  EXPECT_NEAR(geometry.cellWallDistances[2], std::sqrt(16.25), 1e-14);
}

TEST(WallWave, WithoutWallsEverythingIsFar) {
  const PolyMesh box = test::boxMesh(2, 2, 1);
  PolyGeometry geometry = computeGeometry(box);
  addWallDistances(box, geometry, true);
  for (const double y : geometry.cellWallDistances) EXPECT_EQ(y, 1e15);
}

}  // namespace
}  // namespace eagre::mesh
