// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_edges.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace eagre::case_ {

std::vector<Vec3> waysAlong(const std::vector<Vec3>& points, std::span<const double> lambda) {
  std::vector<double> at(points.size(), 0.0);
  for (std::size_t i = 1; i < points.size(); ++i) at[i] = at[i - 1] + mag(points[i] - points[i - 1]);
  if (!(at.back() > 0)) return std::vector<Vec3>(points.size());
  for (double& length : at) length /= at.back();
  std::vector<Vec3> ways(points.size());
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const auto above = std::upper_bound(at.begin() + 1, at.end() - 1, lambda[i]);
    const auto s = static_cast<std::size_t>(above - at.begin());
    const double t = (lambda[i] - at[s - 1]) / (at[s] - at[s - 1]);
    ways[i] = (1 - t) * points[s - 1] + t * points[s] - points[i];
  }
  return ways;
}

namespace {

/// A circular arc from `first` by `angle` radians about `axis` through `centre`.
struct Arc {
  Vec3 centre, radial, tangential;
  double radius, angle;
  Vec3 at(double lambda) const {
    const double phi = lambda * angle;
    return centre + radius * (std::cos(phi) * radial + std::sin(phi) * tangential);
  }
};

/// The arc from p1 through p2 to p3: circumcentre of the triangle, then the angle walked on p2's side.
Arc makeArc(const Vec3& p1, const Vec3& p2, const Vec3& p3, const Place& place) {
  const Vec3 a = p2 - p1, b = p3 - p1;
  const double aa = dot(a, a), bb = dot(b, b), ab = dot(a, b);
  const double determinant = aa * bb - ab * ab;
  if (std::abs(determinant) < vSmall) throw Error(place, "the point of this arc lies on the straight line between its ends");
  const Vec3 centre = p1 + 0.5 * a + (0.5 * (bb - ab) / determinant) * cross(cross(a, b), a);
  const Vec3 r1 = p1 - centre, r2 = p2 - centre, r3 = p3 - centre;
  double angle = std::acos(std::clamp(dot(r3, r1) / (mag(r3) * mag(r1)), -1.0, 1.0));
  if (dot(cross(r1, r2), cross(r1, r3)) < 0) angle = 2 * std::numbers::pi - angle;
  Vec3 axis = angle <= std::numbers::pi ? cross(r1, r3) : cross(r3, r1);
  // Near a half circle r1 and r3 define no plane.
  if (angle <= std::numbers::pi && mag(axis) / (mag(r1) * mag(r3)) < 0.001) axis = cross(r1, r2);
  axis = axis / mag(axis);
  Vec3 radial = r1 - dot(r1, axis) * axis;
  radial = radial / mag(radial);
  return {centre, radial, cross(axis, radial), mag(r3), angle};
}

/// A polygon of knots with the fraction of its length at each of them.
struct Polygon {
  std::vector<Vec3> knots;
  std::vector<double> fraction;
  /// Segment that holds lambda; lambda becomes the fraction of the segment.
  std::size_t segment(double& lambda) const {
    std::size_t s = 1;
    while (s + 1 < fraction.size() && fraction[s] < lambda) ++s;
    --s;
    lambda = (lambda - fraction[s]) / (fraction[s + 1] - fraction[s]);
    return s;
  }
};

Polygon makePolygon(const Vec3& start, const std::vector<Vec3>& between, const Vec3& end, const Place& place) {
  Polygon polygon;
  polygon.knots.push_back(start);
  polygon.knots.insert(polygon.knots.end(), between.begin(), between.end());
  polygon.knots.push_back(end);
  polygon.fraction.push_back(0);
  for (std::size_t i = 1; i < polygon.knots.size(); ++i)
    polygon.fraction.push_back(polygon.fraction.back() + mag(polygon.knots[i] - polygon.knots[i - 1]));
  const double length = polygon.fraction.back();
  if (!(length > 0)) throw Error(place, "all points of this edge coincide");
  for (double& f : polygon.fraction) f /= length;
  polygon.fraction.back() = 1;
  return polygon;
}

/// Cubic through (spline) or near (bSpline) the knots; beyond the ends the polygon is continued straight.
Vec3 cubic(const std::vector<Vec3>& knots, std::size_t s, double t, bool basis) {
  const Vec3 p0 = knots[s], p1 = knots[s + 1];
  if (t <= 0) return p0;
  if (t >= 1) return p1;
  const Vec3 before = s == 0 ? 2 * p0 - p1 : knots[s - 1];
  const Vec3 after = s + 2 == knots.size() ? 2 * p1 - p0 : knots[s + 2];
  if (basis) {
    return ((before + 4 * p0 + p1) +
            t * (3 * (p1 - before) + t * (3 * before - 6 * p0 + 3 * p1 + t * (after - before + 3 * (p0 - p1))))) /
           6.0;
  }
  return 0.5 *
         (2 * p0 + t * ((p1 - before) + t * ((2 * before - 5 * p0 + 4 * p1 - after) + t * (3 * (p0 - p1) + after - before))));
}

Vec3 deCasteljau(std::vector<Vec3> control, double t) {
  for (std::size_t n = control.size() - 1; n > 0; --n)
    for (std::size_t i = 0; i < n; ++i) control[i] = (1 - t) * control[i] + t * control[i + 1];
  return control[0];
}

/// At most ten times onto the surface and apart again, until the ways are a tenth of the first ones or, in the units of the
/// dictionary, 5e-5 per point. A point that the surface is farther from than the edge is long stays.
std::vector<Vec3> projected(const BlockEdge& edge, const Vec3& start, const Vec3& end, std::span<const double> lambda) {
  std::vector<Vec3> points;
  for (const double l : lambda) points.push_back(start + l * (end - start));
  double first = 0;
  for (int iteration = 0; iteration < 10; ++iteration) {
    for (std::size_t i = 1; i + 1 < points.size(); ++i)
      if (const Vec3 near = edge.nearest(points[i]); magSqr(near - points[i]) <= magSqr(end - start)) points[i] = near;
    const std::vector<Vec3> ways = waysAlong(points, lambda);
    double sum = 0;
    for (const Vec3& way : ways) sum += mag(way);
    if (iteration == 0) first = sum;
    if (sum < 5e-5 * static_cast<double>(points.size()) || (iteration > 0 && sum < 0.1 * first)) break;
    for (std::size_t i = 0; i < points.size(); ++i) points[i] += ways[i];
  }
  return points;
}

}  // namespace

