// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/plane_triangulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace eagre::mesh {
namespace {

using Point = PlaneTriangulation::Point;

std::vector<Point> scattered(std::size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<Point> points(n);
  for (Point& p : points) p = {uniform(generator), 2 * uniform(generator) - 5};
  return points;
}

std::vector<Point> grid(int nx, int ny) {
  std::vector<Point> points;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) points.push_back({0.25 * i, 0.5 * j});
  return points;
}

double twiceArea(const Point& a, const Point& b, const Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

double twiceArea(const std::vector<Point>& points, const PlaneTriangulation& triangulation, std::size_t i) {
  const auto& [a, b, c] = triangulation.corners(i);
  return twiceArea(points[static_cast<std::size_t>(a)], points[static_cast<std::size_t>(b)], points[static_cast<std::size_t>(c)]);
}

/// Positive if d is in the circle through a, b and c, which are anticlockwise.
double inCircle(const Point& a, const Point& b, const Point& c, const Point& d) {
  double sum = 0;
  const Point corner[3] = {a, b, c};
  for (int i = 0; i < 3; ++i) {
    const Point &p = corner[i], &q = corner[(i + 1) % 3], &r = corner[(i + 2) % 3];
    sum += ((p[0] - d[0]) * (p[0] - d[0]) + (p[1] - d[1]) * (p[1] - d[1])) * twiceArea(d, q, r);
  }
  return sum;
}

/// Checks that the triangles cover the hull once, and that the hull is convex; returns twice its area.
double covered(const std::vector<Point>& points, const PlaneTriangulation& triangulation) {
  const std::vector<std::int32_t> hull = triangulation.hull();
  EXPECT_EQ(triangulation.size(), 2 * points.size() - 2 - hull.size());
  double sum = 0, whole = 0;
  for (std::size_t t = 0; t < triangulation.size(); ++t) {
    EXPECT_GT(twiceArea(points, triangulation, t), 0) << t;
    sum += twiceArea(points, triangulation, t);
  }
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const auto corner = [&](std::size_t j) -> const Point& {
      return points[static_cast<std::size_t>(hull[(i + j) % hull.size()])];
    };
    EXPECT_GE(twiceArea(corner(0), corner(1), corner(2)), -1e-12) << i;
    if (i > 0) whole += twiceArea(points[static_cast<std::size_t>(hull[0])], corner(0), corner(1));
  }
  EXPECT_NEAR(sum, whole, 1e-12 * whole);
  return whole;
}

double mean(const PointWeights& w, const std::vector<Point>& points, const Point& coefficients) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point& p = points[static_cast<std::size_t>(w.point[i])];
    sum += w.weight[i] * (coefficients[0] * p[0] + coefficients[1] * p[1] + 3);
  }
  return sum;
}

