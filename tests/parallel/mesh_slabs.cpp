// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <tuple>

#include "comm/gathering.hpp"
#include "core/error.hpp"
#include "mesh/layout.hpp"
#include "mesh/slabs.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

using test::BoxOptions;
using testing::ElementsAre;

const comm::Communicator& world() {
  static const auto communicator = comm::Communicator::world();
  return communicator;
}

double value(GlobalLabel i, int k) { return 10.0 * static_cast<double>(i) + k + 1; }

/// The values of this rank's slab.
std::vector<double> slabOf(const comm::Redistribution& plan, int nComp) {
  std::vector<double> slab;
  for (GlobalLabel i = plan.first(); i < plan.first() + plan.size(); ++i)
    for (int k = 0; k < nComp; ++k) slab.push_back(value(i, k));
  return slab;
}

TEST(SlabStarts, AreWholeChunks) {
  EXPECT_THAT(slabStarts(0, 3), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(slabStarts(10, 3), ElementsAre(0, 10, 10, 10));
  // Six chunks that are as even as can be.
  const GlobalLabel n = 5 * slabChunk + 1, chunk = slabChunkOf(n);
  EXPECT_LT(6 * chunk - n, 6 * 8);
  EXPECT_THAT(slabStarts(n, 3), ElementsAre(0, 2 * chunk, 4 * chunk, n));
}

TEST(SlabStarts, BunchesShareEvenlyAndBeginTheirOwnChunks) {
  EXPECT_THAT(slabStarts(10, 4, 2), ElementsAre(0, 5, 5, 10, 10));
  EXPECT_THAT(slabStarts(10, 5, 2), ElementsAre(0, 3, 3, 6, 6, 10));
  EXPECT_THAT(slabStarts(10, 3, 1), ElementsAre(0, 3, 6, 10));
  EXPECT_EQ(slabStarts(5 * slabChunk + 1, 3, 3), slabStarts(5 * slabChunk + 1, 3));
  EXPECT_EQ(slabStarts(5 * slabChunk + 1, 3, 7), slabStarts(5 * slabChunk + 1, 3)) << "a bunch of more ranks than there are";
  const GlobalLabel n = 6 * slabChunk;
  EXPECT_THAT(slabStarts(n, 4, 2), ElementsAre(0, 2 * slabChunk, 3 * slabChunk, 5 * slabChunk, n));
  const Bunches bunches(5, 2);
  EXPECT_EQ(bunches.count(), 3);
  EXPECT_EQ(bunches.of(4), 2);
  EXPECT_EQ(bunches.firstRank(3), 5);
}

/// Slabs that cut through the ranks' cells: the ranks' slabs are of uneven size, one of them empty.
TEST(Redistribution, CarriesThereAndBack) {
  const Label n = 40;
  const int ranks = world().size();
  std::vector<GlobalLabel> starts{0};
  for (int r = 1; r < ranks; ++r) starts.push_back(std::min<GlobalLabel>(n, 7 * (r / 2)));
  starts.push_back(n);
  std::vector<Label> places;  // dealt out from the end
  for (Label i = n - 1 - world().rank(); i >= 0; i -= ranks) places.push_back(i);
  const comm::Redistribution plan(world(), places, starts);
  for (const int nComp : {1, 3}) {
    std::vector<double> values;
    for (const Label p : places)
      for (int k = 0; k < nComp; ++k) values.push_back(value(p, k));
    EXPECT_EQ(plan.gather(values, nComp), slabOf(plan, nComp));
    EXPECT_EQ(plan.scatter(slabOf(plan, nComp), nComp), values);
  }
  if (!places.empty()) EXPECT_THROW(static_cast<void>(plan.gather(std::vector<double>(places.size() - 1), 1)), Error);
  EXPECT_THROW(static_cast<void>(plan.scatter(std::vector<double>(n + 1), 1)), Error);
  EXPECT_THROW(comm::Redistribution(world(), std::vector<Label>(1, n), starts), Error);
}

TEST(Gathering, CarriesSeveralAsEachByItself) {
  const Label n = 40;
  const int ranks = world().size();
  std::vector<GlobalLabel> even{0}, first{0};
  for (int r = 1; r <= ranks; ++r) {
    even.push_back(n * r / ranks);
    first.push_back(n);
  }
  std::vector<Label> places;
  for (Label i = n - 1 - world().rank(); i >= 0; i -= ranks) places.push_back(i);
  const comm::Redistribution toAll(world(), places, even), toFirst(world(), places, first);
  const auto valuesOf = [&](int nComp, double factor) {
    std::vector<double> values;
    for (const Label p : places)
      for (int k = 0; k < nComp; ++k) values.push_back(factor * value(p, k));
    return values;
  };
  comm::Gathering gathering(world());
  for (const int round : {0, 1}) {
    SCOPED_TRACE(round);
    std::vector<std::vector<double>> values{valuesOf(1, 1), valuesOf(3, 1), valuesOf(6, 2)};
    const std::vector<std::vector<double>> expected{toAll.gather(values[0], 1), toFirst.gather(values[1], 3),
                                                    toAll.gather(values[2], 6)};
    gathering.add(toAll, values[0], 1);
    gathering.add(toFirst, values[1], 3);
    gathering.add(toAll, values[2], 6);
    if (world().parallel())
      for (auto& taken : values) std::fill(taken.begin(), taken.end(), -1.0);
    const auto slabs = gathering.finish();
    ASSERT_EQ(slabs.size(), expected.size());
    for (std::size_t i = 0; i < slabs.size(); ++i)
      EXPECT_TRUE(std::equal(slabs[i].begin(), slabs[i].end(), expected[i].begin(), expected[i].end())) << i;
  }
  EXPECT_TRUE(gathering.finish().empty());
  if (!places.empty()) EXPECT_THROW(gathering.add(toAll, std::vector<double>(places.size() - 1), 1), Error);
}

/// Its memory is that of the gather before.
TEST(Gathering, PlacesThatNobodyHasAreZeroAgain) {
  const Label n = 4 * world().size();
  std::vector<GlobalLabel> starts;
  for (int r = 0; r <= world().size(); ++r) starts.push_back(4 * r);
  std::vector<Label> all, some;
  for (Label i = world().rank(); i < n; i += world().size()) {
    all.push_back(i);
    if (i % 4 != 2) some.push_back(i);
  }
  const comm::Redistribution whole(world(), all, starts), parts(world(), some, starts);
  comm::Gathering gathering(world());
  const std::vector<double> sevens(all.size(), 7.0), fives(some.size(), 5.0);
  gathering.add(whole, sevens, 1);
  EXPECT_THAT(gathering.finish().at(0), ElementsAre(7, 7, 7, 7));
  gathering.add(parts, fives, 1);
  EXPECT_THAT(gathering.finish().at(0), ElementsAre(5, 5, 0, 5));
}

class Slabs : public testing::Test {
 protected:
  std::unique_ptr<Mesh> mesh = test::distributedBox(world(), 6, 5, 4, {.cyclicX = true, .perturbation = 0.1});
};

TEST_F(Slabs, CellsOfLargeMeshesStandOnSeveralRanks) {
  const auto large = test::distributedBox(world(), 50, 40, 40);
  const auto plan = cellSlabs(*large);
  std::vector<double> values(large->cellGlobal.begin(), large->cellGlobal.end());
  const auto slab = plan.gather(values, 1);
  ASSERT_EQ(slab.size(), static_cast<std::size_t>(plan.size()));
  for (std::size_t i = 0; i < slab.size(); ++i) ASSERT_EQ(slab[i], static_cast<double>(plan.first()) + static_cast<double>(i));
  EXPECT_EQ(world().sum(std::int64_t{plan.size() > 0}), std::min(2, world().size()));
  EXPECT_EQ(plan.scatter(slab, 1), values);
}

/// Cells of one colour of a chessboard before those of the other: the first own all their faces, up to six, the others none.
PolyMesh chessboard(const PolyMesh& box, Label nx, Label ny) {
  std::vector<Label> number(static_cast<std::size_t>(box.nCells()));
  Label next = 0;
  for (const Label colour : {0, 1})
    for (Label c = 0; c < box.nCells(); ++c)
      if ((c % nx + c / nx % ny + c / nx / ny) % 2 == colour) number[c] = next++;
  const auto nInternal = static_cast<Label>(box.neighbour.size());
  std::vector<std::array<Label, 3>> faces;  // owner, neighbour, face
  for (Label f = 0; f < nInternal; ++f) {
    const auto [first, second] = std::minmax(number[box.owner[f]], number[box.neighbour[f]]);
    faces.push_back({first, second, f});
  }
  std::sort(faces.begin(), faces.end());
  PolyMesh mesh = box;
  mesh.facePoints.clear();
  for (Label g = 0; g < box.nFaces(); ++g) {
    const Label f = g < nInternal ? faces[g][2] : g;
    std::vector<Label> points(box.facePoints.begin() + box.faceOffsets[f], box.facePoints.begin() + box.faceOffsets[f + 1]);
    mesh.owner[g] = number[box.owner[f]];
    if (g < nInternal) {
      std::tie(mesh.owner[g], mesh.neighbour[g]) = std::tie(faces[g][0], faces[g][1]);
      if (mesh.owner[g] != number[box.owner[f]]) std::reverse(points.begin(), points.end());
    }
    mesh.facePoints.insert(mesh.facePoints.end(), points.begin(), points.end());  // all faces have four
  }
  return mesh;
}

/// Where each internal face of the global mesh stands in a file, by the definition.
std::vector<GlobalLabel> placesInFile(const PolyMesh& whole) {
  const auto n = static_cast<Label>(whole.neighbour.size());
  std::vector<GlobalLabel> places(static_cast<std::size_t>(n));
  GlobalLabel place = 0;
  for (const auto& inClass : std::initializer_list<bool (*)(Label)>{
           [](Label k) { return k == 0; }, [](Label k) { return k == 1; }, [](Label k) { return k > 1; }}) {
    Label ofCell = 0;
    for (Label f = 0; f < n; ++f) {
      ofCell = f > 0 && whole.owner[f] == whole.owner[f - 1] ? ofCell + 1 : 0;
      if (inClass(ofCell)) places[f] = place++;
    }
  }
  return places;
}

TEST_F(Slabs, FacesStandInClassesWithTheSignOfTheUndividedMesh) {
  const BoxOptions cyclic{.cyclicX = true, .perturbation = 0.1};
  const PolyMesh box = test::boxMesh(6, 5, 4, cyclic);
  // The last one stands in several slabs of cells, of which the parts of the ranks are none.
  for (const PolyMesh& whole : {box, chessboard(box, 6, 5), test::boxMesh(50, 40, 40)}) {
    const auto divided =
        distribute(world(), world().master() ? &whole : nullptr, partition(computeGeometry(whole).cellCentres, world().size()));
    const std::vector<GlobalLabel> places = placesInFile(whole);
    const FaceSlabs out(*divided, false), in(*divided, true);
    for (const bool oriented : {true, false}) {
      const auto faces = in.scatter(slabOf(in.plan(), 1), oriented);
      std::vector<double> expected(static_cast<std::size_t>(divided->nFaces()));
      for (Label f = 0; f < divided->nFaces(); ++f)
        if (divided->faceGlobal[f] < divided->nInternalFacesGlobal)
          expected[f] = (oriented && divided->faceFlipped[f] ? -1 : 1) * value(places[divided->faceGlobal[f]], 0);
      EXPECT_TRUE(faces == expected) << "of " << expected.size() << " faces";  // too many to print
      std::vector<double> room;
      EXPECT_TRUE(out.plan().gather(out.entities(faces, room), 1) == slabOf(out.plan(), 1));
    }
  }
}

TEST(FaceClasses, TakeTheFirstTheSecondAndTheOtherFacesOfACell) {
  EXPECT_THAT(faceClasses(0), ElementsAre(0, 0, 0));
  EXPECT_THAT(faceClasses(1), ElementsAre(1, 0, 0));
  EXPECT_THAT(faceClasses(2), ElementsAre(1, 1, 0));
  EXPECT_THAT(faceClasses(5), ElementsAre(1, 1, 3));
}

TEST_F(Slabs, PatchesAlsoWhereARankHasNoFaceOfThem) {
  for (int p = 0; p < 6; ++p) {
    const auto plan = patchSlabs(*mesh, p);
    std::vector<double> values;
    for (const Label f : patchFaces(*mesh, p))
      for (int k = 0; k < 3; ++k) values.push_back(value(mesh->faceGlobal[f] - mesh->globalPatches[p].start, k));
    EXPECT_EQ(plan.gather(values, 3), slabOf(plan, 3));
    EXPECT_EQ(plan.scatter(slabOf(plan, 3), 3), values);
  }
  const auto flat = test::distributedBox(world(), 4, 3, 1, {.emptyZ = true});
  EXPECT_EQ(patchSlabs(*flat, 4).whole(), 0);
}

}  // namespace
}  // namespace eagre::mesh
