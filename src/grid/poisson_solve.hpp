// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/error.hpp"
#include "grid/poisson.hpp"

/// What the forms of conjugate gradients in Poisson share.
namespace eagre::grid {

/// (A x) in a cell, x of single or double precision.
struct PoissonOperator {
  View<const float> c[3];
  std::array<double, 3> scale;
  template <class T>
  double operator()(View<T> x, int i, int j, int k) const {
    const double at = x(i, j, k);
    return scale[0] * (c[0](i, j, k) * (at - x(i - 1, j, k)) + c[0](i + 1, j, k) * (at - x(i + 1, j, k))) +
           scale[1] * (c[1](i, j, k) * (at - x(i, j - 1, k)) + c[1](i, j + 1, k) * (at - x(i, j + 1, k))) +
           scale[2] * (c[2](i, j, k) * (at - x(i, j, k - 1)) + c[2](i, j, k + 1) * (at - x(i, j, k + 1)));
  }
};

/// One solve. The preconditioner is M^-1 = toFloat times per cycle: a factor is nothing to conjugate gradients.
struct Poisson::Solve {
  Field &x, &r, &d, &q;  ///< r: the right-hand side at first
  View<float> source;    ///< of the preconditioner
  const SolveControls& controls;
  double bb = 0, toFloat = 0;
  double sumOfX = 0;  ///< of all cells, by recurrence
  SolveReport report{};

  bool goesOn() const { return !report.converged && report.iterations < controls.maxIterations; }
  /// An iteration's sum of r r.
  void take(double rr);
};

inline Error notPositive() { return Error("pressure: the operator is not positive, or not finite", ExitCode::diverged); }

}  // namespace eagre::grid
