// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

namespace eagre::test {

/// exp(-z^2) erfc(-i z) by Weideman's rational approximation (1994, SIAM J. Numer. Anal. 31, 1497) with 40 terms: 1e-13 or
/// better.
inline std::complex<double> faddeeva(std::complex<double> z) {
  constexpr int n = 40, m = 2 * n;
  static const std::array<double, n> a = [] {
    std::array<double, n> coefficients{};
    const double L = std::sqrt(n / std::numbers::sqrt2);
    for (int order = 1; order <= n; ++order) {
      double sum = 0;
      for (int k = -m + 1; k < m; ++k) {
        const double theta = k * std::numbers::pi / m, t = L * std::tan(theta / 2);
        sum += std::exp(-t * t) * (L * L + t * t) * std::cos(order * theta);
      }
      coefficients[static_cast<std::size_t>(order - 1)] = sum / (2 * m);
    }
    return coefficients;
  }();
  if (z.imag() < 0) return 2.0 * std::exp(-z * z) - faddeeva(-z);
  const double L = std::sqrt(n / std::numbers::sqrt2);
  const std::complex<double> iz(-z.imag(), z.real()), Z = (L + iz) / (L - iz);
  std::complex<double> sum = 0;
  for (int order = n; order >= 1; --order) sum = sum * Z + a[static_cast<std::size_t>(order - 1)];
  return 2.0 * sum / ((L - iz) * (L - iz)) + std::numbers::inv_sqrtpi / (L - iz);
}

/// Amplitude over its first value of a small wave on the interface of two deep fluids of one kinematic viscosity nu, at rest at
/// t = 0: A. Prosperetti, Phys. Fluids 24 (1981) 1217, equation (22). k: wave number; omega0: frequency without viscosity,
/// omega0^2 = sigma k^3 / (rho1 + rho2) + g k (rho1 - rho2) / (rho1 + rho2); beta = rho1 rho2 / (rho1 + rho2)^2.
inline double prosperettiAmplitude(double t, double k, double nu, double omega0, double beta) {
  using Complex = std::complex<double>;
  const double d = nu * k * k, w2 = omega0 * omega0, root = std::sqrt(d);
  // z^4 - 4 beta sqrt(d) z^3 + 2 (1 - 6 beta) d z^2 + 4 (1 - 3 beta) d^(3/2) z + (1 - 4 beta) d^2 + omega0^2, by Durand and
  // Kerner
  const double c3 = -4 * beta * root, c2 = 2 * (1 - 6 * beta) * d, c1 = 4 * (1 - 3 * beta) * d * root,
               c0 = (1 - 4 * beta) * d * d + w2;
  std::array<Complex, 4> z;
  for (int i = 0; i < 4; ++i) z[i] = std::sqrt(omega0) * std::polar(1.0, 0.4 + i * std::numbers::pi / 2);
  for (int iteration = 0; iteration < 200; ++iteration)
    for (int i = 0; i < 4; ++i) {
      Complex others = 1;
      for (int j = 0; j < 4; ++j)
        if (j != i) others *= z[i] - z[j];
      z[i] -= ((((z[i] + c3) * z[i] + c2) * z[i] + c1) * z[i] + c0) / others;
    }
  Complex sum = 4 * (1 - 4 * beta) * d * d / (8 * (1 - 4 * beta) * d * d + w2) * std::erfc(std::sqrt(d * t));
  for (int i = 0; i < 4; ++i) {
    Complex others = 1;
    for (int j = 0; j < 4; ++j)
      if (j != i) others *= z[j] - z[i];
    // exp(z^2 t) erfc(z sqrt(t)) = w(i z sqrt(t))
    const Complex scaled = faddeeva(Complex(0, 1) * z[i] * std::sqrt(t)) * std::exp(-d * t);
    sum += z[i] / others * w2 / (z[i] * z[i] - d) * scaled;
  }
  return sum.real();
}

}  // namespace eagre::test
