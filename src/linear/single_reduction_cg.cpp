// SPDX-License-Identifier: BSD-3-Clause
#include "linear/single_reduction_cg.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"

namespace eagre::linear {

double roundingOfResidual(const LduMatrix& A, std::span<const double> x, std::span<const double> b) {
  const double *diag = A.diag.data(), *values = x.data(), *source = b.data();
  const double sum = kernel::parallelSum<double>({"cg.rounding", 24}, A.addressing->nCells, [=](Label c) {
    return 2 * std::abs(diag[c] * values[c]) + std::abs(source[c]);
  });
  return 0.5 * std::numeric_limits<double>::epsilon() * sum;
}

bool endsOnTruth(double residual, double rounding, double& before, ResidualMonitor& monitor) {
  monitor.record(residual);
  if (!monitor.unfinished()) return true;
  if (residual < 4 * rounding || residual > 0.5 * before) {
    monitor.stopAtRounding();
    return true;
  }
  before = residual;
  return false;
}

void ReplacementRule::take(double residual, int n) {
  constexpr double leastRatio = 1e-4;
  constexpr int longest = 50;
  iterations_ += n;
  residual_ = residual;
  largest_ = std::max(largest_, residual);
  due_ = due_ || residual < leastRatio * largest_ || iterations_ >= longest;
}

bool ReplacementRule::due() const { return due_ && !nearRounding(residual_); }
bool ReplacementRule::nearRounding(double residual) const {
  constexpr double aboveRounding = 100;
  return residual <= aboveRounding * rounding_;
}

bool ReplacementRule::atRounding() const { return residual_ < rounding_; }

void ReplacementRule::done(double rounding) {
  rounding_ = rounding;
  largest_ = 0;
  iterations_ = 0;
  due_ = false;
  happened_ = true;
}

SingleReductionCg::SingleReductionCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
                                     std::shared_ptr<Preconditioner> preconditioner)
    : IterativeSolver(settings.preconditioner + settings.solver, fieldName, true, settings.controls, addressing),
      preconditioner_(std::move(preconditioner)),
      mayPipeline_(settings.solver != "CGCG") {}

void SingleReductionCg::take() {
  const auto borrow = [&](Field& field) { field = workspace().take(static_cast<std::size_t>(rows_.addressing().nAllCells())); };
  for (Field* field : {&u_, &w_, &s_}) borrow(*field);
  if (!pipelined_) return;
  for (Field* field : {&m_, &q_, &z_}) borrow(*field);
}

void SingleReductionCg::give() {
  for (Field* field : {&u_, &w_, &s_, &m_, &q_, &z_}) workspace().give(*field);
}

/// u = M^-1 r, w = A u
void SingleReductionCg::makePreconditioned() {
  preconditioner_->apply(residual_, u_);
  rows_.multiply(u_, w_);
}

/// m = M^-1 w, n = A m: what the next iteration takes u and w from.
/// Most MPIs move messages only when they are called, so they are, between pieces of that work.
void SingleReductionCg::makeAhead(comm::PendingSum& pending) {
  preconditioner_->applyMeanwhile(w_, m_, pending);
  rows_.multiplyMeanwhile(m_, product_, pending);
}

SingleReductionCg::Sums SingleReductionCg::localSums() const {
  const double *r = residual_.data(), *u = u_.data(), *w = w_.data(), *s = s_.data();
  return kernel::parallelSums<Sums>({"cg.sums", 32}, nCells(), [=](Label c, Sums& sums) {
    sums.gamma += r[c] * u[c];
    sums.delta += w[c] * u[c];
    sums.epsilon += s[c] * u[c];
    sums.residual += std::abs(r[c]);
  });
}

/// Starts from r, all directions forgotten.
SingleReductionCg::Sums SingleReductionCg::begin() {
  for (Field* field : {&direction_, &s_, &q_, &z_}) std::fill(field->begin(), field->end(), 0.0);
  makePreconditioned();
  Sums sums = localSums();
  auto pending = startSum(rows_.addressing(), sums.message(false));
  if (pipelined_) makeAhead(pending);
  pending.wait();
  return sums;
}

void SingleReductionCg::advanceSolution(const Step& step, double* x) {
  const double* u = u_.data();
  double* p = direction_.data();
  kernel::parallelFor({"cg.p, x", 40}, nCells(), [=, alpha = step.alpha, beta = step.beta](Label c) {
    p[c] = u[c] + beta * p[c];
    x[c] += alpha * p[c];
  });
}

/// s and r; returns sum |r|.
double SingleReductionCg::advanceResidual(const Step& step) {
  const double* w = w_.data();
  double *s = s_.data(), *r = residual_.data();
  return kernel::parallelSum<double>({"cg.s, r", 40}, nCells(), [=, alpha = step.alpha, beta = step.beta](Label c) {
    s[c] = w[c] + beta * s[c];
    r[c] -= alpha * s[c];
    return std::abs(r[c]);
  });
}

