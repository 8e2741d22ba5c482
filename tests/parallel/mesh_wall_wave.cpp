// SPDX-License-Identifier: BSD-3-Clause
// Distances to walls are those of the global mesh, bit by bit, on any number of ranks, ghosts and boundary included.
#include <gtest/gtest.h>

#include "mesh/slab_mesh.hpp"
#include "mesh/wall_wave.hpp"
#include "support/box_mesh.hpp"
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

TEST(WallWave, IsNotThereUnlessAskedFor) {
  const auto mesh = test::distributedBox(world(), 4, 3, 2);
  EXPECT_TRUE(mesh->cellWallDistance.empty());
  EXPECT_TRUE(mesh->boundaryWallDistance.empty());
}

}  // namespace
}  // namespace eagre::mesh
