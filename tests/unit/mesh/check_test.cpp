// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mesh/poly_mesh.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> problemsOf(const PolyMesh& mesh) {
  Problems problems;
  checkPolyMesh(mesh, problems);
  return problems.messages();
}

TEST(CheckPolyMesh, GoodMeshesHaveNoProblems) {
  EXPECT_THAT(problemsOf(test::boxMesh(3, 4, 5)), IsEmpty());
  EXPECT_THAT(problemsOf(test::boxMesh(3, 4, 5, {.perturbation = 0.3})), IsEmpty());
  EXPECT_THAT(problemsOf(test::boxMesh(3, 4, 1, {.cyclicX = true, .emptyZ = true, .perturbation = 0.3})), IsEmpty());
  EXPECT_THAT(problemsOf(test::boxMesh(1, 1, 1, {.cyclicX = true, .cyclicY = true})), IsEmpty());
}

TEST(CheckPolyMesh, NothingIsNoMesh) { EXPECT_THAT(problemsOf(PolyMesh{}), ElementsAre(HasSubstr("no faces and no cells"))); }

TEST(CheckPolyMesh, PointsOutOfRange) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  mesh.facePoints[5] = 27;
  mesh.facePoints[9] = -1;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("2 faces with a point that is not one of the 27: 1, 2")));
}

TEST(CheckPolyMesh, FacesOfTwoPoints) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  mesh.facePoints.erase(mesh.facePoints.begin(), mesh.facePoints.begin() + 2);
  for (std::size_t f = 1; f < mesh.faceOffsets.size(); ++f) mesh.faceOffsets[f] -= 2;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("1 face with fewer than 3 points: 0")));
}

TEST(CheckPolyMesh, ListsThatDoNotFit) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  mesh.owner.pop_back();
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("36 faces, but 35 entries in owner")));
  mesh = test::boxMesh(2, 2, 2);
  mesh.facePoints.pop_back();
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("offsets")));
  mesh = test::boxMesh(1, 1, 1);
  mesh.neighbour.resize(7, 0);
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("7 entries in neighbour, more than the 6 faces")));
  mesh.faceOffsets.clear();
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("offsets")));
}

TEST(CheckPolyMesh, CellsOutOfRange) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  mesh.owner[30] = -2;
  mesh.neighbour[3] = 1'000'000;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("2 faces with an owner or neighbour that cannot be a cell: 3, 30")));
}

TEST(CheckPolyMesh, OwnerNotLower) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  std::swap(mesh.owner[11], mesh.neighbour[11]);
  EXPECT_THAT(problemsOf(mesh), Contains(HasSubstr("1 face with an owner that is not lower than the neighbour: 11")));
}

TEST(CheckPolyMesh, FacesByOwner) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  std::swap(mesh.owner[2], mesh.owner[3]);
  std::swap(mesh.neighbour[2], mesh.neighbour[3]);
  EXPECT_THAT(problemsOf(mesh), Contains(HasSubstr("1 face with a lower owner than the face before")));
}

TEST(CheckPolyMesh, CellsWithTooFewFaces) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  mesh.owner.back() = 8;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("1 cell with fewer than 4 faces: 8")));
}

TEST(CheckPolyMesh, PatchRanges) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  mesh.patches[2].start += 1;
  EXPECT_THAT(problemsOf(mesh), Contains(AllOf(HasSubstr("'yMin' starts at face 21"), HasSubstr("a gap"))));
  mesh = test::boxMesh(2, 2, 2);
  mesh.patches[2].start -= 1;
  EXPECT_THAT(problemsOf(mesh), Contains(AllOf(HasSubstr("'yMin' starts at face 19"), HasSubstr("they overlap"))));
  mesh = test::boxMesh(2, 2, 2);
  mesh.patches.pop_back();
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("the patches end at face 32, the mesh has 36 faces")));
  mesh = test::boxMesh(2, 2, 2);
  mesh.patches[1].size = -4;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("nFaces -4")));
  mesh = test::boxMesh(2, 2, 2);
  mesh.patches[1].name = "xMin";
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("more than one patch is called 'xMin'")));
}

