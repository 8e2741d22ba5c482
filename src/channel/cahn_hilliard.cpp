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

constexpr double tiny = 1e-30;
/// Taken from the normal mobility, so that it is 0 off the interface: there is nothing to solve.
constexpr double leastMobility = 1e-3;

double mobilityAcross(double C) { return std::max(0.0, 4 * C * (1 - C) - leastMobility); }
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

/// The same and sum over pairs of directions of w delta_d^2 delta_e^2 x, w = min(h_d, h_e)^2 / 6: on cubes its error,
/// h^2 lap lap x / 12, has no direction. Surface tension then has none either; with seven points it is least along the axes, by
/// h^2 / (240 Cn^2), and an interface along one is stiffer by three times as much.
struct IsotropicLaplacian {
  Laplacian l;
  double cxy, cyz, cxz;  ///< w / (h_d h_e)^2
  template <int D, int E>
  double cross(int i, int j, int k) const {
    const double* x = &l.x(i, j, k);
    const std::ptrdiff_t step[3] = {1, l.x.sj, l.x.sk}, d = step[D], e = step[E];
    return ((x[d + e] + x[d - e]) + (x[e - d] + x[-d - e])) - 2 * ((x[d] + x[-d]) + (x[e] + x[-e])) + 4 * x[0];
  }
  double operator()(int i, int j, int k) const {
    double sum = l(i, j, k) + cxz * cross<0, 2>(i, j, k);
    if (cxy > 0) sum += cxy * cross<0, 1>(i, j, k) + cyz * cross<1, 2>(i, j, k);
    return sum;
  }
};

double crossWeight(const grid::Grid& g, int d, int e) {
  const double least = std::min(g.h[d], g.h[e]), product = g.h[d] * g.h[e];
  return g.cells[d] > 1 && g.cells[e] > 1 ? least * least / (6 * product * product) : 0;
}

grid::View<const double>& viewOf(Laplacian& l) { return l.x; }
grid::View<const double>& viewOf(IsotropicLaplacian& l) { return l.l.x; }

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

