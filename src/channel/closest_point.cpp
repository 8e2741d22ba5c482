// SPDX-License-Identifier: BSD-3-Clause
#include "channel/closest_point.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::channel {

namespace {

/// Weights of four values at -1, 0, 1, 2 for the cubic through them at t, and for its slope.
struct Cubic {
  double value[4], slope[4];
  explicit Cubic(double t) {
    const double a = t + 1, b = t, c = t - 1, d = t - 2;
    value[0] = -b * c * d / 6;
    value[1] = a * c * d / 2;
    value[2] = -a * b * d / 2;
    value[3] = a * b * c / 6;
    slope[0] = -(b * c + b * d + c * d) / 6;
    slope[1] = (a * c + a * d + c * d) / 2;
    slope[2] = -(a * b + a * d + b * d) / 2;
    slope[3] = (a * b + a * c + b * c) / 6;
  }
};

struct Sample {
  double value, gradient[3];  ///< per unit of length
};

/// phi and its gradient at the position x [cells] from (i, j, k).
Sample sample(grid::View<const double> phi, int i, int j, int k, const double (&x)[3], const std::array<double, 3>& h,
              bool spanwise) {
  int base[3];
  for (int d = 0; d < 3; ++d) base[d] = static_cast<int>(std::floor(x[d]));
  const Cubic X(x[0] - base[0]), Y(x[1] - base[1]), Z(x[2] - base[2]);
  const int firstJ = spanwise ? 0 : 1, endJ = spanwise ? 4 : 2;
  Sample s{};
  for (int c = 0; c < 4; ++c)
    for (int b = firstJ; b < endJ; ++b) {
      const double* row = &phi(i + base[0] - 1, j + base[1] + b - 1, k + base[2] + c - 1);
      double value = 0, slope = 0;
      for (int a = 0; a < 4; ++a) {
        value += X.value[a] * row[a];
        slope += X.slope[a] * row[a];
      }
      const double y = spanwise ? Y.value[b] : 1, dy = spanwise ? Y.slope[b] : 0;
      s.value += y * Z.value[c] * value;
      s.gradient[0] += y * Z.value[c] * slope;
      s.gradient[1] += dy * Z.value[c] * value;
      s.gradient[2] += y * Z.slope[c] * value;
    }
  for (int d = 0; d < 3; ++d) s.gradient[d] /= h[d];
  return s;
}

double firstOrderDistance(grid::View<const double> phi, int i, int j, int k, const std::array<double, 3>& h, bool spanwise) {
  const double centre = phi(i, j, k);
  double central = 0, largest = 0;
  for (int d = 0; d < 3; ++d) {
    if (d == 1 && !spanwise) continue;
    const double up = phi(i + (d == 0), j + (d == 1), k + (d == 2)), down = phi(i - (d == 0), j - (d == 1), k - (d == 2));
    central += (up - down) * (up - down) / (4 * h[d] * h[d]);
    largest = std::max({largest, std::abs(up - centre) / h[d], std::abs(centre - down) / h[d]});
  }
  return centre / std::max({std::sqrt(central), largest, 1e-300});
}

}  // namespace

double closestDistance(grid::View<const double> phi, int i, int j, int k, const std::array<double, 3>& h, bool spanwise) {
  constexpr int iterations = 12;
  constexpr double farthest = 1.5, tolerance = 1e-10;  // [cells]
  double x[3] = {0, 0, 0};                             // [cells]
  for (int it = 0; it < iterations; ++it) {
    const Sample s = sample(phi, i, j, k, x, h, spanwise);
    double square = 0, along = 0;
    for (int d = 0; d < 3; ++d) {
      square += s.gradient[d] * s.gradient[d];
      along -= x[d] * h[d] * s.gradient[d];
    }
    if (!(square > 0)) break;
    double moved = 0;
    for (int d = 0; d < 3; ++d) {  // onto the zero level, and along it towards the foot of the perpendicular
      const double step = (-(s.value + along) / square * s.gradient[d]) / h[d] - x[d];
      x[d] += step;
      moved = std::max(moved, std::abs(step));
    }
    if (!(std::max({std::abs(x[0]), std::abs(x[1]), std::abs(x[2])}) < farthest)) break;
    if (moved < tolerance) {
      const double distance = std::hypot(x[0] * h[0], x[1] * h[1], x[2] * h[2]);
      return std::copysign(distance, phi(i, j, k));
    }
  }
  return firstOrderDistance(phi, i, j, k, h, spanwise);
}

}  // namespace eagre::channel
