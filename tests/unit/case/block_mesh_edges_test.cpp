// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_edges.hpp"

#include <numbers>

#include "block_mesh_fixture.hpp"
#include "case/block_mesh_dict.hpp"
#include "case/block_mesh_grading.hpp"

namespace eagre::case_ {
namespace {

using fixtures::expectNear;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<testing::Matcher<double>> near(std::initializer_list<double> values) {
  std::vector<testing::Matcher<double>> result;
  for (const double v : values) result.push_back(DoubleNear(v, 1e-15));
  return result;
}

TEST(BlockMeshGrading, Uniform) { EXPECT_THAT(edgeDivisions({{}}, 4), ElementsAreArray(near({0, 0.25, 0.5, 0.75, 1}))); }

TEST(BlockMeshGrading, RatioOfLastToFirstCellIsGeometric) {
  // cells 1 : 2 : 4
  EXPECT_THAT(edgeDivisions({{1, 1, 4}}, 3), ElementsAreArray(near({0, 1.0 / 7, 3.0 / 7, 1})));
  EXPECT_THAT(edgeDivisions(reversed({{1, 1, 4}}), 3), ElementsAreArray(near({0, 4.0 / 7, 6.0 / 7, 1})));
}

TEST(BlockMeshGrading, OneCellHasNoRatio) { EXPECT_THAT(edgeDivisions({{1, 1, 100}}, 1), ElementsAre(0, 1)); }

TEST(BlockMeshGrading, SectionsShareLengthAndCells) {
  // a fifth of the length with half the cells, then cells 1 : 3
  EXPECT_THAT(edgeDivisions({{0.2, 0.5, 1}, {0.8, 0.5, 3}}, 4), ElementsAreArray(near({0, 0.1, 0.2, 0.4, 1})));
  EXPECT_THAT(edgeDivisions(reversed({{0.2, 0.5, 1}, {0.8, 0.5, 3}}), 4), ElementsAreArray(near({0, 0.6, 0.8, 0.9, 1})));
}

TEST(BlockMeshGrading, RoundingGoesToTheLargestSection) {
  // 0.3 * 5 rounds to 2, 0.7 * 5 to 4: the second gives one back
  EXPECT_THAT(edgeDivisions({{0.5, 0.3, 1}, {0.5, 0.7, 1}}, 5), ElementsAreArray(near({0, 0.25, 0.5, 2.0 / 3, 2.5 / 3, 1})));
}

TEST(BlockMeshGrading, MoreSectionsThanCellsIsUniform) {
  EXPECT_THAT(edgeDivisions({{0.1, 0.3, 1}, {0.1, 0.3, 1}, {0.8, 0.4, 1}}, 2), ElementsAre(0, 0.5, 1));
}

const std::vector<Vec3> ends = {{0, 0, 0}, {2, 0, 0}};

std::vector<Vec3> at(BlockEdge::Kind kind, std::vector<double> lambda, std::vector<Vec3> points = {{1, 1, 0}}) {
  return edgePoints({kind, 0, 1, std::move(points), {"dict", 7}}, ends, lambda);
}

TEST(BlockMeshEdges, LineAndPolyLine) {
  expectNear(at(BlockEdge::Kind::line, {0.25})[0], {0.5, 0, 0});
  expectNear(at(BlockEdge::Kind::polyLine, {0.25})[0], {0.5, 0.5, 0});
  // The parameter is the length: 1 + 2 + 1
  expectNear(at(BlockEdge::Kind::polyLine, {0.5}, {{0, 1, 0}, {2, 1, 0}})[0], {1, 1, 0});
  expectNear(at(BlockEdge::Kind::polyLine, {0.875}, {{0, 1, 0}, {2, 1, 0}})[0], {2, 0.5, 0});
}

TEST(BlockMeshEdges, Splines) {
  expectNear(at(BlockEdge::Kind::spline, {0.25})[0], {0.5, 0.625, 0});
  expectNear(at(BlockEdge::Kind::spline, {0.5})[0], {1, 1, 0});  // through the knot
  expectNear(at(BlockEdge::Kind::bSpline, {0.25})[0], {0.5, 2.75 / 6, 0});
  expectNear(at(BlockEdge::Kind::bezier, {0.5})[0], {1, 0.5, 0});
  for (const auto kind : {BlockEdge::Kind::spline, BlockEdge::Kind::bSpline, BlockEdge::Kind::bezier}) {
    const auto points = at(kind, {0, 1});
    expectNear(points[0], ends[0], 0);
    expectNear(points[1], ends[1], 0);
  }
}

TEST(BlockMeshEdges, ArcsOfLessAndMoreThanHalfACircle) {
  constexpr double pi = std::numbers::pi;
  const std::vector<Vec3> quarter = {{1, 0, 5}, {0, 1, 5}};
  const BlockEdge shortWay{BlockEdge::Kind::arc, 0, 1, {{std::cos(pi / 5), std::sin(pi / 5), 5}}, {}};
  expectNear(edgePoints(shortWay, quarter, std::vector{1.0 / 3})[0], {std::cos(pi / 6), std::sin(pi / 6), 5});
  const BlockEdge longWay{BlockEdge::Kind::arc, 0, 1, {{-0.6, -0.8, 5}}, {}};
  expectNear(edgePoints(longWay, quarter, std::vector{1.0 / 3})[0], {0, -1, 5});
  const std::vector<Vec3> half = {{1, 0, 0}, {-1, 0, 0}};
  const BlockEdge halfCircle{BlockEdge::Kind::arc, 0, 1, {{0, -1, 0}}, {}};
  expectNear(edgePoints(halfCircle, half, std::vector{0.25})[0], {std::sqrt(0.5), -std::sqrt(0.5), 0});
}

/// `origin` as in openfoam.com's v2006 and later: dictionaries that mean the same arcs.
TEST(BlockMeshEdges, ArcsAboutAnOrigin) {
  const auto middle = [](const std::string& edge) {
    const auto dict = config::Dictionary::parse(
        "vertices ((2 1 5) (1 2 5) (0 0 5) (1 0 5) (2 1 6) (1 2 6) (0 0 6) (1 0 6)); blocks (hex (0 1 2 3 4 5 6 7) (1 1 1) "
        "simpleGrading (1 1 1)); edges (" +
            edge + "); boundary ();",
        "blockMeshDict");
    Log log = Log::silent();
    return readBlockMeshDict(dict, log).edges.at(0).points.at(0);
  };
  const double root = std::sqrt(0.5);
  expectNear(middle("arc 0 1 origin (1 1 5)"), {1 + root, 1 + root, 5});
  expectNear(middle("arc 1 0 origin (1 1 5)"), {1 + root, 1 + root, 5});
  // The mean of 1.25 and 0.75 is the radius; the origin is moved onto the middle of the chord.
  expectNear(middle("arc 0 1 origin (0.95 1.05 5)"), [&] {
    const double r = 0.5 * (std::hypot(1.05, 0.05) + std::hypot(0.05, 0.95));
    const double d = 1.5 + (r - std::sqrt(r * r - 0.5)) * root;
    return Vec3{d, d, 5};
  }());
  const double flat = 1.5 + (2 - std::sqrt(3.5)) * root;
  expectNear(middle("arc 0 1 origin 2 (1 1 5)"), {flat, flat, 5});
  EXPECT_THROW(middle("arc 0 1 origin (1.5 1.5 5)"), Error);
  EXPECT_THROW(middle("arc 0 1 origin -1 (1 1 5)"), Error);
}

/// Vertices and edges on the surfaces of `geometry`.
TEST(BlockMeshEdges, Projections) {
  const auto dict = config::Dictionary::parse(
      "geometry { pipe { type cylinder; point1 (0 0 -1); point2 (0 0 9); radius 1; } ball { type searchableSphere; origin (0 0 "
      "0); radius 2; } "
      "floor { type plane; planeType pointAndNormal; pointAndNormalDict { point (0 0 1); normal (0 0 1); } } } "
      "vertices (project (2 0 5) (pipe) project (0 0.5 5) (pipe) project (0 0 9) (ball) project (3 4 5) (floor) (1 0 6) (0 1 6) "
      "(0 0 6) (1 0 6)); "
      "blocks (hex (0 1 2 3 4 5 6 7) (1 1 1) simpleGrading (1 1 1)); edges (project 0 1 (pipe)); boundary ();",
      "blockMeshDict");
  Log log = Log::silent();
  const BlockMeshDict read = readBlockMeshDict(dict, log);
  expectNear(read.vertices[0], {1, 0, 5});
  expectNear(read.vertices[1], {0, 1, 5});
  expectNear(read.vertices[2], {0, 0, 9}, 0);  // farther from the ball than that is wide
  expectNear(read.vertices[3], {3, 4, 1});
  const std::vector<double> lambda = {0, 0.2, 0.5, 0.8, 1};
  const auto points = edgePoints(read.edges.at(0), read.vertices, lambda);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double angle = lambda[i] * std::numbers::pi / 2;
    EXPECT_NEAR(std::hypot(points[i].x, points[i].y), 1, 1e-14);
    EXPECT_NEAR(std::atan2(points[i].y, points[i].x), angle, 0.02);
  }
}

/// The nearest points of flat surfaces and of a box from inside and outside.
TEST(BlockMeshEdges, ProjectionsOntoFlatSurfaces) {
  const auto vertex = [](const std::string& text) {
    Log log = Log::silent();
    return readBlockMeshDict(
               config::Dictionary::parse("geometry { wall { type plate; origin (0 1 0); span (2 0 3); } "
                                         "lid { type disk; origin (0 0 1); normal (0 0 2); radius 2; } "
                                         "chest { type box; min (0 0 0); max (4 5 6); } } vertices (project " +
                                             text +
                                             " (1 0 0) (1 1 0) (0 1 0) (0 0 1) (1 0 1) (1 1 1) (0 1 1)); "
                                             "blocks (hex (0 1 2 3 4 5 6 7) (1 1 1) simpleGrading (1 1 1)); boundary ();",
                                         "blockMeshDict"),
               log)
        .vertices[0];
  };
  expectNear(vertex("(1 2 -1) (wall)"), {1, 1, 0});
  expectNear(vertex("(0.3 0.4 2) (lid)"), {0.3, 0.4, 1});
  expectNear(vertex("(3 4 2) (lid)"), {1.2, 1.6, 1});
  expectNear(vertex("(2 4.5 1) (chest)"), {2, 5, 1});
  expectNear(vertex("(-1 7 3) (chest)"), {0, 5, 3});
}

TEST(BlockMeshEdges, ArcThroughAPointOnTheLineIsAnError) {
  try {
    at(BlockEdge::Kind::arc, {0.5}, {{1, 0, 0}});
    FAIL() << "accepted";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("dict:7"));
    EXPECT_THAT(e.what(), HasSubstr("straight line"));
  }
}

}  // namespace
}  // namespace eagre::case_
