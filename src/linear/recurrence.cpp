// SPDX-License-Identifier: BSD-3-Clause
#include "linear/recurrence.hpp"

#include "kernel/parallel_for.hpp"
#include "linear/multiply_add.hpp"
#include "linear/row_chain.hpp"

namespace eagre::linear {

namespace {

/// The loop of apply(): both sweeps.
kernel::Loop incompleteApply(const Rows& a) { return {"incomplete.apply", bytesOfRow(a) + 24}; }

/// Returns the last value, which the row after these needs.
double solveLower(const Rows& a, const double* d, const double* r, double* w, double previous) {
  sequentialRows(a, [=, &previous](Label c, const auto& row) {
    const double dc = d[c];
    w[c] = previous = subtractLower(row, w, dc * r[c], previous, [dc](double v) { return dc * v; });
  });
  return previous;
}

double solveUpper(const Rows& a, const double* d, double* w, double previous) {
  sequentialRowsBackwards(a, [=, &previous](Label c, const auto& row) {
    const double dc = d[c];
    w[c] = previous = subtractUpper(row, w, w[c], previous, [dc](double v) { return dc * v; });
  });
  return previous;
}

}  // namespace

void IncompleteDiagonal::assign(const RowMatrix& A) {
  A_ = &A;
  const kernel::Timed timed({"incomplete.factorise", bytesOfRow(A.rows())}, A.addressing().nCells);
  const LduMatrix& m = A.matrix();
  reciprocal_.assign(m.diag.begin(), m.diag.end());
  const Label *owner = A.addressing().owner.data(), *neighbour = A.addressing().neighbour.data();
  const double *upper = m.upper.data(), *lower = m.lowerOrUpper().data();
  double* d = reciprocal_.data();
  for (Label f = 0; f < A.addressing().nFaces(); ++f) d[neighbour[f]] -= upper[f] * lower[f] / d[owner[f]];
  kernel::parallelFor("incomplete.reciprocal", A.addressing().nCells, [=](Label c) { d[c] = 1.0 / d[c]; });
}

void IncompleteDiagonal::apply(const double* r, double* w) const {
  const Rows a = A_->rows();
  const kernel::Timed timed(incompleteApply(a), a.n);
  const double* d = reciprocal_.data();
  solveUpper(a, d, w, solveLower(a, d, r, w, 0));
}

void IncompleteDiagonal::applyMeanwhile(const double* r, double* w, comm::PendingSum& pending) const {
  const Rows a = A_->rows();
  const kernel::Loop loop = incompleteApply(a);
  const double* d = reciprocal_.data();
  const int n = nPieces(a);
  double previous = 0, done = 0;
  const auto run = [&](int which, const auto& sweep) {
    const Rows rows = piece(a, which, n);
    const double iterations = 0.5 * rows.size();
    {
      const kernel::Timed timed(loop, {iterations, done, a.n - iterations - done});
      previous = sweep(rows);
    }
    done += iterations;
    pending.test();
  };
  for (int k = 0; k < n; ++k) run(k, [&](const Rows& rows) { return solveLower(rows, d, r, w, previous); });
  for (int k = n - 1; k >= 0; --k) run(k, [&](const Rows& rows) { return solveUpper(rows, d, w, previous); });
}

void IncompleteDiagonal::applyTransposed(const double* r, double* w) const {
  const LduMatrix& m = A_->matrix();
  const LduAddressing& addressing = A_->addressing();
  const Label *owner = addressing.owner.data(), *neighbour = addressing.neighbour.data(), *losort = addressing.losort.data();
  const double *upper = m.upper.data(), *lower = m.lowerOrUpper().data(), *d = reciprocal_.data();
  kernel::parallelFor("incomplete.scale", addressing.nCells, [=](Label c) { w[c] = d[c] * r[c]; });
  for (Label f = 0; f < addressing.nFaces(); ++f) w[neighbour[f]] -= d[neighbour[f]] * upper[f] * w[owner[f]];
  for (Label i = addressing.nFaces() - 1; i >= 0; --i) {
    const Label f = losort[i];
    w[owner[f]] -= d[owner[f]] * lower[f] * w[neighbour[f]];
  }
}

// A row's entries on the far side are taken first, and all is divided by the diagonal: neither waits for the row before.
void sweepForward(const Rows& a, double* x, const double* b) {
  const kernel::Timed timed({"sweep.forward", bytesOfRow(a) + 8}, a.n);
  double previous = 0;
  sequentialRows(a, [&](Label c, const auto& row) {
    double rest = b[c];
    for (Label k = 0; k < row.nUpper(); ++k) rest = multiplyAdd(-row.upper(k), x[row.upperColumn(k)], rest);
    const double r = 1 / a.diag[c];
    x[c] = previous = subtractLower(row, x, rest * r, previous, [r](double v) { return v * r; });
  });
}

void sweepBackward(const Rows& a, double* x, const double* b) {
  const kernel::Timed timed({"sweep.backward", bytesOfRow(a) + 8}, a.n);
  double previous = 0;
  sequentialRowsBackwards(a, [&](Label c, const auto& row) {
    double rest = b[c];
    for (Label k = 0; k < row.nLower(); ++k) rest = multiplyAdd(-row.lower(k), x[row.lowerColumn(k)], rest);
    const double r = 1 / a.diag[c];
    x[c] = previous = subtractUpper(row, x, rest * r, previous, [r](double v) { return v * r; });
  });
}

}  // namespace eagre::linear
