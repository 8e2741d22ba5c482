// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/elliptic.hpp"

#include <cmath>
#include <numbers>

namespace eagre::physics::waves {
namespace {

/// The sequence of means a, half differences c; it converges quadratically.
struct Means {
  static constexpr int most = 30;
  double a[most], c[most];
  int last = 0;

  explicit Means(double m) {
    double g = std::sqrt(1 - m);
    a[0] = 1;
    c[0] = std::sqrt(m);
    while (last + 1 < most && std::abs(a[last] - g) >= 1e-15) {
      a[last + 1] = 0.5 * (a[last] + g);
      c[last + 1] = 0.5 * (a[last] - g);
      g = std::sqrt(a[last] * g);
      ++last;
    }
  }
};

}  // namespace

CompleteIntegrals completeIntegrals(double m) {
  const Means means(m);
  double sum = 0;
  for (int n = 0; n <= means.last; ++n) sum += std::ldexp(means.c[n] * means.c[n], n - 1);
  const double K = 0.5 * std::numbers::pi / means.a[means.last];
  return {K, K * (1 - sum)};
}

JacobiFunctions jacobi(double u, double m) {
  const Means means(m);
  double amplitude = std::ldexp(means.a[means.last] * u, means.last);
  for (int n = means.last; n > 0; --n) amplitude = 0.5 * (amplitude + std::asin(means.c[n] * std::sin(amplitude) / means.a[n]));
  const double sn = std::sin(amplitude);
  return {sn, std::cos(amplitude), std::sqrt(1 - m * sn * sn)};
}

}  // namespace eagre::physics::waves
