// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/vec.hpp"

/// Volume fractions of circles and spheres in boxes along the axes.
namespace eagre::test {

/// Area of the circle of radius r about the origin in (-inf, x) x (-inf, y).
inline double circleBelow(double r, double x, double y) {
  x = std::clamp(x, -r, r);
  y = std::clamp(y, -r, r);
  const double root = std::sqrt(std::max(r * r - y * y, 0.0));
  const auto half = [r](double t) {  // integral of sqrt(r^2 - t^2)
    return 0.5 * (t * std::sqrt(std::max(r * r - t * t, 0.0)) + r * r * std::asin(std::clamp(t / r, -1.0, 1.0)));
  };
  // At |t| < root the column is cut at y; beyond, it is a whole chord if y > 0, or nothing.
  const double to = std::min(x, root);
  double area = to > -root ? y * (to + root) + half(to) - half(-root) : 0;
  if (y > 0) area += 2 * (half(std::min(x, -root)) - half(-r)) + (x > root ? 2 * (half(x) - half(root)) : 0);
  return area;
}

/// Part of the rectangle [low, high] that is in the circle about c.
inline double circleFraction(const Vec3& c, double r, const Vec3& low, const Vec3& high) {
  const auto below = [&](double x, double y) { return circleBelow(r, x - c.x, y - c.y); };
  const double area = below(high.x, high.y) - below(low.x, high.y) - below(high.x, low.y) + below(low.x, low.y);
  return std::clamp(area / ((high.x - low.x) * (high.y - low.y)), 0.0, 1.0);
}

/// Part of the box [low, high] that is in the sphere about c: Gauss's quadrature of circles in slices.
inline double sphereFraction(const Vec3& c, double r, const Vec3& low, const Vec3& high) {
  Vec3 nearest, farthest;
  for (int d = 0; d < 3; ++d) {
    nearest[d] = std::clamp(c[d], low[d], high[d]);
    farthest[d] = c[d] - low[d] > high[d] - c[d] ? low[d] : high[d];
  }
  if (mag(nearest - c) >= r) return 0;
  if (mag(farthest - c) <= r) return 1;
  constexpr std::array<double, 4> points{0.06943184420297371, 0.33000947820757187, 0.66999052179242813, 0.93056815579702629};
  constexpr std::array<double, 4> weights{0.17392742256872692, 0.32607257743127307, 0.32607257743127307, 0.17392742256872692};
  constexpr int slices = 64;
  double sum = 0;
  for (int s = 0; s < slices; ++s)
    for (int i = 0; i < 4; ++i) {
      const double z = low.z + (high.z - low.z) * (s + points[i]) / slices - c.z;
      if (std::abs(z) < r) sum += weights[i] / slices * circleFraction(c, std::sqrt(r * r - z * z), low, high);
    }
  return std::clamp(sum, 0.0, 1.0);
}

}  // namespace eagre::test