/// The distance from x to a segment.
double distance(const Point& x, const Point& a, const Point& b) {
  const double dx = b[0] - a[0], dy = b[1] - a[1];
  const double s = std::clamp(((x[0] - a[0]) * dx + (x[1] - a[1]) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
  return std::hypot(x[0] - a[0] - s * dx, x[1] - a[1] - s * dy);
}

TEST(PlaneTriangulation, NoCircleContainsAnotherPoint) {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    const std::vector<Point> points = scattered(150, seed);
    const PlaneTriangulation triangulation(points);
    covered(points, triangulation);
    for (std::size_t t = 0; t < triangulation.size(); ++t) {
      const auto& [a, b, c] = triangulation.corners(t);
      for (std::size_t p = 0; p < points.size(); ++p) {
        const double in = inCircle(points[static_cast<std::size_t>(a)], points[static_cast<std::size_t>(b)],
                                   points[static_cast<std::size_t>(c)], points[p]);
        EXPECT_LE(in, 1e-12) << "triangle " << t << " point " << p;
      }
    }
  }
}

TEST(PlaneTriangulation, HullOfAnOctagonWithPointsInside) {
  std::vector<Point> points;
  for (int i = 0; i < 8; ++i) points.push_back({std::cos(i * 0.25 * M_PI + 0.1), std::sin(i * 0.25 * M_PI + 0.1)});
  for (const Point& p : scattered(20, 7)) points.push_back({0.5 * p[0], 0.2 * (p[1] + 4)});
  const PlaneTriangulation triangulation(points);
  covered(points, triangulation);
  const auto hull = triangulation.hull();
  EXPECT_EQ(std::set<std::int32_t>(hull.begin(), hull.end()), (std::set<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(PlaneTriangulation, PointsOnLinesAndCirclesAreCoveredOnce) {
  const std::vector<Point> points = grid(7, 5);
  EXPECT_NEAR(covered(points, PlaneTriangulation(points)), 2 * 1.5 * 2, 1e-12);
  std::vector<Point> turned;
  for (const Point& p : points) turned.push_back({0.6 * p[0] - 0.8 * p[1], 0.8 * p[0] + 0.6 * p[1]});
  EXPECT_NEAR(covered(turned, PlaneTriangulation(turned)), 2 * 1.5 * 2, 1e-12);
}

TEST(PlaneTriangulation, FirstPointsOnALineHaveTheFirstOtherOneOnEitherSide) {
  for (const double y : {-1.0, 5.0}) {
    std::vector<Point> points{{0, 0}, {1, 0.5}, {2, 1}, {3, 1.5}, {4, y}, {5, 2.5}};
    const PlaneTriangulation triangulation(points);
    covered(points, triangulation);
    EXPECT_EQ(triangulation.size(), 4);
    EXPECT_EQ(triangulation.corners(0)[2], 4);
  }
}

TEST(PlaneTriangulation, WeightsReproduceALinearFunction) {
  const std::vector<Point> points = scattered(200, 11);
  const PlaneTriangulation triangulation(points);
  for (const Point& x : scattered(500, 12)) {
    const Point inside{0.5 + 0.8 * (x[0] - 0.5), -4 + 0.8 * (x[1] + 4)};
    const PointWeights w = triangulation.weights(inside);
    EXPECT_NEAR(w.weight[0] + w.weight[1] + w.weight[2], 1, 1e-13);
    EXPECT_NEAR(mean(w, points, {2, -1}), 2 * inside[0] - inside[1] + 3, 1e-12);
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR(mean(triangulation.weights(points[i]), points, {2, -1}), 2 * points[i][0] - points[i][1] + 3, 1e-12);
}

TEST(PlaneTriangulation, OutsideTheNearestPointOfTheHullIsTaken) {
  const std::vector<Point> points = scattered(60, 21);
  const PlaneTriangulation triangulation(points);
  const auto hull = triangulation.hull();
  int outside = 0;
  for (const Point& unit : scattered(300, 22)) {
    const Point x{3 * (unit[0] - 0.5) + 0.5, 3 * (unit[1] + 4) - 4};
    double nearest = 1e9;
    bool in = true;
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const Point &a = points[static_cast<std::size_t>(hull[i])],
                  &b = points[static_cast<std::size_t>(hull[(i + 1) % hull.size()])];
      in = in && twiceArea(a, b, x) >= 0;
      nearest = std::min(nearest, distance(x, a, b));
    }
    const PointWeights w = triangulation.weights(x);
    const Point at{mean(w, points, {1, 0}) - 3, mean(w, points, {0, 1}) - 3};
    EXPECT_NEAR(std::hypot(at[0] - x[0], at[1] - x[1]), in ? 0 : nearest, 1e-12);
    outside += in ? 0 : 1;
  }
  EXPECT_GT(outside, 100);
}

TEST(PlaneTriangulation, BoundsOfRoundingAreInMetres) {
  // The last point is farther out than the edge at its left by less than 1e-7 m, and joined to the next one, over other
  // triangles.
  std::vector<Point> points{{0, 0}, {0, 1}, {0.8, 0.6}, {1, 0}, {1, 0.2}, {1 + 5e-8, 0.1}};
  for (const Point& p : scattered(20, 31)) points.push_back({0.7 * p[0], 0.1 + 0.2 * (p[1] + 5)});
  const PlaneTriangulation near(points);
  int turned = 0;
  for (std::size_t t = 0; t < near.size(); ++t) turned += twiceArea(points, near, t) < 0 ? 1 : 0;
  EXPECT_EQ(turned, 1);
  // That has no effect inside, and outside the nearest edge is still found: here one that is none of the hull any more.
  EXPECT_NEAR(mean(near.weights({0.85, 0.4}), points, {1, 1}), 4.25, 1e-7);
  EXPECT_NEAR(mean(near.weights({2.9, 1.4}), points, {1, 0}), 3.9, 1e-7);
  EXPECT_NEAR(mean(near.weights({2.9, 1.4}), points, {0, 1}), 3.4, 1e-7);
  points[5][0] = 1 + 5e-7;
  covered(points, PlaneTriangulation(points));
}

TEST(PlaneTriangulation, DegenerateInputHasNoTriangles) {
  EXPECT_TRUE(PlaneTriangulation({}).empty());
  EXPECT_TRUE(PlaneTriangulation({{0, 0}, {1, 0}}).empty());
  EXPECT_TRUE(PlaneTriangulation({{0, 0}, {2, 2}, {1, 1}, {5, 5}}).empty());
  const PlaneTriangulation twice({{0, 0}, {1, 0}, {0, 1}, {1, 0}});
  EXPECT_TRUE(twice.empty());
  ASSERT_TRUE(twice.coincident());
  EXPECT_EQ(*twice.coincident(), std::pair(1, 3));
  EXPECT_FALSE(PlaneTriangulation({{0, 0}, {1, 0}, {0, 1}}).coincident());
}

TEST(PlaneAxes, AreRightHandedAndThroughTheFarthestPoints) {
  const std::vector<Vec3> points{{1, 1, 1}, {1, 2, 1}, {1, 1, 4}, {1, 3, 2}};
  const auto axes = PlaneAxes::through(points);
  ASSERT_TRUE(axes);
  EXPECT_EQ(axes->origin, points[0]);
  EXPECT_NEAR(mag(axes->x - Vec3{0, 0, 1}), 0, 1e-15);
  EXPECT_NEAR(mag(axes->y - Vec3{0, 1, 0}), 0, 1e-15);
  EXPECT_NEAR(mag(cross(axes->x, axes->y) - axes->z), 0, 1e-15);
  EXPECT_NEAR(mag((*axes)({1.5, 3, 2}) - Vec3{1, 2, -0.5}), 0, 1e-15);
}

TEST(PlaneAxes, NeedThreePointsThatAreNotOnOneLine) {
  EXPECT_FALSE(PlaneAxes::through({}));
  EXPECT_FALSE(PlaneAxes::through(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}}));
  EXPECT_FALSE(PlaneAxes::through(std::vector<Vec3>{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}));
  EXPECT_FALSE(PlaneAxes::through(std::vector<Vec3>{{0, 0, 0}, {1, 2, 3}, {0.1, 0.2, 0.3}, {-2, -4, -6}}));
}

}  // namespace
}  // namespace eagre::mesh
