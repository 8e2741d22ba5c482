// SPDX-License-Identifier: BSD-3-Clause
#include "block_mesh_fixture.hpp"

namespace eagre::case_ {
namespace {

using namespace fixtures;
using testing::AllOf;
using testing::HasSubstr;

std::string block(const std::string& vertices, const std::string& rest = "(1 1 1) simpleGrading (1 1 1)") {
  return "vertices (" + corners(0, 1) + corners(1, 2) + ");\nblocks (\nhex (" + vertices + ") " + rest + ");\n";
}
const std::string good = block("0 1 2 3 4 5 6 7");

TEST(BlockMeshErrors, VertexOutOfRangeNamesItAndItsLine) {
  EXPECT_THAT(complaint(block("0 1 2 3 4 5 6 71") + "boundary ();"),
              AllOf(HasSubstr("blockMeshDict:19"), HasSubstr("vertex 71"), HasSubstr("0 to 15")));
  EXPECT_THAT(complaint(good + "boundary (\nw { type wall;\nfaces ((0 4 77 3)); });"),
              AllOf(HasSubstr("blockMeshDict:22"), HasSubstr("vertex 77"), HasSubstr("patch 'w'")));
  EXPECT_THAT(complaint(good + "boundary ();\nedges (\narc 0 99 (1 1 1));"),
              AllOf(HasSubstr("blockMeshDict:22"), HasSubstr("vertex 99")));
}

/// As v1912's blockMesh has them, but that it loses the next patch where a ';' is missing.
TEST(BlockMeshErrors, SemicolonsOfPatches) {
  EXPECT_EQ(complaint(good + "boundary (w { type wall;; faces ((0 4 7 3));; }; v { type wall; faces ((1 2 6 5)); });"), "");
  EXPECT_NE(complaint(good + "boundary (w { type wall; faces ((0 4 7 3)); };);"), "");
  EXPECT_THAT(complaint(good + "boundary (w { type wall; faces ((0 4 7 3)) } v { type wall; faces ((1 2 6 5)); });"),
              HasSubstr("patch 'w': a ';' is missing behind its faces"));
  EXPECT_THAT(complaint(good + "boundary { w { type wall; faces ((0 4 7 3)); } }"),
              HasSubstr("are a list, ( .. ), not a dictionary"));
}

TEST(BlockMeshErrors, AllProblemsAtOnce) {
  EXPECT_THAT(complaint(block("0 1 2 3 4 5 6 71") + "boundary (w { type wall; faces ((0 4 77 3)); }); edges (acr 0 1 (1 1 1));"),
              AllOf(HasSubstr("vertex 71"), HasSubstr("vertex 77"), HasSubstr("'acr'"), HasSubstr("arc")));
}

TEST(BlockMeshErrors, UnknownWordsComeWithTheNearest) {
  EXPECT_THAT(complaint(good + "boundary (); edges (splin 0 1 ((1 1 1)));"),
              AllOf(HasSubstr("'splin'"), HasSubstr("did you mean 'spline'")));
  EXPECT_EQ(complaint(block("0 1 2 3 4 5 6 7", "(1 1 1) simpleGradin (1 1 1)") + "boundary ();"), "")
      << "OpenFOAM takes any word there";
  EXPECT_THAT(complaint("vertices (" + corners(0, 1) + "); blocks (hexa (0 1 2 3 4 5 6 7) (1 1 1) (1 1 1)); boundary ();"),
              HasSubstr("did you mean 'hex'"));
  EXPECT_THAT(complaint(block("0 1 2 3 4 5 6 top") + "boundary ();"), HasSubstr("'top'"));
}

TEST(BlockMeshErrors, NumbersOfCellsAndGradings) {
  EXPECT_THAT(complaint(cube("(0 1 1)", "simpleGrading (1 1 1)")), HasSubstr("0 is no number of cells"));
  EXPECT_THAT(complaint(cube("(1 1 1)", "simpleGrading (1 1)")), HasSubstr("not 2"));
  EXPECT_THAT(complaint(cube("(1 1 1)", "simpleGrading (1 0 1)")), HasSubstr("0 cannot be"));
  EXPECT_THAT(complaint(cube("(100000 100000 10)", "simpleGrading (1 1 1)")), HasSubstr("too many cells"));
  EXPECT_THAT(complaint(cube("(1000000000 1000000000 1000000000)", "simpleGrading (1 1 1)")), HasSubstr("too many cells"));
}

TEST(BlockMeshErrors, BlocksTurnedInsideOut) {
  EXPECT_THAT(complaint(block("4 5 6 7 0 1 2 3") + "boundary ();"), HasSubstr("block 0 is inside out"));
  EXPECT_THAT(complaint(block("0 1 2 3 5 4 7 6") + "boundary ();"), HasSubstr("point inwards"));
}

TEST(BlockMeshErrors, PatchFaces) {
  EXPECT_THAT(complaint(good + "boundary (w { type wall; faces ((0 1 2 6)); });"),
              AllOf(HasSubstr("(0 1 2 6)"), HasSubstr("not a face of any block")));
  EXPECT_THAT(complaint(good + "boundary (w { type wall; faces ((0 4 7 3)); } i { type patch; faces ((3 7 4 0)); });"),
              HasSubstr("already in patch 'w'"));
  EXPECT_THAT(complaint(good + "boundary (w { type wall; faces ((0 4 7)); });"), HasSubstr("needs 4 vertices"));
  EXPECT_THAT(complaint(good + "boundary (w { type wall; faces ((0 6)); });"), HasSubstr("its side (0 to 5)"));
  EXPECT_THAT(complaint(good + "boundary (w { type wall; faces (); } w { type wall; faces (); });"),
              HasSubstr("'w' is there twice"));
  EXPECT_THAT(complaint(good + "boundary (w { type wall; });"), HasSubstr("no entry 'faces'"));
  EXPECT_THAT(complaint(good + "boundary (w { faces (); });"), HasSubstr("no entry 'type'"));
}

/// Two blocks side by side; `second` is the second one's division.
std::string pair(const std::string& second, const std::string& more = "boundary ();") {
  return "vertices ((0 0 0) (1 0 0) (2 0 0) (0 1 0) (1 1 0) (2 1 0) (0 0 1) (1 0 1) (2 0 1) (0 1 1) (1 1 1) (2 1 1));"
         "blocks (hex (0 1 4 3 6 7 10 9) (1 4 2) simpleGrading (1 1 1) hex (1 2 5 4 7 8 11 10) " +
         second + ");" + more;
}

TEST(BlockMeshErrors, PatchFaceBetweenBlocks) {
  EXPECT_THAT(complaint(pair("(1 4 2) simpleGrading (1 1 1)", "boundary (w { type wall; faces ((1 7 10 4)); });")),
              HasSubstr("inside the mesh, between blocks 0 and 1"));
}

TEST(BlockMeshErrors, BlocksThatDoNotMatch) {
  EXPECT_EQ(complaint(pair("(9 4 2) simpleGrading (5 1 1)")), "");
  EXPECT_THAT(complaint(pair("(1 5 2) simpleGrading (1 1 1)")),
              AllOf(HasSubstr("4 x 2 cells there in block 0"), HasSubstr("5 x 2")));
  EXPECT_THAT(complaint(pair("(1 2 4) simpleGrading (1 1 1)")), HasSubstr("inconsistent point locations between blocks 0 and 1"));
  EXPECT_THAT(complaint(pair("(1 4 2) simpleGrading (1 3 1)")), HasSubstr("inconsistent point locations"));
}

TEST(BlockMeshErrors, FinerBlockIsAnErrorEvenWithoutTheCheckOfCounts) {
  EXPECT_THAT(complaint(pair("(1 8 2) simpleGrading (1 1 1)", "boundary (); checkFaceCorrespondence no;")),
              HasSubstr("inconsistent point locations"));
}

TEST(BlockMeshErrors, CurvedEdges) {
  EXPECT_THAT(complaint(good + "boundary (); edges (arc 0 2 (1 0 0));"), HasSubstr("not an edge of any block"));
  EXPECT_THAT(complaint(good + "boundary (); edges (arc 0 1 (0.5 1 0) line 1 0);"), HasSubstr("been given already"));
  EXPECT_THAT(complaint(good + "boundary (); edges (arc 0 1 (0.5 0 0));"), HasSubstr("straight line"));
}

TEST(BlockMeshErrors, Projections) {
  const std::string ball =
      "geometry { ball { type sphere; origin (0 0 0); radius 1; } plate { type plate; origin (0 0 0); span (1 1 0); } } ";
  const auto edge = [&](const std::string& onto) {
    return complaint(ball + good + "boundary (); edges (project 0 1 " + onto + ");");
  };
  EXPECT_EQ(edge("(ball)"), "");
  EXPECT_THAT(edge("(bal)"), HasSubstr("no surface 'bal'"));
  EXPECT_THAT(edge("()"), HasSubstr("needs a surface"));
  EXPECT_EQ(edge("(plate)"), "");
  EXPECT_THAT(complaint(good + "boundary (); edges (project 0 1 (ball));"), HasSubstr("no surface 'ball'"));
  EXPECT_THAT(complaint(good + "boundary (); edges (projectCurve 0 1 (ball));"), HasSubstr("projectCurve is not supported"));
  const auto face = [&](const std::string& text) { return complaint(ball + good + "boundary (); faces (" + text + ");"); };
  EXPECT_EQ(face("project (0 4 7 3) plate"), "");
  EXPECT_THAT(face("project (0 4 7 3) bal"), HasSubstr("no surface 'bal'"));
  EXPECT_THAT(face("sweep (0 4 7 3) ball"), HasSubstr("unknown kind of face 'sweep'; valid: project"));
  EXPECT_THAT(face("project (0 4 7) ball"), HasSubstr("4 vertices"));
  EXPECT_THAT(face("project (0 4 7 93) ball"), HasSubstr("vertex 93 of this face"));
  EXPECT_THAT(complaint("vertices (project (0 0 0) (sphere)); blocks (); boundary ();"), HasSubstr("no surface 'sphere'"));
}

/// mappedInternal of openfoam.org: mappedPatch, with an offset in the dictionary's units or in metres.
TEST(BlockMeshErrors, MappedPatches) {
  const auto patch = [](const std::string& front, const std::string& entries) {
    Log log = Log::silent();
    return readBlockMeshDict(
               config::Dictionary::parse(
                   front + good + "boundary (in { type mappedInternal; faces ((0 4 7 3)); " + entries + " });", "blockMeshDict"),
               log)
        .patches.at(0)
        .patch;
  };
  const auto offset = [](const mesh::PolyPatch& p) {
    for (const auto& [keyword, text] : p.otherEntries)
      if (keyword == "offset") return config::Dictionary::parse("x " + text + ";", "d").get<Vec3>("x").x;
    return 0.0;
  };
  EXPECT_EQ(patch("units [mm]; ", "offset (50 0 0);").type, "mappedPatch");
  EXPECT_DOUBLE_EQ(offset(patch("units [mm]; ", "offset (50 0 0);")), 0.05);
  EXPECT_DOUBLE_EQ(offset(patch("convertToMeters 0.001; ", "offset (0.05 0 0);")), 0.05);
  EXPECT_THROW(patch("", "distance 1;"), Error);
  EXPECT_THROW(patch("", "offsetMode normal; offset (1 0 0);"), Error);
}

TEST(BlockMeshErrors, CyclicPatches) {
  const auto cyclic = [](const std::string& a, const std::string& b) {
    return complaint(
        pair("(1 4 2) simpleGrading (1 2 1)", "boundary (a { type cyclic; " + a + " } b { type cyclic; " + b + " });"));
  };
  EXPECT_THAT(cyclic("faces ();", "neighbourPatch a; faces ();"), HasSubstr("needs an entry 'neighbourPatch'"));
  EXPECT_THAT(cyclic("neighbourPatch b; transform translational; faces ();", "neighbourPatch a; faces ();"),
              HasSubstr("'separationVector'"));
  EXPECT_THAT(cyclic("neighbourPatch b; transform rotated; faces ();", "neighbourPatch a; faces ();"), HasSubstr("'rotated'"));
  const auto sides = [](const std::string& grading, const std::string& a, const std::string& b) {
    return complaint("vertices (" + corners(0, 1) + "); blocks (hex (0 1 2 3 4 5 6 7) (1 4 2) edgeGrading " + grading +
                     "); boundary (a { type cyclic; " + a + " } b { type cyclic; " + b + " });");
  };
  const std::string plain = "(1 1 1 1 1 1 1 1 1 1 1 1)";
  EXPECT_EQ(sides(plain, "neighbourPatch b; faces ((0 4 7 3));", "neighbourPatch a; faces ((1 2 6 5));"), "");
  EXPECT_THAT(sides(plain, "neighbourPatch c; faces ((0 4 7 3));", "neighbourPatch a; faces ((1 2 6 5));"),
              HasSubstr("does not exist"));
  EXPECT_THAT(sides(plain, "neighbourPatch b; faces ((0 4 7 3));", "neighbourPatch a; faces ((0 1 5 4));"),
              HasSubstr("8 and 2 faces"));
  EXPECT_THAT(sides("(1 1 1 1 1 2 2 1 1 1 1 1)", "neighbourPatch b; faces ((0 4 7 3));", "neighbourPatch a; faces ((1 2 6 5));"),
              HasSubstr("do not match"));
}

TEST(BlockMeshErrors, MergePatchPairsThatDoNotCoincide) {
  const auto merge = [](const std::string& cells, const std::string& pairs) {
    return complaint("vertices (" + corners(0, 1) + corners(1, 2) +
                     ");blocks (hex (0 1 2 3 4 5 6 7) (1 2 2) simpleGrading (1 1 1) hex (8 9 10 11 12 13 14 15) " + cells +
                     " simpleGrading (1 1 1)); boundary (right { type patch; faces ((1 2 6 5)); } left { type patch; faces ((8 "
                     "12 15 11)); });" +
                     "mergePatchPairs " + pairs + ";");
  };
  EXPECT_EQ(merge("(1 2 2)", "((right left))"), "");
  EXPECT_THAT(merge("(1 3 2)", "((right left))"), HasSubstr("faces"));
  EXPECT_THAT(merge("(1 2 2)", "((rihgt left))"), HasSubstr("did you mean 'right'"));
  EXPECT_THAT(merge("(1 2 2)", "((left left))"), HasSubstr("with itself"));
}

}  // namespace
}  // namespace eagre::case_
