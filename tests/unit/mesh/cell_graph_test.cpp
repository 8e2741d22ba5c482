// SPDX-License-Identifier: BSD-3-Clause
// Waves over the cells of a global mesh, on chains of cells whose answers are known.
#include "mesh/cell_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "mesh/mesh.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

using testing::ElementsAre;

/// Cells 0 - 1 - ... - n-1.
CellGraph chain(Label n) {
  std::vector<Label> owner, neighbour;
  for (Label f = 0; f + 1 < n; ++f) owner.push_back(f), neighbour.push_back(f + 1);
  return {n, owner, neighbour};
}

GraphPlaces placesOnLine(Label n) {
  GraphPlaces places;
  for (Label c = 0; c < n; ++c) places.cells.push_back({c + 0.5, 0, 0});
  for (Label f = 0; f + 1 < n; ++f) places.faces.push_back({f + 1.0, 0, 0});
  places.nInternal = n - 1;
  return places;
}

TEST(CellGraph, SmoothRaisesByTheRatioFromTheHighest) {
  std::vector<double> values{1, 1, 1, 16, 1, 1, 7, 1};
  smooth(chain(8), 2, values);
  EXPECT_THAT(values, ElementsAre(2, 4, 8, 16, 8, 4, 7, 3.5));
}

TEST(CellGraph, SmoothLeavesAloneWhatIsNearerThanOnePercent) {
  std::vector<double> values{4.03, 2, 2, 4.05};
  smooth(chain(4), 2, values);
  EXPECT_THAT(values, ElementsAre(4.03, 2, 2.025, 4.05));  // 2 < 4.03/2 < 1.01 * 2: from the left nothing
}

TEST(CellGraph, SpreadCarriesTheInterfacesValueSoManyLayers) {
  const std::vector<double> alpha{1, 1, 1, 1, 0.5, 0, 0, 0, 0, 0};
  std::vector<double> values{1, 1, 1, 2, 9, 3, 1, 1, 1, 10};
  spread(chain(10), alpha, 2, 0.2, values);
  EXPECT_THAT(values, ElementsAre(1, 1, 9, 9, 9, 9, 9, 1, 1, 10));  // faces 3|4 and 4|5, cells 2 away from them
}

TEST(CellGraph, SweepTakesTheNearestFacesValue) {
  const std::vector<double> alpha{1, 0, 0, 0, 0, 0, 0, 1, 1, 1};
  std::vector<double> values{5, 1, 1, 1, 1, 1, 1, 8, 1, 1};
  sweep(chain(10), placesOnLine(10), alpha, 4, 0.2, values);
  EXPECT_THAT(values, ElementsAre(5, 5, 5, 5, 8, 8, 8, 8, 8, 8));
}

/// The far cells of a periodic line are neighbours, and as near as that.
TEST(CellGraph, WavesGoThroughCyclicPatches) {
  const PolyMesh whole = test::boxMesh(8, 1, 1, {.length = {8, 1, 1}, .cyclicX = true});
  const auto mesh = distribute(comm::Communicator::self(), &whole, std::vector<int>(8, 0));
  const CellGraph graph(*mesh);
  ASSERT_EQ(graph.nCells(), 8);
  ASSERT_EQ(graph.nFaces(), 8);
  std::vector<double> values{1, 1, 1, 1, 1, 1, 1, 8};
  smooth(graph, 2, values);
  EXPECT_THAT(values, ElementsAre(4, 2, 1, 1, 1, 2, 4, 8));
  const std::vector<double> alpha{0, 0, 0, 0, 1, 1, 1, 1};  // interfaces at x = 4 and x = 8 = 0
  values = {1, 1, 1, 1, 2, 1, 1, 9};
  sweep(graph, gatherPlaces(*mesh), alpha, 3, 0.2, values);
  EXPECT_THAT(values, ElementsAre(9, 9, 2, 2, 2, 2, 9, 9));
}

}  // namespace
}  // namespace eagre::mesh
