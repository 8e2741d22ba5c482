// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "linear/ldu.hpp"
#include "linear/rows.hpp"

namespace eagre::linear {

/// A symmetric matrix in single precision for Gauss-Seidel sweeps: D x - sum a_j x_j, all a_j >= 0. Rows are taken in an order of
/// its own; right of the diagonal means: of a row that comes later.
class SweepMatrix {
 public:
  virtual ~SweepMatrix() = default;
  SweepMatrix(const SweepMatrix&) = delete;
  SweepMatrix& operator=(const SweepMatrix&) = delete;

  /// Rounds conductances to what assign() keeps of them, before the diagonal is made of them.
  virtual void round(std::span<float>) const {}
  /// conductance: of the internal faces, referred to until the next call; diag: nCells.
  virtual void assign(std::span<const float> conductance, std::span<const float> diag) = 0;

  /// x = (D - L)^-1 b: one forward sweep from x = 0.
  virtual void sweepForwardFromZero(const float* b, float* x) const = 0;
  virtual void sweepForward(const float* b, float* x) const = 0;
  virtual void sweepBackward(const float* b, float* x) const = 0;
  /// r = b - A x right after sweepForwardFromZero: only the entries right of the diagonal are new to it.
  virtual void residualAfterForward(const float* x, float* r) const = 0;
  virtual void residual(const float* b, const float* x, float* r) const = 0;

 protected:
  explicit SweepMatrix(const LduAddressing& addressing);
  void assignDiagonal(std::span<const float> diag);

  LduAddressing addressing_;
  double perRow_;  ///< faces per row
  std::vector<float> diag_, reciprocal_;
};

enum class SweepOrder { rows, strands };

/// Rows for a matrix whose rows nearly all follow a pattern (kernel::Stretch), else strands (StrandSweeps).
SweepOrder bestOrder(const LduAddressing& addressing);

/// The addressing's views must outlive the matrix.
std::unique_ptr<SweepMatrix> makeSweepMatrix(const LduAddressing& addressing, SweepOrder order);

/// Rows one after another, as they are numbered. Entries right of the diagonal are the conductances of the faces as they stand,
/// those left of it are copied into row order.
///
/// A sweep is bound by the chain from row to row. So what a row needs of the row before is handed on in a register and enters by
/// one fused multiplication; everything else of a row is off that chain.
class RowSweeps final : public SweepMatrix {
 public:
  explicit RowSweeps(const LduAddressing& addressing);
  void assign(std::span<const float> conductance, std::span<const float> diag) override;
  void sweepForwardFromZero(const float* b, float* x) const override;
  void sweepForward(const float* b, float* x) const override;
  void sweepBackward(const float* b, float* x) const override;
  void residualAfterForward(const float* x, float* r) const override;
  void residual(const float* b, const float* x, float* r) const override;

 private:
  RowsOf<float> rows() const;

  const float* upper_ = nullptr;
  std::vector<float> lower_;
};

}  // namespace eagre::linear
