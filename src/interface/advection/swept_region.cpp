// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/swept_region.hpp"

#include <tuple>
#include <utility>

namespace eagre::interface_ {

namespace {

/// The part of a tetrahedron where a linear field is positive, from the values at its corners.
double partAbove(std::array<double, 4> level) {
  std::sort(level.begin(), level.end(), [](double a, double b) { return a > b; });
  const auto along = [&](int from, int to) { return level[from] / (level[from] - level[to]); };  // to where it is zero
  if (!(level[0] > 0)) return 0;
  if (level[3] >= 0) return 1;
  if (level[2] >= 0) return 1 - along(3, 0) * along(3, 1) * along(3, 2);
  if (!(level[1] > 0)) return along(0, 1) * along(0, 2) * along(0, 3);
  const double t02 = along(0, 2), t03 = along(0, 3), t12 = along(1, 2), t13 = along(1, 3);
  return t02 * t03 + (1 - t02) * t12 * t13 + t02 * (1 - t03) * t13;
}

/// Between a triangle and where its corners come from: the middle of a face and two neighbouring corners. What is cut from a side
/// does not depend on which face's prism it belongs to: its diagonal begins at the corner of lesser
/// coordinates, on any number of ranks.
struct Prism {
  std::array<Vec3, 3> starts, ends;
  CutVolume operator()(const InterfacePlane& plane) const {
    const auto& [a0, a1, a2] = starts;
    const auto& [b0, b1, b2] = ends;
    CutVolume sum = cutTetrahedron({a0, a1, a2, b2}, plane);
    sum += cutTetrahedron({a0, a1, b2, b1}, plane);
    return sum += cutTetrahedron({a0, b0, b1, b2}, plane);
  }
};

}  // namespace

CutVolume cutTetrahedron(const std::array<Vec3, 4>& corners, const InterfacePlane& plane) {
  const auto& [a, b, c, d] = corners;
  const double whole = dot(cross(b - a, c - a), d - a) / 6;
  std::array<double, 4> level;
  for (std::size_t i = 0; i < 4; ++i) level[i] = dot(plane.normal, plane.centre - corners[i]);
  return {whole, whole * partAbove(level)};
}

double SweptRegion::outflow(const InterfacePlane& plane, double total, const mesh::SmallPolygon& ends,
                            const mesh::SmallPolygon& starts) const {
  const mesh::AreaAndCentre whole = mesh::areaAndCentre(ends);
  const double sense = shapes.owner[face] == cell ? 1 : -1;
  const auto volume = [&](const Vec3& start) {
    CutVolume sum;
    for (Label k = 0; k < ends.n; ++k) {
      Label first = k, second = k + 1 < ends.n ? k + 1 : 0;
      const Vec3 &from = ends.corners[first], &to = ends.corners[second];
      const bool swaps = std::tie(from.x, from.y, from.z) > std::tie(to.x, to.y, to.z);
      if (swaps) std::swap(first, second);
      const CutVolume part = Prism{{start, starts.corners[first], starts.corners[second]},
                                   {whole.centre, ends.corners[first], ends.corners[second]}}(plane);
      const double sign = swaps ? -sense : sense;
      sum += {sign * part.whole, sign * part.below};
    }
    return sum;
  };
  Vec3 start{};
  for (Label k = 0; k < ends.n; ++k) start += starts.corners[k] - ends.corners[k];
  start = whole.centre + start / static_cast<double>(ends.n);
  // The volume is linear in the middle's place.
  const Vec3 away = -sense / std::sqrt(mag(whole.area)) * whole.area;
  const double found = volume(start).whole, gain = volume(start + away).whole - found;
  if (gain > 0) start += (total - found) / gain * away;
  return std::clamp(volume(start).below, 0.0, total);
}

}  // namespace eagre::interface_
