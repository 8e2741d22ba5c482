// SPDX-License-Identifier: BSD-3-Clause
#include "linear/s_step_cg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"

namespace eagre::linear {

SStepCg::SStepCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
                 std::shared_ptr<Preconditioner> preconditioner)
    : IterativeSolver(settings.preconditioner + settings.solver, fieldName, true, settings.controls, addressing),
      preconditioner_(std::move(preconditioner)),
      s_(settings.nSteps) {}

SStepCg::Views SStepCg::views(Block& block) {
  Views v{};
  for (int k = 0; k < mostSteps; ++k) v[k] = block[k].data();
  return v;
}

void SStepCg::makeFirst(comm::PendingSum& pending) {
  preconditioner_->applyMeanwhile(residual_, Q_[0], pending);
  rows_.multiplyMeanwhile(Q_[0], AQ_[0], pending);
}

void SStepCg::makeBasis() {
  for (int k = 1; k < s_; ++k) {
    preconditioner_->apply(AQ_[k - 1], Q_[k]);
    kernel::parallelFor({"sStepCG.shift", 24}, nCells(),
                        [q = Q_[k].data(), before = Q_[k - 1].data()](Label c) { q[c] -= before[c]; });
    rows_.multiply(Q_[k], AQ_[k]);
  }
}

SStepCg::Products& SStepCg::Products::operator+=(const Products& other) {
  for (int i = 0; i < mostSteps; ++i) {
    for (int j = 0; j < mostSteps; ++j) {
      QAQ[i][j] += other.QAQ[i][j];
      QAP[i][j] += other.QAP[i][j];
    }
    Qr[i] += other.Qr[i];
    Pr[i] += other.Pr[i];
  }
  return *this;
}

SStepCg::Products SStepCg::products(int nBefore) {
  const Views Q = views(Q_), AQ = views(AQ_), P = views(P_), AP = views(AP_);
  const double* r = residual_.data();
  const int s = s_;
  const kernel::Loop loop{"sStepCG.products", 8.0 * (2 * s + 2 * nBefore + 1)};
  Products d = kernel::parallelSums<Products>(loop, nCells(), [=](Label c, Products& d) {
    for (int i = 0; i < s; ++i) {
      const double q = Q[i][c];
      for (int j = i; j < s; ++j) d.QAQ[i][j] += q * AQ[j][c];
      for (int j = 0; j < nBefore; ++j) d.QAP[i][j] += q * AP[j][c];
      d.Qr[i] += q * r[c];
    }
    for (int j = 0; j < nBefore; ++j) d.Pr[j] += P[j][c] * r[c];
  });
  static_assert(sizeof(Products) == (2 * mostSteps + 2) * mostSteps * sizeof(double));
  std::array<double, (2 * mostSteps + 2) * mostSteps> message;
  int n = 0;
  const auto each = [&](auto&& f) {
    for (int i = 0; i < s; ++i) {
      for (int j = i; j < s; ++j) f(d.QAQ[i][j]);
      for (int j = 0; j < nBefore; ++j) f(d.QAP[i][j]);
      f(d.Qr[i]);
    }
    for (int j = 0; j < nBefore; ++j) f(d.Pr[j]);
  };
  each([&](double v) { message[n++] = v; });
  startSum(rows_.addressing(), std::span(message).first(static_cast<std::size_t>(n))).wait();
  n = 0;
  each([&](double& v) { v = message[n++]; });
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < i; ++j) d.QAQ[i][j] = d.QAQ[j][i];
  return d;
}

/// v := (L D L^T)^-1 v, for the first n directions.
SStepCg::Vector SStepCg::solve(Vector v, int n) const {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) v[i] -= L_[i][k] * v[k];
  for (int i = 0; i < n; ++i) v[i] /= D_[i];
  for (int i = n - 1; i >= 0; --i)
    for (int k = i + 1; k < n; ++k) v[i] -= L_[k][i] * v[k];
  return v;
}

/// Row i of L; returns its pivot, D_i.
double SStepCg::factorise(const Matrix& W, int i) {
  double pivot = W[i][i];
  for (int j = 0; j < i; ++j) {
    L_[i][j] = W[i][j];
    for (int k = 0; k < j; ++k) L_[i][j] -= L_[i][k] * L_[j][k] * D_[k];
    L_[i][j] /= D_[j];
    pivot -= L_[i][j] * L_[i][j] * D_[j];
  }
  return pivot;
}

