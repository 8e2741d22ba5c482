// SPDX-License-Identifier: BSD-3-Clause
#include "linear/pipelined_cg.hpp"

#include <array>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"
#include "linear/single_reduction_cg.hpp"

namespace eagre::linear {

namespace {

int nBlocksOf(double length) { return std::max(1, static_cast<int>(2 * std::log2(std::max(length, 1.0)))); }

/// Multigrid works in single precision, GAMG scales its corrections: neither is symmetric and linear to the last bit.
std::unique_ptr<Solver> ppcg(const std::string& fieldName, Settings settings, const LduAddressing& addressing,
                             const std::shared_ptr<Preconditioner>& preconditioner) {
  if (settings.preconditioner != "multigrid" && settings.preconditioner != "GAMG") return nullptr;
  settings.solver = "PPCG";
  return std::make_unique<SingleReductionCg>(fieldName, settings, addressing, preconditioner);
}

}  // namespace

PipelinedCg::PipelinedCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
                         std::shared_ptr<Preconditioner> preconditioner)
    : IterativeSolver(settings.preconditioner + settings.solver, fieldName, true, settings.controls, addressing),
      preconditioner_(std::move(preconditioner)),
      otherwise_(ppcg(fieldName, settings, addressing, preconditioner_)),
      rearranged_(settings.solver == "OFRePiPePCG") {
  const int nRanks = addressing.halo ? addressing.halo->communicator().size() : 1;
  nBlocks_ = nBlocksOf(settings.testBlocks == "ranks" ? nRanks : addressing.nCells);
}

void PipelinedCg::setControls(const SolverControls& controls) {
  IterativeSolver::setControls(controls);
  if (otherwise_) otherwise_->setControls(controls);
}

SolverPerformance PipelinedCg::solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) {
  if (otherwise_) {
    auto performance = otherwise_->solve(A, x, b);
    if (performance.fallback.empty()) performance.fallback = "its recurrences are not for multigrid, PPCG has taken over";
    return performance;
  }
  const auto fields = {&u_, &w_, &s_, &m_, &q_, &z_, &uBefore_};
  for (Field* field : fields) *field = workspace().take(x.size());
  const auto giveBack = [&] {
    for (Field* field : fields) workspace().give(*field);
  };
  try {
    auto performance = IterativeSolver::solve(A, x, b);
    giveBack();
    return performance;
  } catch (const Error&) {
    giveBack();
    throw;
  }
}

/// m = M^-1 w, n = A m
void PipelinedCg::makeAhead(comm::PendingSum& pending) {
  preconditioner_->applyMeanwhile(w_, m_, pending);
  rows_.multiplyMeanwhile(m_, product_, pending);
}

/// Lines 1 to 9. In their place, `mean` is made of X and N.
void PipelinedCg::firstResidual(std::span<double> x, std::span<const double> b, double, ResidualMonitor& monitor) {
  constexpr double smallestNorm = 1e-20;
  preconditioner_->assign(rows_);
  Field& ofOnes = direction_;  // A 1
  productAndRowSum(x, product_, ofOnes);
  sums_ = {.residual = subtract(b, product_, residual_, nCells())};
  preconditioner_->apply(residual_, u_);
  rows_.multiply(u_, w_);
  const double X = kernel::parallelSum<double>({"pipelinedCg.sum x", 8}, nCells(), [x = x.data()](Label c) { return x[c]; });
  std::array<double, 5> message{dot(w_, u_, nCells()), dot(residual_, u_, nCells()), sums_.residual, X,
                                static_cast<double>(nCells())};
  auto pending = startSum(rows_.addressing(), message);
  pending.wait();
  sums_ = {message[0], message[1], message[2]};

  double norm =
      kernel::parallelSum<double>({"pipelinedCg.norm", 24}, nCells(),
                                  [Ax = product_.data(), b = b.data(), row = ofOnes.data(), mean = message[3] / message[4]](
                                      Label c) { return std::abs(Ax[c] - mean * row[c]) + std::abs(b[c] - mean * row[c]); });
  auto pendingNorm = startSum(rows_.addressing(), std::span(&norm, 1));
  makeAhead(pendingNorm);
  pendingNorm.wait();
  monitor.begin(sums_.residual, norm + smallestNorm);
}

