// SPDX-License-Identifier: BSD-3-Clause
#include "linear/ldu.hpp"

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"

namespace eagre::linear {

namespace {

void multiplyOwned(const LduMatrix& A, const double* x, double* y) {
  const LduAddressing& addressing = *A.addressing;
  const Label *owner = addressing.owner.data(), *neighbour = addressing.neighbour.data();
  const double *diag = A.diag.data(), *upper = A.upper.data(), *lower = A.lowerOrUpper().data();
  kernel::parallelFor("ldu.diagonal", addressing.nCells, [=](Label c) { y[c] = diag[c] * x[c]; });
  if (A.upper.empty()) return;
  kernel::parallelFor("ldu.faces", addressing.nFaces(), [=](Label f) {
    y[neighbour[f]] += lower[f] * x[owner[f]];
    y[owner[f]] += upper[f] * x[neighbour[f]];
  });
}

}  // namespace

void multiply(const LduMatrix& A, std::span<double> x, std::span<double> y) {
  overlapped(*A.addressing, x, [&] { multiplyOwned(A, x.data(), y.data()); });
  addCoupled(A, 1.0, x, y);
}

}  // namespace eagre::linear