/// B and a; n = 0: the operator is singular. The new P.(A P) is factorised as far as its directions are independent.
SStepCg::Step SStepCg::next(const Products& d, int nBefore, ResidualMonitor& monitor) {
  constexpr double dependent = 1e-7;
  Step step;
  monitor.requireFinite(d.Qr[0], "r.(M^-1 r)");
  Matrix W = d.QAQ;
  for (int j = 0; j < s_; ++j) {
    const Vector y = solve(d.QAP[j], nBefore);
    for (int i = 0; i < nBefore; ++i) step.B[i][j] = -y[i];
    step.a[j] = d.Qr[j];
    for (int i = 0; i < nBefore; ++i) step.a[j] += step.B[i][j] * d.Pr[i];
  }
  for (int i = 0; i < s_; ++i)
    for (int j = 0; j < s_; ++j)
      for (int k = 0; k < nBefore; ++k) W[i][j] += d.QAP[i][k] * step.B[k][j];
  for (int i = 0; i < s_; ++i, ++step.n) {
    const double pivot = factorise(W, i);
    monitor.requireFinite(pivot, "p.(A p)");
    if (i == 0 && monitor.singular(std::abs(pivot) / monitor.normFactor())) return step;
    if (pivot * signOfDiagonal_ < -dependent * std::abs(d.QAQ[i][i])) monitor.indefinite();
    if (i > 0 && pivot * signOfDiagonal_ <= dependent * std::abs(d.QAQ[i][i])) break;
    D_[i] = pivot;
  }
  step.a = solve(step.a, step.n);
  return step;
}

/// P, A P, x and r; returns sum |r|.
double SStepCg::advance(const Step& step, int nBefore, std::span<double> xs) {
  const Views Q = views(Q_), AQ = views(AQ_), P = views(P_), AP = views(AP_);
  double *x = xs.data(), *r = residual_.data();
  const int n = step.n;
  return kernel::parallelSum<double>({"sStepCG.advance", 8.0 * (4 * n + 2 * nBefore + 4)}, nCells(), [=](Label c) {
    Vector p, Ap;
    for (int j = 0; j < n; ++j) {
      p[j] = Q[j][c];
      Ap[j] = AQ[j][c];
      for (int i = 0; i < nBefore; ++i) {
        p[j] += P[i][c] * step.B[i][j];
        Ap[j] += AP[i][c] * step.B[i][j];
      }
    }
    for (int j = 0; j < n; ++j) {
      P[j][c] = p[j];
      AP[j][c] = Ap[j];
      x[c] += step.a[j] * p[j];
      r[c] -= step.a[j] * Ap[j];
    }
    return std::abs(r[c]);
  });
}

void SStepCg::takeBlocks(std::size_t n) {
  for (Block* block : {&Q_, &AQ_, &P_, &AP_})
    for (int k = 0; k < s_; ++k) (*block)[k] = workspace().take(n);
}

void SStepCg::giveBlocks() {
  for (Block* block : {&Q_, &AQ_, &P_, &AP_})
    for (int k = 0; k < s_; ++k) workspace().give((*block)[k]);
}

void SStepCg::iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) {
  takeBlocks(x.size());
  preconditioner_->assign(rows_);
  ReplacementRule rule(monitor.residualSum());
  double verified = std::numeric_limits<double>::max();
  double least = monitor.residualSum();
  int nBefore = 0;
  comm::PendingSum none;
  makeFirst(none);
  for (;;) {
    makeBasis();
    const Step step = next(products(nBefore), nBefore, monitor);
    if (step.n == 0) break;
    std::array<double, 3> sums{advance(step, nBefore, x), 0, 0};
    nBefore = step.n;
    const bool replaced = rule.due();
    if (replaced) {
      sums[2] = sums[0];
      rows_.residual(x, b, residual_);
      for (int k = 0; k < nBefore; ++k) rows_.multiply(P_[k], AP_[k]);
      sums[0] = sumMag(residual_, nCells());
      sums[1] = roundingOfResidual(rows_.matrix(), x, b);
    }
    auto pending = startSum(rows_.addressing(), std::span(sums).first(replaced ? 3 : 1));
    makeFirst(pending);
    pending.wait();
    monitor.record(sums[0]);
    if (replaced) {
      rule.done(sums[1]);
      if (sums[0] > 2 * sums[2]) nBefore = 0;
    }
    rule.take(sums[0], step.n);
    const bool finished = !monitor.goOn(step.n);
    if (finished && !rule.happened()) break;
    least = std::min(least, sums[0]);
    const bool astray = sums[0] > 4 * least && rule.nearRounding(least);  // the basis is nothing but rounding errors there
    if (finished || rule.atRounding() || astray) {
      rows_.residual(x, b, residual_);
      std::array<double, 2> truth{sumMag(residual_, nCells()), roundingOfResidual(rows_.matrix(), x, b)};
      sum(truth);
      if (endsOnTruth(truth[0], truth[1], verified, monitor)) break;
      least = truth[0];  // what was lost on the way astray is to be gained again, block by block
      makeFirst(none);
      nBefore = 0;
    }
  }
  giveBlocks();
}

}  // namespace eagre::linear
