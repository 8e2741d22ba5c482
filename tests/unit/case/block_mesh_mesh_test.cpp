// SPDX-License-Identifier: BSD-3-Clause
// Whole meshes. Orders that are not obvious were taken from OpenFOAM v1912's blockMesh on the same dictionary.
#include "block_mesh_fixture.hpp"

namespace eagre::case_ {
namespace {

using namespace fixtures;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using Faces = std::vector<std::vector<Label>>;

TEST(BlockMesh, ScalesEachDirection) {  // openfoam.com, from v2112 on
  const auto mesh = makeMesh(cube("(1 1 1)", "simpleGrading (1 1 1)", "scale (2 3 4);"));
  const auto before = makeMesh(cube("(1 1 1)", "simpleGrading (1 1 1)", ""));
  for (std::size_t p = 0; p < mesh.points.size(); ++p) EXPECT_EQ(mesh.points[p], cmptMultiply({2, 3, 4}, before.points[p]));
}

TEST(BlockMesh, OneBlock) {
  const auto mesh = makeMesh(cube("(2 1 1)", "simpleGrading (4 1 1)", "scale 10;"));
  ASSERT_EQ(mesh.points.size(), 12u);
  expectNear(mesh.points[1], {2, 0, 0});
  expectNear(mesh.points[11], {10, 10, 10});
  EXPECT_EQ(mesh.nCells(), 2);
  EXPECT_THAT(mesh.neighbour, ElementsAre(1));
  EXPECT_THAT(facesOf(mesh)[0], ElementsAre(1, 4, 10, 7));
  ASSERT_EQ(mesh.patches.size(), 1u);
  EXPECT_EQ(mesh.patches[0].name, "defaultFaces");
  EXPECT_EQ(mesh.patches[0].type, "empty");
  EXPECT_THAT(mesh.patches[0].inGroups, ElementsAre("empty"));
  EXPECT_EQ(mesh.patches[0].start, 1);
  EXPECT_EQ(mesh.patches[0].size, 10);
}

TEST(BlockMesh, EveryFormOfWritingABlock) {
  const auto reference = makeMesh(cube("(2 3 4)", "simpleGrading (2 1 0.5)"));
  for (const char* block : {"2 3 4 simpleGrading (2 1 0.5)", "(2 3 4) (2 1 0.5)", "(2 3 4) simpleGrading 3(2 1 0.5)",
                            "(2 3 4) edgeGrading (2 2 2 2 1 1 1 1 .5 .5 .5 .5)", "(2 3 4) simpleGrading (-0.5 ((3 4 1)) -2)",
                            "(2 3 4) simpleGrading (2 ((1 1 1)(2 2 1)) 0.5)"}) {
    const auto mesh = makeMesh(cube(block, ""));
    ASSERT_EQ(mesh.points.size(), reference.points.size()) << block;
    for (std::size_t p = 0; p < mesh.points.size(); ++p) expectNear(mesh.points[p], reference.points[p]);
    EXPECT_EQ(mesh.facePoints, reference.facePoints);
  }
}

TEST(BlockMesh, EdgeGradingDiffersFromEdgeToEdge) {
  // Along x: halves at y = 0 (edges 0 and 3), 1 : 3 at y = 1
  const auto mesh = makeMesh(cube("(2 1 1)", "edgeGrading (1 3 3 1 1 1 1 1 1 1 1 1)"));
  expectNear(mesh.points[1], {0.5, 0, 0});
  expectNear(mesh.points[4], {0.25, 1, 0});
}

TEST(BlockMesh, CurvedEdgeMovesTheInside) {
  const auto mesh =
      makeMesh(cube("(2 2 1)", "simpleGrading (1 1 1)", "edges (polyLine 0 1 ((0.5 -0.4 0)) polyLine 5 4 ((0.5 -0.4 1)));"));
  expectNear(mesh.points[1], {0.5, -0.4, 0});
  // Half of the departure, weighted by where the point is between the curved edge and the straight one.
  expectNear(mesh.points[4], {0.5, 0.5 - 0.2, 0});
  expectNear(mesh.points[7], {0.5, 1, 0});
}

std::string pairOfBlocks(const std::string& first, const std::string& second) {
  return "vertices (" + corners(0, 1) + "(2 0 0) (2 1 0) (2 0 1) (2 1 1)); blocks (hex (0 1 2 3 4 5 6 7) " + first +
         " simpleGrading (1 1 1) hex (1 8 9 2 5 10 11 6) " + second + " simpleGrading (1 1 1)); boundary ();";
}

const char* const twoBlocks =
    "vertices ((0 0 0) (1 0 0) (2 0 0) (0 1 0) (1 1 0) (2 1 0) (0 0 1) (1 0 1) (2 0 1) (0 1 1) (1 1 1) (2 1 1));"
    "blocks (hex (0 1 4 3 6 7 10 9) left (1 1 1) simpleGrading (1 1 1)"
    "        hex (1 2 5 4 7 8 11 10) right (1 1 1) simpleGrading (1 1 1));";

TEST(BlockMesh, TwoBlocksWithCyclicPatches) {
  const auto mesh = makeMesh(std::string(twoBlocks) +
                             "boundary (low { type cyclic; neighbourPatch high; faces ((0 1 7 6) (1 2 8 7)); }"
                             "          high { type cyclic; neighbourPatch low; faces ((4 10 11 5) (3 9 10 4)); });");
  ASSERT_EQ(mesh.points.size(), 12u);
  expectNear(mesh.points[8], {2, 0, 0});
  EXPECT_EQ(facesOf(mesh), (Faces{{1, 3, 7, 5},
                                  {0, 1, 5, 4},
                                  {1, 8, 10, 5},
                                  {2, 6, 7, 3},
                                  {3, 7, 11, 9},
                                  {0, 4, 6, 2},
                                  {0, 2, 3, 1},
                                  {4, 5, 7, 6},
                                  {8, 9, 11, 10},
                                  {1, 3, 9, 8},
                                  {5, 10, 11, 7}}));
  EXPECT_THAT(mesh.owner, ElementsAre(0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1));
  EXPECT_THAT(mesh.neighbour, ElementsAre(1));
  const auto& high = mesh.patches.at(1);
  EXPECT_EQ(high.neighbourPatch, "low");
  EXPECT_THAT(high.inGroups, ElementsAre("cyclic"));
  EXPECT_THAT(high.otherEntries, ElementsAre(Pair("matchTolerance", "0.0001"), Pair("transform", "unknown")));
  ASSERT_EQ(mesh.cellZones.size(), 2u);
  EXPECT_EQ(mesh.cellZones[1].name, "right");
  EXPECT_THAT(mesh.cellZones[1].members, ElementsAre(1));
}

TEST(BlockMesh, CyclicFacesStartAtCorrespondingPoints) {
  // A quarter of an annulus about the y axis, turned by its rotational entry and by what the faces show
  for (const char* transform : {"", "transform rotational; rotationAxis (0 2 0); rotationCentre (0 7 0);",
                                "transformType rotational; rotationAxis (0 2 0); rotationCentre (0 7 0);"}) {
    const auto mesh = makeMesh(
        "vertices ((1 0 0) (2 0 0) (2 1 0) (1 1 0) (0 0 1) (0 0 2) (0 1 2) (0 1 1));"
        "blocks (hex (0 1 2 3 4 5 6 7) (3 2 1) simpleGrading (2 1 1));"
        "boundary (a { type cyclic; neighbourPatch b; faces ((0 3 2 1)); " +
        std::string(transform) + "} b { type cyclic; neighbourPatch a; faces ((4 5 6 7)); " + transform + "});");
    const auto faces = facesOf(mesh);
    const Label a = static_cast<Label>(mesh.patches[0].start), b = static_cast<Label>(mesh.patches[1].start);
    for (Label f = 0; f < 6; ++f) {
      const Vec3 p = mesh.points[faces[a + f][0]];
      expectNear(mesh.points[faces[b + f][0]], {p.z, p.y, p.x});
    }
  }
}

TEST(BlockMesh, TransformTypeHasTheScaleOfTheMesh) {
  // openfoam.org 8 and later: a quarter of an annulus about an axis that is not at the origin, and a channel
  const std::string rotation = "transformType rotational; rotationAxis (0 1 0); rotationCentre (4 0 0);";
  const auto annulus = makeMesh(
      "scale 0.1; vertices ((5 0 0) (6 0 0) (6 1 0) (5 1 0) (4 0 1) (4 0 2) (4 1 2) (4 1 1));"
      "blocks (hex (0 1 2 3 4 5 6 7) (3 2 1) simpleGrading (2 1 1));"
      "boundary (a { type cyclic; neighbourPatch b; faces ((0 3 2 1)); " +
      rotation + "} b { type cyclic; neighbourPatch a; faces ((4 5 6 7)); " + rotation + "});");
  EXPECT_THAT(annulus.patches[0].otherEntries,
              AllOf(Contains(Pair("transform", "rotational")), Contains(Pair("rotationCentre", "(0.40000000000000002 0 0)"))));
  for (const std::string way : {"separation", "separationVector"}) {
    const auto channel =
        makeMesh("scale 0.5; vertices (" + corners(0, 1) +
                 "); blocks (hex (0 1 2 3 4 5 6 7) (1 1 1) simpleGrading (1 1 1));"
                 "boundary (a { type cyclic; neighbourPatch b; faces ((0 4 7 3)); transformType translational; " +
                 way + " (-1 0 0); } b { type cyclic; neighbourPatch a; faces ((1 2 6 5)); transformType translational; " + way +
                 " (1 0 0); });");
    EXPECT_THAT(channel.patches[0].otherEntries,
                AllOf(Contains(Pair("transform", "translational")), Contains(Pair("separationVector", "(0.5 0 0)"))));
  }
}

TEST(BlockMesh, TransformTypeOfADictionaryInMetres) {
  // as that of createPatch, and as constant/polyMesh/boundary of openfoam.org 8 and later
  const auto patch = makePatch(
      "a", {{"type", "cyclicAMI"}, {"neighbourPatch", "b"}, {"transformType", "translational"}, {"separation", "(-1 0 0)"}}, {});
  EXPECT_THAT(patch.otherEntries,
              AllOf(Contains(Pair("transform", "translational")), Contains(Pair("separationVector", "(1 0 0)"))));
}

TEST(BlockMesh, ACyclicAcmiPatchSharesItsFacesWithItsBlockage) {
  const auto text = [](const std::string& nonOverlap) {
    return "vertices (" + corners(0, 1) + "); blocks (hex (0 1 2 3 4 5 6 7) (1 2 1) simpleGrading (1 1 1));" +
           "boundary (a { type cyclicACMI; neighbourPatch b; nonOverlapPatch " + nonOverlap + "; faces ((0 4 7 3)); }" +
           "b { type cyclicACMI; neighbourPatch a; nonOverlapPatch wb; faces ((1 2 6 5)); }" +
           "wa { type wall; faces ((0 4 7 3)); } wb { type wall; faces ((1 2 6 5)); });";
  };
  const auto mesh = makeMesh(text("wa"));
  ASSERT_EQ(mesh.patches.size(), 5u);  // the last is the default one
  for (const int p : {0, 1}) {
    ASSERT_EQ(mesh.patches[p].size, 2);
    ASSERT_EQ(mesh.patches[p + 2].size, 2);
    for (Label f = 0; f < 2; ++f) {
      const Label coupled = static_cast<Label>(mesh.patches[p].start) + f,
                  wall = static_cast<Label>(mesh.patches[p + 2].start) + f;
      EXPECT_EQ(mesh.owner[coupled], mesh.owner[wall]);
      EXPECT_TRUE(std::ranges::equal(mesh.pointsOf(coupled), mesh.pointsOf(wall)));
    }
  }
  EXPECT_THROW(makeMesh(text("other")), Error);
}

TEST(BlockMesh, CyclicFacesOfABlockThatIsTurned) {
  // The second block counts y along z and z against y, so its faces come in another order and start elsewhere.
  const auto mesh =
      makeMesh("vertices (" + corners(0, 1) + corners(2, 3) +
               "); blocks (hex (0 1 2 3 4 5 6 7) (1 2 3) simpleGrading (1 1 1)"
               "           hex (11 10 14 15 8 9 13 12) (1 3 2) simpleGrading (1 1 1));"
               "boundary (a { type cyclic; neighbourPatch b; faces ((0 4 7 3)); }"
               "          b { type cyclic; neighbourPatch a; faces ((9 10 14 13)); }); defaultPatch { type wall; }");
  const auto faces = facesOf(mesh);
  const Label a = static_cast<Label>(mesh.patches[0].start), b = static_cast<Label>(mesh.patches[1].start);
  for (Label f = 0; f < 6; ++f) expectNear(mesh.points[faces[b + f][0]], mesh.points[faces[a + f][0]] + Vec3{3, 0, 0});
}

TEST(BlockMesh, CollapsedBlockMakesPrisms) {
  const auto mesh = makeMesh(
      "vertices ((0 0 0) (0 0 1) (1 0.1 0) (1 0.1 1) (1 -0.1 0) (1 -0.1 1));"
      "blocks (hex (0 4 2 0 1 5 3 1) (2 1 1) simpleGrading (1 1 1));"
      "boundary (front { type wedge; faces ((0 4 5 1)); } back { type wedge; faces ((0 1 3 2)); } axis { type empty; faces ((0 1 "
      "1 0)); });");
  EXPECT_EQ(mesh.points.size(), 10u);
  EXPECT_EQ(facesOf(mesh), (Faces{{1, 3, 8, 6},
                                  {0, 1, 6, 5},
                                  {1, 2, 7, 6},
                                  {0, 5, 8, 3},
                                  {3, 8, 9, 4},
                                  {2, 4, 9, 7},
                                  {0, 3, 1},
                                  {1, 3, 4, 2},
                                  {5, 6, 8},
                                  {6, 7, 9, 8}}));
  EXPECT_THAT(mesh.owner, ElementsAre(0, 0, 1, 0, 1, 1, 0, 1, 0, 1));
  ASSERT_EQ(mesh.patches.size(), 4u);
  EXPECT_EQ(mesh.patches[2].size, 0);  // the axis has no faces left
  EXPECT_EQ(mesh.patches[3].size, 5);
}

TEST(BlockMesh, EveryShapeOfACollapsedCell) {
  const auto cell = [](const std::string& vertices) {
    return facesOf(makeMesh("vertices (" + corners(0, 1) + "); blocks (hex (" + vertices +
                            ") (1 1 1) simpleGrading (1 1 1)); boundary ();"));
  };
  EXPECT_EQ(cell("0 1 2 3 4 5 6 7"), (Faces{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}));
  EXPECT_EQ(cell("0 1 2 2 4 5 6 6"), (Faces{{0, 3, 5, 2}, {1, 2, 5, 4}, {0, 1, 4, 3}, {0, 2, 1}, {3, 4, 5}}));  // prism
  EXPECT_EQ(cell("0 1 2 3 0 1 6 7"), (Faces{{0, 4, 2}, {1, 3, 5}, {2, 4, 5, 3}, {0, 2, 3, 1}, {0, 1, 5, 4}}));
  EXPECT_EQ(cell("0 1 2 3 0 5 6 7"),
            (Faces{{0, 5, 2}, {1, 3, 6, 4}, {0, 1, 4}, {2, 5, 6, 3}, {0, 2, 3, 1}, {0, 4, 6, 5}}));  // wedge
  EXPECT_EQ(cell("0 1 2 3 4 5 2 7"), (Faces{{2, 0, 4, 6}, {3, 5, 1}, {1, 5, 4, 0}, {3, 2, 6}, {3, 1, 0, 2}, {3, 6, 4, 5}}));
  EXPECT_EQ(cell("0 1 2 3 4 4 4 4"), (Faces{{0, 4, 2}, {1, 3, 4}, {0, 1, 4}, {2, 4, 3}, {0, 2, 3, 1}}));  // pyramid
  EXPECT_EQ(cell("0 1 2 2 4 4 4 4"), (Faces{{0, 3, 2}, {2, 3, 1}, {0, 1, 3}, {0, 2, 1}}));                // tetrahedron
  EXPECT_THAT(
      complaint("vertices (" + corners(0, 1) + "); blocks (hex (0 1 2 2 0 0 6 7) (1 1 1) simpleGrading (1 1 1)); boundary ();"),
      testing::HasSubstr("collapse to a shape"));
}

TEST(BlockMesh, NamesAndSidesForNumbers) {
  const auto mesh = makeMesh(
      "vertices (name a (0 0 0) name b (1 0 0) (1 1 0) (0 1 0) (0 0 1) (1 0 1) (1 1 1) (0 1 1));"
      "blocks (name first hex (a b 2 3 4 5 6 7) (1 1 1) simpleGrading (1 1 1));"
      "edges (arc a b (0.5 -0.1 0));"
      "boundary (inlet { type patch; faces ((first 0)); physicalType gas; inGroups (ends); junk 1; }"
      "          floor { type wall; faces ((a b 5 4)); });"
      "defaultPatch { name rest; type wall; }");
  ASSERT_EQ(mesh.patches.size(), 3u);
  EXPECT_THAT(facesOf(mesh)[0], ElementsAre(0, 4, 6, 2));
  EXPECT_THAT(mesh.patches[0].inGroups, ElementsAre("ends"));
  EXPECT_THAT(mesh.patches[0].otherEntries, ElementsAre(Pair("physicalType", "gas")));
  EXPECT_THAT(facesOf(mesh)[1], ElementsAre(0, 1, 5, 4));
  EXPECT_EQ(mesh.patches[2].name, "rest");
  EXPECT_THAT(mesh.patches[2].inGroups, ElementsAre("wall"));
}

TEST(BlockMesh, OldFormOfPatches) {
  const auto mesh = makeMesh(
      "convertToMeters 0.5; vertices (" + corners(0, 1) + "); blocks (hex (0 1 2 3 4 5 6 7) (1 1 1) simpleGrading (1 1 1));" +
      "edges (); patches (patch inlet ((0 4 7 3)) wall walls ((1 2 6 5) (0 1 5 4)) empty none ()); mergePatchPairs ();");
  expectNear(mesh.points.back(), {0.5, 0.5, 0.5});
  ASSERT_EQ(mesh.patches.size(), 4u);
  EXPECT_EQ(mesh.patches[1].name, "walls");
  EXPECT_EQ(mesh.patches[1].type, "wall");
  EXPECT_EQ(mesh.patches[1].size, 2);
}

TEST(BlockMesh, MergePatchPairsJoinsFacesThatCoincide) {
  // A second block against the lower half of the first one's side
  const auto mesh = makeMesh("vertices (" + corners(0, 1) +
                             "(1 0 0) (2 0 0) (2 0.5 0) (1 0.5 0) (1 0 1) (2 0 1) (2 0.5 1) (1 0.5 1));"
                             "blocks (hex (0 1 2 3 4 5 6 7) (1 2 1) simpleGrading (1 1 1)"
                             "        hex (8 9 10 11 12 13 14 15) (1 1 1) simpleGrading (1 1 1));"
                             "boundary (right { type patch; faces ((1 2 6 5)); } left { type patch; faces ((8 12 15 11)); });"
                             "defaultPatch { type wall; } mergePatchPairs ((right left));");
  EXPECT_EQ(mesh.points.size(), 16u);
  EXPECT_THAT(mesh.owner, ElementsAre(0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 2, 2, 2, 2, 2));
  EXPECT_THAT(mesh.neighbour, ElementsAre(1, 2));
  ASSERT_EQ(mesh.patches.size(), 2u);  // `left` is used up
  EXPECT_EQ(mesh.patches[0].name, "right");
  EXPECT_EQ(mesh.patches[0].size, 1);
  EXPECT_THAT(facesOf(mesh)[1], ElementsAre(1, 3, 9, 7));
}

TEST(BlockMesh, TimeGrowsWithTheNumberOfCells) {
  // No bound on the clock; with a search that is quadratic in the faces of a side or in the cells this would not end.
  EXPECT_EQ(makeMesh(pairOfBlocks("(40 80 80)", "(40 80 80)")).nCells(), 512000);
}

}  // namespace
}  // namespace eagre::case_
