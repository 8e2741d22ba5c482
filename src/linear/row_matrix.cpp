// SPDX-License-Identifier: BSD-3-Clause
#include "linear/row_matrix.hpp"

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"

namespace eagre::linear {

namespace {

/// start + (or -) the off-diagonal entries of a row times x.
template <int sign>
inline double rowProduct(const auto& row, const double* x, double start) {
  for (Label k = 0; k < row.nLower(); ++k) start += sign * (row.lower(k) * x[row.lowerColumn(k)]);
  for (Label k = 0; k < row.nUpper(); ++k) start += sign * (row.upper(k) * x[row.upperColumn(k)]);
  return start;
}

kernel::Loop multiplyLoop(const Rows& a) { return {"rows.multiply", bytesOfRow(a)}; }

void multiplyRows(const Rows& a, const kernel::Loop& loop, const kernel::Iterations& iterations, const double* x, double* y) {
  parallelRows(loop, iterations, a, [=](Label c, const auto& row) { y[c] = rowProduct<1>(row, x, row.a.diag[c] * x[c]); });
}

double multiplyDotRows(const Rows& a, const double* x, double* y) {
  return sumOverRows<double>({"rows.multiplyDot", bytesOfRow(a)}, a, [=](Label c, const auto& row) {
    y[c] = rowProduct<1>(row, x, row.a.diag[c] * x[c]);
    return y[c] * x[c];
  });
}

void multiplyRowSumRows(const Rows& a, const double* x, double* y, double* rowSum) {
  parallelRows({"rows.multiplyRowSum", bytesOfRow(a) + 8}, a.n, a, [=](Label c, const auto& row) {
    double product = row.a.diag[c] * x[c], sum = row.a.diag[c];
    for (Label k = 0; k < row.nLower(); ++k) {
      product += row.lower(k) * x[row.lowerColumn(k)];
      sum += row.lower(k);
    }
    for (Label k = 0; k < row.nUpper(); ++k) {
      product += row.upper(k) * x[row.upperColumn(k)];
      sum += row.upper(k);
    }
    y[c] = product;
    rowSum[c] = sum;
  });
}

void multiplyOffDiagonalRows(const Rows& a, const double* x, double* y) {
  parallelRows({"rows.multiplyOffDiagonal", bytesOfRow(a)}, a.n, a,
               [=](Label c, const auto& row) { y[c] = rowProduct<1>(row, x, 0.0); });
}

void residualRows(const Rows& a, const double* x, const double* b, double* r) {
  parallelRows({"rows.residual", bytesOfRow(a) + 8}, a.n, a,
               [=](Label c, const auto& row) { r[c] = rowProduct<-1>(row, x, b[c] - row.a.diag[c] * x[c]); });
}

}  // namespace

void RowMatrix::assign(const LduMatrix& A) {
  if (A_ == &A && A.version != 0 && A.version == version_) return;
  A_ = &A;
  version_ = A.version;
  const Label *losort = addressing_.losort.data(), n = addressing_.nFaces();
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
          addressing_.lowerColumn.data(),
          addressing_.ownerStart.data(),
          addressing_.neighbour.data(),
          addressing_.stretches};
}

void RowMatrix::multiply(std::span<double> x, std::span<double> y) const {
  const Rows a = rows();
  overlapped(addressing_, x, [&] { multiplyRows(a, multiplyLoop(a), a.n, x.data(), y.data()); });
  addCoupled(*A_, 1.0, x, y);
}

void RowMatrix::multiplyMeanwhile(std::span<double> x, std::span<double> y, comm::PendingSum& pending) const {
  const Rows a = rows();
  const kernel::Loop loop = multiplyLoop(a);
  overlapped(addressing_, x, [&] {
    const int n = nPieces(a);
    for (int k = 0; k < n; ++k) {
      const Rows some = piece(a, k, n);
      multiplyRows(some, loop, {double(some.size()), double(some.first), double(a.n - some.n)}, x.data(), y.data());
      pending.test();
    }
  });
  addCoupled(*A_, 1.0, x, y);
}

double RowMatrix::multiplyDot(std::span<double> x, std::span<double> y) const {
  double dot = 0;
  overlapped(addressing_, x, [&] { dot = multiplyDotRows(rows(), x.data(), y.data()); });
  return dot + addCoupledDot(*A_, x, y);
}

void RowMatrix::multiplyRowSum(std::span<double> x, std::span<double> y, std::span<double> rowSum) const {
  overlapped(addressing_, x, [&] { multiplyRowSumRows(rows(), x.data(), y.data(), rowSum.data()); });
  addCoupled(*A_, 1.0, x, y);
  const double* coupled = A_->coupled.data();
  const Label* owner = addressing_.coupledOwner.data();
  double* sum = rowSum.data();
  kernel::sequentialFor("rows.coupledSum", 0, addressing_.nCoupled(), [=](Label f) { sum[owner[f]] += coupled[f]; });
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
