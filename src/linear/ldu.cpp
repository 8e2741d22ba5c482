// SPDX-License-Identifier: BSD-3-Clause
#include "linear/ldu.hpp"

#include <utility>

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"

namespace eagre::linear {

void multiplyOwned(const LduMatrix& A, bool transposed, const double* x, double* y) {
  const LduAddressing& addressing = *A.addressing;
  const Label *owner = addressing.owner.data(), *neighbour = addressing.neighbour.data();
  const double *diag = A.diag.data(), *upper = A.upper.data(), *lower = A.lowerOrUpper().data();
  if (transposed) std::swap(upper, lower);
  if (A.upper.empty()) return kernel::parallelFor("ldu.diagonal", addressing.nCells, [=](Label c) { y[c] = diag[c] * x[c]; });
  kernel::parallelFor("ldu.rows", addressing.nCells, [=, faces = FacesOfCells(addressing)](Label c) {
    double sum = diag[c] * x[c];
    faces(
        c, [&](Label f) { sum += lower[f] * x[owner[f]]; }, [&](Label f) { sum += upper[f] * x[neighbour[f]]; });
    y[c] = sum;
  });
}

void multiply(const LduMatrix& A, std::span<double> x, std::span<double> y) {
  overlapped(*A.addressing, x, [&] { multiplyOwned(A, false, x.data(), y.data()); });
  addCoupled(A, 1.0, x, y);
}

}  // namespace eagre::linear