/// The same, M given on low faces.
struct NormalLaplacian {
  Laplacian l;
  grid::View<const float> Mx, My, Mz;
  double operator()(int i, int j, int k) const {
    const auto& x = l.x;
    const double c = x(i, j, k);
    return l.cx * (Mx(i + 1, j, k) * (x(i + 1, j, k) - c) - Mx(i, j, k) * (c - x(i - 1, j, k))) +
           l.cy * (My(i, j + 1, k) * (x(i, j + 1, k) - c) - My(i, j, k) * (c - x(i, j - 1, k))) +
           l.cz * (Mz(i, j, k + 1) * (x(i, j, k + 1) - c) - Mz(i, j, k) * (c - x(i, j, k - 1)));
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
      kind_(settings.interface.mobility),
      isotropic_(settings.interface.smoothing > 0),
      workspace_(grid::Workspace::orOwn(std::move(workspace), block)),
      old_((*workspace_)[0]),
      mu_((*workspace_)[1]),
      r_((*workspace_)[2]),
      d_((*workspace_)[3]),
      p_((*workspace_)[4]),
      q_((*workspace_)[5]),
      z_((*workspace_)[6]) {
  active_ = block.box();
  if (cahn_ == 0) cahn_ = block.grid().largestSpacing();
  if (peclet_ == 0) peclet_ = kind_ == Mobility::normal ? 1 : 1 / cahn_;
  if (kind_ == Mobility::degenerate) mobility_ = grid::Field(block, 1);
  if (kind_ == Mobility::normal)
    for (auto& M : faceMobility_) M = grid::BasicField<float>(block, 1);
}

void CahnHilliard::setMobility(const grid::Field& C) {
  if (kind_ == Mobility::constant) return;
  if (kind_ == Mobility::normal) {
    for (int d = 0; d < 3; ++d) setNormalMobility(C, d);
    active_ = grid::common(block_->box(), withMobility(C).grown({1, 1, 1}));
    for (grid::Field* f : {&mu_, &r_, &d_, &p_, &z_}) f->fill(0);
    return;
  }
  const auto c = C.view();
  const auto M = mobility_.view();
  grid::forCells({"mobility", 16}, block_->box().grown({1, 1, 1}),
                 [=](int i, int j, int k) { M(i, j, k) = std::max(0.0, 4 * c(i, j, k) * (1 - c(i, j, k))); });
}

/// M n_d^2 on the faces of direction d, n the normal by the differences of C.
void CahnHilliard::setNormalMobility(const grid::Field& C, int d) {
  const auto c = C.view();
  const auto M = faceMobility_[d].view();
  const std::ptrdiff_t step[3] = {1, c.sj, c.sk};
  const int e = (d + 1) % 3, f = (d + 2) % 3;
  const std::ptrdiff_t across = step[d], first = step[e], second = step[f];
  const auto perH = [&](int direction) { return block_->grid().cells[direction] > 1 ? 1 / block_->grid().h[direction] : 0; };
  const double perD = perH(d), perE = 0.25 * perH(e), perF = 0.25 * perH(f);
  grid::Box faces = block_->box();
  ++faces.high[d];
  grid::forCells({"mobility", 16}, faces, [=](int i, int j, int k) {
    const double *high = &c(i, j, k), *low = high - across, a = *low, b = *high;
    const double gd = perD * (b - a), ge = perE * ((low[first] - low[-first]) + (high[first] - high[-first])),
                 gf = perF * ((low[second] - low[-second]) + (high[second] - high[-second]));
    const double square = gd * gd;
    const double mobility = 0.5 * (mobilityAcross(a) + mobilityAcross(b));
    M(i, j, k) = static_cast<float>(mobility * square / (square + ge * ge + gf * gf + tiny));
  });
}

/// The least box around this rank's cells, and those next to them, that have a mobility.
grid::Box CahnHilliard::withMobility(const grid::Field& C) const {
  const auto c = C.view();
  const grid::Box all = block_->box().grown({1, 1, 1});
  grid::Box found{all.high, all.low};
  grid::sequentialRows({"mobility: box", 8}, all, [&](int j, int k) {
    int low = all.high[0], high = all.low[0];
    for (int i = all.low[0]; i < all.high[0]; ++i)
      if (mobilityAcross(c(i, j, k)) > 0) low = std::min(low, i), high = i + 1;
    if (low >= high) return;
    const grid::Int3 first{low, j, k}, last{high, j + 1, k + 1};
    for (std::size_t d = 0; d < 3; ++d) {
      found.low[d] = std::min(found.low[d], first[d]);
      found.high[d] = std::max(found.high[d], last[d]);
    }
  });
  return found.low[0] < found.high[0] ? found : grid::Box{};
}

/// Sum of f(i, j, k, div(M grad x)) over this rank's cells; x with ghosts.
template <class F>
double CahnHilliard::sumDiffusion(kernel::Loop loop, const grid::Field& x, F&& f) const {
  const auto lap = laplacian(*block_, x);
  if (kind_ == Mobility::normal) {
    const NormalLaplacian normal{lap, faceMobility_[0].view(), faceMobility_[1].view(), faceMobility_[2].view()};
    return grid::sumCells(loop, active_, [=](int i, int j, int k) { return f(i, j, k, normal(i, j, k)); });
  }
  if (kind_ == Mobility::degenerate) {
    const MobileLaplacian mobile{lap, mobility_.view()};
    return grid::sumCells(loop, active_, [=](int i, int j, int k) { return f(i, j, k, mobile(i, j, k)); });
  }
  return grid::sumCells(loop, active_, [=](int i, int j, int k) { return f(i, j, k, lap(i, j, k)); });
}

/// use(lap C), as the potential has it.
template <class F>
void CahnHilliard::withLaplacian(const grid::Field& C, F&& use) const {
  const auto lap = laplacian(*block_, C);
  const auto& g = block_->grid();
  if (isotropic_)
    use(IsotropicLaplacian{lap, crossWeight(g, 0, 1), crossWeight(g, 1, 2), crossWeight(g, 0, 2)});
  else
    use(lap);
}

/// (2) into mu_, and what (5) adds.
void CahnHilliard::meanPotential(const grid::Field& C, const grid::Field* kappa) {
  const auto old = std::as_const(old_).view(), c = C.view();
  const auto mu = mu_.view();
  const double half = 0.5 * cahn_ * cahn_;
  withLaplacian(C, [&](const auto& lap) {
    auto lapOld = lap;
    viewOf(lapOld) = std::as_const(old_).view();
    const auto make = [&](auto added) {
      grid::forCells({"Cahn-Hilliard: potential", 24}, active_, [=](int i, int j, int k) {
        mu(i, j, k) = quotient(c(i, j, k), old(i, j, k)) - half * (lap(i, j, k) + lapOld(i, j, k)) + added(i, j, k);
      });
    };
    if (kappa)
      make([=, cahn = cahn_, K = kappa->view()](int i, int j, int k) { return K(i, j, k) * profileSlope(old(i, j, k), cahn); });
    else
      make([](int, int, int) { return 0.0; });
  });
  ghosts_->updateNext(mu_, Of::noFlux);
}

/// Residual of (1) and (2) into r_; returns its sum of squares.
double CahnHilliard::residual(const grid::Field& C, double factor, const grid::Field* kappa) {
  meanPotential(C, kappa);
  const auto old = std::as_const(old_).view(), c = C.view();
  const auto r = r_.view();
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
  const double half = 0.5 * cahn_ * cahn_;
  std::array<double, 2> sums;  // (r, B r), (r, r)
  const auto productsOfResidual = [&] {
    ghosts_->updateNext(r_, Of::change, isotropic_ ? grid::Reach::all : grid::Reach::faces);
    withLaplacian(r_, [&](const auto& lap) {
      sums = grid::sumsCells<2>({"Cahn-Hilliard: B", 16}, active_, [=](int i, int j, int k) {
        const double value = r(i, j, k), B = meanSlope * value - half * lap(i, j, k);
        z(i, j, k) = B;
        return std::array{value * B, value * value};
      });
    });
    block_->communicator().sum(sums);
  };
  productsOfResidual();
  const double target = reduction * reduction * sums[1];
  grid::forCells({"Cahn-Hilliard: start", 40}, active_, [=](int i, int j, int k) {
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
    grid::forCells({"Cahn-Hilliard: update", 24}, active_, [=](int i, int j, int k) { r(i, j, k) -= alpha * q(i, j, k); });
    productsOfResidual();
    const double beta = sums[0] / before;
    grid::forCells({"Cahn-Hilliard: direction", 64}, active_, [=](int i, int j, int k) {
      const double direction = p(i, j, k);
      d(i, j, k) += alpha * direction;
      p(i, j, k) = r(i, j, k) + beta * direction;
      Bp(i, j, k) = z(i, j, k) + beta * Bp(i, j, k);
    });
  }
}

SolveRecord CahnHilliard::step(grid::Field& C, double dt, const grid::Field* kappa) {
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
    const double rms = std::sqrt(residual(C, factor, kappa) / cells);
    if (record.corrections == 0) record.firstResidual = rms;
    record.lastResidual = rms;
    record.converged = rms <= std::max(tolerance_ * record.firstResidual, least);
    if (record.converged || record.corrections == mostCorrections || record.iterations >= maxIterations_ || !std::isfinite(rms))
      return record;
    correct(std::max(innerReduction, 0.3 * tolerance_ * record.firstResidual / rms), factor, maxIterations_ - record.iterations,
            record);
    ++record.corrections;
    grid::forCells({"Cahn-Hilliard: correct", 24}, active_, [=](int i, int j, int k) { c(i, j, k) += d(i, j, k); });
    ghosts_->update(C);
  }
}

void CahnHilliard::potential(const grid::Field& C, grid::Field& mu) {
  const auto c = C.view();
  const auto to = mu.view();
  const double square = cahn_ * cahn_;
  withLaplacian(C, [&](const auto& lap) {
    grid::forCells({"chemical potential", 16}, *block_,
                   [=](int i, int j, int k) { to(i, j, k) = wellSlope(c(i, j, k)) - square * lap(i, j, k); });
  });
  ghosts_->updateNext(mu, Of::noFlux);
}

/// What the differences take from the gradient's energy, Cn^2 h^2 / 24 of the square of lap C, of the equilibrium profile.
double CahnHilliard::relativeTension() const {
  const auto& g = block_->grid();
  const double h = std::min(g.h[0], g.h[2]);
  return isotropic_ ? 1 - h * h / (240 * cahn_ * cahn_) : 1;
}

/// The gradient's part is summed over the low faces and edges of cells, those on physical boundaries left out.
double CahnHilliard::energy(const grid::Field& C) const {
  const auto c = C.view();
  const auto& g = block_->grid();
  const std::ptrdiff_t step[3] = {1, c.sj, c.sk};
  double sum = grid::sumCells({"energy", 8}, block_->box(), [=](int i, int j, int k) { return well(c(i, j, k)); });
  const double half = 0.5 * cahn_ * cahn_;
  for (int d = 0; d < 3; ++d) {
    grid::Box faces = block_->box();
    if (block_->atBoundary(d, 0)) ++faces.low[d];
    const double perSquare = half / (g.h[d] * g.h[d]);
    const std::ptrdiff_t D = step[d];
    sum += grid::sumCells({"energy", 8}, faces, [=](int i, int j, int k) {
      const double* x = &c(i, j, k);
      return perSquare * (x[0] - x[-D]) * (x[0] - x[-D]);
    });
    const int e = (d + 1) % 3;
    const double weight = isotropic_ ? half * crossWeight(g, d, e) : 0;
    if (weight == 0) continue;
    if (block_->atBoundary(e, 0)) ++faces.low[e];
    const std::ptrdiff_t E = step[e];
    sum -= grid::sumCells({"energy", 8}, faces, [=](int i, int j, int k) {
      const double* x = &c(i, j, k);
      const double both = (x[0] - x[-D]) - (x[-E] - x[-D - E]);
      return weight * both * both;
    });
  }
  return block_->communicator().sum(sum) * g.cellVolume();
}

}  // namespace eagre::channel
