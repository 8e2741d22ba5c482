// SPDX-License-Identifier: BSD-3-Clause
// The machine's memory bandwidth by the triad of J. D. McCalpin's STREAM (IEEE TCCA Newsletter, Dec. 1995): a = b + s c on arrays
// far beyond the cache, 24 bytes a turn counted (the line of a that is fetched before it is written is not, as in STREAM). Prints
// "best median" [GB/s]. Usage: bench_stream [MiB of one array, 384] [repeats, 15]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

namespace {

double triadSeconds(std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& c) {
  const auto start = std::chrono::steady_clock::now();
  double* y = a.data();
  const double *x = b.data(), *z = c.data();
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) y[i] = x[i] + 3.0 * z[i];
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t n = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 384) * 1024 * 1024 / sizeof(double);
  const int repeats = argc > 2 ? std::atoi(argv[2]) : 15;
  if (n == 0 || repeats < 1) {
    fmt::print(stderr, "usage: bench_stream [MiB of one array] [repeats]\n");
    return 2;
  }
  std::vector<double> a(n, 1.0), b(n, 2.0), c(n, 0.5), rates;
  for (int i = 0; i < repeats; ++i) rates.push_back(24e-9 * static_cast<double>(n) / triadSeconds(a, b, c));
  if (a[n / 2] != 3.5) return 1;
  std::sort(rates.begin(), rates.end());
  fmt::print("{:.2f} {:.2f}\n", rates.back(), rates[rates.size() / 2]);
}
