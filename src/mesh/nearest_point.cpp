// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/nearest_point.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace eagre::mesh {

NearestPoint::NearestPoint(std::vector<Vec3> points) : points_(std::move(points)), axes_(points_.size()) {
  sort(0, points_.size());
}

void NearestPoint::sort(std::size_t begin, std::size_t end) {
  if (end - begin < 2) return;
  Vec3 lowest = points_[begin], highest = lowest;
  for (std::size_t i = begin; i < end; ++i) {
    lowest = cmptMin(lowest, points_[i]);
    highest = cmptMax(highest, points_[i]);
  }
  const Vec3 extent = highest - lowest;
  const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
  const std::size_t middle = begin + (end - begin) / 2;
  const auto at = [&](std::size_t i) { return points_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end), [axis](const Vec3& a, const Vec3& b) { return a[axis] < b[axis]; });
  axes_[middle] = static_cast<char>(axis);
  sort(begin, middle);
  sort(middle + 1, end);
}

void NearestPoint::search(std::size_t begin, std::size_t end, const Vec3& x, double& nearestSqr) const {
  if (begin == end) return;
  const std::size_t middle = begin + (end - begin) / 2;
  nearestSqr = std::min(nearestSqr, magSqr(x - points_[middle]));
  const int axis = static_cast<unsigned char>(axes_[middle]);
  const double beyond = x[axis] - points_[middle][axis];
  for (const bool low : {beyond < 0, !(beyond < 0)}) {
    if (low != (beyond < 0) && sqr(beyond) >= nearestSqr) continue;
    low ? search(begin, middle, x, nearestSqr) : search(middle + 1, end, x, nearestSqr);
  }
}

double NearestPoint::distance(const Vec3& x, double most) const {
  double nearestSqr = sqr(most);
  search(0, points_.size(), x, nearestSqr);
  return nearestSqr < sqr(most) ? std::sqrt(nearestSqr) : most;
}

}  // namespace eagre::mesh
