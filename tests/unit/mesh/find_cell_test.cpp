// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/find_cell.hpp"

#include <gtest/gtest.h>

#include "support/moving_mesh.hpp"

namespace eagre::mesh {
namespace {

/// A corner of eight cells, and a point within one, are in the same cell wherever the mesh has gone.
TEST(FindCell, IsTheSameInAMeshThatTurns) {
  const test::MovableBox box(comm::Communicator::world(), 5, 4, 6);
  const std::vector<Vec3> start = box.mesh->points->shape.points;
  for (const Vec3& point : {Vec3{0.4, 0.5, 0.5}, Vec3{0.2, 0.25, 0.99}, Vec3{0.33, 0.6, 0.1}}) {
    bool found = false;
    const Label cell = findCell(*box.mesh, point, found);
    ASSERT_TRUE(found);
    for (int i = 1; i <= 40; ++i) {
      const double angle = 0.037 * i, c = std::cos(angle), s = std::sin(angle);
      const auto turned = [&](const Vec3& x) { return Vec3{3 + c * x.x - s * x.y, c * x.y + s * x.x, 100 + x.z}; };
      std::vector<Vec3> points;
      for (const Vec3& x : start) points.push_back(turned(x));
      movePoints(*box.mesh, points);
      EXPECT_EQ(findCell(*box.mesh, turned(point), found), cell) << i;
      EXPECT_TRUE(found);
    }
    movePoints(*box.mesh, start);
  }
  bool found = true;
  EXPECT_EQ(findCell(*box.mesh, {0.5, 0.5, 1.001}, found), -1);
  EXPECT_FALSE(found);
}

}  // namespace
}  // namespace eagre::mesh
