// SPDX-License-Identifier: BSD-3-Clause
#include "channel/curvature.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

struct Spacing {
  double rx, ry, rz;  ///< 1 / h; ry = 0 in 2D
  double largestCurvature;
  explicit Spacing(const grid::Grid& g)
      : rx(1 / g.h[0]),
        ry(g.cells[1] > 1 ? 1 / g.h[1] : 0),
        rz(1 / g.h[2]),
        largestCurvature((ry > 0 ? 2 : 1) * std::max({rx, ry, rz})) {}
};

/// Of the level through the cell's centre.
inline double levelCurvature(grid::View<const double> P, const Spacing& s, int i, int j, int k) {
  const double p = P(i, j, k);
  const double x = 0.5 * s.rx * (P(i + 1, j, k) - P(i - 1, j, k)), y = 0.5 * s.ry * (P(i, j + 1, k) - P(i, j - 1, k)),
               z = 0.5 * s.rz * (P(i, j, k + 1) - P(i, j, k - 1));
  const double xx = s.rx * s.rx * (P(i + 1, j, k) - 2 * p + P(i - 1, j, k)),
               yy = s.ry * s.ry * (P(i, j + 1, k) - 2 * p + P(i, j - 1, k)),
               zz = s.rz * s.rz * (P(i, j, k + 1) - 2 * p + P(i, j, k - 1));
  const double xy = 0.25 * s.rx * s.ry * (P(i + 1, j + 1, k) - P(i - 1, j + 1, k) - P(i + 1, j - 1, k) + P(i - 1, j - 1, k)),
               xz = 0.25 * s.rx * s.rz * (P(i + 1, j, k + 1) - P(i - 1, j, k + 1) - P(i + 1, j, k - 1) + P(i - 1, j, k - 1)),
               yz = 0.25 * s.ry * s.rz * (P(i, j + 1, k + 1) - P(i, j - 1, k + 1) - P(i, j + 1, k - 1) + P(i, j - 1, k - 1));
  const double square = x * x + y * y + z * z;
  if (!(square > 1e-12)) return 0;
  const double bend = x * x * (yy + zz) + y * y * (xx + zz) + z * z * (xx + yy) - 2 * (x * y * xy + x * z * xz + y * z * yz);
  return std::clamp(bend / (square * std::sqrt(square)), -s.largestCurvature, s.largestCurvature);
}

/// k interpolated linearly at the foot of the perpendicular from the cell's centre.
inline double atFoot(grid::View<const double> P, grid::View<const double> K, const Spacing& s, int i, int j, int k) {
  constexpr double farthest = 2.5;  // [cells]; ghosts end at 3
  const double p = P(i, j, k);
  const double x = 0.5 * (P(i + 1, j, k) - P(i - 1, j, k)), y = s.ry > 0 ? 0.5 * (P(i, j + 1, k) - P(i, j - 1, k)) : 0,
               z = 0.5 * (P(i, j, k + 1) - P(i, j, k - 1));
  const double square = x * x * s.rx * s.rx + y * y * s.ry * s.ry + z * z * s.rz * s.rz;
  if (!(square > 1e-12)) return K(i, j, k);
  const double a = std::clamp(-p / square * x * s.rx * s.rx, -farthest, farthest),
               b = std::clamp(-p / square * y * s.ry * s.ry, -farthest, farthest),
               c = std::clamp(-p / square * z * s.rz * s.rz, -farthest, farthest);
  const int ia = i + static_cast<int>(std::floor(a)), jb = j + static_cast<int>(std::floor(b)),
            kc = k + static_cast<int>(std::floor(c));
  const double ta = a - std::floor(a), tb = b - std::floor(b), tc = c - std::floor(c);
  const auto row = [&](int jj, int kk) { return (1 - ta) * K(ia, jj, kk) + ta * K(ia + 1, jj, kk); };
  const auto plane = [&](int kk) { return s.ry > 0 ? (1 - tb) * row(jb, kk) + tb * row(jb + 1, kk) : row(j, kk); };
  return (1 - tc) * plane(kc) + tc * plane(kc + 1);
}

}  // namespace

void curvature(const grid::Block& block, const grid::Field& phi, double width, const grid::Band& band, InterfaceGhosts& ghosts,
               grid::Field& work, grid::Field& kappa) {
  const auto P = phi.view();
  const Spacing s(block.grid());
  const auto W = work.view();
  grid::forCells({"channel.curvature", 16}, block,
                 [=](int i, int j, int k) { W(i, j, k) = std::abs(P(i, j, k)) < width ? levelCurvature(P, s, i, j, k) : 0; });
  atFeet(block, phi, width, band, ghosts, work, kappa);
}

void atFeet(const grid::Block& block, const grid::Field& phi, double width, const grid::Band& band, InterfaceGhosts& ghosts,
            grid::Field& values, grid::Field& feet) {
  const auto P = phi.view();
  const Spacing s(block.grid());
  const auto W = values.view(), K = feet.view();
  // Beyond the band, where nothing is sent, there is none.
  grid::forGhosts({"ghosts: zero", 8}, block.box(), grid::haloWidth, [=](int i, int j, int k) { W(i, j, k) = 0; });
  ghosts.updateFree(values, grid::haloWidth, grid::Reach::all, band);
  const auto level = std::as_const(values).view();
  grid::forCells({"channel.curvatureFoot", 24}, block,
                 [=](int i, int j, int k) { K(i, j, k) = std::abs(P(i, j, k)) < width ? atFoot(P, level, s, i, j, k) : 0; });
  grid::forGhosts({"ghosts: zero", 8}, block.box(), 1, [=](int i, int j, int k) { K(i, j, k) = 0; });
  ghosts.updateFree(feet, 1, grid::Reach::faces, band);
}

}  // namespace eagre::channel
