// SPDX-License-Identifier: BSD-3-Clause
#include "channel/redistance.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "channel/heaviside.hpp"
#include "channel/weno.hpp"
#include "channel/zero_distance.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

constexpr double beyond = 3;  ///< the band reaches as many cells beyond the smoothing

// Which a speck smaller than the stencil would not keep to: its integrals vanish.
constexpr double mostShift = 0.3;  ///< by the volume constraint [cells]

/// Square of the slope along one direction that Godunov's flux of |grad phi| takes, phi having the sign s; r = 1 / h.
inline double upwindSquare(const double* p, std::ptrdiff_t step, double s, double r, double epsilon) {
  const double d0 = (p[-2 * step] - p[-3 * step]) * r, d1 = (p[-step] - p[-2 * step]) * r, d2 = (p[0] - p[-step]) * r,
               d3 = (p[step] - p[0]) * r, d4 = (p[2 * step] - p[step]) * r, d5 = (p[3 * step] - p[2 * step]) * r;
  const double behind = std::max(s * d2, 0.0), ahead = std::max(-s * d3, 0.0);
  const bool low = behind >= ahead;
  const double slope = weno5(low ? d0 : d5, low ? d1 : d4, low ? d2 : d3, low ? d3 : d2, low ? d4 : d1, epsilon);
  const double taken = std::max((low ? s : -s) * slope, 0.0);
  return std::max(behind, ahead) > 0 ? taken * taken : 0.0;
}

/// Whether a cell has another sign than one of its two neighbours in a direction.
inline bool changesSign(const double* c, std::ptrdiff_t step) {
  return (c[0] > 0) != (c[step] > 0) || (c[0] > 0) != (c[-step] > 0);
}

}  // namespace

Redistance::Redistance(const grid::Block& block, double smoothing, InterfaceGhosts& ghosts)
    : block_(&block),
      smoothing_(smoothing),
      width_(smoothing + beyond * block.grid().largestSpacing()),
      dtau_(0.5 * block.grid().smallestSpacing()),
      ghosts_(&ghosts) {}

/// Runs of cells of one sign within the band, and the distances of those next to the zero level.
void Redistance::findBand(const grid::Field& phi) {
  const auto P = phi.view();
  const auto& h = block_->grid().h;
  const int n = block_->n()[0];
  const bool spanwise = block_->grid().cells[1] > 1;
  band_.clear();
  fixed_.clear();
  cells_ = 0;
  grid::sequentialRows({"redistance: band", 8}, block_->box(), [&](int j, int k) {
    const double* row = &P(0, j, k);
    for (int i = 0; i < n; ++i) {
      if (std::abs(row[i]) >= width_) continue;
      ++cells_;
      const double sign = row[i] > 0 ? 1 : -1;
      if (i > 0 && !band_.empty() && band_.back().goesOnAt(i, j, k, sign))
        ++band_.back().n;
      else
        band_.push_back({i, j, k, 1, cells_ - 1, sign});
      const double* c = row + i;
      if (changesSign(c, 1) || changesSign(c, P.sk) || (spanwise && changesSign(c, P.sj)))
        fixed_.push_back({i, j, k, zeroDistance(P, i, j, k, h, spanwise)});
    }
  });
}

/// to = a to + (1 - a) [from - dtau sgn (|grad from| - 1)] in the band.
void Redistance::step(const grid::Field& from, double a, grid::Field& to, const grid::Band& band, grid::Reach reach) {
  const auto F = from.view();
  const auto T = to.view();
  const auto& h = block_->grid().h;
  const bool spanwise = block_->grid().cells[1] > 1;
  const double rx = 1 / h[0], ry = 1 / h[1], rz = 1 / h[2], dtau = dtau_;
  constexpr double epsilon = 1e-6;
  grid::forRuns({"redistance: step", 24}, cells_, band_, [=](const Run& run) {
    const double* f = &F(run.i, run.j, run.k);
    double* t = &T(run.i, run.j, run.k);
    const double s = run.sign;
#pragma GCC ivdep
    for (int i = 0; i < run.n; ++i) {
      double square = upwindSquare(f + i, 1, s, rx, epsilon) + upwindSquare(f + i, F.sk, s, rz, epsilon);
      if (spanwise) square += upwindSquare(f + i, F.sj, s, ry, epsilon);
      t[i] = a * t[i] + (1 - a) * (f[i] - dtau * s * (std::sqrt(square) - 1));
    }
  });
  for (const Fixed& c : fixed_) T(c.i, c.j, c.k) = c.distance;
  ghosts_->update(to, reach, &band);
}

