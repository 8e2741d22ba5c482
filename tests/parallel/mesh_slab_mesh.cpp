// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "support/box_mesh.hpp"
#include "support/same_mesh.hpp"

/// A mesh that stands in slabs on all ranks is divided into the parts that the same mesh on rank 0 is.
namespace eagre::mesh {
namespace {

const comm::Communicator& world() {
  static const auto communicator = comm::Communicator::world();
  return communicator;
}

/// Uneven slabs of n entities; every third rank but the last has none. shift: that cells' and faces' differ.
std::vector<GlobalLabel> starts(GlobalLabel n, int shift) {
  const int ranks = world().size();
  std::vector<GlobalLabel> starts{0};
  for (int r = 1; r < ranks; ++r) starts.push_back((r + shift) % 3 == 2 ? starts.back() : n * r / ranks);
  starts.push_back(n);
  return starts;
}

class Slabs : public testing::TestWithParam<int> {
 protected:
  std::vector<test::BoxOptions> options{{.length = {2, 1, 1}},
                                        {.length = {2, 1, 1}, .cyclicX = true, .perturbation = 0.2},
                                        {.cyclicX = true, .cyclicY = true, .emptyZ = true, .perturbation = 0.2},
                                        {.types = {"wall", "patch", "symmetryPlane", "symmetry", "patch", "patch"}},
                                        {.cyclicX = true, .cyclicY = true}};
  std::vector<std::array<int, 3>> extents{{6, 5, 4}, {6, 5, 4}, {7, 6, 1}, {4, 3, 5}, {2, 1, 1}};
  test::BoxOptions option = options[GetParam()];
  std::array<int, 3> n = extents[GetParam()];
  PolyMesh whole = test::boxMesh(n[0], n[1], n[2], option);
  SlabMesh slab = test::slabOf(whole, world().rank(), starts(whole.nCells(), 0), starts(whole.nFaces(), 1));
};

TEST_P(Slabs, ArePartitionedAsTheWhole) {
  const GlobalLabel first = slab.cellStarts[world().rank()];
  for (const int nParts : {1, 2, 3, 7, 16, 200}) {
    const std::vector<int> all = partition(computeGeometry(whole).cellCentres, nParts);
    const auto part = partition(world(), slab.geometry.cellCentres, first, nParts);
    EXPECT_EQ(part, std::vector<int>(all.begin() + first, all.begin() + first + static_cast<GlobalLabel>(part.size())));
  }
}

TEST_P(Slabs, AreDividedAsTheWhole) {
  const auto part = partition(world(), slab.geometry.cellCentres, slab.cellStarts[world().rank()], world().size());
  const auto expected = test::distributedBox(world(), n[0], n[1], n[2], option);
  test::expectSameMesh(*distribute(world(), std::move(slab), part), *expected);
}

/// Single cells dealt out make every rank a neighbour of every other.
TEST_P(Slabs, AreDividedInAnyWay) {
  std::vector<int> all(whole.nCells());
  for (int c = 0; c < whole.nCells(); ++c) all[c] = (c * 7 + c / 9) % world().size();
  const auto first = all.begin() + slab.cellStarts[world().rank()];
  const std::vector<int> part(first, first + static_cast<GlobalLabel>(slab.geometry.cellVolumes.size()));
  const auto expected = distribute(world(), world().master() ? &whole : nullptr, all);
  test::expectSameMesh(*distribute(world(), std::move(slab), part), *expected);
}

INSTANTIATE_TEST_SUITE_P(Boxes, Slabs, testing::Range(0, 5));

TEST(SlabErrors, AreThrownOnAllRanks) {
  const PolyMesh whole = test::boxMesh(4, 3, 2);
  const auto attempt = [&](auto&& spoil) {
    SlabMesh slab = test::slabOf(whole, world().rank(), starts(whole.nCells(), 0), starts(whole.nFaces(), 0));
    std::vector<int> part(slab.geometry.cellVolumes.size(), 0);
    if (world().rank() == world().size() - 1) spoil(slab, part);
    distribute(world(), std::move(slab), part);
  };
  EXPECT_NO_THROW(attempt([](SlabMesh&, std::vector<int>&) {}));
  EXPECT_THROW(attempt([](SlabMesh& slab, std::vector<int>&) { slab.owner.back() = 24; }), Error);
  EXPECT_THROW(attempt([](SlabMesh& slab, std::vector<int>&) { slab.owner.back() = -1; }), Error);
  EXPECT_THROW(attempt([](SlabMesh& slab, std::vector<int>&) { slab.owner.pop_back(); }), Error);
  EXPECT_THROW(attempt([](SlabMesh& slab, std::vector<int>&) { slab.geometry.faceAreas.pop_back(); }), Error);
  EXPECT_THROW(attempt([](SlabMesh&, std::vector<int>& part) { part.pop_back(); }), Error);
  EXPECT_THROW(attempt([](SlabMesh&, std::vector<int>& part) { part.back() = world().size(); }), Error);
}

TEST(MeshFacts, SurviveAsText) {
  PolyMesh whole = test::boxMesh(3, 2, 1, {.cyclicX = true, .emptyZ = true});
  whole.patches[2].inGroups = {"wall", "moving wall"};
  whole.patches[3].otherEntries = {{"matchTolerance", "1e-3"}, {"note", "two\nlines, \"quoted\" and \\ all"}};
  const PolyGeometry geometry = computeGeometry(whole);
  const MeshFacts before = factsOf(whole, geometry), after = meshFacts(toText(before));
  EXPECT_EQ(std::tie(after.nCells, after.nFaces, after.nInternalFaces, after.volume),
            std::tie(before.nCells, before.nFaces, before.nInternalFaces, before.volume));
  EXPECT_EQ(after.directions.solution, before.directions.solution);
  EXPECT_EQ(after.directions.geometric, before.directions.geometric);
  test::expectSamePatches(after.patches, before.patches);
}

TEST(MeshFacts, AreRefusedWhenTheyCannotBe) {
  const PolyMesh whole = test::boxMesh(3, 2, 1);
  const MeshFacts facts = factsOf(whole, computeGeometry(whole));
  const std::string text = toText(facts);
  EXPECT_NO_THROW(static_cast<void>(meshFacts(text)));
  for (std::size_t n = 0; n + 6 < text.size(); ++n) EXPECT_THROW(static_cast<void>(meshFacts(text.substr(0, n))), Error) << n;
  const auto spoilt = [&](auto&& spoil) {
    MeshFacts copy = facts;
    spoil(copy);
    return toText(copy);
  };
  EXPECT_THROW(static_cast<void>(meshFacts(spoilt([](MeshFacts& f) { f.patches[1].start += 1; }))), Error);
  EXPECT_THROW(static_cast<void>(meshFacts(spoilt([](MeshFacts& f) { f.patches[1].size = -1; }))), Error);
  EXPECT_THROW(static_cast<void>(meshFacts(spoilt([](MeshFacts& f) { f.nFaces += 1; }))), Error);
  EXPECT_THROW(static_cast<void>(meshFacts(spoilt([](MeshFacts& f) { f.nCells = GlobalLabel{1} << 40; }))), Error);
  EXPECT_THROW(static_cast<void>(meshFacts(spoilt([](MeshFacts& f) { f.directions.solution[1] = 0; }))), Error);
}

}  // namespace
}  // namespace eagre::mesh
