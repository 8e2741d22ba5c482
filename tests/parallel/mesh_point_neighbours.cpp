// SPDX-License-Identifier: BSD-3-Clause
// Values at points and of the cells around them are those of the global mesh on any number of ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "mesh/mesh_points.hpp"
#include "mesh/motion.hpp"
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

  explicit Divided(const test::BoxOptions& options) : Divided(options, {6, 5, options.emptyZ ? 1 : 4}) {}
  Divided(const test::BoxOptions& options, const std::array<Label, 3>& n) : whole(test::boxMesh(n[0], n[1], n[2], options)) {
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

/// A cell of the global mesh and how many lengths of the box it is moved by along each axis.
using Seen = std::pair<Label, std::array<int, 3>>;

/// The cells around all points that a point of this rank meets across cyclic patches, in a box of these lengths.
std::vector<Seen> seenFrom(const Divided& divided, const test::BoxOptions& options, const Vec3& length, Label point) {
  const bool repeats[] = {options.cyclicX, options.cyclicY, options.cyclicZ};
  const Vec3& here = divided.mesh->points->shape.points[point];
  std::vector<Seen> seen;
  for (std::size_t q = 0; q < divided.whole.points.size(); ++q) {
    const Vec3 r = here - divided.whole.points[q];
    std::array<int, 3> times{};
    bool meets = true;
    for (int d = 0; d < 3; ++d) {
      const double n = std::round(r[d] / length[d]);
      meets = meets && std::abs(r[d] - n * length[d]) < 1e-9 && (repeats[d] || n == 0);
      times[static_cast<std::size_t>(d)] = static_cast<int>(n);
    }
    for (const Label c : divided.around[q])
      if (meets) seen.emplace_back(c, times);
  }
  std::sort(seen.begin(), seen.end());
  return seen;
}

/// Has each point see its cells and their images, with their values, and where they are.
void expectAllCells(const Divided& divided, const test::BoxOptions& options, const PointNeighbours& neighbours,
                    const Vec3& length) {
  const Mesh& mesh = *divided.mesh;
  std::vector<Vec3> values(static_cast<std::size_t>(mesh.nCells + neighbours.nOtherCells())), places = values, unmoved = values;
  for (Label c = 0; c < mesh.nCells; ++c) {
    const Label g = mesh.cellGlobal[c];
    values[c] = {static_cast<double>(g), valueOf(g), 0};
    places[c] = unmoved[c] = mesh.C[c];
  }
  neighbours.update(values);
  neighbours.update(unmoved);
  neighbours.updatePlaces(places);
  for (Label p = 0; p < divided.nPoints(); ++p) {
    std::vector<Seen> found;
    Label previous = -1;
    for (const Label c : neighbours.cellsOf(p)) {
      const auto g = static_cast<Label>(values[c].x);
      EXPECT_GE(g, previous);
      previous = g;
      EXPECT_EQ(values[c].y, valueOf(g));
      Seen& seen = found.emplace_back(g, std::array<int, 3>{});
      for (int d = 0; d < 3; ++d) {
        const double n = std::round((places[c][d] - unmoved[c][d]) / length[d]);
        EXPECT_NEAR(places[c][d], unmoved[c][d] + n * length[d], 1e-14);
        seen.second[static_cast<std::size_t>(d)] = static_cast<int>(n);
      }
    }
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, seenFrom(divided, options, length, p));
  }
}

TEST_P(PointNeighboursOf, KnowAllCellsInTheOrderOfTheGlobalMesh) {
  const Divided divided(GetParam());
  expectAllCells(divided, GetParam(), PointNeighbours(*divided.mesh), {1, 1, 1});
}

/// In a box that is stretched the images are farther away.
TEST_P(PointNeighboursOf, MoveImagesWithThePoints) {
  Divided divided(GetParam());
  const PointNeighbours neighbours(*divided.mesh);
  expectAllCells(divided, GetParam(), neighbours, {1, 1, 1});
  const Vec3 length{1.3, 0.9, 1};
  const auto stretch = [&](std::vector<Vec3>& points) {
    for (Vec3& p : points)
      for (int d = 0; d < 3; ++d) p[d] *= length[d];
  };
  allowMotion(divided.mesh->communicator().master() ? &divided.whole : nullptr, *divided.mesh);
  std::vector<Vec3> points = divided.mesh->points->shape.points;
  stretch(points);
  stretch(divided.whole.points);
  movePoints(*divided.mesh, std::move(points));
  expectAllCells(divided, GetParam(), neighbours, length);
}

/// A box of one cell along an axis: the cell is beside itself.
TEST(PointNeighbours, SeeACellByEachTranslation) {
  const test::BoxOptions options{.cyclicX = true, .cyclicY = true, .cyclicZ = true};
  const Divided divided(options, {1, 5, 2});
  expectAllCells(divided, options, PointNeighbours(*divided.mesh), {1, 1, 1});
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
                         testing::Values(test::BoxOptions{}, test::BoxOptions{.emptyZ = true}, test::BoxOptions{.cyclicX = true},
                                         test::BoxOptions{.cyclicX = true, .cyclicY = true, .emptyZ = true},
                                         test::BoxOptions{.cyclicX = true, .cyclicY = true, .cyclicZ = true}));

TEST(PointNeighbours, NeedPoints) {
  const auto mesh = test::distributedBox(comm::Communicator::world(), 4, 4, 4);
  EXPECT_THROW(PointNeighbours{*mesh}, Error);
}

}  // namespace
}  // namespace eagre::mesh
