// SPDX-License-Identifier: BSD-3-Clause
#include "interface/curvature/heights.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace eagre::interface_ {

namespace {

/// Axes are taken in their order unless a later one is nearer to the normal by more than round-off, which differs between numbers
/// of ranks.
constexpr double clearly = 1 + 1e-6;
/// Columns that the interface crosses at a smaller angle have heights of large slopes, if any.
constexpr double steepest = 0.6;
/// Heights that differ by more from that in the middle, in edges of a box, are of columns where the interface turns away.
constexpr double highest = 3.5;

/// At the middle of the middle one of three columns: slope and second derivative of the parabola with mean heights h over columns
/// of widths w.
struct Parabola {
  double slope, second;
  Parabola(const std::array<double, 3>& h, const std::array<double, 3>& w) {
    const double low = -0.5 * (w[0] + w[1]), high = 0.5 * (w[1] + w[2]);
    const double squareLow = low * low + (w[0] * w[0] - w[1] * w[1]) / 12;
    const double squareHigh = high * high + (w[2] * w[2] - w[1] * w[1]) / 12;
    const double determinant = low * squareHigh - high * squareLow;
    const double below = h[0] - h[1], above = h[2] - h[1];
    slope = (below * squareHigh - above * squareLow) / determinant;
    second = 2 * (low * above - high * below) / determinant;
  }
};

}  // namespace

bool Heights::step(Place& at, int axis, bool upwards) const {
  const Label next = boxes(at.cell, axis, upwards != at.turned[axis]);
  if (next == mesh::BoxCells::none) return false;
  if (next == mesh::BoxCells::boundary)
    at.turned[axis] = !at.turned[axis];  // the mirror image of the cell itself
  else
    at.cell = next;
  return true;
}

