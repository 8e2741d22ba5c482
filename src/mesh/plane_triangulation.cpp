// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/plane_triangulation.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace eagre::mesh {
namespace {

/// Of the squared extent of the points: areas below are zero, so that points on a line within rounding make no triangle.
constexpr double flat = 1e-14;

using Point = PlaneTriangulation::Point;

double dot2(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1]; }
Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1]}; }

/// Moves and scales the points so that the longer side of their box is 1.
void normalise(std::vector<Point>& points) {
  Point low = points.front(), high = low;
  for (const Point& p : points)
    for (std::size_t d = 0; d < 2; ++d) {
      low[d] = std::min(low[d], p[d]);
      high[d] = std::max(high[d], p[d]);
    }
  const double scale = std::max({high[0] - low[0], high[1] - low[1], std::numeric_limits<double>::min()});
  for (Point& p : points) p = {(p[0] - low[0]) / scale, (p[1] - low[1]) / scale};
}

/// The weights of the ends of a segment at its point nearest to x, and the squared distance.
double nearestOnEdge(const Point& a, const Point& b, const Point& x, double& weightOfB) {
  const Point ab = minus(b, a);
  weightOfB = std::clamp(dot2(minus(x, a), ab) / dot2(ab, ab), 0.0, 1.0);
  const Point off = minus(x, {a[0] + weightOfB * ab[0], a[1] + weightOfB * ab[1]});
  return dot2(off, off);
}

}  // namespace

std::optional<PlaneAxes> PlaneAxes::through(std::span<const Vec3> points) {
  if (points.size() < 3) return std::nullopt;
  PlaneAxes axes{points.front(), {}, {}};
  Vec3 along{};
  for (const Vec3& p : points)
    if (mag(p - axes.origin) > mag(along)) along = p - axes.origin;
  if (mag(along) == 0) return std::nullopt;
  axes.x = along / mag(along);
  Vec3 across{};
  for (const Vec3& p : points) {
    const Vec3 off = p - axes.origin - dot(p - axes.origin, axes.x) * axes.x;
    if (mag(off) > mag(across)) across = off;
  }
  if (mag(across) <= 1e-10 * mag(along)) return std::nullopt;
  axes.y = across / mag(across);
  return axes;
}

PlaneTriangulation::PlaneTriangulation(std::vector<Point> points) : points_(std::move(points)) {
  if (points_.size() < 3) return;
  const std::vector<Point> own = points_;
  normalise(points_);
  std::vector<std::int32_t> order(points_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::int32_t i) { return points_[static_cast<std::size_t>(i)]; });
  const auto same = std::unique(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return points_[static_cast<std::size_t>(a)] == points_[static_cast<std::size_t>(b)];
  });
  order.erase(same, order.end());
  // The first points may stand on one line: the first beside it makes a triangle with each pair of neighbours.
  std::size_t n = 2;
  while (n < order.size() && area(order[0], order[n - 1], order[n]) == 0) ++n;
  if (n >= order.size()) return;
  const bool left = area(order[0], order[n - 1], order[n]) > 0;
  const std::int32_t apex = order[n];
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const std::int32_t t = left ? add(order[i], order[i + 1], apex) : add(order[i + 1], order[i], apex);
    if (t > 0) join(t, left ? 2 : 1, t - 1);
  }
  hull_.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n));
  if (!left) std::ranges::reverse(hull_);
  hull_.push_back(apex);
  std::vector<std::pair<std::int32_t, int>> edges;
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (int e = 0; e < 3; ++e) edges.emplace_back(static_cast<std::int32_t>(t), e);
  flip(std::move(edges));
  for (++n; n < order.size(); ++n) extend(order[n]);
  points_ = own;
}

std::int32_t PlaneTriangulation::add(std::int32_t a, std::int32_t b, std::int32_t c) {
  triangles_.push_back({{a, b, c}, {-1, -1, -1}});
  return static_cast<std::int32_t>(triangles_.size() - 1);
}

/// Makes `other` the neighbour of t across its edge, and t that of `other`.
void PlaneTriangulation::join(std::int32_t t, int edge, std::int32_t other) {
  Triangle& own = triangles_[static_cast<std::size_t>(t)];
  const auto e = static_cast<std::size_t>(edge);
  own.beyond[e] = other;
  if (other < 0) return;
  Triangle& their = triangles_[static_cast<std::size_t>(other)];
  for (std::size_t i = 0; i < 3; ++i)
    if (their.corner[i] == own.corner[(e + 1) % 3] && their.corner[(i + 1) % 3] == own.corner[e]) their.beyond[i] = t;
}

