// SPDX-License-Identifier: BSD-3-Clause
#include "linear/iterative_solver.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"

namespace eagre::linear {

namespace {

double sumOf(std::span<const double> a, Label n) {
  const double* values = a.data();
  return kernel::parallelSum<double>({"solver.sum", 8}, n, [=](Label c) { return values[c]; });
}

/// copy = a; returns the sum of a.
double copyAndSum(std::span<const double> a, std::span<double> copy, Label n) {
  const double* values = a.data();
  double* to = copy.data();
  return kernel::parallelSum<double>({"solver.copy, sum", 16}, n, [=](Label c) { return to[c] = values[c]; });
}

/// Of the normalisation factor and of sum |r|.
struct NormAndResidual {
  double norm = 0, residual = 0;
  NormAndResidual& operator+=(const NormAndResidual& b) {
    norm += b.norm;
    residual += b.residual;
    return *this;
  }
};

/// The local part; r = b - Ax.
std::array<double, 2> normAndResidual(const double* Ax, const double* b, const double* rowSum, double mean, double* r, Label n) {
  const auto sums = kernel::parallelSum<NormAndResidual>({"solver.normFactor", 40}, n, [=](Label c) {
    const double reference = rowSum[c] * mean;
    r[c] = b[c] - Ax[c];
    return NormAndResidual{std::abs(Ax[c] - reference) + std::abs(b[c] - reference), std::abs(r[c])};
  });
  return {sums.norm, sums.residual};
}

void divide(const double* b, const double* diag, double* x, Label n) {
  kernel::parallelFor("solver.diagonal", n, [=](Label c) { x[c] = b[c] / diag[c]; });
}

}  // namespace

double dot(std::span<const double> a, std::span<const double> b, Label n) {
  const double *left = a.data(), *right = b.data();
  return kernel::parallelSum<double>({"solver.dot", 16}, n, [=](Label c) { return left[c] * right[c]; });
}

double sumMag(std::span<const double> a, Label n) {
  const double* values = a.data();
  return kernel::parallelSum<double>({"solver.sumMag", 8}, n, [=](Label c) { return std::abs(values[c]); });
}

double subtract(std::span<const double> b, std::span<const double> product, std::span<double> r, Label n) {
  const double *left = b.data(), *right = product.data();
  double* out = r.data();
  return kernel::parallelSum<double>({"solver.subtract", 24}, n, [=](Label c) {
    out[c] = left[c] - right[c];
    return std::abs(out[c]);
  });
}

IterativeSolver::IterativeSolver(std::string solverName, std::string fieldName, bool symmetric, const SolverControls& controls,
                                 const LduAddressing& addressing)
    : solverName_(std::move(solverName)),
      fieldName_(std::move(fieldName)),
      symmetric_(symmetric),
      controls_(controls),
      rows_(addressing),
      nCellsOfAll_(sumAll(addressing, addressing.nCells)) {}

double IterativeSolver::sum(double value) const { return sumAll(rows_.addressing(), value); }
void IterativeSolver::sum(std::span<double> values) const { sumAll(rows_.addressing(), values); }

void IterativeSolver::check(const LduMatrix& A, std::span<double> x, std::span<const double> b) const {
  const LduAddressing& addressing = rows_.addressing();
  const auto n = static_cast<std::size_t>(addressing.nCells);
  if (A.diag.size() != n || b.size() != n || x.size() != static_cast<std::size_t>(addressing.nAllCells()))
    throw Error(fmt::format("{}: the matrix, x or b of {} does not have the size of the mesh", solverName_, fieldName_));
  if (symmetric_ && !A.symmetric())
    throw Error(fmt::format("{}: made for a symmetric matrix, but the one of {} is asymmetric", solverName_, fieldName_));
}

SolverPerformance IterativeSolver::solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) {
  check(A, x, b);
  const LduAddressing& addressing = rows_.addressing();
  const bool offDiagonal =
      A.upper.size() == addressing.owner.size() && A.coupled.size() == static_cast<std::size_t>(addressing.nCoupled());
  start_ = workspace().take(x.size());
  std::array<double, 3> sums{copyAndSum(x, start_, nCells()), sumOf(A.diag, nCells()), offDiagonal ? 0.0 : 1.0};
  sum(sums);
  if (sums[2] > 0) {  // OpenFOAM solves a matrix that is but a diagonal as such, whatever the entry says
    workspace().give(start_);
    divide(b.data(), A.diag.data(), x.data(), nCells());
    updateGhosts(addressing, x);
    ResidualMonitor("diagonal", fieldName_, controls_).requireFinite(sum(sumMag(x, nCells())), "the solution");
    return {"diagonal", fieldName_, 0, 0, 0, true, false, {}, {}};
  }
  signOfDiagonal_ = std::copysign(1.0, sums[1]);
  for (Field* field : {&residual_, &product_, &direction_}) *field = workspace().take(x.size());
  const auto giveBack = [&] {
    for (Field* field : {&start_, &residual_, &product_, &direction_}) workspace().give(*field);
    if (!A.symmetric()) rows_.release();  // which is another matrix each time
  };
  try {
    auto performance = solveOffDiagonal(A, x, b, sums[0]);
    giveBack();
    return performance;
  } catch (const Error&) {  // what was found not to be finite is a sum over all ranks, so all are here
    restore(x);
    giveBack();
    throw;
  }
}

SolverPerformance IterativeSolver::solveOffDiagonal(const LduMatrix& A, std::span<double> x, std::span<const double> b,
                                                    double sumOfX) {
  assign(A);
  ResidualMonitor monitor(solverName_, fieldName_, controls_);
  if (needsResidual()) firstResidual(x, b, sumOfX / nCellsOfAll_, monitor);
  if (!needsResidual() || monitor.needed()) iterate(x, b, monitor);
  if (needsResidual() && monitor.lostDigits()) lookAtResidual(x, b, monitor);
  if (needsResidual() && monitor.worseThanAtStart(residualMayRise())) {
    restore(x);
    monitor.diverged();
  } else {
    updateGhosts(rows_.addressing(), x);
  }
  return monitor.finish();
}

/// The values that the solve began with.
void IterativeSolver::restore(std::span<double> x) {
  std::copy_n(start_.begin(), nCells(), x.begin());
  updateGhosts(rows_.addressing(), x);
}

/// b - A x itself, where a recurrence may have lost touch with it.
void IterativeSolver::lookAtResidual(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) {
  productAndRowSum(x, product_, direction_);
  monitor.recordIfLost(sum(subtract(b, product_, residual_, nCells())));
}

void IterativeSolver::firstResidual(std::span<double> x, std::span<const double> b, double mean, ResidualMonitor& monitor) {
  constexpr double smallestNorm = 1e-20;
  productAndRowSum(x, product_, direction_);
  auto sums = normAndResidual(product_.data(), b.data(), direction_.data(), mean, residual_.data(), nCells());
  sum(sums);
  monitor.begin(sums[1], sums[0] + smallestNorm);
}

}  // namespace eagre::linear
