// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "mesh/layout.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

const comm::Communicator& world() {
  static const auto communicator = comm::Communicator::world();
  return communicator;
}

/// Component k of entity i of a whole field.
double value(GlobalLabel i, int k) { return 10.0 * static_cast<double>(i) + k + 1; }

std::vector<double> wholeField(GlobalLabel n, int nComp) {
  std::vector<double> field;
  for (GlobalLabel i = 0; i < n; ++i)
    for (int k = 0; k < nComp; ++k) field.push_back(value(i, k));
  return field;
}

/// Keeps what a sink is handed and checks that it comes in order.
struct Collected {
  std::vector<double> values;
  int nComp, calls = 0;
  std::size_t largest = 0;
  Sink sink() {
    return [this](GlobalLabel first, std::span<const double> chunk) {
      EXPECT_TRUE(world().master());
      EXPECT_EQ(first * nComp, static_cast<GlobalLabel>(values.size()));
      values.insert(values.end(), chunk.begin(), chunk.end());
      largest = std::max(largest, chunk.size());
      ++calls;
    };
  }
};

std::vector<double> onMaster(std::vector<double> whole) { return world().master() ? std::move(whole) : std::vector<double>{}; }

class Layout : public testing::TestWithParam<int> {
 protected:
  std::unique_ptr<Mesh> mesh = test::distributedBox(world(), 6, 5, 4, {.cyclicX = true, .perturbation = 0.1});
  int nComp = GetParam();
};

TEST_P(Layout, CellsGoOutAndComeBack) {
  const auto whole = wholeField(mesh->nCellsGlobal, nComp);
  const auto local = scatterCells(*mesh, onMaster(whole), nComp);
  ASSERT_EQ(local.size(), static_cast<std::size_t>(mesh->nCells) * nComp);
  for (Label c = 0; c < mesh->nCells; ++c)
    for (int k = 0; k < nComp; ++k) EXPECT_EQ(local[c * nComp + k], value(mesh->cellGlobal[c], k));
  Collected collected{{}, nComp};
  gatherCells(*mesh, local, nComp, collected.sink());
  EXPECT_EQ(collected.values, onMaster(whole));
}

TEST_P(Layout, GhostsMayFollowTheCells) {
  std::vector<double> local(static_cast<std::size_t>(mesh->nAllCells()) * nComp, -1);
  for (Label c = 0; c < mesh->nCells; ++c)
    for (int k = 0; k < nComp; ++k) local[c * nComp + k] = value(mesh->cellGlobal[c], k);
  Collected collected{{}, nComp};
  gatherCells(*mesh, local, nComp, collected.sink());
  EXPECT_EQ(collected.values, onMaster(wholeField(mesh->nCellsGlobal, nComp)));
}

TEST_P(Layout, OrientedFacesChangeSignWithTheNormal) {
  const auto whole = wholeField(mesh->nInternalFacesGlobal, nComp);
  for (bool oriented : {true, false}) {
    const auto local = scatterFaces(*mesh, onMaster(whole), nComp, oriented);
    ASSERT_EQ(local.size(), static_cast<std::size_t>(mesh->nFaces()) * nComp);
    for (Label f = 0; f < mesh->nFaces(); ++f)
      for (int k = 0; k < nComp; ++k) {
        const bool internal = mesh->faceGlobal[f] < mesh->nInternalFacesGlobal;
        const double sign = !internal ? 0 : oriented && mesh->faceFlipped[f] ? -1 : 1;
        EXPECT_EQ(local[f * nComp + k], sign * value(mesh->faceGlobal[f], k));
      }
    Collected collected{{}, nComp};
    gatherFaces(*mesh, local, nComp, collected.sink());
    EXPECT_EQ(collected.values, onMaster(whole));
  }
}

TEST_P(Layout, PatchesGoOutAndComeBackCyclicOnesToo) {
  for (int p = 0; p < 6; ++p) {
    const auto faces = patchFaces(*mesh, p);
    EXPECT_EQ(world().sum(static_cast<std::int64_t>(faces.size())), mesh->globalPatches[p].size);
    const auto whole = wholeField(mesh->globalPatches[p].size, nComp);
    const auto local = scatterPatch(*mesh, p, onMaster(whole), nComp);
    ASSERT_EQ(local.size(), faces.size() * nComp);
    for (std::size_t i = 0; i < faces.size(); ++i)
      for (int k = 0; k < nComp; ++k)
        EXPECT_EQ(local[i * nComp + k], value(mesh->faceGlobal[faces[i]] - mesh->globalPatches[p].start, k));
    EXPECT_EQ(gatherPatch(*mesh, p, local, nComp), onMaster(whole));
  }
}

INSTANTIATE_TEST_SUITE_P(Components, Layout, testing::Values(1, 3));

TEST(LayoutErrors, WrongSizesAreErrorsOnAllRanks) {
  const auto mesh = test::distributedBox(world(), 4, 3, 3);
  const Sink sink = [](GlobalLabel, std::span<const double>) {};
  const std::vector<double> few(static_cast<std::size_t>(mesh->nCells) - (world().rank() == world().size() - 1));
  EXPECT_THROW(gatherCells(*mesh, few, 1, sink), Error);
  EXPECT_THROW(gatherFaces(*mesh, {}, 1, sink), Error);
  EXPECT_THROW(gatherPatch(*mesh, 0, std::vector<double>(100), 1), Error);
  EXPECT_THROW(scatterCells(*mesh, onMaster(std::vector<double>(35)), 1), Error);
  EXPECT_THROW(scatterFaces(*mesh, onMaster(std::vector<double>(3)), 1, true), Error);
  EXPECT_THROW(scatterPatch(*mesh, 0, onMaster(std::vector<double>(8)), 1), Error);
}

TEST(LayoutEmpty, EmptyPatchesHaveNoValues) {
  const auto mesh = test::distributedBox(world(), 4, 3, 1, {.emptyZ = true});
  EXPECT_TRUE(patchFaces(*mesh, 4).empty());
  EXPECT_TRUE(gatherPatch(*mesh, 4, {}, 3).empty());
  EXPECT_TRUE(scatterPatch(*mesh, 4, {}, 3).empty());
}

/// Extents of a mesh and the number of pieces that its cells come in.
class LayoutChunks : public testing::TestWithParam<std::pair<std::array<Label, 3>, int>> {};

TEST_P(LayoutChunks, ALargeFieldComesInPieces) {
  const auto [n, calls] = GetParam();
  const auto mesh = test::distributedBox(world(), n[0], n[1], n[2]);
  std::vector<double> local(mesh->cellGlobal.begin(), mesh->cellGlobal.end());
  Collected collected{{}, 1};
  gatherCells(*mesh, local, 1, collected.sink());
  EXPECT_EQ(collected.calls, world().master() ? calls : 0);
  EXPECT_EQ(collected.largest, world().master() ? 65536u : 0u);
  ASSERT_EQ(collected.values.size(), world().master() ? static_cast<std::size_t>(n[0] * n[1] * n[2]) : 0u);
  for (std::size_t i = 0; i < collected.values.size(); ++i) ASSERT_EQ(collected.values[i], static_cast<double>(i));
}

using Extent = std::array<Label, 3>;
INSTANTIATE_TEST_SUITE_P(Sizes, LayoutChunks,
                         testing::Values(std::pair{Extent{50, 40, 40}, 2}, std::pair{Extent{64, 32, 32}, 1}));

}  // namespace
}  // namespace eagre::mesh
