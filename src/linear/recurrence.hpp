// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "linear/row_matrix.hpp"

/// Sweeps in which a row waits for the row before it. They are sequential by nature, so they are plain loops. What bounds
/// them is the latency of that chain; the value of the row just finished is therefore handed on in a register instead of being
/// stored and loaded again (twice as fast on 2D meshes).
namespace eagre::linear {

/// Simplified incomplete factorisation that changes the diagonal alone (DIC for symmetric matrices, DILU for others;
/// Pommerell 1992): M = (D + L) D^-1 (D + U) with D so that diag(M) = diag(A). Rank-local.
class IncompleteDiagonal {
 public:
  /// Factorises; A is referred to until the next call.
  void assign(const RowMatrix& A);
  /// w = M^-1 r; nCells each; w and r may be the same.
  void apply(const double* r, double* w) const;
  /// The same, in pieces, after each of which the sum's messages move on.
  void applyMeanwhile(const double* r, double* w, comm::PendingSum& pending) const;
  void applyTransposed(const double* r, double* w) const;  ///< w = M^-T r

 private:
  const RowMatrix* A_ = nullptr;
  std::vector<double> reciprocal_;  ///< 1/D
};

/// One Gauss-Seidel sweep over the owned rows in ascending order; ghosts of x stay.
void sweepForward(const Rows& a, double* x, const double* b);
/// The same in descending order.
void sweepBackward(const Rows& a, double* x, const double* b);

}  // namespace eagre::linear
