// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>

#include "core/vec.hpp"

/// Means over faces and cells that a surface cuts. The surface is where a level is 0, linear between the corners of triangles or
/// tetrahedra.
namespace eagre::physics::waves {

/// What is known of one point: the height over the surface, and a velocity of each side, linear between points.
struct LevelPoint {
  double level;
  Vec3 above, below;
};

/// W with: the mean of a linear function f over a simplex (N = 3: triangle, N = 4: tetrahedron), f set to 0 where the level is
/// positive, is sum_i W_i f_i. The sum of W is the part of the simplex below the surface.
template <std::size_t N>
std::array<double, N> weightsBelow(const std::array<double, N>& level);

/// Sums up simplices.
class LevelMean {
 public:
  /// size: area or volume.
  template <std::size_t N>
  void add(double size, const std::array<const LevelPoint*, N>& corners);
  /// Part of the whole below the surface.
  double below() const { return below_ / size_; }
  Vec3 velocity() const { return 1 / size_ * velocity_; }

 private:
  double size_ = 0, below_ = 0;
  Vec3 velocity_{};
};

/// A polygon, as triangles of its centre and its edges.
LevelMean faceMean(std::span<const Vec3> corners, std::span<const LevelPoint> atCorners, const Vec3& centre,
                   const LevelPoint& atCentre);

}  // namespace eagre::physics::waves
