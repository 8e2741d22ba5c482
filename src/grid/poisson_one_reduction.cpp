// SPDX-License-Identifier: BSD-3-Clause
// Conjugate gradients with one reduction per iteration. With z = M^-1 r, w = A z and s = A d it brings
//     gamma = r.z,  delta = w.z,  epsilon = s.z,  r.w,  w.w,  s.w,  sum of z     and, of the iteration before,  r.r,  r.s,  s.s,
// from which follow, before anything is updated, the curvature of the next direction, as in linear/single_reduction_cg.hpp,
//     (z + beta d).A(z + beta d) = delta + 2 beta epsilon + beta^2 d.s,
// and the next residual: with s' = w + beta s
//     |r - alpha s'|^2 = r.r - 2 alpha r.s' + alpha^2 s'.s',   r.s' = r.w + beta r.s,   s'.s' = w.w + 2 beta s.w + beta^2 s.s.
#include <algorithm>
#include <cmath>
#include <span>

#include "grid/loops.hpp"
#include "grid/poisson_solve.hpp"

namespace eagre::grid {

namespace {

struct Products {
  double gamma = 0, delta = 0, epsilon = 0, rw = 0, ww = 0, sw = 0, sumOfZ = 0, rr = 0, rs = 0, ss = 0;
  std::span<double> all() { return {&gamma, 10}; }
};
static_assert(sizeof(Products) == 10 * sizeof(double), "they stand side by side");

struct Recurrence {
  double alpha = 0, beta = 0, gamma = 0, dAd = 0, sumOfD = 0;
  double rr = 0;  ///< of the next residual

