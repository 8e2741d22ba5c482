// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "mesh/cell_samples.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

/// Points of this rank: the centres of the cells that mirror its own at x = 1/2, so that others have them.
std::vector<Vec3> mirrored(const Mesh& mesh) {
  std::vector<Vec3> points;
  for (Label c = 0; c < mesh.nCells; ++c) points.push_back({1 - mesh.C[c].x, mesh.C[c].y, mesh.C[c].z});
  return points;
}

TEST(CellSamples, ComeFromWhateverRankHasTheCell) {
  const auto communicator = comm::Communicator::world();
  const auto mesh = test::distributedBox(communicator, 7, 5, 3);
  const CellSamples samples(*mesh, mirrored(*mesh));
  ASSERT_FALSE(samples.missed());
  const std::vector<Vec3> centres = samples(mesh->C);
  const auto points = mirrored(*mesh);
  ASSERT_EQ(centres.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(mag(centres[i] - points[i]), 1e-14);
}

TEST(CellSamples, OfAPointOnAFaceTheFirstCellCounts) {
  const auto communicator = comm::Communicator::world();
  const auto mesh = test::distributedBox(communicator, 4, 1, 1);
  const std::vector<Vec3> points{{0.5, 0.5, 0.5}};
  const CellSamples samples(*mesh, points);
  EXPECT_EQ(samples(std::vector<double>(mesh->cellGlobal.begin(), mesh->cellGlobal.end())), std::vector<double>{1});
}

TEST(CellSamples, SkewedCells) {
  const auto communicator = comm::Communicator::world();
  const auto mesh = test::distributedBox(communicator, 6, 6, 6, {.perturbation = 0.2});
  const CellSamples samples(*mesh, mesh->C);  // ghosts' centres too
  ASSERT_FALSE(samples.missed());
  const auto centres = samples(mesh->C);
  for (std::size_t i = 0; i < centres.size(); ++i) EXPECT_EQ(centres[i], mesh->C[i]);
}

TEST(CellSamples, MissedPointsAreToldToAll) {
  const auto communicator = comm::Communicator::world();
  const auto mesh = test::distributedBox(communicator, 4, 3, 2);
  const bool last = communicator.rank() == communicator.size() - 1;
  const std::vector<Vec3> points{{0.5, 0.4, 0.3}, {0.5, last ? 1.5 : 0.4, 0.3}};
  const CellSamples samples(*mesh, points);
  ASSERT_TRUE(samples.missed());
  EXPECT_EQ(*samples.missed(), (Vec3{0.5, 1.5, 0.3}));
}

}  // namespace
}  // namespace eagre::mesh
