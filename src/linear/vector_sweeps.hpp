// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "linear/residual_monitor.hpp"
#include "linear/row_matrix.hpp"
#include "linear/solver.hpp"

namespace eagre::linear {

/// Gauss-Seidel sweeps on the components of a vector side by side: entries and columns are read once for all, a processor
/// guesses once where a row ends, and as many chains from row to row run at a time. Each component has the sweeps that
/// SmoothSolver gives it by itself, to the last bit, and rests when it has converged.
class VectorSweeps {
 public:
  /// rows: with the matrix of the system. bothWays: each sweep goes there and back.
  VectorSweeps(const RowMatrix& rows, const VectorSystem& system, bool bothWays, int nSweeps, double nCellsOfAll);

  /// As Solver::solveTogether; monitor: without a residual yet. Errors: a residual that is not finite (diverged).
  std::optional<VectorPerformance> solve(const ResidualMonitor& monitor);
  /// The values that it was made with.
  void restore();

 private:
  using Monitors = std::array<ResidualMonitor, 3>;
  void firstResidual(Monitors& monitors);
  void smooth();
  Vec3 residualSum();
  void updateGhosts();
  void subtractCoupled(std::span<Vec3> y) const;
  bool anyActive() const { return active_[0] || active_[1] || active_[2]; }

  const RowMatrix& rows_;
  VectorSystem system_;
  bool bothWays_;
  int nSweeps_;
  double nCellsOfAll_;
  std::array<bool, 3> active_;  ///< components that are swept
  kernel::Array<Vec3> start_, work_, rowSums_;
  Vec3 sumOfX_;  ///< at the start, of this rank
};

}  // namespace eagre::linear