TEST(CheckPolyMesh, OpenCellsAndTheirBoundedList) {
  PolyMesh mesh = test::boxMesh(3, 3, 3);
  // Turn the 9 faces of xMin round: they point into their cells.
  for (GlobalLabel f = mesh.patches[0].start; f < mesh.patches[0].start + 9; ++f)
    std::swap(mesh.facePoints[4 * f + 1], mesh.facePoints[4 * f + 3]);
  const auto problems = problemsOf(mesh);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0], HasSubstr("9 cells not closed"));
  EXPECT_THAT(problems[0], HasSubstr(": 0, 3, 6, 9, 12, ..."));
}

TEST(CheckPolyMesh, NegativeVolumes) {
  PolyMesh mesh = test::boxMesh(2, 1, 1);
  for (Vec3& p : mesh.points)
    if (p.x == 0.5) p.x = 1.5;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("1 cell of zero or negative volume: 1")));
}

TEST(CheckPolyMesh, NothingIsFlat) {
  PolyMesh mesh = test::boxMesh(1, 1, 1);
  for (Vec3& p : mesh.points) p.z = 0;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("1 cell of zero")));
}

TEST(CheckPolyMesh, FacesWithoutAreaAreOfPatchesAlone) {
  PolyMesh mesh = test::boxMesh(2, 1, 1);
  for (Vec3& p : mesh.points)
    if (p.x == 0) p.y = 0;  // the first cell becomes a wedge, with its axis on xMin
  EXPECT_THAT(problemsOf(mesh), IsEmpty());
  mesh.patches[0].type = "cyclic";
  EXPECT_THAT(problemsOf(mesh), Contains(HasSubstr("1 face without area (on patch xMin)")));
  for (Vec3& p : mesh.points)
    if (p.x == 0.5) p.y = 0;
  EXPECT_THAT(problemsOf(mesh), Contains(HasSubstr("2 faces without area (on patch xMin)")));
}

TEST(CheckPolyMesh, NotANumberIsFound) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  mesh.points[0].x = std::nan("");
  EXPECT_THAT(problemsOf(mesh), Contains(HasSubstr("1 cell of zero or negative volume: 0")));
}

TEST(CheckPolyMesh, PatchTypes) {
  PolyMesh mesh = test::boxMesh(2, 2, 2);
  mesh.patches[3].type = "walll";
  EXPECT_THAT(problemsOf(mesh), ElementsAre(AllOf(HasSubstr("'yMax'"), HasSubstr("walll"), HasSubstr("wall"))));
  mesh.patches[3].type = "processor";
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("decomposed case")));
}

TEST(CheckPolyMesh, EmptyPatchOfAMeshWithDepthIsLeftToTheRun) {
  EXPECT_THAT(problemsOf(test::boxMesh(2, 2, 2, {.emptyZ = true})), IsEmpty());
}

TEST(CheckPolyMesh, SymmetryPlaneMustBePlane) {
  const test::BoxOptions options{.types = {"symmetryPlane", "patch", "patch", "patch", "patch", "patch"}};
  PolyMesh mesh = test::boxMesh(2, 2, 2, options);
  EXPECT_THAT(problemsOf(mesh), IsEmpty());
  mesh.points[12].x -= 0.2;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("4 faces of symmetryPlane patch 'xMin'")));
}

TEST(CheckPolyMesh, WedgeMustBeCloseToAPlane) {
  const test::BoxOptions options{.types = {"patch", "patch", "patch", "patch", "wedge", "wedge"}};
  EXPECT_THAT(problemsOf(test::boxMesh(2, 2, 1, options)),
              ElementsAre(HasSubstr("'zMin' lies in a coordinate plane"), HasSubstr("'zMax' lies")));
  PolyMesh mesh = test::boxMesh(2, 2, 1, options);
  for (Vec3& p : mesh.points) p.z = (p.z - 0.5) * 0.08 * (1 + p.y);
  EXPECT_THAT(problemsOf(mesh), IsEmpty());
}