/// Joins a point outside to the edges of the hull that it sees.
void PlaneTriangulation::extend(std::int32_t p) {
  const std::size_t n = hull_.size();
  std::vector<char> sees(n);
  for (std::size_t i = 0; i < n; ++i) sees[i] = area(hull_[i], hull_[(i + 1) % n], p) < 0;
  std::size_t first = n;
  for (std::size_t i = 0; i < n; ++i)
    if (sees[i] && !sees[(i + n - 1) % n]) first = i;
  if (first == n) return;  // on the hull within rounding: its neighbours stand for it
  std::size_t seen = 0;
  std::vector<std::pair<std::int32_t, int>> edges;
  for (; sees[(first + seen) % n]; ++seen) {
    const std::int32_t a = hull_[(first + seen) % n], b = hull_[(first + seen + 1) % n];
    std::int32_t inside = -1;
    for (std::size_t t = triangles_.size(); t-- > 0 && inside < 0;)
      for (std::size_t e = 0; e < 3; ++e)
        if (triangles_[t].corner[e] == a && triangles_[t].corner[(e + 1) % 3] == b) inside = static_cast<std::int32_t>(t);
    const std::int32_t t = add(b, a, p);
    join(t, 0, inside);
    if (seen > 0) join(t, 1, t - 1);
    edges.emplace_back(t, 0);
  }
  std::vector<std::int32_t> hull;
  for (std::size_t i = seen; i <= n; ++i) hull.push_back(hull_[(first + i) % n]);
  hull.push_back(p);
  hull_ = std::move(hull);
  flip(std::move(edges));
}

void PlaneTriangulation::flip(std::vector<std::pair<std::int32_t, int>> edges) {
  while (!edges.empty()) {
    const auto [t, edge] = edges.back();
    edges.pop_back();
    const auto e = static_cast<std::size_t>(edge);
    const Triangle own = triangles_[static_cast<std::size_t>(t)];
    const std::int32_t other = own.beyond[e];
    if (other < 0) continue;
    const Triangle their = triangles_[static_cast<std::size_t>(other)];
    std::size_t f = 0;
    while (their.beyond[f] != t) ++f;
    const std::int32_t a = own.corner[e], b = own.corner[(e + 1) % 3], c = own.corner[(e + 2) % 3], d = their.corner[(f + 2) % 3];
    if (!inCircle(own, d) || area(a, d, c) <= 0 || area(d, b, c) <= 0) continue;
    triangles_[static_cast<std::size_t>(t)] = {{a, d, c}, {-1, -1, -1}};
    triangles_[static_cast<std::size_t>(other)] = {{d, b, c}, {-1, -1, -1}};
    join(t, 1, other);
    join(t, 0, their.beyond[(f + 1) % 3]);
    join(t, 2, own.beyond[(e + 2) % 3]);
    join(other, 0, their.beyond[(f + 2) % 3]);
    join(other, 1, own.beyond[(e + 1) % 3]);
    for (const auto& [triangle, side] : {std::pair(t, 0), std::pair(t, 2), std::pair(other, 0), std::pair(other, 1)})
      edges.emplace_back(triangle, side);
  }
}

/// Twice the area, positive if anticlockwise; zero within rounding.
double PlaneTriangulation::area(std::int32_t a, std::int32_t b, std::int32_t c) const {
  const Point& pa = points_[static_cast<std::size_t>(a)];
  const Point ab = minus(points_[static_cast<std::size_t>(b)], pa), ac = minus(points_[static_cast<std::size_t>(c)], pa);
  const double twice = ab[0] * ac[1] - ab[1] * ac[0];
  return std::abs(twice) <= flat ? 0 : twice;
}

bool PlaneTriangulation::inCircle(const Triangle& t, std::int32_t p) const {
  const Point& x = points_[static_cast<std::size_t>(p)];
  std::array<Point, 3> r;
  for (std::size_t i = 0; i < 3; ++i) r[i] = minus(points_[static_cast<std::size_t>(t.corner[i])], x);
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point &a = r[(i + 1) % 3], &b = r[(i + 2) % 3];
    sum += dot2(r[i], r[i]) * (a[0] * b[1] - a[1] * b[0]);
    size += dot2(r[i], r[i]) * (std::abs(a[0] * b[1]) + std::abs(a[1] * b[0]));
  }
  return sum > 1e-14 * size;  // points on one circle within rounding: no flip, or it might never end
}

PointWeights PlaneTriangulation::weights(const Point& x) const {
  PointWeights best;
  double nearest = std::numeric_limits<double>::max();
  const auto at = [&](std::int32_t i) -> const Point& { return points_[static_cast<std::size_t>(i)]; };
  for (const Triangle& t : triangles_) {
    std::array<double, 3> w;
    for (std::size_t i = 0; i < 3; ++i) {
      const Point &a = at(t.corner[(i + 1) % 3]), &b = at(t.corner[(i + 2) % 3]);
      w[i] = (a[0] - x[0]) * (b[1] - x[1]) - (a[1] - x[1]) * (b[0] - x[0]);
    }
    const double sum = w[0] + w[1] + w[2];
    if (w[0] >= 0 && w[1] >= 0 && w[2] >= 0 && sum > 0) return {t.corner, {w[0] / sum, w[1] / sum, w[2] / sum}};
    for (std::size_t i = 0; i < 3; ++i) {
      if (t.beyond[i] >= 0) continue;
      double weight = 0;
      const std::int32_t a = t.corner[i], b = t.corner[(i + 1) % 3];
      const double distance = nearestOnEdge(at(a), at(b), x, weight);
      if (distance < nearest) {
        nearest = distance;
        best = {{a, b, a}, {1 - weight, weight, 0}};
      }
    }
  }
  return best;
}

}  // namespace eagre::mesh
