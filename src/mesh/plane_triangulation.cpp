// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/plane_triangulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace eagre::mesh {
namespace {

using Point = PlaneTriangulation::Point;

/// Of sides and diagonals: 100 units of rounding.
constexpr double sideBound = 100 * std::numeric_limits<double>::epsilon();
/// Of a point from a line, in m.
constexpr double lineBound = 1e-7;

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1]}; }
double dot2(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1]; }
double cross2(const Point& a, const Point& b) { return a[0] * b[1] - b[0] * a[1]; }
double extent(const Point& a, const Point& b) {
  return std::max({std::abs(a[0]), std::abs(a[1]), std::abs(b[0]), std::abs(b[1])});
}

/// The nearest point to one place that was met so far, on edges.
struct NearestOnEdges {
  double distanceSqr = std::numeric_limits<double>::max();
  PointWeights weights;
  void meet(const Point& x, std::int32_t a, std::int32_t b, const Point& pa, const Point& pb) {
    const Point ab = minus(pb, pa);
    const double length = dot2(ab, ab);
    const double s = length > 0 ? std::clamp(dot2(minus(x, pa), ab) / length, 0.0, 1.0) : 0;
    const Point off = minus(x, {pa[0] + s * ab[0], pa[1] + s * ab[1]});
    if (dot2(off, off) >= distanceSqr) return;
    distanceSqr = dot2(off, off);
    weights = {{a, b, a}, {1 - s, s, 0}};
  }
};

/// True if a place is on an edge or behind it, between its ends.
bool beside(double area, double fromStart, double fromEnd) { return area <= 0 && fromStart >= 0 && fromEnd >= 0; }

/// x again, if it is inside a triangle of either sense and not on an edge (Ericson 2005, Real-Time Collision Detection, 5.1.5:
/// the nearest point of a triangle). In a sliver its place is off by rounding over the square of the relative height; OpenFOAM
/// has the same.
std::optional<Point> pointInside(const Point& a, const Point& b, const Point& c, const Point& x) {
  const Point ab = minus(b, a), ac = minus(c, a), ax = minus(x, a), bx = minus(x, b), cx = minus(x, c);
  const double abA = dot2(ab, ax), acA = dot2(ac, ax), abB = dot2(ab, bx), acB = dot2(ac, bx), abC = dot2(ab, cx),
               acC = dot2(ac, cx);
  const bool atCorner = (abA <= 0 && acA <= 0) || (abB >= 0 && acB <= abB) || (acC >= 0 && abC <= acC);
  const double ofA = abB * acC - abC * acB, ofB = abC * acA - abA * acC, ofC = abA * acB - abB * acA;
  const bool atEdge = beside(ofC, abA, -abB) || beside(ofB, acA, -acC) || beside(ofA, acB - abB, abC - acC);
  if (atCorner || atEdge) return std::nullopt;
  const double scale = 1 / (ofA + ofB + ofC), v = ofB * scale, w = ofC * scale;
  return Point{a[0] + v * ab[0] + w * ac[0], a[1] + v * ab[1] + w * ac[1]};
}

/// The weights of the corners at x.
std::array<double, 3> areas(const Point& a, const Point& b, const Point& c, const Point& x) {
  const Point toA = minus(a, x), toB = minus(b, x), toC = minus(c, x);
  const double whole = cross2(minus(b, a), minus(c, a));
  return {cross2(toB, toC) / whole, cross2(toC, toA) / whole, cross2(toA, toB) / whole};
}

}  // namespace

