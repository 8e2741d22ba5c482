// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "linear/residual_monitor.hpp"
#include "linear/row_matrix.hpp"

namespace eagre::linear {

/// What all iterative solvers share: the first residual and its normalisation (Weller's, as in OpenFOAM:
/// sum(|A x - A <x>| + |b - A <x>|), <x> the mean), the record, the ghosts at the end. And a promise: x is never handed on with
/// a residual that is neither below the tolerance nor below the initial one (but see residualMayRise()). The
/// values at the start are kept for that (8 bytes written per cell and solve, in a pass that reads x anyway); they come back
/// where a solve has diverged or throws.
class IterativeSolver : public Solver {
 public:
  SolverPerformance solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) override;
  void setControls(const SolverControls& controls) override { controls_ = controls; }

 protected:
  using Field = kernel::Array<double>;
  IterativeSolver(std::string solverName, std::string fieldName, bool symmetric, const SolverControls& controls,
                  const LduAddressing& addressing);

  /// Takes the matrix of a solve.
  virtual void assign(const LduMatrix& A) { rows_.assign(A); }
  /// product = A x, rowSum = A 1.
  virtual void productAndRowSum(std::span<double> x, std::span<double> product, std::span<double> rowSum) {
    rows_.multiplyRowSum(x, product, rowSum);
  }
  /// The residual of the start, r = b - A x in residual_ (and A x in product_), and its normalisation, for monitor.begin().
  /// mean: of x, over all ranks.
  virtual void firstResidual(std::span<double> x, std::span<const double> b, double mean, ResidualMonitor& monitor);
  /// Iterates on x until monitor.goOn() says stop. On entry residual_ = b - A x (and product_ = A x).
  virtual void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) = 0;
  /// false: iterate() looks at no residual, so none is computed.
  virtual bool needsResidual() const { return true; }
  /// true: an iterate whose sum |r| is above that of the start need not be worse, and is kept where the iteration limit ends the
  /// solve. So it is with conjugate gradients, which lower the energy of the error at each iteration if the operator is definite,
  /// and with PBiCGStab for a symmetric operator.
  virtual bool residualMayRise() const { return false; }

  Label nCells() const { return rows_.addressing().nCells; }
  double nCellsOfAll() const { return nCellsOfAll_; }
  /// Where fields of a solve are borrowed.
  kernel::Workspace& workspace() { return rows_.addressing().workspace ? *rows_.addressing().workspace : own_; }
  double sum(double value) const;
  void sum(std::span<double> values) const;

 private:
  kernel::Workspace own_;  ///< before what may be taken from it

 protected:
  const std::string solverName_, fieldName_;
  const bool symmetric_;
  SolverControls controls_;
  RowMatrix rows_;
  double signOfDiagonal_ = 1;             ///< of the matrix at hand
  Field residual_, product_, direction_;  ///< nAllCells, during a solve

 private:
  SolverPerformance solveOffDiagonal(const LduMatrix& A, std::span<double> x, std::span<const double> b, double sumOfX);
  void check(const LduMatrix& A, std::span<double> x, std::span<const double> b) const;
  void restore(std::span<double> x);
  void lookAtResidual(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor);

  Field start_;  ///< x at the start, during a solve
  double nCellsOfAll_;
};

// Loops that several solvers run. Sums are of this rank.
double dot(std::span<const double> a, std::span<const double> b, Label n);
double sumMag(std::span<const double> a, Label n);
/// r = b - product; returns sum |r|.
double subtract(std::span<const double> b, std::span<const double> product, std::span<double> r, Label n);

}  // namespace eagre::linear
