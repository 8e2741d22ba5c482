// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/box_cut.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace eagre::mesh {

std::optional<Vec3> halfEdges(const CellShapes::View& shapes, Label cell, const Vec3& centre, double volume) {
  constexpr double same = 1e-12;
  const Label begin = shapes.cellStarts[cell];
  if (shapes.cellStarts[cell + 1] - begin != 6) return std::nullopt;
  const auto absolute = [](const Vec3& r) { return Vec3{std::abs(r.x), std::abs(r.y), std::abs(r.z)}; };
  const Vec3 half = absolute(shapes.points[shapes.corner(shapes.cellFaces[begin], 0)] - centre);
  const Vec3 most = same * half;
  for (Label k = begin; k < begin + 6; ++k) {
    const Label f = shapes.cellFaces[k];
    if (shapes.nCorners(f) != 4) return std::nullopt;
    for (Label i = 0; i < 4; ++i) {
      const Vec3 off = absolute(absolute(shapes.points[shapes.corner(f, i)] - centre) - half);
      if (off.x > most.x || off.y > most.y || off.z > most.z) return std::nullopt;
    }
  }
  // A cell whose corners coincide has another volume.
  const double box = 8 * half.x * half.y * half.z;
  if (!(std::abs(box - volume) <= 1e-9 * volume)) return std::nullopt;
  return half;
}

namespace {

/// The part m.x < alpha of the unit cube, of 0 <= m1 <= m2 <= m3 and alpha up to half of their sum.
struct UnitCube {
  double m1, m2, m3;

  /// alpha of a fraction of at most 1/2.
  double alpha(double fraction) const {
    const double m12 = m1 + m2, first = m1 > 0 ? m1 * m1 / (6 * m2 * m3) : 0;
    if (fraction < first) return std::cbrt(6 * m1 * m2 * m3 * fraction);
    if (fraction < first + (m2 - m1) / (2 * m3)) return (m1 + std::sqrt(m1 * m1 + 8 * m2 * m3 * (fraction - first))) / 2;
    if (m3 >= m12 && fraction >= m12 / (2 * m3)) return m3 * fraction + m12 / 2;
    // By Newton from the right: here the fraction is a convex function of alpha.
    double a = std::min(m12, (m12 + m3) / 2);
    for (int i = 0; i < 100; ++i) {
      const double b = a - m2, c = std::max(a - m3, 0.0);
      const double error = 3 * a * (a - m1) + m1 * m1 - (b * b * b + c * c * c) / m1 - 6 * m2 * m3 * fraction;
      const double next = a - error / (6 * a - 3 * m1 - 3 * (b * b + c * c) / m1);
      if (!(next < a)) break;
      a = next;
    }
    return a;
  }

  /// The plane seen along the third axis: its part of the unit square, and the mean of x and y there.
  struct Shadow {
    double area, x, y;
  };
  Shadow shadow(double a) const {
    if (a <= m1) return {a / m1 * (a / m2) / 2, a / m1 / 3, a / m2 / 3};
    if (a <= m2) {
      const double low = (a - m1) / m2, high = a / m2, sum = low + high;
      return {sum / 2, (low + sum) / (3 * sum), (high * high + high * low + low * low) / (3 * sum)};
    }
    Shadow s{1, 0.5, 0.5};
    const auto without = [&s](double area, double x, double y) {
      const double left = s.area - area;
      s = {left, (s.area * s.x - area * x) / left, (s.area * s.y - area * y) / left};
    };
    if (const double r = m1 + m2 - a; r > 0) without(r / m1 * (r / m2) / 2, 1 - r / m1 / 3, 1 - r / m2 / 3);
    if (const double r = a - m3; r > 0) without(r / m1 * (r / m2) / 2, r / m1 / 3, r / m2 / 3);
    return s;
  }
};

}  // namespace

PlaneInBox planeInBox(const Vec3& half, const Vec3& n, double fraction) {
  constexpr double least = 1e-14;
  int order[] = {0, 1, 2};
  double m[3];
  for (int d = 0; d < 3; ++d) m[d] = 2 * std::abs(n[d]) * half[d];
  const auto sortPair = [&](int i, int j) {
    if (m[order[i]] > m[order[j]]) std::swap(order[i], order[j]);
  };
  sortPair(0, 1);
  sortPair(1, 2);
  sortPair(0, 1);
  const int i = order[0], j = order[1], k = order[2];
  if (m[k] == 0) return {};
  const UnitCube cube{m[i], m[j], m[k]};
  const double alpha = cube.alpha(std::clamp(std::min(fraction, 1 - fraction), 0.0, 0.5));
  if (!(alpha > 0)) return {};
  const UnitCube::Shadow shadow = cube.shadow(alpha);
  PlaneInBox plane;
  plane.area = shadow.area * 4 * half[i] * half[j] / std::abs(n[k]);
  if (plane.area < least * 8 * (half.x * half.y + half.y * half.z + half.z * half.x)) return {};
  // More than half lies behind the plane: the other part is seen from the corner that is in front.
  const double side = fraction > 0.5 ? -1 : 1;
  const auto place = [&](int d, double unit) { plane.centre[d] = (n[d] < 0 ? -side : side) * (2 * unit - 1) * half[d]; };
  place(i, shadow.x);
  place(j, shadow.y);
  place(k, (alpha - m[i] * shadow.x - m[j] * shadow.y) / m[k]);
  return plane;
}

}  // namespace eagre::mesh
