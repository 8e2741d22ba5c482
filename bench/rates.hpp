// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

/// What a core of this machine does, by two loops whose work is known: beside a time measured in the same run they say what it
/// would be on another machine.
namespace eagre::bench {

template <class Work>
double secondsOf(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Rates [bytes / s] of the triad of J. D. McCalpin's STREAM (IEEE TCCA Newsletter, Dec. 1995), a = b + s c, on arrays of n
/// numbers, sorted; 24 bytes per turn are counted (the line of a that is fetched before it is written is not, as in STREAM).
inline std::vector<double> triadRates(std::size_t n, int repeats) {
  std::vector<double> a(n, 1.0), b(n, 2.0), c(n, 0.5), rates;
  for (int r = 0; r < repeats; ++r) {
    const double seconds = secondsOf([&a, &b, &c, n] {
      double* y = a.data();
      const double *x = b.data(), *z = c.data();
      for (std::size_t i = 0; i < n; ++i) y[i] = x[i] + 3.0 * z[i];
    });
    if (a[n / 2] == 3.5) rates.push_back(24.0 * static_cast<double>(n) / seconds);
  }
  std::sort(rates.begin(), rates.end());
  return rates;
}

/// Rates [floating point operations / s] of the product of two n x n matrices, row by row as a compiler makes it (no BLAS),
/// sorted.
inline std::vector<double> matrixProductRates(std::size_t n, int repeats) {
  std::vector<double> a(n * n, 1.0), b(n * n, 0.5), c(n * n), rates;
  for (int r = 0; r < repeats; ++r) {
    std::fill(c.begin(), c.end(), 0.0);
    const double seconds = secondsOf([&a, &b, &c, n] {
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k) {
          const double factor = a[i * n + k];
          const double* row = &b[k * n];
          double* to = &c[i * n];
          for (std::size_t j = 0; j < n; ++j) to[j] += factor * row[j];
        }
    });
    if (c[0] == 0.5 * static_cast<double>(n)) rates.push_back(2.0 * static_cast<double>(n * n * n) / seconds);
  }
  std::sort(rates.begin(), rates.end());
  return rates;
}

}  // namespace eagre::bench