std::optional<PlaneAxes> PlaneAxes::through(std::span<const Vec3> points) {
  if (points.size() < 3) return std::nullopt;
  PlaneAxes axes{points.front(), {}, {}, {}};
  Vec3 along{};
  for (const Vec3& p : points)
    if (mag(p - axes.origin) > mag(along)) along = p - axes.origin;
  if (mag(along) == 0) return std::nullopt;
  const Vec3 direction = along / mag(along);
  Vec3 beside{};
  double farthest = 1e-10 * mag(along);
  for (const Vec3& p : points) {
    const Vec3 off = p - axes.origin;
    const double distance = mag(off - dot(off, direction) * direction);
    if (distance <= farthest) continue;
    farthest = distance;
    beside = off;
  }
  const Vec3 normal = cross(direction, beside);
  if (mag(normal) == 0) return std::nullopt;
  // Twice, so that rounding in the length of a first quotient is gone.
  axes.z = normal / mag(normal);
  axes.z /= mag(axes.z);
  axes.x = direction - dot(axes.z, direction) * axes.z;
  axes.x /= mag(axes.x);
  axes.y = cross(axes.z, axes.x);
  return axes;
}

PlaneTriangulation::PlaneTriangulation(std::vector<Point> points) : points_(std::move(points)), hull_(points_.size()) {
  if (points_.size() < 3) return;
  const std::vector<std::int32_t> order = sorted();
  if (coincident_) return;
  for (std::size_t i = begin(order); i < order.size(); ++i) extend(order[i]);
  if (empty()) return;
  findOuterEdges();
  makeBins();
}

/// The points by x, then y.
std::vector<std::int32_t> PlaneTriangulation::sorted() {
  std::vector<std::int32_t> order(points_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::int32_t i) { return at(i); });
  for (std::size_t i = 1; i < order.size() && !coincident_; ++i) {
    const Point &a = at(order[i - 1]), &b = at(order[i]);
    const auto same = [&](std::size_t d) {
      return std::abs(a[d] - b[d]) <= sideBound * (1 + std::max(std::abs(a[d]), std::abs(b[d])));
    };
    if (same(0) && same(1)) coincident_ = std::minmax(order[i - 1], order[i]);
  }
  return order;
}

/// The first points may stand on one line: the first beside it makes a triangle with each pair of neighbours. Returns how many
/// points are joined.
std::size_t PlaneTriangulation::begin(const std::vector<std::int32_t>& order) {
  std::size_t n = 2;
  while (n < order.size() && side(order[n], order[0], order[1]) == 0) ++n;
  if (n == order.size()) return n;
  const std::int32_t apex = order[n];
  const bool left = side(apex, order[0], order[1]) < 0;
  std::vector<std::int32_t> line(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n));
  if (!left) std::ranges::reverse(line);
  const auto edges = static_cast<std::int32_t>(n) - 1;
  const auto triangleAt = [&](std::int32_t i) { return left ? i : edges - 1 - i; };  // they are made in the order of the points
  triangles_.resize(n - 1);
  for (std::int32_t i = 0; i < edges; ++i) {
    const std::int32_t a = line[static_cast<std::size_t>(i)], b = line[static_cast<std::size_t>(i) + 1], t = triangleAt(i);
    triangle(t) = {{a, b, apex}, {-1, i + 1 < edges ? triangleAt(i + 1) : -1, i > 0 ? triangleAt(i - 1) : -1}};
    hull(a).triangle = t;
    hull(a).next = b;
  }
  hull(line.back()).next = apex;
  hull(line.back()).triangle = triangleAt(edges - 1);
  hull(apex).next = line.front();
  hull(apex).triangle = triangleAt(0);
  for (std::size_t i = 0; i <= n; ++i) hull(hull(order[i]).next).previous = order[i];
  last_ = apex;
  return n + 1;
}

std::int32_t PlaneTriangulation::addTriangle(const Corners& corner) {
  triangles_.push_back({corner, {-1, -1, -1}});
  return static_cast<std::int32_t>(triangles_.size() - 1);
}

/// Makes `other` what lies beyond the edge from a to b of triangle t.
void PlaneTriangulation::join(std::int32_t t, std::int32_t a, std::int32_t b, std::int32_t other) {
  Triangle& own = triangle(t);
  for (std::size_t i = 0; i < 3; ++i)
    if (own.corner[i] == a && own.corner[(i + 1) % 3] == b) own.beyond[i] = other;
}