  void next(const Products& p, bool first) {
    beta = first ? 0 : p.gamma / gamma;
    double curvature = p.delta + beta * (2 * p.epsilon + beta * dAd);
    if (!(curvature > 0)) {
      // Rounding, if that of z by itself is positive: the direction begins anew.
      beta = 0;
      curvature = p.delta;
    }
    if (!(curvature > 0)) throw notPositive();
    gamma = p.gamma;
    dAd = curvature;
    alpha = gamma / dAd;
    sumOfD = p.sumOfZ + beta * sumOfD;
    const double rs = p.rw + beta * p.rs, ss = p.ww + beta * (2 * p.sw + beta * p.ss);
    rr = p.rr - alpha * (2 * rs - alpha * ss);
  }
};

/// A residual that has fallen by so much more is lost in the rounding of Recurrence::rr: its square is summed itself.
constexpr double digitsLeft = 1e-8;

}  // namespace

/// C. T. Chronopoulos and C. W. Gear 1989.
void Poisson::cgcg(Solve& s) {
  const auto& comm = block_.communicator();
  const Box box = block_.box();
  if (w_.width() == 0) w_ = Field(block_, 1);
  const auto x = s.x.view(), r = s.r.view(), d = s.d.view(), q = s.q.view(), w = w_.view();
  const View<const float> z = multigrid_.solution().view();
  const PoissonOperator A = op();
  Products p;
  p.rr = comm.master() ? s.bb : 0;  // a sum of one rank, as those to come
  Recurrence step;
  while (s.goesOn()) {
    multigrid_.cycle(true);
    const auto sums = sumsCells<7>({"Poisson A z", 40}, box, [=](int i, int j, int k) {
      const double Az = A(z, i, j, k), zHere = z(i, j, k), rHere = r(i, j, k), sHere = q(i, j, k);
      w(i, j, k) = Az;
      return std::array{rHere * zHere, Az * zHere, sHere * zHere, rHere * Az, Az * Az, sHere * Az, zHere};
    });
    std::copy(sums.begin(), sums.end(), p.all().begin());
    comm.sum(p.all());
    step.next(p, s.report.iterations == 0);
    s.sumOfX += step.alpha * step.sumOfD;
    const auto after =
        sumsCells<3>({"Poisson update", 80}, box,
                     [=, alpha = step.alpha, beta = step.beta, source = s.source, toFloat = s.toFloat](int i, int j, int k) {
                       const double dNow = z(i, j, k) + beta * d(i, j, k), sNow = w(i, j, k) + beta * q(i, j, k);
                       d(i, j, k) = dNow;
                       q(i, j, k) = sNow;
                       x(i, j, k) += alpha * dNow;
                       const double residual = r(i, j, k) - alpha * sNow;
                       r(i, j, k) = residual;
                       source(i, j, k) = static_cast<float>(toFloat * residual);
                       return std::array{residual * residual, residual * sNow, sNow * sNow};
                     });
    s.take(step.rr > digitsLeft * p.rr ? step.rr : comm.sum(after[0]));
    p.rr = after[0];
    p.rs = after[1];
    p.ss = after[2];
  }
}

/// P. Ghysels and W. Vanroose 2014: z = M^-1 r is u here and follows, as w does, by a recurrence, and while the sums are on their
/// way M^-1 w is made. q is s = A d.
void Poisson::pipelined(Solve& s) {
  const auto& comm = block_.communicator();
  const Box box = block_.box();
  for (Field* f : {&w_, &u_, &preconditionedS_, &z_})
    if (f->width() == 0) *f = Field(block_, 1);
  const auto x = s.x.view(), r = s.r.view(), d = s.d.view(), q = s.q.view(), w = w_.view(), u = u_.view(),
             Ms = preconditionedS_.view(), AMs = z_.view();
  const View<const float> m = multigrid_.solution().view();
  const PoissonOperator A = op();
  const auto source = s.source;
  const double toFloat = s.toFloat;
  const auto products = [=](int i, int j, int k) {
    const double rHere = r(i, j, k), uHere = u(i, j, k), wHere = w(i, j, k), sHere = q(i, j, k);
    return std::array{rHere * uHere, wHere * uHere, sHere * uHere, rHere * wHere, wHere * wHere,
                      sHere * wHere, uHere,         rHere * rHere, rHere * sHere, sHere * sHere};
  };
  preconditionedS_.fill(0);
  z_.fill(0);
  Recurrence step;
  double replacedAt = 0;  // r.r
  for (int since = 0; s.goesOn(); ++since) {
    // Rounding, and M^-1 in single precision, part the recurrences from what they stand for (docs/krylov.md).
    constexpr double fall = 1e-6;
    constexpr int longest = 50;
    Products p;
    if (s.report.iterations == 0 || step.rr < fall * replacedAt || since == longest) {
      replace(s);
      replacedAt = s.report.iterations == 0 ? s.bb : step.rr;
      since = 0;
    }
    const auto sums = sumsCells<10>({"Poisson products", 32}, box, products);
    std::copy(sums.begin(), sums.end(), p.all().begin());
    auto pending = comm.startSum(p.all());
    forCells({"Poisson source", 12}, box,
             [=](int i, int j, int k) { source(i, j, k) = static_cast<float>(toFloat * w(i, j, k)); });
    multigrid_.cycle(true, &pending);
    pending.wait();
    step.next(p, s.report.iterations == 0);
    s.sumOfX += step.alpha * step.sumOfD;
    const double alpha = step.alpha, beta = step.beta;
    forCells({"Poisson pipelined update", 144}, box, [=](int i, int j, int k) {
      AMs(i, j, k) = A(m, i, j, k) + beta * AMs(i, j, k);
      Ms(i, j, k) = m(i, j, k) + beta * Ms(i, j, k);
      q(i, j, k) = w(i, j, k) + beta * q(i, j, k);
      d(i, j, k) = u(i, j, k) + beta * d(i, j, k);
      x(i, j, k) += alpha * d(i, j, k);
      r(i, j, k) -= alpha * q(i, j, k);
      u(i, j, k) -= alpha * Ms(i, j, k);
      w(i, j, k) -= alpha * AMs(i, j, k);
    });
    s.take(step.rr > digitsLeft * p.rr
               ? step.rr
               : comm.sum(sumCells({"Poisson r r", 8}, box, [=](int i, int j, int k) { return r(i, j, k) * r(i, j, k); })));
  }
}

/// u = M^-1 r, w = A u, s = A d, M^-1 s, A M^-1 s themselves.
void Poisson::replace(Solve& s) {
  const Box box = block_.box();
  const View<const float> m = multigrid_.solution().view();
  const PoissonOperator A = op();
  // M^-1 of one field into another, and A of that.
  const auto apply = [&](Field& of, Field& into, Field& product) {
    forCells({"Poisson source", 12}, box, [f = of.view(), source = s.source, toFloat = s.toFloat](int i, int j, int k) {
      source(i, j, k) = static_cast<float>(toFloat * f(i, j, k));
    });
    multigrid_.cycle(true);
    forCells({"Poisson replacement", 32}, box, [=, to = into.view(), A_ = product.view()](int i, int j, int k) {
      to(i, j, k) = m(i, j, k);
      A_(i, j, k) = A(m, i, j, k);
    });
  };
  if (s.report.iterations > 0) {
    halo_.update({&s.d}, 1, Reach::faces);
    forCells({"Poisson A d", 28}, box, [=, d = s.d.view(), q = s.q.view()](int i, int j, int k) { q(i, j, k) = A(d, i, j, k); });
    apply(s.q, preconditionedS_, z_);
  }
  apply(s.r, u_, w_);
}

}  // namespace eagre::grid
