// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::mesh {

/// Finds the nearest of a set of points (a k-d tree: Bentley 1975). Serial.
class NearestPoint {
 public:
  NearestPoint() = default;
  explicit NearestPoint(std::vector<Vec3> points);
  /// Distance from x to the nearest of the points [m]; `most` if none is nearer.
  double distance(const Vec3& x, double most) const;

 private:
  void sort(std::size_t begin, std::size_t end);
  void search(std::size_t begin, std::size_t end, const Vec3& x, double& nearestSqr) const;

  std::vector<Vec3> points_;  ///< of each range the middle one divides the others along axes_
  std::vector<char> axes_;
};

}  // namespace eagre::mesh