TEST(CheckPolyMesh, CyclicPartners) {
  const test::BoxOptions options{.cyclicX = true};
  PolyMesh mesh = test::boxMesh(2, 2, 2, options);
  mesh.patches[0].neighbourPatch = "xMaxx";
  EXPECT_THAT(problemsOf(mesh), Contains(AllOf(HasSubstr("neighbourPatch 'xMaxx'"), HasSubstr("xMax"))));
  mesh = test::boxMesh(2, 2, 2, options);
  mesh.patches[1].type = "patch";
  EXPECT_THAT(problemsOf(mesh), Contains(HasSubstr("cyclic patch 'xMin'")));
  mesh = test::boxMesh(2, 2, 2, options);
  mesh.patches[1].size -= 1;
  mesh.patches[2].start -= 1;
  mesh.patches[2].size += 1;
  EXPECT_THAT(problemsOf(mesh), Contains(HasSubstr("cyclic patch 'xMin' has 4 faces, its neighbourPatch 'xMax' 3")));
}

TEST(CheckPolyMesh, WordsOfARotation) {
  const test::BoxOptions options{.cyclicX = true};
  using Entries = std::vector<std::pair<std::string, std::string>>;
  const auto problems = [&](const Entries& first, const Entries& second) {
    PolyMesh mesh = test::boxMesh(2, 2, 2, options);
    mesh.patches[0].otherEntries = first;
    mesh.patches[1].otherEntries = second;
    return problemsOf(mesh);
  };
  const Entries good{{"transform", "rotational"}, {"rotationAxis", "(0 0 2)"}, {"rotationCentre", "(1 2 3)"}};
  EXPECT_THAT(problems(good, good), IsEmpty());
  EXPECT_THAT(problems({{"transform", "rotational"}}, good),
              Contains(HasSubstr("patch 'xMin': transform rotational needs a rotationAxis")));
  EXPECT_THAT(problems({good[0], {"rotationAxis", "(0 0 0)"}}, good),
              Contains(HasSubstr("rotationAxis (0 0 0) is no direction")));
  EXPECT_THAT(problems({good[0], {"rotationAxis", "(0 1)"}}, good), Contains(HasSubstr("rotationAxis '(0 1)' is not a vector")));
  EXPECT_THAT(problems({good[0], {"rotationAxis", "(1 0 0)"}}, good), Contains(HasSubstr("that of 'xMax' are not parallel")));
  EXPECT_THAT(problems({good[0], good[1], {"rotationCentre", "(0 0 0)"}}, good),
              Contains(HasSubstr("are not on one rotationAxis")));
  EXPECT_THAT(problems({good[0], good[1], good[2], {"rotationAngle", "forty"}}, good),
              Contains(HasSubstr("'forty' is not a number")));
  EXPECT_THAT(problems(good, {}), Contains(HasSubstr("transform rotational, but that of 'xMax' is another one")));
}

TEST(CheckPolyMesh, CyclicMustBeATranslation) {
  const test::BoxOptions options{.cyclicX = true};
  PolyMesh mesh = test::boxMesh(2, 2, 2, options);
  for (Vec3& p : mesh.points)
    if (p.x == 1) p.y *= 1.1;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("4 faces of cyclic patch 'xMin' whose area differs")));

  mesh = test::boxMesh(2, 2, 2, options);
  const auto first = mesh.facePoints.begin() + 4 * mesh.patches[1].start;  // two faces of xMax change places
  std::swap_ranges(first, first + 4, first + 4);
  std::swap(mesh.owner[mesh.patches[1].start], mesh.owner[mesh.patches[1].start + 1]);
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("faces of cyclic patch 'xMin' not where the translation")));

  mesh = test::boxMesh(2, 2, 2, options);
  for (Vec3& p : mesh.points)
    if (p.x == 1) p = {1 - 0.3 * p.y, std::sqrt(1 - 0.09) * p.y, p.z};
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("4 faces of cyclic patch 'xMin' not parallel to the partner")));
}

TEST(CheckPolyMesh, MatchToleranceIsHonoured) {
  PolyMesh mesh = test::boxMesh(2, 2, 2, {.cyclicX = true});
  for (Vec3& p : mesh.points)
    if (p.x == 1) p.y *= 1.001;
  EXPECT_THAT(problemsOf(mesh), ElementsAre(HasSubstr("area differs")));
  mesh.patches[0].otherEntries = {{"matchTolerance", "0.01;"}};
  EXPECT_THAT(problemsOf(mesh), IsEmpty());
  mesh.patches[0].otherEntries = {{"matchTolerance", "close"}};
  EXPECT_THAT(problemsOf(mesh), Contains(HasSubstr("matchTolerance 'close'")));
}

}  // namespace
}  // namespace eagre::mesh
