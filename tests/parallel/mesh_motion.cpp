// SPDX-License-Identifier: BSD-3-Clause
// A mesh whose points are moved has the geometry of a mesh that is made of the moved points, on any number of ranks.
#include <gtest/gtest.h>

#include "mesh/face_corners.hpp"
#include "support/moving_mesh.hpp"

namespace eagre::mesh {
namespace {

using test::MovableBox;
using test::wavy;

struct Motions {
  test::BoxOptions box;
  test::Displacement displacement;
};

class MovedMesh : public testing::TestWithParam<Motions> {
 protected:
  MovableBox box() const { return {comm::Communicator::world(), 7, 6, GetParam().box.emptyZ ? 1 : 5, GetParam().box}; }
};

TEST_P(MovedMesh, HasTheGeometryOfTheMeshOfTheMovedPoints) {
  const MovableBox moving = box();
  const auto before = moving.mesh->geometryVersion, topology = moving.mesh->topologyVersion;
  moving.move(GetParam().displacement);
  test::expectSameMovedGeometry(*moving.mesh, *moving.madeOf(GetParam().displacement));
  EXPECT_GT(moving.mesh->geometryVersion, before);
  EXPECT_EQ(moving.mesh->topologyVersion, topology);
}

TEST_P(MovedMesh, GainsTheVolumesThatItsFacesSweep) {
  const MovableBox moving = box();
  Mesh& mesh = *moving.mesh;
  const std::vector<double> start = mesh.V;
  for (int step = 0; step < 3; ++step) {
    beginMotionStep(mesh);
    const std::vector<double> V = mesh.V;
    moving.move(wavy(0.01, GetParam().box.emptyZ));  // a step may try more than once
    moving.move(GetParam().displacement);
    EXPECT_EQ(mesh.motion->V0, V);
    EXPECT_LT(test::spaceConservationError(mesh), 3e-15);
  }
  EXPECT_NE(mesh.V, start);
  EXPECT_NE(mesh.motion->V00, mesh.motion->V0);
  constexpr double roundOff = 4e-16;  // of coordinates
  // What a cut face sweeps on one side it gives up on the other.
  std::vector<double> sides(2 * static_cast<std::size_t>(mesh.nCoupledFaces));
  for (Label i = 0; i < mesh.nCoupledFaces; ++i) sides[i] = mesh.motion->swept[mesh.nInternalFaces + i];
  mesh.faceHalo->update(std::span<double>(sides), 1);
  for (const CoupledRange& range : mesh.coupled)
    for (Label i = range.start; i < range.start + range.size; ++i) {
      if (range.globalIndex < 0)
        EXPECT_EQ(sides[mesh.nCoupledFaces + i], -sides[i]);
      else
        EXPECT_NEAR(sides[mesh.nCoupledFaces + i], -sides[i], roundOff * mesh.magSf[mesh.nInternalFaces + i]);
    }
}

TEST_P(MovedMesh, HasTheCornersOfItsPatchesWhereTheyAre) {
  const auto communicator = comm::Communicator::world();
  const MovableBox moving = box();
  const auto cornersOf = [&](const PolyMesh& whole) {
    return communicator.master() ? faceCorners(whole, {"yMin", "xMax"}) : std::map<std::string, FaceCorners>{};
  };
  dealFaceCorners(communicator, cornersOf(moving.whole), *moving.mesh);
  moving.move(GetParam().displacement);
  PolyMesh other = moving.whole;
  other.points = test::moved(other.points, GetParam().displacement);
  const auto made = moving.madeOf(GetParam().displacement);
  dealFaceCorners(communicator, cornersOf(other), *made);
  ASSERT_EQ(moving.mesh->corners.size(), made->corners.size());
  for (const auto& [name, corners] : made->corners) EXPECT_EQ(moving.mesh->corners[name].points, corners.points) << name;
}

const test::Displacement stretch = [](const Vec3& p) { return Vec3{0.5 * p.x, -0.25 * p.y, 0}; };
const std::array<std::string, 6> walls{"wall", "patch", "wall", "wall", "patch", "wall"};

INSTANTIATE_TEST_SUITE_P(Boxes, MovedMesh,
                         testing::Values(Motions{{}, wavy(0.03, false)}, Motions{{}, stretch},
                                         Motions{{.types = walls, .perturbation = 0.2}, wavy(0.02, false)},
                                         Motions{{.emptyZ = true, .perturbation = 0.2}, wavy(0.03, true)},
                                         Motions{{.cyclicX = true, .perturbation = 0.1}, wavy(0.02, false)},
                                         Motions{{.types = walls, .cyclicX = true, .cyclicY = true, .emptyZ = true},
                                                 wavy(0.03, true)}));

TEST(MovedMeshWithWalls, HasTheirDistances) {
  const MovableBox moving(comm::Communicator::world(), 6, 6, 6, {.types = {"wall", "wall", "wall", "wall", "wall", "wall"}});
  const std::vector<double> before = moving.mesh->wallDistance;
  moving.move(wavy(0.04, false));
  const auto made = moving.madeOf(wavy(0.04, false));
  EXPECT_EQ(moving.mesh->wallDistance, made->wallDistance);
  EXPECT_TRUE(before.empty() || moving.mesh->wallDistance != before);
}

}  // namespace
}  // namespace eagre::mesh