/// For the choice of an axis: differences of alpha over two cells, smoothed across, the edges of the cell being the units.
Vec3 Heights::gradient(Label cell) const {
  Vec3 sum{};
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      for (int k = -1; k <= 1; ++k) {
        const int offset[3] = {i, j, k};
        Place at{cell};
        bool there = true;
        double weight = 1;
        for (int d = 0; d < 3 && there; ++d) {
          weight *= offset[d] == 0 ? 2 : 1;
          if (offset[d] != 0) there = boxes.width(cell, d) > 0 && step(at, d, offset[d] > 0);
        }
        if (there) sum += weight * alpha[at.cell] * Vec3{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
      }
  return sum;
}

/// Adds what the boxes from the next one on hold of phase 1, or lack of it if they are `filled` in the end, with its sign. Boxes
/// of the other phase come before the interface only.
bool Heights::addHeight(Place at, int axis, bool upwards, bool filled, double& height) const {
  const auto lacks = [&] { return filled ? 1 - alpha[at.cell] : alpha[at.cell]; };
  double part = lacks();
  for (int k = 0; k < reach; ++k) {
    const bool crossed = part < 1 - pure;
    if (!step(at, axis, upwards)) return false;
    part = lacks();
    if (part <= pure) return true;
    if (crossed && part >= 1 - pure) return false;  // there is another interface
    height += (filled ? -part : part) * boxes.width(at.cell, axis);
  }
  return part <= nearly;
}

/// At a cell of one phase the interface is to one side, and there is nothing to add on the other.
bool Heights::heightOver(const Place& at, int axis, bool upwards, double& height) const {
  const double here = alpha[at.cell];
  height = (here - 0.5) * boxes.width(at.cell, axis);
  return (here <= pure || addHeight(at, axis, upwards, false, height)) &&
         (here >= 1 - pure || addHeight(at, axis, !upwards, true, height));
}

/// The heights over the columns at and around a cell, and the edges of these.
bool Heights::takeColumns(Label cell, int axis, bool upwards, Columns& columns) const {
  auto& across = columns.across;
  for (int d = 0; d < 3; ++d)
    if (d != axis && boxes.width(cell, d) > 0) across[columns.nAxes++] = d;
  const int along = columns.nAxes > 0 ? 1 : 0, beside = columns.nAxes > 1 ? 1 : 0;
  const auto aside = [&](Place& at, int k, int steps) { return steps == 0 || step(at, across[k], steps > 0); };
  for (int j = -beside; j <= beside; ++j)
    for (int i = -along; i <= along; ++i) {
      Place at{cell};
      const bool there = aside(at, 0, i) && aside(at, 1, j) && heightOver(at, axis, upwards, columns.h[1 + j][1 + i]);
      if (!there) return false;
      if (j == 0) columns.w[0][1 + i] = boxes.width(at.cell, across[0]);
      if (i == 0) columns.w[1][1 + j] = boxes.width(at.cell, across[1]);
    }
  return true;
}

/// Gives the columns behind a wall, which are mirror images, what the slope of the interface at the wall makes of their width.
void Heights::Columns::lean(const Wall& wall) {
  for (int d = 0; d < nAxes; ++d) {
    if (wall.axis != across[d]) continue;
    const auto column = [&](int n, int t) -> double& { return d == 0 ? h[t][n] : h[n][t]; };
    const int behind = wall.upwards ? 2 : 0, before = 2 - behind;
    const auto& along = w[d == 0 ? 1 : 0];
    std::array<double, 3> slopes{};  // along the wall, at it
    if (nAxes > 1) {
      const auto parabolaAt = [&](int n) { return Parabola({column(n, 0), column(n, 1), column(n, 2)}, along); };
      const Parabola here = parabolaAt(1);
      slopes.fill(here.slope + (here.slope - parabolaAt(before).slope) * w[d][1] / (w[d][1] + w[d][before]));
      slopes[0] -= here.second * 0.5 * (along[0] + along[1]);
      slopes[2] += here.second * 0.5 * (along[1] + along[2]);
    }
    for (int t = 0; t < 3; ++t) column(behind, t) += wall.cotangent * std::sqrt(1 + slopes[t] * slopes[t]) * w[d][1];
  }
}

std::optional<double> Heights::curvature(Label cell, std::span<const Wall> walls, int axis, bool upwards) const {
  Columns columns;
  if (!takeColumns(cell, axis, upwards, columns)) return {};
  for (const Wall& wall : walls) columns.lean(wall);
  const auto& h = columns.h;
  const auto& w = columns.w;
  const int nAxes = columns.nAxes;
  if (nAxes == 0) return 0;
  const Parabola x(h[1], w[0]);
  if (nAxes == 1) return -x.second / std::pow(1 + x.slope * x.slope, 1.5);
  for (const auto& row : h)
    for (const double height : row)
      if (std::abs(height - h[1][1]) > highest * boxes.width(cell, axis)) return {};
  const Parabola y({h[0][1], h[1][1], h[2][1]}, w[1]);
  const double mixed = (Parabola(h[2], w[0]).slope - Parabola(h[0], w[0]).slope) / (w[1][1] + 0.5 * (w[1][0] + w[1][2]));
  return -(x.second * (1 + y.slope * y.slope) + y.second * (1 + x.slope * x.slope) - 2 * mixed * x.slope * y.slope) /
         std::pow(1 + x.slope * x.slope + y.slope * y.slope, 1.5);
}

std::optional<double> Heights::curvature(Label cell, std::span<const Wall> walls) const {
  const Vec3 g = gradient(cell);
  std::array<int, 3> axes{0, 1, 2};
  const auto nearer = [&](int a, int b) { return std::abs(g[a]) > clearly * std::abs(g[b]); };
  for (int i = 1; i < 3; ++i)
    for (int k = i; k > 0 && nearer(axes[k], axes[k - 1]); --k) std::swap(axes[k], axes[k - 1]);
  for (const int axis : axes) {
    if (!(std::abs(g[axis]) > steepest * std::abs(g[axes[0]]))) break;
    if (const auto K = curvature(cell, walls, axis, g[axis] < 0)) return K;
  }
  return {};
}

}  // namespace eagre::interface_
