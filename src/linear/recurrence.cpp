// SPDX-License-Identifier: BSD-3-Clause
#include "linear/recurrence.hpp"

#include "kernel/parallel_for.hpp"

namespace eagre::linear {

namespace {

/// x[column], where x[finished] is at hand as `value`. A branch (well predicted), so that the load is off the chain.
inline double fresh(const double* x, Label column, Label finished, double value) {
  if (column == finished) [[likely]]
    return value;
  return x[column];
}

/// start - factor * sum(lower entries of row c * x), the nearest row last. `previous` is x[c - 1].
template <class Scale>
inline double subtractLower(const Rows& a, const double* x, Label c, double start, double previous, Scale scale) {
  const Label end = a.lowerStart[c + 1];
  Label i = a.lowerStart[c];
  if (i == end) return start;
  for (; i < end - 1; ++i) start -= scale(a.lower[i]) * x[a.lowerColumn[i]];
  return start - scale(a.lower[i]) * fresh(x, a.lowerColumn[i], c - 1, previous);
}

/// start - factor * sum(upper entries of row c * x), from the last to the first. `previous` is x[c + 1].
template <class Scale>
inline double subtractUpper(const Rows& a, const double* x, Label c, double start, double previous, Scale scale) {
  const Label first = a.upperStart[c];
  Label i = a.upperStart[c + 1];
  if (i == first) return start;
  for (--i; i > first; --i) start -= scale(a.upper[i]) * x[a.upperColumn[i]];
  return start - scale(a.upper[i]) * fresh(x, a.upperColumn[i], c + 1, previous);
}

constexpr auto unscaled = [](double v) { return v; };

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
  const kernel::Timed timed({"incomplete.apply", bytesOfRow(a) + 24}, a.n);
  const double* d = reciprocal_.data();
  double previous = 0;
  for (Label c = 0; c < a.n; ++c) {
    const double dc = d[c];
    w[c] = previous = subtractLower(a, w, c, dc * r[c], previous, [dc](double v) { return dc * v; });
  }
  for (Label c = a.n - 1; c >= 0; --c) {
    const double dc = d[c];
    w[c] = previous = subtractUpper(a, w, c, w[c], previous, [dc](double v) { return dc * v; });
  }
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

// A row's entries on the far side are taken first: they do not wait for the row before.
void sweepForward(const Rows& a, double* x, const double* b) {
  const kernel::Timed timed({"sweep.forward", bytesOfRow(a) + 8}, a.n);
  double previous = 0;
  for (Label c = 0; c < a.n; ++c) {
    double rest = b[c];
    for (Label i = a.upperStart[c]; i < a.upperStart[c + 1]; ++i) rest -= a.upper[i] * x[a.upperColumn[i]];
    x[c] = previous = subtractLower(a, x, c, rest, previous, unscaled) / a.diag[c];
  }
}

void sweepBackward(const Rows& a, double* x, const double* b) {
  const kernel::Timed timed({"sweep.backward", bytesOfRow(a) + 8}, a.n);
  double previous = 0;
  for (Label c = a.n - 1; c >= 0; --c) {
    double rest = b[c];
    for (Label i = a.lowerStart[c]; i < a.lowerStart[c + 1]; ++i) rest -= a.lower[i] * x[a.lowerColumn[i]];
    x[c] = previous = subtractUpper(a, x, c, rest, previous, unscaled) / a.diag[c];
  }
}

}  // namespace eagre::linear
