// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>

#include "linear/row_matrix.hpp"
#include "linear/settings.hpp"
#include "linear/solver.hpp"

namespace eagre::linear {

class FloatMultigrid;

/// An approximate inverse M^-1 of a matrix, rank-local but for multigrid.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// Prepares for A, which is referred to until the next call.
  virtual void assign(const RowMatrix& A) = 0;
  /// w = M^-1 r; nAllCells each, ghosts of w are left undefined.
  virtual void apply(std::span<const double> r, std::span<double> w) = 0;
  /// The same while a sum is on its way, whose messages move on now and then.
  virtual void applyMeanwhile(std::span<const double> r, std::span<double> w, comm::PendingSum& pending) {
    apply(r, w);
    pending.test();
  }
  /// Whether M^-1 (r + s) = M^-1 r + M^-1 s but for rounding.
  virtual bool linear() const { return true; }
  virtual void applyTransposed(std::span<const double> r, std::span<double> w) { apply(r, w); }
};

/// fieldName, faceWeights, geometry: for multigrid (see makeSolver).
std::unique_ptr<Preconditioner> makePreconditioner(const std::string& fieldName, const Settings& settings,
                                                   const LduAddressing& addressing, std::span<const double> faceWeights,
                                                   const FaceGeometry& geometry);

/// One cycle of a multigrid that others may use between solves.
std::unique_ptr<Preconditioner> makePreconditioner(std::shared_ptr<FloatMultigrid> multigrid);

}  // namespace eagre::linear
