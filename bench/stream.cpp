// SPDX-License-Identifier: BSD-3-Clause
// The machine's memory bandwidth by the triad (rates.hpp) on arrays far beyond the cache. Prints
// "best median" [GB/s]. Usage: bench_stream [MiB of one array, 384] [repeats, 15]
#include <fmt/format.h>

#include <cstdlib>

#include "rates.hpp"

int main(int argc, char** argv) {
  const std::size_t n = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 384) * 1024 * 1024 / sizeof(double);
  const int repeats = argc > 2 ? std::atoi(argv[2]) : 15;
  if (n == 0 || repeats < 1) {
    fmt::print(stderr, "usage: bench_stream [MiB of one array] [repeats]\n");
    return 2;
  }
  const auto rates = eagre::bench::triadRates(n, repeats);
  if (rates.empty()) return 1;
  fmt::print("{:.2f} {:.2f}\n", rates.back() * 1e-9, rates[rates.size() / 2] * 1e-9);
}
