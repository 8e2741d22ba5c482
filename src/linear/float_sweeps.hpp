// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "linear/ldu.hpp"
#include "linear/rows.hpp"

namespace eagre::linear {

/// A symmetric matrix in single precision for Gauss-Seidel sweeps: D x - sum a_j x_j, all a_j >= 0. Entries right of the diagonal
/// are the conductances of the faces as they stand, those left of it are copied into row order.
///
/// A sweep is bound by the chain from row to row. So what a row needs of the row before is handed on in a register and enters by
/// one fused multiplication; everything else of a row is off that chain.
class SweepMatrix {
 public:
  /// The addressing's views must outlive the matrix.
  explicit SweepMatrix(const LduAddressing& addressing);

  /// conductance: of the internal faces, referred to until the next call; diag: nCells.
  void assign(std::span<const float> conductance, std::span<const float> diag);

  /// x = (D - L)^-1 b: one forward sweep from x = 0.
  void sweepForwardFromZero(const float* b, float* x) const;
  void sweepForward(const float* b, float* x) const;
  void sweepBackward(const float* b, float* x) const;
  /// r = b - A x right after sweepForwardFromZero: only the entries right of the diagonal are new to it.
  void residualAfterForward(const float* x, float* r) const;
  void residual(const float* b, const float* x, float* r) const;

 private:
  RowsOf<float> rows() const;

  LduAddressing addressing_;
  double perRow_;  ///< faces per row
  const float* upper_ = nullptr;
  std::vector<float> lower_, diag_, reciprocal_;
};

}  // namespace eagre::linear
