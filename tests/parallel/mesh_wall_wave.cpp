// SPDX-License-Identifier: BSD-3-Clause
// Distances to walls are those of the global mesh, bit by bit, on any number of ranks, ghosts and boundary included.
#include <gtest/gtest.h>

#include "mesh/slab_mesh.hpp"
#include "mesh/wall_wave.hpp"
#include "support/moving_mesh.hpp"
#include "support/shared_directory.hpp"

namespace eagre::mesh {
namespace {

using test::world;

TEST(WallWave, IsDealtOutWithTheMesh) {
  const PolyMesh whole =
      test::boxMesh(7, 6, 5, {.types = {"", "", "wall", "patch", "wall", "patch"}, .cyclicX = true, .perturbation = 0.2});
  PolyGeometry geometry = computeGeometry(whole);
  addWallDistances(whole, geometry, true);
  const PolyGeometry kept = geometry;
  PolyMesh copy = world().master() ? whole : PolyMesh{};
  if (!world().master()) geometry = {};
  SlabMesh slab = slabOnMaster(world(), std::move(copy), std::move(geometry));
  const auto part = world().master() ? partition(kept.cellCentres, world().size()) : std::vector<int>();
  const auto mesh = distribute(world(), std::move(slab), part);
  ASSERT_EQ(mesh->cellWallDistance.size(), static_cast<std::size_t>(mesh->nAllCells()));
  for (Label c = 0; c < mesh->nCells; ++c) EXPECT_EQ(mesh->cellWallDistance[c], kept.cellWallDistances[mesh->cellGlobal[c]]);
  std::vector<double> ghosts = mesh->cellWallDistance;
  mesh->halo->update(ghosts);
  EXPECT_EQ(mesh->cellWallDistance, ghosts);
  const Label first = mesh->nInteriorFaces();
  ASSERT_EQ(mesh->boundaryWallDistance.size(), static_cast<std::size_t>(mesh->nBoundaryFaces));
  for (Label b = 0; b < mesh->nBoundaryFaces; ++b)
    EXPECT_EQ(mesh->boundaryWallDistance[b], kept.boundaryWallDistances[mesh->faceGlobal[first + b] - whole.nInternalFaces()]);
}

TEST(WallWave, FollowsTheMeshThatDeforms) {
  const test::BoxOptions options{.types = {"wall", "patch", "wall", "patch", "wall", "patch"}, .perturbation = 0.2};
  const PolyMesh whole = test::boxMesh(7, 6, 5, options);
  for (const bool correctWalls : {true, false}) {
    const auto made = [&](PolyMesh of) {
      PolyGeometry geometry = computeGeometry(of);
      addWallDistances(of, geometry, correctWalls);
      const auto part = world().master() ? partition(computeGeometry(whole).cellCentres, world().size()) : std::vector<int>();
      if (!world().master()) of = {}, geometry = {};
      return distribute(world(), slabOnMaster(world(), std::move(of), std::move(geometry)), part);
    };
    PolyMesh later = whole;
    later.points = test::moved(whole.points, test::wavy(0.1, false));
    const auto mesh = made(whole), expected = made(later);
    const std::vector<double> before = mesh->cellWallDistance;
    allowMotion(world().master() ? &whole : nullptr, *mesh, false, correctWalls);
    mesh->motion->findsWallDistances = false;
    beginMotionStep(*mesh);
    const std::vector<Vec3> points = test::moved(mesh->points->shape.points, test::wavy(0.1, false));
    movePoints(*mesh, points);
    EXPECT_EQ(mesh->cellWallDistance, before);
    mesh->motion->findsWallDistances = true;
    movePoints(*mesh, points);
    EXPECT_NE(mesh->cellWallDistance, before);
    EXPECT_EQ(mesh->cellWallDistance, expected->cellWallDistance);
    EXPECT_EQ(mesh->boundaryWallDistance, expected->boundaryWallDistance);
    EXPECT_EQ(mesh->nearestWallFace, expected->nearestWallFace);
  }
}

TEST(WallWave, IsNotThereUnlessAskedFor) {
  const auto mesh = test::distributedBox(world(), 4, 3, 2);
  EXPECT_TRUE(mesh->cellWallDistance.empty());
  EXPECT_TRUE(mesh->boundaryWallDistance.empty());
}

}  // namespace
}  // namespace eagre::mesh
