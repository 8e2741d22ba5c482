// SPDX-License-Identifier: BSD-3-Clause
#include "linear/smooth_solver.hpp"

namespace eagre::linear {

SmoothSolver::SmoothSolver(const std::string& fieldName, bool symmetric, const Settings& settings,
                           const LduAddressing& addressing)
    : IterativeSolver("smoothSolver", fieldName, symmetric, settings.controls, addressing),
      nSweeps_(settings.nSweeps),
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

}  // namespace eagre::linear
