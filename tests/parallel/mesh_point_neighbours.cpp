// SPDX-License-Identifier: BSD-3-Clause
// Values at points and of the cells around them are those of the global mesh on any number of ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "mesh/mesh_points.hpp"
#include "mesh/point_neighbours.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

double valueOf(Label cell) { return std::sin(1.0 + 7 * cell); }

/// The global mesh on every rank, with the cells around its points, and a rank's part of it.
struct Divided {
  PolyMesh whole;
  std::unique_ptr<Mesh> mesh;
  std::vector<std::set<Label>> around;

  explicit Divided(const test::BoxOptions& options) : whole(test::boxMesh(6, 5, options.emptyZ ? 1 : 4, options)) {
    const auto communicator = comm::Communicator::world();
    const PolyMesh* onMaster = communicator.master() ? &whole : nullptr;
    mesh = distribute(communicator, onMaster,
                      onMaster ? partition(computeGeometry(whole).cellCentres, communicator.size()) : std::vector<int>());
    keepPoints(onMaster, *mesh);
    around.resize(whole.points.size());
    for (Label f = 0; f < whole.nFaces(); ++f)
      for (const Label p : whole.pointsOf(f)) {
        around[p].insert(whole.owner[f]);
        if (f < whole.nInternalFaces()) around[p].insert(whole.neighbour[f]);
      }
  }
  Label nPoints() const { return static_cast<Label>(mesh->points->pointGlobal.size()); }
  const std::set<Label>& cellsAround(Label point) const { return around[mesh->points->pointGlobal[point]]; }
};

class PointNeighboursOf : public testing::TestWithParam<test::BoxOptions> {};

TEST_P(PointNeighboursOf, KnowAllCellsInTheOrderOfTheGlobalMesh) {
  const Divided divided(GetParam());
  const Mesh& mesh = *divided.mesh;
  const PointNeighbours neighbours(mesh);
  std::vector<Vec3> values(static_cast<std::size_t>(mesh.nCells + neighbours.nOtherCells()));
  for (Label c = 0; c < mesh.nCells; ++c) {
    const Label g = mesh.cellGlobal[c];
    values[c] = {static_cast<double>(g), valueOf(g), 0};
  }
  neighbours.update(values);
  for (Label p = 0; p < divided.nPoints(); ++p) {
    const auto& expected = divided.cellsAround(p);
    const auto cells = neighbours.cellsOf(p);
    ASSERT_EQ(cells.size(), expected.size());
    double sum = 0, expectedSum = 0;
    auto next = expected.begin();
    for (const Label c : cells) {
      EXPECT_EQ(values[c].x, *next);
      sum += values[c].y;
      expectedSum += valueOf(*next++);
    }
    EXPECT_EQ(sum, expectedSum);
  }
}

TEST_P(PointNeighboursOf, CombineWhatRanksHaveAtPoints) {
  const Divided divided(GetParam());
  const Mesh& mesh = *divided.mesh;
  const PointNeighbours neighbours(mesh);
  const auto n = static_cast<std::size_t>(divided.nPoints());
  // Two values per point: of the owned cells around it, and twice that.
  std::vector<double> sums(2 * n, 0), most(2 * n, -vGreat), least(2 * n, vGreat);
  for (Label p = 0; p < divided.nPoints(); ++p)
    for (const Label c : neighbours.cellsOf(p)) {
      if (c >= mesh.nCells) continue;
      for (int k = 0; k < 2; ++k) {
        const double value = (k + 1) * valueOf(mesh.cellGlobal[c]);
        sums[2 * p + k] += value;
        most[2 * p + k] = std::max(most[2 * p + k], value);
        least[2 * p + k] = std::min(least[2 * p + k], value);
      }
    }
  neighbours.sum(sums, 2);
  neighbours.largest(most, 2);
  neighbours.smallest(least, 2);
  for (Label p = 0; p < divided.nPoints(); ++p) {
    double sum = 0, high = -vGreat, low = vGreat;
    for (const Label c : divided.cellsAround(p)) {
      sum += valueOf(c);
      high = std::max(high, valueOf(c));
      low = std::min(low, valueOf(c));
    }
    for (int k = 0; k < 2; ++k) {
      EXPECT_NEAR(sums[2 * p + k], (k + 1) * sum, 1e-14);
      EXPECT_EQ(most[2 * p + k], (k + 1) * high);
      EXPECT_EQ(least[2 * p + k], (k + 1) * low);
    }
  }
}

/// Ranks that share a point add the same numbers in the same order.
TEST_P(PointNeighboursOf, AllRanksWithAPointHaveTheSameSum) {
  const Divided divided(GetParam());
  const PointNeighbours neighbours(*divided.mesh);
  const int rank = divided.mesh->communicator().rank();
  std::vector<double> sums;
  for (Label p = 0; p < divided.nPoints(); ++p) sums.push_back(std::exp(0.3 * rank + 0.1 * p));
  neighbours.sum(sums, 1);
  std::vector<double> most = sums, least = sums;
  neighbours.largest(most, 1);
  neighbours.smallest(least, 1);
  EXPECT_EQ(most, least);
}

INSTANTIATE_TEST_SUITE_P(Boxes, PointNeighboursOf,
                         testing::Values(test::BoxOptions{}, test::BoxOptions{.emptyZ = true},
                                         test::BoxOptions{.cyclicX = true}));

TEST(PointNeighbours, NeedPoints) {
  const auto mesh = test::distributedBox(comm::Communicator::world(), 4, 4, 4);
  EXPECT_THROW(PointNeighbours{*mesh}, Error);
}

}  // namespace
}  // namespace eagre::mesh
