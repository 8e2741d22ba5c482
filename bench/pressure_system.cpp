// SPDX-License-Identifier: BSD-3-Clause
// The pressure equation of two fluids (density ratio 1000, see grid_system.hpp) on a grid, solved by multigridPCG from zero.
// Prints a line of JSON; writes the system for other solvers if a file is named. Usage: bench_pressure_system NX NY NZ [FILE]
// FILE: int64 nCells, nFaces; int32 owner[nFaces], neighbour[nFaces]; double diag[nCells], upper[nFaces], b[nCells], x0[nCells];
// double tolerance, relTol.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "unit/linear/grid_system.hpp"

namespace {

using namespace eagre;
using linear::testing::GridSystem;

constexpr double tolerance = 1e-7;
constexpr int repeats = 5;

template <class F>
double processorSeconds(F&& f) {
  const auto start = std::clock();
  f();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

bool write(const char* path, const GridSystem& s, const std::vector<double>& b) {
  std::ofstream out(path, std::ios::binary);
  const auto put = [&](const auto* data, std::size_t n) {
    out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(n * sizeof(*data)));
  };
  const std::int64_t size[] = {s.addressing.nCells, s.addressing.nFaces()};
  const double controls[] = {tolerance, 0.0};
  static_assert(sizeof(Label) == sizeof(std::int32_t));
  put(size, 2);
  put(s.addressing.owner.data(), s.addressing.owner.size());
  put(s.addressing.neighbour.data(), s.addressing.neighbour.size());
  put(s.matrix.diag.data(), s.matrix.diag.size());
  put(s.matrix.upper.data(), s.matrix.upper.size());
  put(b.data(), b.size());
  const std::vector<double> x0(b.size(), 0.0);
  put(x0.data(), x0.size());
  put(controls, 2);
  out.close();
  return static_cast<bool>(out);
}

}  // namespace

int main(int argc, char** argv) {
  std::array<Label, 3> n{};
  for (int d = 0; d < 3 && argc > d + 1; ++d) n[d] = std::atoi(argv[d + 1]);
  if (argc < 4 || argc > 5 || std::min({n[0], n[1], n[2]}) < 1) {
    fmt::print(stderr, "usage: bench_pressure_system NX NY NZ [FILE]\n");
    return 2;
  }
  GridSystem s({n, false, {}, 2.0}, linear::testing::twoFluids(n[0]), 0.0, true);
  const auto b = s.source();
  if (argc == 5 && !write(argv[4], s, b)) {
    fmt::print(stderr, "cannot write {}\n", argv[4]);
    return 1;
  }
  const auto controls =
      config::Dictionary::parse(fmt::format("solver PCG; preconditioner multigrid; tolerance {};", tolerance), "bench");
  const auto solver = linear::makeSolver("p", true, controls, s.addressing, {}, s.geometry());
  linear::SolverPerformance performance;
  std::vector<double> solves, refreshed;
  const auto solve = [&] {
    auto x = s.guess();
    return processorSeconds([&] { performance = solver->solve(s.matrix, x, b); });
  };
  s.matrix.version = 1;
  const double first = solve();        // pairs cells as well
  for (int i = 0; i < repeats; ++i) {  // the same matrix again, then another version, whose coefficients go through all levels
    solves.push_back(solve());
    ++s.matrix.version;
    refreshed.push_back(solve());
  }
  const double solving = median(solves), refreshing = median(refreshed);
  fmt::print(R"({{"cells": {}, "structure": {:.4g}, "refresh": {:.4g}, "solve": {:.4g}, "iterations": {}, "residual": {:.3g}}})"
             "\n",
             s.addressing.nCells, first - refreshing, refreshing - solving, solving, performance.iterations,
             performance.finalResidual);
}