/// Lines 18 to 23.
PipelinedCg::Sums PipelinedCg::advanceAll(const Step& step, double* x) {
  const double *m = m_.data(), *n = product_.data();
  double *z = z_.data(), *q = q_.data(), *s = s_.data(), *p = direction_.data();
  double *r = residual_.data(), *u = u_.data(), *w = w_.data();
  return kernel::parallelSum<Sums>({"pipelinedCg.all", 144}, nCells(), [=, alpha = step.alpha, beta = step.beta](Label c) {
    z[c] = n[c] + beta * z[c];
    q[c] = m[c] + beta * q[c];
    s[c] = w[c] + beta * s[c];
    p[c] = u[c] + beta * p[c];
    x[c] += alpha * p[c];
    r[c] -= alpha * s[c];
    u[c] -= alpha * q[c];
    w[c] -= alpha * z[c];
    return Sums{w[c] * u[c], r[c] * u[c], std::abs(r[c])};
  });
}

/// The same without p and x; the old u stays in uBefore_.
PipelinedCg::Sums PipelinedCg::advanceButSolution(const Step& step) {
  u_.swap(uBefore_);
  const double *m = m_.data(), *n = product_.data(), *uBefore = uBefore_.data();
  double *z = z_.data(), *q = q_.data(), *s = s_.data(), *r = residual_.data(), *u = u_.data(), *w = w_.data();
  return kernel::parallelSum<Sums>({"pipelinedCg.ahead", 112}, nCells(), [=, alpha = step.alpha, beta = step.beta](Label c) {
    z[c] = n[c] + beta * z[c];
    q[c] = m[c] + beta * q[c];
    s[c] = w[c] + beta * s[c];
    r[c] -= alpha * s[c];
    u[c] = uBefore[c] - alpha * q[c];
    w[c] -= alpha * z[c];
    return Sums{w[c] * u[c], r[c] * u[c], std::abs(r[c])};
  });
}

void PipelinedCg::advanceSolutionInBlocks(const Step& step, double* x, comm::PendingSum& pending) {
  const auto edge = [&](int block) { return static_cast<Label>(static_cast<GlobalLabel>(nCells()) * block / nBlocks_); };
  const double* u = uBefore_.data();
  double* p = direction_.data();
  for (int block = 0; block < nBlocks_; ++block) {
    kernel::parallelFor({"pipelinedCg.p, x", 40}, edge(block), edge(block + 1),
                        [=, alpha = step.alpha, beta = step.beta](Label c) {
                          p[c] = u[c] + beta * p[c];
                          x[c] += alpha * p[c];
                        });
    pending.test();
  }
}

/// Lines 18 to 25.
PipelinedCg::Sums PipelinedCg::advance(const Step& step, std::span<double> x) {
  const Sums own = rearranged_ ? advanceButSolution(step) : advanceAll(step, x.data());
  std::array<double, 3> message{own.delta, own.gamma, own.residual};
  auto pending = startSum(rows_.addressing(), message);
  if (rearranged_) advanceSolutionInBlocks(step, x.data(), pending);
  makeAhead(pending);
  pending.wait();
  return {message[0], message[1], message[2]};
}

/// Lines 11 to 27.
void PipelinedCg::iterate(std::span<double> x, std::span<const double>, ResidualMonitor& monitor) {
  for (Field* field : {&direction_, &s_, &q_, &z_}) std::fill(field->begin(), field->end(), 0.0);
  Sums sums = sums_;
  Step step;
  double gammaBefore = 0;
  do {
    monitor.requireFinite(sums.gamma, "r.(M^-1 r)");
    step.beta = monitor.iterations() == 0 ? 0 : sums.gamma / gammaBefore;
    const double pAp = sums.delta - (monitor.iterations() == 0 ? 0 : step.beta * sums.gamma / step.alpha);
    monitor.requireFinite(pAp, "p.(A p)");
    if (monitor.singular(std::abs(pAp) / monitor.normFactor())) break;
    if (pAp * signOfDiagonal_ < 0) monitor.indefinite();
    step.alpha = sums.gamma / pAp;
    gammaBefore = sums.gamma;
    sums = advance(step, x);
    monitor.record(sums.residual);
  } while (monitor.goOn());
}

}  // namespace eagre::linear
