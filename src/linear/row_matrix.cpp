// SPDX-License-Identifier: BSD-3-Clause
#include "linear/row_matrix.hpp"

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"

namespace eagre::linear {

namespace {

/// start + (or -) the off-diagonal entries of row c times x.
template <int sign>
inline double rowProduct(const Rows& a, const double* x, Label c, double start) {
  for (Label i = a.lowerStart[c]; i < a.lowerStart[c + 1]; ++i) start += sign * (a.lower[i] * x[a.lowerColumn[i]]);
  for (Label i = a.upperStart[c]; i < a.upperStart[c + 1]; ++i) start += sign * (a.upper[i] * x[a.upperColumn[i]]);
  return start;
}

void multiplyRows(const Rows& a, const double* x, double* y) {
  kernel::parallelFor({"rows.multiply", bytesOfRow(a)}, a.n, [=](Label c) { y[c] = rowProduct<1>(a, x, c, a.diag[c] * x[c]); });
}

double multiplyDotRows(const Rows& a, const double* x, double* y) {
  return kernel::parallelSum<double>({"rows.multiplyDot", bytesOfRow(a)}, a.n, [=](Label c) {
    y[c] = rowProduct<1>(a, x, c, a.diag[c] * x[c]);
    return y[c] * x[c];
  });
}

void multiplyRowSumRows(const Rows& a, const double* x, double* y, double* rowSum) {
  kernel::parallelFor({"rows.multiplyRowSum", bytesOfRow(a) + 8}, a.n, [=](Label c) {
    double product = a.diag[c] * x[c], sum = a.diag[c];
    for (Label i = a.lowerStart[c]; i < a.lowerStart[c + 1]; ++i) {
      product += a.lower[i] * x[a.lowerColumn[i]];
      sum += a.lower[i];
    }
    for (Label i = a.upperStart[c]; i < a.upperStart[c + 1]; ++i) {
      product += a.upper[i] * x[a.upperColumn[i]];
      sum += a.upper[i];
    }
    y[c] = product;
    rowSum[c] = sum;
  });
}

void multiplyOffDiagonalRows(const Rows& a, const double* x, double* y) {
  kernel::parallelFor({"rows.multiplyOffDiagonal", bytesOfRow(a)}, a.n, [=](Label c) { y[c] = rowProduct<1>(a, x, c, 0.0); });
}

void residualRows(const Rows& a, const double* x, const double* b, double* r) {
  kernel::parallelFor({"rows.residual", bytesOfRow(a) + 8}, a.n,
                      [=](Label c) { r[c] = rowProduct<-1>(a, x, c, b[c] - a.diag[c] * x[c]); });
}

}  // namespace

void RowMatrix::assign(const LduMatrix& A) {
  if (A_ == &A && A.version != 0 && A.version == version_) return;
  A_ = &A;
  version_ = A.version;
  const Label *losort = addressing_.losort.data(), *owner = addressing_.owner.data(), n = addressing_.nFaces();
  if (lowerColumn_.empty()) {
    lowerColumn_.resize(addressing_.owner.size());
    kernel::parallelFor("rows.lower columns", n, [&](Label i) { lowerColumn_[i] = owner[losort[i]]; });
  }
  if (lower_.size() != addressing_.owner.size()) {
    if (addressing_.workspace)
      lower_ = addressing_.workspace->take(addressing_.owner.size());
    else
      lower_.resize(addressing_.owner.size());
  }
  const double* values = A.lowerOrUpper().data();
  double* lower = lower_.data();
  kernel::parallelFor({"rows.reorder", 20}, n, [=](Label i) { lower[i] = values[losort[i]]; });
}

void RowMatrix::release() {
  if (!addressing_.workspace) return;
  addressing_.workspace->give(lower_);
  A_ = nullptr;
}

Rows RowMatrix::rows() const {
  return {addressing_.nCells,
          A_->diag.data(),
          lower_.data(),
          A_->upper.data(),
          addressing_.losortStart.data(),
          lowerColumn_.data(),
          addressing_.ownerStart.data(),
          addressing_.neighbour.data()};
}

void RowMatrix::multiply(std::span<double> x, std::span<double> y) const {
  overlapped(addressing_, x, [&] { multiplyRows(rows(), x.data(), y.data()); });
  addCoupled(*A_, 1.0, x, y);
}

double RowMatrix::multiplyDot(std::span<double> x, std::span<double> y) const {
  double dot = 0;
  overlapped(addressing_, x, [&] { dot = multiplyDotRows(rows(), x.data(), y.data()); });
  addCoupled(*A_, 1.0, x, y);
  const double *coupled = A_->coupled.data(), *values = x.data(), *ghost = values + addressing_.nCells;
  const Label* owner = addressing_.coupledOwner.data();
  return dot + kernel::parallelSum<double>("rows.coupledDot", addressing_.nCoupled(),
                                           [=](Label f) { return coupled[f] * ghost[f] * values[owner[f]]; });
}

void RowMatrix::multiplyRowSum(std::span<double> x, std::span<double> y, std::span<double> rowSum) const {
  overlapped(addressing_, x, [&] { multiplyRowSumRows(rows(), x.data(), y.data(), rowSum.data()); });
  addCoupled(*A_, 1.0, x, y);
  const double* coupled = A_->coupled.data();
  const Label* owner = addressing_.coupledOwner.data();
  double* sum = rowSum.data();
  kernel::parallelFor("rows.coupledSum", addressing_.nCoupled(), [=](Label f) { sum[owner[f]] += coupled[f]; });
}

void RowMatrix::multiplyOffDiagonal(std::span<double> x, std::span<double> y) const {
  overlapped(addressing_, x, [&] { multiplyOffDiagonalRows(rows(), x.data(), y.data()); });
  addCoupled(*A_, 1.0, x, y);
}

void RowMatrix::residual(std::span<double> x, std::span<const double> b, std::span<double> r) const {
  overlapped(addressing_, x, [&] { residualRows(rows(), x.data(), b.data(), r.data()); });
  addCoupled(*A_, -1.0, x, r);
}

}  // namespace eagre::linear
