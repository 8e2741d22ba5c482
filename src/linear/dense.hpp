// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "linear/ldu.hpp"

namespace eagre::linear {

/// LU factorisation with partial pivoting of a small system that is spread over the ranks; every rank holds and solves all of
/// it. For the coarsest level of multigrid: N of some hundreds, N^2 doubles per rank.
class DenseSolver {
 public:
  explicit DenseSolver(const LduAddressing& addressing);
  /// Collective. Errors: a singular matrix (diverged).
  void assign(const LduMatrix& A);
  /// x: the owned part of the solution. Collective.
  void solve(std::span<const double> b, std::span<double> x);

 private:
  double& at(std::size_t row, std::size_t column) { return lu_[row * n_ + column]; }
  void factorise();

  LduAddressing addressing_;
  std::size_t n_ = 0, offset_ = 0;   ///< rows of all ranks, and before this rank's
  std::vector<double> ghostColumn_;  ///< nAllCells: number of each cell in the whole system
  std::vector<double> lu_, work_;
  std::vector<std::size_t> pivots_;
};

}  // namespace eagre::linear