/// Joins a point outside to the edges of the hull that it sees. They are connected and at the point added last, because the
/// points come in order: if the edge before that is hidden, or seems to be within rounding, the one behind is seen.
void PlaneTriangulation::extend(std::int32_t p) {
  const auto sees = [&](std::int32_t a) { return side(p, a, hull(a).next) > 0; };
  std::int32_t from = last_, to = last_;
  if (sees(hull(from).previous)) {
    do from = hull(from).previous;
    while (hull(from).previous != to && sees(hull(from).previous));
  } else {
    to = hull(to).next;
  }
  while (hull(to).next != from && sees(to)) to = hull(to).next;
  std::vector<std::int32_t> made;
  for (std::int32_t a = from, b = from; a != to; a = b) {
    b = hull(a).next;
    const std::int32_t inside = hull(a).triangle, t = addTriangle({b, a, p});
    join(t, b, a, inside);
    join(inside, a, b, t);
    if (!made.empty()) {
      join(t, a, p, made.back());
      join(made.back(), p, a, t);
    }
    made.push_back(t);
    if (a != from) hull(a) = {};
  }
  hull(p) = {to, from, made.back()};
  hull(from).next = p;
  hull(from).triangle = made.front();
  hull(to).previous = p;
  last_ = p;
  flip(p, std::move(made));
}

/// Makes the triangles around a new point p Delaunay: looks at the edge opposite to p of each `open` one, and where it is flipped
/// at both edges behind it. An edge at p is never flipped back, so that this ends whatever the rounding.
void PlaneTriangulation::flip(std::int32_t p, std::vector<std::int32_t> open) {
  while (!open.empty()) {
    const std::int32_t t = open.back();
    open.pop_back();
    const Triangle own = triangle(t);
    const std::size_t k = own.corner[0] == p ? 0 : own.corner[1] == p ? 1 : 2;
    const std::int32_t a = own.corner[(k + 1) % 3], b = own.corner[(k + 2) % 3], other = own.beyond[(k + 1) % 3];
    const Triangle their = triangle(other);
    std::size_t f = 0;
    while (their.corner[f] == a || their.corner[f] == b) ++f;
    const std::int32_t c = their.corner[f];
    if (!wantsFlip(p, a, c, b)) continue;
    const std::int32_t behindA = their.beyond[(f + 2) % 3], behindB = their.beyond[f], besideB = own.beyond[(k + 2) % 3];
    triangle(t).corner[(k + 2) % 3] = c;
    triangle(t).beyond[(k + 1) % 3] = behindA;
    triangle(t).beyond[(k + 2) % 3] = other;
    triangle(other).corner[(f + 2) % 3] = p;
    triangle(other).beyond[(f + 1) % 3] = besideB;
    triangle(other).beyond[(f + 2) % 3] = t;
    if (behindA >= 0)
      join(behindA, c, a, t);
    else
      hull(a).triangle = t;
    if (besideB >= 0)
      join(besideB, p, b, other);
    else
      hull(b).triangle = other;
    if (behindB >= 0) open.push_back(other);
    if (behindA >= 0) open.push_back(t);
  }
}

/// 1: p is right of the line from a to b, -1: left of it, 0: on it.
int PlaneTriangulation::side(std::int32_t p, std::int32_t a, std::int32_t b) const {
  const Point ab = minus(at(b), at(a)), ap = minus(at(p), at(a));
  const double t = ab[1] * ap[0] - ab[0] * ap[1], least = lineBound * extent(ab, ap);
  return t > least ? 1 : t < -least ? -1 : 0;
}

/// Of the quadrilateral p, a, c, b with the diagonal from a to b: true if the angles at p and c are more than 180 degrees in sum
/// (Cline and Renka 1984, eq. of the swap test).
bool PlaneTriangulation::wantsFlip(std::int32_t p, std::int32_t a, std::int32_t c, std::int32_t b) const {
  const Point pa = minus(at(a), at(p)), pb = minus(at(b), at(p)), ca = minus(at(a), at(c)), cb = minus(at(b), at(c));
  const double leastP = sideBound * extent(pa, pb), leastC = sideBound * extent(ca, cb);
  const double cosP = dot2(pa, pb), cosC = dot2(ca, cb);
  if (cosP > leastP && cosC > leastC) return false;
  if (cosP < -leastP && cosC < -leastC) return true;
  return cross2(pa, pb) * cosC + cross2(cb, ca) * cosP < -std::max(leastP, leastC);
}

