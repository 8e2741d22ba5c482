// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "channel/settings.hpp"
#include "comm/communicator.hpp"
#include "grid/block.hpp"
#include "grid/field.hpp"

namespace eagre::test {

/// A cube (2D: one cell across y) with sides of length 1, cut among the ranks of a communicator.
inline grid::Grid unitGrid(int n, bool threeD, std::array<bool, 3> periodic) {
  grid::Grid g;
  g.cells = {n, threeD ? n : 1, n};
  g.h = {1.0 / n, 1.0 / n, 1.0 / n};
  g.periodic = periodic;
  return g;
}

/// f(x, y, z) in all cells of this rank.
template <class F>
void setCells(const grid::Block& block, grid::Field& field, F&& f) {
  for (int k = 0; k < block.n()[2]; ++k)
    for (int j = 0; j < block.n()[1]; ++j)
      for (int i = 0; i < block.n()[0]; ++i) field(i, j, k) = f(block.x(i), block.y(j), block.z(k));
}

/// Largest f(i, j, k) over this rank's cells.
template <class F>
double largestOf(const grid::Block& block, F&& f) {
  double largest = 0;
  for (int k = 0; k < block.n()[2]; ++k)
    for (int j = 0; j < block.n()[1]; ++j)
      for (int i = 0; i < block.n()[0]; ++i) largest = std::max(largest, f(i, j, k));
  return largest;
}

/// A velocity in the planes y = const without divergence, by differences of a stream function at the corners of cells, on all
/// faces of this rank and one beyond.
struct PlaneFlow {
  grid::Field u, v, w;
  explicit PlaneFlow(const grid::Block& block) : u(block), v(block), w(block) {}
  template <class F>
  void set(const grid::Block& block, F&& psi) {
    const auto& g = block.grid();
    const auto at = [&](int i, int k) { return psi(g.face(0, block.offset()[0] + i), g.face(2, block.offset()[2] + k)); };
    for (int k = -1; k <= block.n()[2] + 1; ++k)
      for (int j = -1; j <= block.n()[1]; ++j)
        for (int i = -1; i <= block.n()[0] + 1; ++i) {
          u(i, j, k) = (at(i, k + 1) - at(i, k)) / g.h[2];
          w(i, j, k) = -(at(i + 1, k) - at(i, k)) / g.h[0];
        }
  }
};

}  // namespace eagre::test
