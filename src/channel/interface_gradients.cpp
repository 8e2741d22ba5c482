// SPDX-License-Identifier: BSD-3-Clause
#include "channel/interface_gradients.hpp"

#include <cmath>
#include <utility>

#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

using View = grid::View<const double>;

constexpr double unknown = 1e300;  ///< of a cell that (2) has not reached

/// The grid around a cell.
struct Around {
  std::array<double, 3> perH;  ///< 1 / h; 0 across a single cell
  bool spanwise;
  int plates[2];  ///< cells beside them; -1: none on this rank
  explicit Around(const grid::Block& block)
      : perH{1 / block.grid().h[0], block.grid().cells[1] > 1 ? 1 / block.grid().h[1] : 0, 1 / block.grid().h[2]},
        spanwise(block.grid().cells[1] > 1),
        plates{block.atBoundary(2, 0) ? 0 : -1, block.atBoundary(2, 1) ? block.n()[2] - 1 : -1} {}
  std::array<double, 3> gradient(View P, int i, int j, int k) const {
    return {0.5 * perH[0] * (P(i + 1, j, k) - P(i - 1, j, k)), 0.5 * perH[1] * (P(i, j + 1, k) - P(i, j - 1, k)),
            0.5 * perH[2] * (P(i, j, k + 1) - P(i, j, k - 1))};
  }
  /// Of the cells beyond a plate none is another fluid's.
  bool atInterface(View P, int i, int j, int k) const {
    const bool up = P(i, j, k) > 0;
    const auto other = [=](double p) { return (p > 0) != up; };
    return other(P(i - 1, j, k)) || other(P(i + 1, j, k)) || (k != plates[0] && other(P(i, j, k - 1))) ||
           (k != plates[1] && other(P(i, j, k + 1))) || (spanwise && (other(P(i, j - 1, k)) || other(P(i, j + 1, k))));
  }
};

/// Least squares of four unknowns.
struct Normal {
  double A[4][4] = {}, b[4] = {};
  void add(const double (&q)[4], double value, double weight) {
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c <= r; ++c) A[r][c] += weight * q[r] * q[c];
      b[r] += weight * q[r] * value;
    }
  }
  /// The first unknown, by elimination of the others. They are held back a little, so that it exists where points are few.
  double first() {
    constexpr double heldBack = 1e-6;
    if (!(A[0][0] > 0)) return 0;
    for (int r = 1; r < 4; ++r) A[r][r] += heldBack * A[0][0];
    for (int r = 3; r > 0; --r)
      for (int c = 0; c < r; ++c) {
        const double factor = A[r][c] / A[r][r];
        for (int e = 0; e <= c; ++e) A[c][e] -= factor * A[r][e];
        b[c] -= factor * b[r];
      }
    return b[0] / A[0][0];
  }
};

/// (1) of one fluid.
double fitAt(View T, View P, const Around& around, int up, double saturation, std::array<int, 3> at) {
  const auto [i, j, k] = at;
  const auto n = around.gradient(P, i, j, k);
  const double square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  if (!(square > 1e-12)) return 0;
  double foot[3];  // from the cell [cells]
  for (std::size_t d = 0; d < 3; ++d) foot[d] = -P(i, j, k) * n[d] / square * around.perH[d];
  const int across = around.spanwise ? 2 : 0;
  Normal equations;
  for (int c = -2; c <= 2; ++c)
    for (int b = -across; b <= across; ++b)
      for (int a = -2; a <= 2; ++a) {
        const double p = P(i + a, j + b, k + c);
        if ((p > 0) != (up != 0)) continue;
        const double x = a - foot[0], y = b - foot[1], z = c - foot[2];
        equations.add({p, p * x, p * y, p * z}, T(i + a, j + b, k + c) - saturation, 1 / (1 + x * x + y * y + z * z));
      }
  return equations.first() * std::sqrt(square);
}

}  // namespace

InterfaceGradients::InterfaceGradients(const grid::Block& block)
    : block_(block),
      ghosts_(block, InterfaceGhosts::Plate::angled),
      gradient_{grid::Field(block), grid::Field(block)},
      next_(block) {}

void InterfaceGradients::find(const grid::Field& T, const grid::Field& phi, double saturation) {
  fit(T, phi, saturation);
  for (const int fluid : {0, 1}) extend(phi, fluid);
}

void InterfaceGradients::fit(const grid::Field& T, const grid::Field& phi, double saturation) {
  const Around around(block_);
  grid::forCells(
      {"evaporation.gradients", 32}, block_,
      [=, T = T.view(), P = phi.view(), lower = gradient_[0].view(), upper = gradient_[1].view()](int i, int j, int k) {
        const bool seeds = around.atInterface(P, i, j, k);
        lower(i, j, k) = seeds ? fitAt(T, P, around, 0, saturation, {i, j, k}) : unknown;
        upper(i, j, k) = seeds ? fitAt(T, P, around, 1, saturation, {i, j, k}) : unknown;
      });
}

void InterfaceGradients::extend(const grid::Field& phi, int fluid) {
  grid::Field& gradient = gradient_[fluid];
  const Around around(block_);
  for (int pass = 0; pass < reach; ++pass) {
    ghosts_.updateNext(gradient, InterfaceGhosts::Of::value);
    grid::forCells({"evaporation.extend", 24}, block_,
                   [=, P = phi.view(), G = std::as_const(gradient).view(), to = next_.view()](int i, int j, int k) {
                     to(i, j, k) = G(i, j, k);
                     if (around.atInterface(P, i, j, k)) return;
                     const auto n = around.gradient(P, i, j, k);
                     const bool up = P(i, j, k) > 0;
                     double sum = 0, weights = 0;
                     const auto take = [&](int d, double low, double high) {
                       const double from = (n[d] > 0) == up ? low : high, weight = std::abs(n[d]) * around.perH[d];
                       if (from == unknown) return;
                       sum += weight * from;
                       weights += weight;
                     };
                     take(0, G(i - 1, j, k), G(i + 1, j, k));
                     take(1, G(i, j - 1, k), G(i, j + 1, k));
                     take(2, G(i, j, k - 1), G(i, j, k + 1));
                     if (weights > 0) to(i, j, k) = sum / weights;
                   });
    std::swap(gradient, next_);
  }
  grid::forCells({"evaporation.extend", 16}, block_, [G = gradient.view()](int i, int j, int k) {
    if (G(i, j, k) == unknown) G(i, j, k) = 0;
  });
  ghosts_.update(gradient);
}

}  // namespace eagre::channel
