// SPDX-License-Identifier: BSD-3-Clause
#include "channel/cox_function.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace eagre::channel {

namespace {

constexpr int intervals = 2048;
constexpr double step = std::numbers::pi / intervals;

/// 1 / f.
double slope(double theta, double q) {
  constexpr double small = 1e-2;  // below: theta^2 / 3, whatever q is, but for its square; without the differences of the formula
  if (theta < small) return theta * theta / 3;
  const double s = std::sin(theta), c = std::cos(theta), phi = std::numbers::pi - theta;
  const double t2 = theta * theta - s * s, p2 = phi * phi - s * s;
  return (q * t2 * (phi + s * c) + p2 * (theta - s * c)) / (2 * s * (q * q * t2 + 2 * q * (theta * phi + s * s) + p2));
}

}  // namespace

CoxFunction::CoxFunction(double viscosityRatio) : values_{0} {
  const double off = 0.5 / std::numbers::sqrt3;  // Gauss's two points
  for (int i = 0; i < intervals; ++i)
    values_.push_back(values_.back() +
                      0.5 * step *
                          (slope((i + 0.5 - off) * step, viscosityRatio) + slope((i + 0.5 + off) * step, viscosityRatio)));
}

double CoxFunction::operator()(double theta) const {
  const double at = std::clamp(theta / step, 0.0, static_cast<double>(intervals));
  const auto i = std::min(static_cast<std::size_t>(at), static_cast<std::size_t>(intervals - 1));
  return values_[i] + (at - static_cast<double>(i)) * (values_[i + 1] - values_[i]);
}

}  // namespace eagre::channel
