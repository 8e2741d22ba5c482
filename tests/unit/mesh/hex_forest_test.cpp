// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/refinement/hex_forest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mesh/refinement/refinement_choice.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

double total(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// The mesh is one that a case could have; returns its volumes.
std::vector<double> soundVolumes(const PolyMesh& mesh) {
  Problems problems;
  const PolyGeometry geometry = checkPolyMesh(mesh, problems);
  EXPECT_TRUE(problems.empty()) << problems.messages().front();
  return geometry.cellVolumes;
}

/// 1 within a sphere about a point.
std::vector<double> ball(const PolyMesh& mesh, const Vec3& centre, double radius) {
  std::vector<double> values;
  for (const Vec3& x : facesAndCells(mesh).cellCentres) values.push_back(mag(x - centre) < radius ? 1 : 0);
  return values;
}

constexpr RefinementCriteria atInterface{.lowerRefineLevel = 0.001,
                                         .upperRefineLevel = 0.999,
                                         .unrefineLevel = 10,
                                         .nBufferLayers = 1,
                                         .maxRefinement = 3,
                                         .maxCells = 100000};

/// Each face keeps its place where it is the same one; parts and wholes have the areas that they should.
void expectFacesToAgree(const PolyMesh& before, const PolyMesh& after, const MeshChange& change) {
  const auto areas = [](const PolyMesh& mesh) { return facesAlone(mesh).faceAreas; };
  const auto old = areas(before), now = areas(after);
  std::vector<Vec3> sumOfParts(old.size());
  for (std::size_t f = 0; f < now.size(); ++f) {
    const Label from = change.faces[f];
    if (from >= 0 && change.isPart[f]) sumOfParts[static_cast<std::size_t>(from)] += now[f];
    if (from >= 0 && !change.isPart[f]) { EXPECT_LT(mag(now[f] - old[static_cast<std::size_t>(from)]), 1e-15); }
    if (from < MeshChange::newFace) {
      Vec3 sum{};
      for (const Label part : change.merged[static_cast<std::size_t>(MeshChange::newFace - 1 - from)])
        sum += old[static_cast<std::size_t>(part)];
      EXPECT_LT(mag(now[f] - sum), 1e-15);
    }
  }
  for (std::size_t f = 0; f < now.size(); ++f)
    if (change.faces[f] >= 0 && change.isPart[f])
      EXPECT_LT(mag(sumOfParts[static_cast<std::size_t>(change.faces[f])] - old[static_cast<std::size_t>(change.faces[f])]),
                1e-15);
}

/// A ball moves through a mesh, which follows.
void followABall(HexForest forest) {
  const auto nMore = static_cast<std::size_t>(forest.nParts()) - 1;
  std::size_t most = 0;
  for (int step = 0; step < 12; ++step) {
    const PolyMesh before = forest.mesh();
    const Vec3 centre{0.3 + 0.05 * std::max(0, step - 3), 0.4, 0.5};
    const auto choice = chooseRefinement(forest, ball(before, centre, 0.2), atInterface);
    const auto volumes = soundVolumes(before);
    const MeshChange change = forest.change(choice.divide, choice.unite);
    const auto now = soundVolumes(forest.mesh());
    ASSERT_EQ(change.cells.size(), now.size());
    EXPECT_NEAR(total(now), 1, 1e-12);
    EXPECT_EQ(now.size(), before.nCells() + nMore * choice.divide.size() - nMore * choice.unite.size());
    std::vector<double> taken(volumes.size());  // each old cell's volume is all there
    for (std::size_t c = 0; c < now.size(); ++c) {
      if (change.cells[c] >= 0) {
        taken[static_cast<std::size_t>(change.cells[c])] += now[c];
        continue;
      }
      double sum = 0;
      for (const Label old : change.united[static_cast<std::size_t>(~change.cells[c])]) {
        sum += volumes[static_cast<std::size_t>(old)];
        taken[static_cast<std::size_t>(old)] = volumes[static_cast<std::size_t>(old)];
      }
      EXPECT_NEAR(now[c], sum, 1e-15);
    }
    for (std::size_t c = 0; c < volumes.size(); ++c) EXPECT_NEAR(taken[c], volumes[c], 1e-15);
    expectFacesToAgree(before, forest.mesh(), change);
    for (Label f = forest.mesh().nInternalFaces(); f < forest.mesh().nFaces(); ++f)
      ASSERT_NE(change.faces[f], MeshChange::newFace);
    for (Label f = 0; f < forest.mesh().nInternalFaces(); ++f)
      EXPECT_LE(std::abs(forest.cellLevels()[forest.mesh().owner[f]] - forest.cellLevels()[forest.mesh().neighbour[f]]), 1);
    most = std::max(most, now.size());
  }
  EXPECT_EQ(std::ranges::max(forest.cellLevels()), 3);
  EXPECT_LT(forest.cellLevels().size(), 1.2 * static_cast<double>(most));  // what the ball has left is coarse again
}

TEST(HexForest, ABallThatMovesIsFollowed) { followABall(HexForest(test::boxMesh(6, 5, 4), {}, {})); }

TEST(HexForest, CellsDecideByThemselvesWithLayersAround) {
  HexForest forest(test::boxMesh(7, 7, 7), {}, {});
  std::vector<double> values(343, 0);
  values[171] = 0.5;  // in the middle
  RefinementCriteria criteria = atInterface;
  EXPECT_EQ(chooseRefinement(forest, values, criteria).divide.size(), 27);  // that share a point with it
  criteria.byCells = true;
  EXPECT_EQ(chooseRefinement(forest, values, criteria).divide, std::vector<Label>{171});
  criteria.nLayers = 1;
  EXPECT_EQ(chooseRefinement(forest, values, criteria).divide, (std::vector<Label>{122, 164, 170, 171, 172, 178, 220}));
  criteria.nLayers = 2;
  EXPECT_EQ(chooseRefinement(forest, values, criteria).divide.size(), 25);
}

TEST(HexForest, InTwoDimensionsToo) {
  HexForest flat(test::boxMesh(6, 5, 1, {.emptyZ = true}), {}, {});
  EXPECT_EQ(flat.nParts(), 4);
  followABall(std::move(flat));
  PolyMesh twisted = test::boxMesh(4, 4, 1, {.emptyZ = true, .perturbation = 0.2});
  HexForest forest(twisted, {}, {});
  for (int step = 0; step < 8; ++step) {
    const auto choice = chooseRefinement(forest, ball(forest.mesh(), {0.3 + 0.06 * step, 0.4, 0.5}, 0.25), atInterface);
    forest.change(choice.divide, choice.unite);
  }
  EXPECT_NEAR(total(soundVolumes(forest.mesh())), 1, 1e-12);
  const auto empty = std::ranges::count_if(forest.mesh().patches, [](const auto& patch) { return patch.type == "empty"; });
  GlobalLabel nEmpty = 0;
  for (const PolyPatch& patch : forest.mesh().patches) nEmpty += patch.type == "empty" ? patch.size : 0;
  EXPECT_GT(empty, 0);
  EXPECT_EQ(nEmpty, 2 * forest.mesh().nCells());
  HexForest planted(twisted, {}, {});
  planted.plant(forest.trees());
  EXPECT_EQ(planted.mesh().owner, forest.mesh().owner);
}

/// Two directions of a torus: soundVolumes() checks that the faces of cyclic patches match.
TEST(HexForest, AcrossCyclicPatchesToo) {
  for (const bool flat : {false, true}) {
    HexForest forest(test::boxMesh(6, 5, flat ? 1 : 4, {.cyclicX = true, .cyclicY = true, .emptyZ = flat}), {}, {});
    followABall(forest);
    for (int step = 0; step < 6; ++step) {  // through the corner
      std::vector<double> values;
      for (const Vec3& x : facesAndCells(forest.mesh()).cellCentres) {
        const auto away = [](double a, double b) { return std::min(std::abs(a - b), 1 - std::abs(a - b)); };
        values.push_back(mag(Vec3{away(x.x, 0.05 + 0.02 * step), away(x.y, 0.97), x.z - 0.5}) < 0.2 ? 1 : 0);
      }
      const auto choice = chooseRefinement(forest, values, atInterface);
      forest.change(choice.divide, choice.unite);
      EXPECT_NEAR(total(soundVolumes(forest.mesh())), 1, 1e-12);
      for (const auto& [a, b] : forest.coupledCells()) EXPECT_EQ(forest.cellLevels()[a], forest.cellLevels()[b]);
    }
    EXPECT_EQ(std::ranges::max(forest.cellLevels()), 3);
  }
}

/// Cells between empty faces alone are divided: not two across, not one between four of them.
TEST(HexForest, OneCellAcrossIsDivided) {
  const HexForest two(test::boxMesh(2, 2, 2, {.emptyZ = true}), {}, {});
  EXPECT_FALSE(two.canDivide(0));
}

TEST(HexForest, TheTreesAloneMakeTheMesh) {
  HexForest forest(test::boxMesh(4, 4, 4, {.perturbation = 0.2}), {}, {});
  for (int step = 0; step < 8; ++step) {
    const auto choice = chooseRefinement(forest, ball(forest.mesh(), {0.3 + 0.06 * step, 0.4, 0.5}, 0.25), atInterface);
    forest.change(choice.divide, choice.unite);
  }
  soundVolumes(forest.mesh());
  HexForest planted(test::boxMesh(4, 4, 4, {.perturbation = 0.2}), {}, {});
  planted.plant(forest.trees());
  EXPECT_EQ(planted.mesh().owner, forest.mesh().owner);
  EXPECT_EQ(planted.mesh().neighbour, forest.mesh().neighbour);
  EXPECT_EQ(planted.mesh().facePoints, forest.mesh().facePoints);
  const auto a = facesAndCells(forest.mesh()).cellCentres, b = facesAndCells(planted.mesh()).cellCentres;
  for (std::size_t c = 0; c < a.size(); ++c) EXPECT_EQ(mag(a[c] - b[c]), 0);
}

/// The places of a mesh that moves go with its points through changes: what is linear stays so, and new points lie between.
TEST(HexForest, PointsThatMoveKeepTheirPlaces) {
  const auto moved = [](const PolyMesh& mesh) {
    std::vector<Vec3> places;
    for (const Vec3& x : mesh.points) places.push_back({3 + x.y, 2 * x.x - 0.5 * x.y, x.z + 0.1 * x.x});
    return places;
  };
  for (const bool flat : {false, true}) {
    HexForest forest(test::boxMesh(4, 4, flat ? 1 : 4, {.emptyZ = flat}), {}, {});
    std::vector<Vec3> places = moved(forest.mesh());
    for (int step = 0; step < 8; ++step) {
      const auto choice = chooseRefinement(forest, ball(forest.mesh(), {0.3 + 0.06 * step, 0.4, 0.5}, 0.25), atInterface);
      places = forest.change(choice.divide, choice.unite, places).places;
      const auto expected = moved(forest.mesh());
      ASSERT_EQ(places.size(), expected.size());
      for (std::size_t p = 0; p < places.size(); ++p) ASSERT_LT(mag(places[p] - expected[p]), 1e-14);
    }
  }
  HexForest forest(test::boxMesh(2, 2, 2), {}, {});
  EXPECT_TRUE(forest.change(std::vector<Label>{0}, {}).places.empty());
}

TEST(HexForest, ARefinedMeshIsABaseMesh) {
  HexForest first(test::boxMesh(4, 4, 4), {}, {});
  for (int step = 0; step < 2; ++step) {
    const auto choice = chooseRefinement(first, ball(first.mesh(), {0.4, 0.4, 0.5}, 0.25), atInterface);
    first.change(choice.divide, choice.unite);
  }
  HexForest second(first.mesh(), first.cellLevels(), first.pointLevels());
  for (Label c = 0; c < second.mesh().nCells(); ++c) EXPECT_TRUE(second.canDivide(c)) << c;
  EXPECT_TRUE(second.families().empty());
  const auto choice = chooseRefinement(second, ball(second.mesh(), {0.5, 0.4, 0.5}, 0.25), atInterface);
  EXPECT_FALSE(choice.divide.empty());
  second.change(choice.divide, choice.unite);
  EXPECT_NEAR(total(soundVolumes(second.mesh())), 1, 1e-12);
  first.change(choice.divide, {});
  EXPECT_EQ(first.mesh().nFaces(), second.mesh().nFaces());
  EXPECT_EQ(first.mesh().points.size(), second.mesh().points.size());
  EXPECT_EQ(first.mesh().facePoints.size(), second.mesh().facePoints.size());
}

TEST(HexForest, ZonesAreExtended) {
  PolyMesh box = test::boxMesh(2, 2, 2);
  box.cellZones.push_back({"low", {0, 1}, {}});
  box.faceZones.push_back({"between", {0}, {1}});
  HexForest forest(std::move(box), {}, {});
  forest.change(std::vector<Label>{0}, {});
  EXPECT_EQ(forest.mesh().cellZones[0].members.size(), 9U);
  EXPECT_EQ(forest.mesh().faceZones[0].members.size(), 4U);
  EXPECT_EQ(forest.mesh().faceZones[0].flip, std::vector<char>(4, 1));
}

TEST(HexForest, WhatIsNotSupportedIsRefused) {
  Problems problems;
  PolyMesh overlapping = test::boxMesh(2, 2, 2);
  overlapping.patches.front().type = "cyclicAMI";
  problems.guard([&] { HexForest(overlapping, {}, {}); });
  ASSERT_FALSE(problems.empty());
  EXPECT_NE(problems.messages().front().find("type cyclicAMI ('xMin') cannot be refined during a run; write staticFvMesh"),
            std::string::npos);
  const std::vector<Label> levels{1, 0, 0, 0, 0, 0, 0, 0}, pointLevels(27, 0);
  EXPECT_THROW(HexForest(test::boxMesh(2, 2, 2, {.cyclicX = true}), levels, pointLevels), Error);
  EXPECT_THROW(HexForest(test::boxMesh(2, 2, 2), {0}, {}), Error);
  HexForest forest(test::boxMesh(2, 2, 2), {}, {});
  for (const auto& trees : {HexForest::Trees{{9, "0"}}, HexForest::Trees{{0, "1000"}}, HexForest::Trees{{0, "2"}}})
    EXPECT_THROW(forest.plant(trees), Error);
}

}  // namespace
}  // namespace eagre::mesh