std::vector<Vec3> edgePoints(const BlockEdge& edge, const std::vector<Vec3>& vertices, std::span<const double> lambda) {
  const Vec3 start = vertices[edge.start], end = vertices[edge.end];
  std::vector<Vec3> result;
  result.reserve(lambda.size());
  const auto fill = [&](auto&& position) {
    for (const double l : lambda) result.push_back(l < small ? start : l > 1 - small ? end : position(l));
  };
  switch (edge.kind) {
    case BlockEdge::Kind::line:
      for (const double l : lambda) result.push_back(start + l * (end - start));
      break;
    case BlockEdge::Kind::arc:
      fill([arc = makeArc(start, edge.points.at(0), end, edge.place)](double l) { return arc.at(l); });
      break;
    case BlockEdge::Kind::polyLine:
    case BlockEdge::Kind::spline:
    case BlockEdge::Kind::bSpline:
      fill([&, polygon = makePolygon(start, edge.points, end, edge.place)](double l) {
        const std::size_t s = polygon.segment(l);
        if (edge.kind == BlockEdge::Kind::polyLine) return polygon.knots[s] + l * (polygon.knots[s + 1] - polygon.knots[s]);
        return cubic(polygon.knots, s, l, edge.kind == BlockEdge::Kind::bSpline);
      });
      break;
    case BlockEdge::Kind::projection:
      return projected(edge, start, end, lambda);
    case BlockEdge::Kind::bezier:
      fill([&, polygon = makePolygon(start, edge.points, end, edge.place)](double l) { return deCasteljau(polygon.knots, l); });
      break;
  }
  return result;
}

Vec3 middleOfArc(TokenReader& in, const EdgeEnds& ends) {
  const double degrees = in.number();
  const Vec3 axis = in.vector();
  if (!(degrees > 0) || degrees >= 360) in.fail("the angle of an arc must be between 0 and 360 degrees");
  if (!ends) return {};
  const auto& [from, to] = *ends;
  const Vec3 chord = to - from;
  if (!(mag(axis) > 0) || std::abs(dot(chord, axis)) > 1e-9 * mag(chord) * mag(axis))
    in.fail("the axis of an arc must be normal to the line between its ends; helices are not supported");
  const Vec3 outwards = cross(chord, axis) / mag(cross(chord, axis));
  const double half = 0.5 * degrees * std::numbers::pi / 180, halfChord = 0.5 * mag(chord);
  return 0.5 * (from + to) + (halfChord / std::sin(half) - halfChord / std::tan(half)) * outwards;
}

Vec3 middleAboutOrigin(TokenReader& in, const EdgeEnds& ends) {
  in.next();
  const double multiplier = in.peek().kind == config::Token::Kind::number ? in.number() : 1;
  const Vec3 origin = in.vector();
  if (!(multiplier > 0)) in.fail("the radius of an arc is multiplied with a positive number");
  if (!ends) return {};
  const auto& [from, to] = *ends;
  const Vec3 chord = to - from, axis = cross(from - origin, to - origin), inwards = cross(axis, chord);
  constexpr double leastSine = 1e-9;
  if (!(mag(axis) > leastSine * mag(from - origin) * mag(to - origin)))
    in.fail("the origin of this arc lies on the line through its ends");
  const double halfChord = 0.5 * mag(chord), meanRadius = 0.5 * (mag(from - origin) + mag(to - origin));
  const double radius = multiplier == 1 ? meanRadius : std::max(multiplier * meanRadius, 1.001 * halfChord);
  const double depth = radius - std::sqrt(std::max(radius * radius - halfChord * halfChord, 0.0));
  return 0.5 * (from + to) - depth * (inwards / mag(inwards));
}

}  // namespace eagre::case_
