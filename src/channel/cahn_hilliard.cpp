// SPDX-License-Identifier: BSD-3-Clause
#include "channel/cahn_hilliard.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "grid/loops.hpp"

namespace eagre::channel {

using Of = InterfaceGhosts::Of;

namespace {

constexpr double meanSlope = 0.2;        ///< s; the quotient's slope is -1/8 on the interface and 1/4 in the phases
constexpr double roundOff = 1e-14;       ///< a residual falls no further than this times the diagonal of (1) [C]
constexpr double innerReduction = 0.03;  ///< of the residual by the linear solver in one correction
constexpr int mostCorrections = 100;

double well(double C) { return 0.25 * C * C * (1 - C) * (1 - C); }
double wellSlope(double C) { return 0.5 * C * (1 - C) * (1 - 2 * C); }
/// [f(a) - f(b)] / (a - b)
inline double quotient(double a, double b) {
  const double square = a * a + b * b, product = a * b;
  return 0.25 * ((a + b) * (square + 1) - 2 * (square + product));
}

/// Sum over directions of [F(high face) - F(low face)] / h^2, F = weight (difference across the face); 7-point.
struct Laplacian {
  grid::View<const double> x;
  double cx, cy, cz;  ///< 1 / h^2; cy = 0 in 2D
  double operator()(int i, int j, int k) const {
    const double c = x(i, j, k);
    return cx * ((x(i + 1, j, k) - c) - (c - x(i - 1, j, k))) + cy * ((x(i, j + 1, k) - c) - (c - x(i, j - 1, k))) +
           cz * ((x(i, j, k + 1) - c) - (c - x(i, j, k - 1)));
  }
};
Laplacian laplacian(const grid::Block& block, const grid::Field& x) {
  const auto& h = block.grid().h;
  return {x.view(), 1 / (h[0] * h[0]), block.grid().cells[1] > 1 ? 1 / (h[1] * h[1]) : 0, 1 / (h[2] * h[2])};
}

/// div(M grad x), M on a face the mean of its cells'.
struct MobileLaplacian {
  Laplacian l;
  grid::View<const double> M;
  double operator()(int i, int j, int k) const {
    const auto& x = l.x;
    const double c = x(i, j, k), m = M(i, j, k);
    return 0.5 * (l.cx * ((M(i + 1, j, k) + m) * (x(i + 1, j, k) - c) - (m + M(i - 1, j, k)) * (c - x(i - 1, j, k))) +
                  l.cy * ((M(i, j + 1, k) + m) * (x(i, j + 1, k) - c) - (m + M(i, j - 1, k)) * (c - x(i, j - 1, k))) +
                  l.cz * ((M(i, j, k + 1) + m) * (x(i, j, k + 1) - c) - (m + M(i, j, k - 1)) * (c - x(i, j, k - 1))));
  }
};

}  // namespace

CahnHilliard::CahnHilliard(const grid::Block& block, const Settings& settings, InterfaceGhosts& ghosts,
                           std::shared_ptr<grid::Workspace> workspace)
    : block_(&block),
      ghosts_(&ghosts),
      cahn_(settings.interface.cahn),
      peclet_(settings.interface.peclet),
      tolerance_(settings.solver.phaseTolerance),
      maxIterations_(settings.solver.maxIterations),
      degenerate_(settings.interface.mobility == Mobility::degenerate),
      workspace_(grid::Workspace::orOwn(std::move(workspace), block)),
      old_((*workspace_)[0]),
      mu_((*workspace_)[1]),
      r_((*workspace_)[2]),
      d_((*workspace_)[3]),
      p_((*workspace_)[4]),
      q_((*workspace_)[5]),
      z_((*workspace_)[6]) {
  if (cahn_ == 0) cahn_ = block.grid().largestSpacing();
  if (peclet_ == 0) peclet_ = 1 / cahn_;
  if (degenerate_) mobility_ = grid::Field(block, 1);
}

void CahnHilliard::setMobility(const grid::Field& C) {
  if (!degenerate_) return;
  const auto c = C.view();
  const auto M = mobility_.view();
  grid::forCells({"mobility", 16}, block_->box().grown({1, 1, 1}),
                 [=](int i, int j, int k) { M(i, j, k) = std::max(0.0, 4 * c(i, j, k) * (1 - c(i, j, k))); });
}

/// Sum of f(i, j, k, div(M grad x)) over this rank's cells; x with ghosts.
template <class F>
double CahnHilliard::sumDiffusion(kernel::Loop loop, const grid::Field& x, F&& f) const {
  const auto lap = laplacian(*block_, x);
  if (degenerate_) {
    const MobileLaplacian mobile{lap, mobility_.view()};
    return grid::sumCells(loop, block_->box(), [=](int i, int j, int k) { return f(i, j, k, mobile(i, j, k)); });
  }
  return grid::sumCells(loop, block_->box(), [=](int i, int j, int k) { return f(i, j, k, lap(i, j, k)); });
}

/// Residual of (1) and (2) into r_; returns its sum of squares.
double CahnHilliard::residual(const grid::Field& C, double factor) {
  const auto old = std::as_const(old_).view(), c = C.view();
  const auto lapOld = laplacian(*block_, old_), lap = laplacian(*block_, C);
  const auto mu = mu_.view(), r = r_.view();
  const double half = 0.5 * cahn_ * cahn_;
  grid::forCells({"Cahn-Hilliard: potential", 24}, *block_, [=](int i, int j, int k) {
    mu(i, j, k) = quotient(c(i, j, k), old(i, j, k)) - half * (lap(i, j, k) + lapOld(i, j, k));
  });
  ghosts_->updateNext(mu_, Of::noFlux);
  return block_->communicator().sum(
      sumDiffusion({"Cahn-Hilliard: residual", 32}, mu_, [=](int i, int j, int k, double diffusion) {
        const double value = old(i, j, k) - c(i, j, k) + factor * diffusion;
        r(i, j, k) = value;
        return value * value;
      }));
}

/// Conjugate gradients for (4) from d = 0, until the residual r_ is `reduction` of what it was; d_ is the correction. mu_ holds B
/// p, z_ is B r; B x = s x - Cn^2 lap(x) / 2.
void CahnHilliard::correct(double reduction, double factor, int mostIterations, SolveRecord& record) {
  const auto r = r_.view(), d = d_.view(), p = p_.view(), q = q_.view(), Bp = mu_.view(), z = z_.view();
  const auto lap = laplacian(*block_, r_);
  const double half = 0.5 * cahn_ * cahn_;
  std::array<double, 2> sums;  // (r, B r), (r, r)
  const auto productsOfResidual = [&] {
    ghosts_->updateNext(r_, Of::change);
    sums = grid::sumsCells<2>({"Cahn-Hilliard: B", 16}, block_->box(), [=](int i, int j, int k) {
      const double value = r(i, j, k), B = meanSlope * value - half * lap(i, j, k);
      z(i, j, k) = B;
      return std::array{value * B, value * value};
    });
    block_->communicator().sum(sums);
  };
  productsOfResidual();
  const double target = reduction * reduction * sums[1];
  grid::forCells({"Cahn-Hilliard: start", 40}, *block_, [=](int i, int j, int k) {
    d(i, j, k) = 0;
    p(i, j, k) = r(i, j, k);
    Bp(i, j, k) = z(i, j, k);
  });
  for (int it = 0; it < mostIterations && sums[1] > target; ++it) {
    ++record.iterations;
    ghosts_->updateNext(mu_, Of::noFlux);
    const double curvature =
        block_->communicator().sum(sumDiffusion({"Cahn-Hilliard: A", 24}, mu_, [=](int i, int j, int k, double diffusion) {
          const double value = p(i, j, k) - factor * diffusion;
          q(i, j, k) = value;
          return Bp(i, j, k) * value;
        }));
    const double alpha = sums[0] / curvature, before = sums[0];
    grid::forCells({"Cahn-Hilliard: update", 24}, *block_, [=](int i, int j, int k) { r(i, j, k) -= alpha * q(i, j, k); });
    productsOfResidual();
    const double beta = sums[0] / before;
    grid::forCells({"Cahn-Hilliard: direction", 64}, *block_, [=](int i, int j, int k) {
      const double direction = p(i, j, k);
      d(i, j, k) += alpha * direction;
      p(i, j, k) = r(i, j, k) + beta * direction;
      Bp(i, j, k) = z(i, j, k) + beta * Bp(i, j, k);
    });
  }
}

SolveRecord CahnHilliard::step(grid::Field& C, double dt) {
  SolveRecord record;
  const double factor = dt / peclet_, cells = static_cast<double>(block_->grid().nCells());
  const auto& h = block_->grid().h;
  const double least =
      roundOff * (1 + factor * (1 / (h[0] * h[0]) + (block_->grid().cells[1] > 1 ? 1 / (h[1] * h[1]) : 0) + 1 / (h[2] * h[2])));
  setMobility(C);
  old_ = C;
  const auto c = C.view();
  const auto d = std::as_const(d_).view();
  for (;;) {
    const double rms = std::sqrt(residual(C, factor) / cells);
    if (record.corrections == 0) record.firstResidual = rms;
    record.lastResidual = rms;
    record.converged = rms <= std::max(tolerance_ * record.firstResidual, least);
    if (record.converged || record.corrections == mostCorrections || record.iterations >= maxIterations_ || !std::isfinite(rms))
      return record;
    correct(std::max(innerReduction, 0.3 * tolerance_ * record.firstResidual / rms), factor, maxIterations_ - record.iterations,
            record);
    ++record.corrections;
    grid::forCells({"Cahn-Hilliard: correct", 24}, *block_, [=](int i, int j, int k) { c(i, j, k) += d(i, j, k); });
    ghosts_->update(C);
  }
}

void CahnHilliard::potential(const grid::Field& C, grid::Field& mu) {
  const auto c = C.view();
  const auto lap = laplacian(*block_, C);
  const auto to = mu.view();
  const double square = cahn_ * cahn_;
  grid::forCells({"chemical potential", 16}, *block_,
                 [=](int i, int j, int k) { to(i, j, k) = wellSlope(c(i, j, k)) - square * lap(i, j, k); });
  ghosts_->updateNext(mu, Of::noFlux);
}

/// The gradient's part is summed over the low faces of cells, those on physical boundaries left out.
double CahnHilliard::energy(const grid::Field& C) const {
  const auto c = C.view();
  const auto& h = block_->grid().h;
  const double half = 0.5 * cahn_ * cahn_, gx = half / (h[0] * h[0]), gy = half / (h[1] * h[1]), gz = half / (h[2] * h[2]);
  const bool firstX = block_->atBoundary(0, 0), firstY = block_->atBoundary(1, 0), firstZ = block_->atBoundary(2, 0);
  const double sum = grid::sumCells({"energy", 8}, block_->box(), [=](int i, int j, int k) {
    const double value = c(i, j, k);
    double e = well(value);
    if (i > 0 || !firstX) e += gx * (value - c(i - 1, j, k)) * (value - c(i - 1, j, k));
    if (j > 0 || !firstY) e += gy * (value - c(i, j - 1, k)) * (value - c(i, j - 1, k));
    if (k > 0 || !firstZ) e += gz * (value - c(i, j, k - 1)) * (value - c(i, j, k - 1));
    return e;
  });
  return block_->communicator().sum(sum) * block_->grid().cellVolume();
}

}  // namespace eagre::channel