std::vector<std::int32_t> PlaneTriangulation::hull() const {
  std::vector<std::int32_t> points;
  for (std::int32_t p = last_; p >= 0 && (points.empty() || p != last_); p = hull(p).next) points.push_back(p);
  return points;
}

/// Edges with a triangle on one side. Where points stand nearly on a line, bounds of rounding may let a triangle lie over others:
/// both of an edge are on one side, and it counts, too.
void PlaneTriangulation::findOuterEdges() {
  std::vector<char> left(size());
  for (std::size_t t = 0; t < size(); ++t) {
    const Corners& c = corners(t);
    left[t] = cross2(minus(at(c[1]), at(c[0])), minus(at(c[2]), at(c[0]))) > 0;
  }
  for (std::size_t t = 0; t < size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::int32_t beyond = triangles_[t].beyond[i];
      if (beyond < 0 || !left[t] || !left[static_cast<std::size_t>(beyond)])
        outer_.emplace_back(corners(t)[i], corners(t)[(i + 1) % 3]);
    }
}

std::int32_t PlaneTriangulation::binOf(double x, std::size_t d) const {
  const double i = bins_.size[d] > 0 ? std::floor((x - bins_.low[d]) / bins_.size[d]) : 0;
  return static_cast<std::int32_t>(std::clamp(i, 0.0, bins_.n[d] - 1.0));
}

void PlaneTriangulation::makeBins() {
  const auto side = static_cast<std::int32_t>(std::sqrt(static_cast<double>(size()))) + 1;
  bins_.n = {side, side};
  for (std::size_t d = 0; d < 2; ++d) {
    const auto [low, high] = std::ranges::minmax(points_, {}, [d](const Point& p) { return p[d]; });
    bins_.low[d] = low[d];
    bins_.size[d] = (high[d] - low[d]) / side;
  }
  std::vector<std::vector<std::int32_t>> lists(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  for (std::size_t t = 0; t < size(); ++t) {
    std::array<std::int32_t, 2> low{}, high{};
    for (std::size_t d = 0; d < 2; ++d) {
      const auto [least, most] = std::minmax({at(corners(t)[0])[d], at(corners(t)[1])[d], at(corners(t)[2])[d]});
      low[d] = binOf(least, d);
      high[d] = binOf(most, d);
    }
    for (std::int32_t j = low[1]; j <= high[1]; ++j)
      for (std::int32_t i = low[0]; i <= high[0]; ++i)
        lists[static_cast<std::size_t>(j * side + i)].push_back(static_cast<std::int32_t>(t));
  }
  bins_.begin.push_back(0);
  for (const auto& list : lists) {
    bins_.triangles.insert(bins_.triangles.end(), list.begin(), list.end());
    bins_.begin.push_back(static_cast<std::int32_t>(bins_.triangles.size()));
  }
}

PointWeights PlaneTriangulation::weights(const Point& x) const {
  NearestOnEdges nearest;
  const auto bin = static_cast<std::size_t>(binOf(x[1], 1) * bins_.n[0] + binOf(x[0], 0));
  for (std::int32_t i = bins_.begin[bin]; i < bins_.begin[bin + 1]; ++i) {
    const Corners& c = corners(static_cast<std::size_t>(bins_.triangles[static_cast<std::size_t>(i)]));
    if (const auto inside = pointInside(at(c[0]), at(c[1]), at(c[2]), x))
      return {c, areas(at(c[0]), at(c[1]), at(c[2]), *inside)};
    // Between two triangles, within rounding of their edge, x may be in neither.
    for (std::size_t k = 0; k < 3; ++k) nearest.meet(x, c[k], c[(k + 1) % 3], at(c[k]), at(c[(k + 1) % 3]));
  }
  for (const auto& [a, b] : outer_) nearest.meet(x, a, b, at(a), at(b));
  return nearest.weights;
}

}  // namespace eagre::mesh
