// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/overlap_area.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace eagre::mesh {
namespace {

using Polygon = std::vector<Vec3>;

Vec3 areaVector(std::span<const Vec3> corners) {
  Vec3 twice{};
  for (std::size_t i = 2; i < corners.size(); ++i) twice += cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
  return 0.5 * twice;
}

double angleOf(double cosine) { return std::acos(std::clamp(cosine, -1.0, 1.0)); }

/// The corner with the largest interior angle, and that angle; of equal ones the first.
struct Corner {
  std::size_t index = 0;
  double angle = -great;
};
Corner widestCorner(const Polygon& face) {
  const std::size_t n = face.size();
  const Vec3 normal = areaVector(face);
  Corner widest;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 to = normalised(face[i] - face[(i + n - 1) % n]), from = normalised(face[(i + 1) % n] - face[i]);
    const double turn = angleOf(dot(to, from));
    const bool concave = dot(cross(from, to), normal) > 0;
    const double angle = concave ? std::numbers::pi + turn : std::numbers::pi - turn;
    if (angle > widest.angle) widest = {i, angle};
  }
  return widest;
}

void cut(const Polygon& face, std::vector<std::array<Vec3, 3>>& triangles) {
  const std::size_t n = face.size();
  if (n == 3) {
    triangles.push_back({face[0], face[1], face[2]});
    return;
  }
  const Corner corner = widestCorner(face);
  const auto at = [&](std::size_t i) { return face[(corner.index + i) % n]; };
  // Where the cut ends, counted from where it begins: not at a neighbour.
  std::size_t end = 2;
  double least = std::numbers::pi;
  const Vec3 edge = normalised(at(1) - at(0));
  for (std::size_t i = 2; n > 4 && i + 1 < n; ++i) {
    const double off = std::abs(angleOf(dot(normalised(at(i) - at(0)), edge)) - 0.5 * corner.angle);
    if (off >= least) continue;
    least = off;
    end = i;
  }
  Polygon first, second;
  for (std::size_t i = 0; i <= end; ++i) first.push_back(at(i));
  for (std::size_t i = end; i <= n; ++i) second.push_back(at(i));
  cut(first, triangles);
  cut(second, triangles);
}

/// A convex polygon of at most six corners, which clipping a triangle three times can give.
struct Clipped {
  std::array<Vec3, 8> points;
  std::size_t n = 0;
  void add(const Vec3& p) {
    if (n < points.size()) points[n++] = p;
  }
};

/// What of `part` lies on the side of the plane through `point` that `inward` looks to.
Clipped clip(const Clipped& part, const Vec3& point, const Vec3& inward, double tolerance) {
  std::array<double, 8> height{};
  for (std::size_t i = 0; i < part.n; ++i) {
    height[i] = dot(part.points[i] - point, inward);
    if (std::abs(height[i]) < tolerance) height[i] = 0;
  }
  Clipped inside;
  for (std::size_t i = 0; i < part.n; ++i) {
    const std::size_t next = i + 1 == part.n ? 0 : i + 1;
    const double a = height[i], b = height[next];
    if (a >= 0) inside.add(part.points[i]);
    if ((a > 0 && b < 0) || (a < 0 && b > 0)) inside.add((b * part.points[i] - a * part.points[next]) / (b - a));
  }
  return inside;
}

double overlapOfTriangles(const std::array<Vec3, 3>& source, const std::array<Vec3, 3>& target, const Vec3& along) {
  const double area = mag(areaVector(source));
  if (area < rootVSmall || mag(areaVector(target)) < rootVSmall) return 0;
  const double tolerance = leastOverlap * std::sqrt(area);
  Clipped part;
  for (const Vec3& p : source) part.add(p);
  for (const int start : {1, 0, 2}) {
    const Vec3 &p = target[static_cast<std::size_t>(start)], &q = target[static_cast<std::size_t>((start + 1) % 3)];
    const Vec3 inward = cross(along, q - p);
    const double length = mag(inward);
    if (length < rootVSmall) return 0;
    part = clip(part, p, inward / length, tolerance);
    if (part.n < 3) return 0;
  }
  return mag(areaVector(std::span(part.points).first(part.n)));
}

}  // namespace

TriangulatedFace triangulated(std::span<const Vec3> corners) {
  TriangulatedFace face;
  face.low = face.high = corners.front();
  for (const Vec3& p : corners)
    for (int d = 0; d < 3; ++d) {
      face.low[d] = std::min(face.low[d], p[d]);
      face.high[d] = std::max(face.high[d], p[d]);
    }
  face.normal = normalised(areaVector(corners));
  cut(Polygon(corners.begin(), corners.end()), face.triangles);
  for (const auto& triangle : face.triangles) face.area += mag(areaVector(triangle));
  return face;
}

double overlapArea(const TriangulatedFace& source, const TriangulatedFace& target) {
  if (source.area < rootVSmall || target.area < rootVSmall || dot(source.normal, target.normal) >= 0) return 0;
  const Vec3 along = normalised(target.normal - source.normal);
  double area = 0;
  for (const auto& a : source.triangles)
    for (const auto& b : target.triangles) area += overlapOfTriangles(a, b, along);
  return area;
}

}  // namespace eagre::mesh
