// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/vec.hpp"

namespace eagre::mesh {

/// A weighted mean of at most three points.
struct PointWeights {
  std::array<std::int32_t, 3> point{};
  std::array<double, 3> weight{1, 0, 0};
};

/// A right-handed frame in a plane through points: its origin is the first one, the x axis points to the one farthest from it
/// (the first of several), and y to the side of the one farthest from that axis.
struct PlaneAxes {
  /// Nothing if fewer than three points are there, or all stand on a line.
  static std::optional<PlaneAxes> through(std::span<const Vec3> points);
  Vec3 operator()(const Vec3& point) const { return {dot(point - origin, x), dot(point - origin, y), dot(point - origin, z)}; }
  Vec3 origin, x, y, z;
};

/// The Delaunay triangulation of points in a plane: points are added in the order of x (of y where x is equal), each one joined
/// to the edges of the hull that it sees, and edges are flipped until no circle through a triangle's corners contains another
/// point (Lawson 1977; Joe 1991, doi:10.1016/0961-3552(91)90036-4). Where points stand nearly on a line or on a circle, the
/// result depends on what counts as rounding. These bounds are those of Joe's program GEOMPACK, with which OpenFOAM triangulates,
/// so that the triangles are the same. They are not relative: a point that stands out of an edge of the hull by less than 1e-7 m
/// is not joined to it (the hull may have dents of that depth), and four points closer than some 1e-4 m may keep the diagonal
/// that they have.
class PlaneTriangulation {
 public:
  using Point = std::array<double, 2>;
  using Corners = std::array<std::int32_t, 3>;
  /// Coordinates in m.
  explicit PlaneTriangulation(std::vector<Point> points);
  /// No triangle: fewer than three points, two at the same place, or all on one line within 1e-7 m.
  bool empty() const { return triangles_.empty(); }
  /// Two points at the same place within rounding.
  const std::optional<std::pair<std::int32_t, std::int32_t>>& coincident() const { return coincident_; }
  std::size_t size() const { return triangles_.size(); }
  /// The corners of triangle i, anticlockwise.
  const Corners& corners(std::size_t i) const { return triangles_[i].corner; }
  /// The points of the outer boundary, anticlockwise.
  std::vector<std::int32_t> hull() const;
  /// The weights of linear interpolation in the triangle that x is in; outside those of the point of the hull nearest to x.
  PointWeights weights(const Point& x) const;

 private:
  struct Triangle {
    Corners corner;  ///< anticlockwise
    Corners beyond;  ///< the triangle across the edge from corner i to the next; -1: none
  };
  /// Of a point on the hull: its neighbours anticlockwise and clockwise, and the triangle inside the edge to the next one.
  struct HullPoint {
    std::int32_t next = -1, previous = -1, triangle = -1;
  };
  /// The triangles whose boxes touch each cell of a grid, for look-up: those of cell i are triangles[begin[i] .. begin[i + 1]).
  struct Bins {
    Point low{}, size{};
    std::array<std::int32_t, 2> n{};
    std::vector<std::int32_t> begin, triangles;
  };
  std::vector<std::int32_t> sorted();
  std::size_t begin(const std::vector<std::int32_t>& order);
  void extend(std::int32_t p);
  std::int32_t addTriangle(const Corners& corner);
  void join(std::int32_t t, std::int32_t a, std::int32_t b, std::int32_t other);
  void flip(std::int32_t p, std::vector<std::int32_t> open);
  int side(std::int32_t p, std::int32_t a, std::int32_t b) const;
  bool wantsFlip(std::int32_t p, std::int32_t a, std::int32_t c, std::int32_t b) const;
  void findOuterEdges();
  void makeBins();
  std::int32_t binOf(double x, std::size_t d) const;
  const Point& at(std::int32_t i) const { return points_[static_cast<std::size_t>(i)]; }
  Triangle& triangle(std::int32_t i) { return triangles_[static_cast<std::size_t>(i)]; }
  HullPoint& hull(std::int32_t i) { return hull_[static_cast<std::size_t>(i)]; }
  const HullPoint& hull(std::int32_t i) const { return hull_[static_cast<std::size_t>(i)]; }

  std::vector<Point> points_;
  std::vector<Triangle> triangles_;
  std::vector<HullPoint> hull_;  ///< of every point; next is -1 if it is not on the hull
  std::int32_t last_ = -1;       ///< the point that was added last; it is on the hull
  std::optional<std::pair<std::int32_t, std::int32_t>> coincident_;
  std::vector<std::pair<std::int32_t, std::int32_t>> outer_;  ///< edges that a point outside may be nearest to
  Bins bins_;
};

}  // namespace eagre::mesh
