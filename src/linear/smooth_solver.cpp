// SPDX-License-Identifier: BSD-3-Clause
#include "linear/smooth_solver.hpp"

#include "core/error.hpp"
#include "core/one_of.hpp"
#include "linear/vector_sweeps.hpp"

namespace eagre::linear {

SmoothSolver::SmoothSolver(const std::string& fieldName, bool symmetric, const Settings& settings,
                           const LduAddressing& addressing)
    : IterativeSolver("smoothSolver", fieldName, symmetric, settings.controls, addressing),
      nSweeps_(settings.nSweeps),
      smootherName_(settings.smoother),
      smoother_(makeSmoother(settings.smoother, addressing)) {}

void SmoothSolver::iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) {
  smoother_->assign(rows_);
  if (nSweeps_ < 0) {
    smoother_->smooth(x, b, -nSweeps_);
    monitor.countUnchecked(-nSweeps_);
    return;
  }
  do {
    smoother_->smooth(x, b, nSweeps_);
    rows_.residual(x, b, residual_);
    monitor.record(sum(sumMag(residual_, nCells())));
  } while (monitor.goOn(nSweeps_));
}

std::optional<VectorPerformance> SmoothSolver::solveTogether(const VectorSystem& system) {
  const LduMatrix& A = system.A;
  const bool offDiagonal = A.upper.size() == rows_.addressing().owner.size() &&
                           A.coupled.size() == static_cast<std::size_t>(rows_.addressing().nCoupled());
  const bool bothWays = smootherName_ == "symGaussSeidel";
  if (nSweeps_ <= 0 || !(bothWays || isOneOf(smootherName_, {"GaussSeidel", "nonBlockingGaussSeidel"}))) return {};
  if (sum(offDiagonal ? 0.0 : 1.0) > 0) return {};
  rows_.assign(A);
  std::optional<VectorPerformance> performances;
  VectorSweeps sweeps(rows_, system, bothWays, nSweeps_, nCellsOfAll());
  try {
    performances = sweeps.solve({solverName_, fieldName_, controls_});
  } catch (const Error& e) {  // a sum over all ranks was not finite, so all are here
    if (e.code() != ExitCode::diverged) throw;
  }
  if (!performances) sweeps.restore();
  if (!A.symmetric()) rows_.release();  // which is another matrix each time
  return performances;
}

}  // namespace eagre::linear