/// Of two fields: the sums over the cells around one and 26 times (in two dimensions 8 times) that one.
inline std::array<double, 2> sumsAround(const grid::View<double>& B, const grid::View<double>& W, int i, int j, int k,
                                        int across) {
  const double middle = across > 0 ? 25 : 7;
  double change = middle * B(i, j, k), forced = middle * W(i, j, k);
  for (int c = -1; c <= 1; ++c)
    for (int b = -across; b <= across; ++b)
      for (int a = -1; a <= 1; ++a) {
        change += B(i + a, j + b, k + c);
        forced += W(i + a, j + b, k + c);
      }
  return {change, forced};
}

/// Equation (2). The sums are over the 27 (2D: 9) cells around, the middle one weighing as much as 26 (8) others do. Their terms
/// are made once per cell, H'(phi - phi0) in the place of phi0 and H' f in work.
void Redistance::keepVolume(grid::Field& before, grid::Field& phi, grid::Field& work, const grid::Band& band) {
  const auto B = before.view(), P = phi.view(), W = work.view();
  const auto& h = block_->grid().h;
  const bool spanwise = block_->grid().cells[1] > 1;
  const double e = smoothing_, rx = 0.5 / h[0], ry = spanwise ? 0.5 / h[1] : 0, rz = 0.5 / h[2];
  const auto force = [=](int i, int j, int k) {
    const double gx = (B(i + 1, j, k) - B(i - 1, j, k)) * rx, gy = (B(i, j + 1, k) - B(i, j - 1, k)) * ry,
                 gz = (B(i, j, k + 1) - B(i, j, k - 1)) * rz;
    return heavisideSlope(B(i, j, k), e) * std::sqrt(gx * gx + gy * gy + gz * gz);
  };
  const grid::Box around = block_->box().grown({1, spanwise ? 1 : 0, 1});
  grid::forCells({"redistance: force", 16}, around, [=](int i, int j, int k) {
    W(i, j, k) = std::abs(B(i, j, k)) < e ? heavisideSlope(B(i, j, k), e) * force(i, j, k) : 0;
  });
  shift_.resize(static_cast<std::size_t>(cells_));
  double* const shifts = shift_.data();
  grid::forRuns({"redistance: shift", 16}, cells_, band_, [=](const Run& run) {
    double* shift = shifts + run.first;
    for (int i = run.i; i < run.i + run.n; ++i) *shift++ = std::abs(B(i, run.j, run.k)) < e ? force(i, run.j, run.k) : 0;
  });
  grid::forCells({"redistance: change", 24}, around, [=](int i, int j, int k) {
    B(i, j, k) = std::abs(B(i, j, k)) < e ? heavisideSlope(B(i, j, k), e) * (P(i, j, k) - B(i, j, k)) : 0;
  });
  const double most = mostShift * block_->grid().smallestSpacing();
  const int across = spanwise ? 1 : 0;
  grid::forRuns({"redistance: volume", 32}, cells_, band_, [=](const Run& run) {
    double* shift = shifts + run.first;
    for (int i = run.i; i < run.i + run.n; ++i, ++shift) {
      const int j = run.j, k = run.k;
      if (*shift == 0) continue;
      const auto [change, forced] = sumsAround(B, W, i, j, k, across);
      *shift = forced > 0 ? std::clamp(-change / forced * *shift, -most, most) : 0;
    }
  });
  grid::forRuns({"redistance: move", 24}, cells_, band_, [=](const Run& run) {
    const double* shift = shifts + run.first;
    for (int i = run.i; i < run.i + run.n; ++i) P(i, run.j, run.k) += *shift++;
  });
  ghosts_->update(phi, grid::Reach::all, &band);
}

void Redistance::operator()(grid::Field& phi, const grid::Band& band, int sweeps, bool constrained, grid::Field& before,
                            grid::Field& work) {
  // Slopes are differences along one direction; edges and corners are needed at the end.
  using grid::Reach;
  findBand(phi);
  before = phi;
  const auto P = phi.view();
  for (const Fixed& c : fixed_) P(c.i, c.j, c.k) = c.distance;
  ghosts_->update(phi, sweeps > 0 ? Reach::faces : Reach::all, &band);
  work = phi;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    step(phi, 0, work, band, Reach::faces);
    step(work, 0.5, phi, band, sweep + 1 < sweeps ? Reach::faces : Reach::all);
  }
  if (constrained) keepVolume(before, phi, work, band);
}

}  // namespace eagre::channel
