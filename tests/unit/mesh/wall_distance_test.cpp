// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/wall_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace eagre::mesh
