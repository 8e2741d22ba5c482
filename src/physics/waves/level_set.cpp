// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/level_set.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::physics::waves {
namespace {

/// Where the surface crosses the edge from i to j, as a part of the edge.
template <std::size_t N>
double crossing(const std::array<double, N>& level, std::size_t i, std::size_t j) {
  return level[i] / (level[i] - level[j]);
}

/// Weights of the corner simplex that the surface cuts off at vertex i.
template <std::size_t N>
std::array<double, N> corner(const std::array<double, N>& level, std::size_t i) {
  std::array<double, N> sum{};  // of the barycentric coordinates of its vertices
  double part = 1;
  sum[i] = 1;
  for (std::size_t j = 0; j < N; ++j) {
    if (j == i) continue;
    const double s = crossing(level, i, j);
    part *= s;
    sum[i] += 1 - s;
    sum[j] += s;
  }
  for (double& w : sum) w *= part / static_cast<double>(N);
  return sum;
}

/// Weights of the wedge between vertices a, b below the surface and c, d above: three tetrahedra. A point is its coordinates
/// along the edges from d to a, b and c.
std::array<double, 4> wedge(const std::array<double, 4>& level, std::array<std::size_t, 4> v) {
  using Point = std::array<double, 4>;  // barycentric, in the order of v
  const auto cut = [&](std::size_t i, std::size_t j) {
    const double s = crossing(level, v[i], v[j]);
    Point p{};
    p[i] = 1 - s;
    p[j] = s;
    return p;
  };
  const Point a[3] = {{1, 0, 0, 0}, cut(0, 2), cut(0, 3)}, b[3] = {{0, 1, 0, 0}, cut(1, 2), cut(1, 3)};
  std::array<double, 4> weights{};
  const auto addTetrahedron = [&](const Point& p, const Point& q, const Point& r, const Point& s) {
    const auto edge = [&](const Point& to) { return Vec3{to[0] - p[0], to[1] - p[1], to[2] - p[2]}; };
    const double part = std::abs(dot(edge(q), cross(edge(r), edge(s))));
    for (std::size_t i = 0; i < 4; ++i) weights[v[i]] += part / 4 * (p[i] + q[i] + r[i] + s[i]);
  };
  addTetrahedron(a[0], a[1], a[2], b[2]);
  addTetrahedron(a[0], a[1], b[1], b[2]);
  addTetrahedron(a[0], b[0], b[1], b[2]);
  return weights;
}

}  // namespace

template <std::size_t N>
std::array<double, N> weightsBelow(const std::array<double, N>& level) {
  std::array<std::size_t, N> order{};  // those below first
  std::size_t nBelow = 0, nAbove = 0;
  for (std::size_t i = 0; i < N; ++i) {
    if (level[i] < 0)
      order[nBelow++] = i;
    else
      order[N - ++nAbove] = i;
  }
  std::array<double, N> weights{};
  if (nBelow == 0) return weights;
  if (nBelow == 1) return corner(level, order[0]);
  if constexpr (N == 4)
    if (nBelow == 2) return wedge(level, order);
  weights.fill(1.0 / static_cast<double>(N));
  if (nBelow == N) return weights;
  const auto above = corner(level, order[N - 1]);
  for (std::size_t i = 0; i < N; ++i) weights[i] -= above[i];
  return weights;
}
template std::array<double, 3> weightsBelow(const std::array<double, 3>&);
template std::array<double, 4> weightsBelow(const std::array<double, 4>&);

template <std::size_t N>
void LevelMean::add(double size, const std::array<const LevelPoint*, N>& corners) {
  std::array<double, N> level;
  std::ranges::transform(corners, level.begin(), [](const LevelPoint* p) { return p->level; });
  const auto weights = weightsBelow(level);
  size_ += size;
  for (std::size_t i = 0; i < N; ++i) {
    below_ += size * weights[i];
    velocity_ += size * (weights[i] * corners[i]->below + (1.0 / static_cast<double>(N) - weights[i]) * corners[i]->above);
  }
}
template void LevelMean::add(double, const std::array<const LevelPoint*, 3>&);
template void LevelMean::add(double, const std::array<const LevelPoint*, 4>&);

LevelMean faceMean(std::span<const Vec3> corners, std::span<const LevelPoint> atCorners, const Vec3& centre,
                   const LevelPoint& atCentre) {
  LevelMean mean;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::size_t j = (i + 1) % corners.size();
    const double area = 0.5 * mag(cross(corners[i] - centre, corners[j] - centre));
    mean.add<3>(area, {&atCentre, &atCorners[i], &atCorners[j]});
  }
  return mean;
}

}  // namespace eagre::physics::waves