/// Everything but p and x.
SingleReductionCg::Sums SingleReductionCg::advancePipelined(const Step& step) {
  const double *m = m_.data(), *n = product_.data();
  double *z = z_.data(), *q = q_.data(), *s = s_.data(), *r = residual_.data(), *u = u_.data(), *w = w_.data();
  return kernel::parallelSums<Sums>({"cg.pipelined", 112}, nCells(),
                                    [=, alpha = step.alpha, beta = step.beta](Label c, Sums& sums) {
                                      z[c] = n[c] + beta * z[c];
                                      q[c] = m[c] + beta * q[c];
                                      s[c] = w[c] + beta * s[c];
                                      r[c] -= alpha * s[c];
                                      u[c] -= alpha * q[c];
                                      w[c] -= alpha * z[c];
                                      sums.gamma += r[c] * u[c];
                                      sums.delta += w[c] * u[c];
                                      sums.epsilon += s[c] * u[c];
                                      sums.residual += std::abs(r[c]);
                                    });
}

/// One iteration, with its one reduction.
SingleReductionCg::Sums SingleReductionCg::advance(const Step& step, bool replaced, std::span<double> x,
                                                   std::span<const double> b) {
  advanceSolution(step, x.data());
  Sums sums;
  if (pipelined_) {
    sums = advancePipelined(step);
  } else {
    sums.residual = advanceResidual(step);
    if (!replaced) {
      makePreconditioned();
      sums = localSums();
    }
  }
  if (replaced) sums = replace(sums, x, b);
  auto pending = startSum(rows_.addressing(), sums.message(replaced));
  if (pipelined_) makeAhead(pending);
  pending.wait();
  return sums;
}

/// r = b - A x, and everything that follows from it and from p.
SingleReductionCg::Sums SingleReductionCg::replace(const Sums& recurred, std::span<double> x, std::span<const double> b) {
  rows_.residual(x, b, residual_);
  const double gamma = pipelined_ ? dot(residual_, u_, nCells()) : 0;
  makePreconditioned();
  rows_.multiply(direction_, s_);
  if (pipelined_) {
    preconditioner_->apply(s_, q_);
    rows_.multiply(q_, z_);
  }
  Sums sums = localSums();
  sums.recurred = recurred.residual;
  sums.drift = pipelined_ ? gamma - sums.gamma : 0;
  sums.rounding = roundingOfResidual(rows_.matrix(), x, b);
  return sums;
}

/// p.(A p) of the direction to come from scratch.
double SingleReductionCg::curvature(double beta) {
  Field p = workspace().take(u_.size()), Ap = workspace().take(u_.size());
  kernel::parallelFor("cg.direction", nCells(),
                      [=, p = p.data(), u = u_.data(), before = direction_.data()](Label c) { p[c] = u[c] + beta * before[c]; });
  const double pAp = sum(rows_.multiplyDot(p, Ap));
  workspace().give(p);
  workspace().give(Ap);
  return pAp;
}

/// The step that follows from the sums; false: the operator is singular.
bool SingleReductionCg::next(Step& step, const Sums& sums, ReplacementRule& rule, ResidualMonitor& monitor) {
  monitor.requireFinite(sums.gamma, "r.(M^-1 r)");
  const double beta = step.fresh ? 0 : sums.gamma / step.gamma;
  double pAp = step.fresh ? sums.delta : sums.delta + beta * (2 * sums.epsilon + beta * step.pAp);
  monitor.requireFinite(pAp, "p.(A p)");
  if (!step.fresh && pAp * signOfDiagonal_ <= 0) {  // the operator's doing, or rounding's
    pAp = curvature(beta);
    rule.demand();
  }
  if (monitor.singular(std::abs(pAp) / monitor.normFactor())) return false;
  if (pAp * signOfDiagonal_ < 0) monitor.indefinite();
  step = {sums.gamma / pAp, beta, sums.gamma, pAp, false};
  return true;
}

/// Looks at b - A x itself, which `before` was when the recurrence claimed convergence the last time. Whether the solve is over:
/// it has converged indeed, or this is as far as rounding lets it come.
bool SingleReductionCg::verified(std::span<double> x, std::span<const double> b, double& before, ResidualMonitor& monitor) {
  rows_.residual(x, b, residual_);
  std::array<double, 2> sums{sumMag(residual_, nCells()), roundingOfResidual(rows_.matrix(), x, b)};
  sum(sums);
  return endsOnTruth(sums[0], sums[1], before, monitor);
}

void SingleReductionCg::iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) {
  constexpr const char* notLinear = "the preconditioner is not linear, CGCG has taken over";
  preconditioner_->assign(rows_);
  pipelined_ = mayPipeline_ && preconditioner_->linear();
  if (mayPipeline_ && !pipelined_) monitor.fallBack(notLinear);
  take();
  ReplacementRule rule(monitor.residualSum());
  double verifiedResidual = std::numeric_limits<double>::max();
  Step step;
  Sums sums = begin();
  const double signOfGamma = std::copysign(1.0, sums.gamma);
  while (next(step, sums, rule, monitor)) {
    const bool replaced = rule.due();
    sums = advance(step, replaced, x, b);
    monitor.record(sums.residual);
    if (replaced) {
      rule.done(sums.rounding);
      step.fresh = sums.residual > 2 * sums.recurred || std::abs(sums.drift) > 0.5 * std::abs(sums.gamma);
    }
    rule.take(sums.residual);
    const bool finished = !monitor.goOn();
    if (finished && !rule.happened()) break;
    if (finished || rule.atRounding()) {
      if (verified(x, b, verifiedResidual, monitor)) break;
    } else if (pipelined_ && sums.gamma * signOfGamma < 0) {
      pipelined_ = false;
      monitor.fallBack(notLinear);
      rows_.residual(x, b, residual_);
    } else {
      continue;
    }
    sums = begin();
    step = {};
  }
  give();
}

}  // namespace eagre::linear
