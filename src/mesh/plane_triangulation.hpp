// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/vec.hpp"

namespace eagre::mesh {

/// A weighted mean of at most three points.
struct PointWeights {
  std::array<std::int32_t, 3> point{};
  std::array<double, 3> weight{1, 0, 0};
};

/// A plane through points: the first one, the one farthest from it (the x axis points there), and the one farthest from that
/// axis.
struct PlaneAxes {
  /// Nothing if fewer than three points are there, or all stand on a line.
  static std::optional<PlaneAxes> through(std::span<const Vec3> points);
  std::array<double, 2> operator()(const Vec3& point) const { return {dot(point - origin, x), dot(point - origin, y)}; }
  Vec3 origin, x, y;
};

/// The Delaunay triangulation of points in a plane: points are added by rising x, each one joined to the edges of the hull that
/// it sees, and edges are flipped until no circle through a triangle's corners contains another point (Lawson 1977; Sinclair
/// 2010, "S-hull"). Of four points on one circle either diagonal may be taken. The time grows as the number of points to the
/// power 3/2.
class PlaneTriangulation {
 public:
  using Point = std::array<double, 2>;
  explicit PlaneTriangulation(std::vector<Point> points);
  /// No triangle: all points stand on one line.
  bool empty() const { return triangles_.empty(); }
  /// The weights of linear interpolation in the triangle that x is in; outside those of the point of the hull nearest to x.
  PointWeights weights(const Point& x) const;

 private:
  struct Triangle {
    std::array<std::int32_t, 3> corner;  ///< anticlockwise
    std::array<std::int32_t, 3> beyond;  ///< the triangle across the edge from corner i to the next; -1: none
  };
  std::int32_t add(std::int32_t a, std::int32_t b, std::int32_t c);
  void join(std::int32_t t, int edge, std::int32_t other);
  void extend(std::int32_t p);
  void flip(std::vector<std::pair<std::int32_t, int>> edges);
  double area(std::int32_t a, std::int32_t b, std::int32_t c) const;
  bool inCircle(const Triangle& t, std::int32_t p) const;

  std::vector<Point> points_;
  std::vector<Triangle> triangles_;
  std::vector<std::int32_t> hull_;  ///< anticlockwise
};

}  // namespace eagre::mesh
