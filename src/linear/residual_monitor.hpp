// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <string>

#include "linear/solver.hpp"

namespace eagre::linear {

/// Keeps the record of one solve and decides when it is over, by v1912's rules: converged if the residual is below tolerance,
/// or (relTol > 0) below relTol times the initial one; at least minIter and at most maxIter iterations.
class ResidualMonitor {
 public:
  ResidualMonitor(std::string solverName, std::string fieldName, const SolverControls& controls) : controls_(controls) {
    performance_.solverName = std::move(solverName);
    performance_.fieldName = std::move(fieldName);
  }

  /// The initial residual and what residuals are divided by.
  void begin(double sumMagResidual, double normFactor);
  double normFactor() const { return normFactor_; }
  double residualSum() const { return performance_.finalResidual * normFactor_; }  ///< the last sum |b - A x|
  double initialResidual() const { return performance_.initialResidual; }
  double residual() const { return performance_.finalResidual; }
  /// What the residual has to fall below.
  double target() const { return std::max(controls_.tolerance, controls_.relTol * performance_.initialResidual); }
  int iterations() const { return performance_.iterations; }

  /// A new sum |b - A x|. Errors: not finite (diverged).
  void record(double sumMagResidual);
  /// Errors: a scalar product that is not finite (diverged).
  void requireFinite(double value, const char* what) const;

  bool converged() const;
  /// Whether to start iterating at all.
  bool needed() const { return controls_.minIter > 0 || !converged(); }
  /// PBiCGStab's look at the residual in the middle of an iteration.
  bool convergedMidway() const { return performance_.iterations >= controls_.minIter && converged(); }
  /// Counts n iterations; whether to go on.
  bool goOn(int n = 1);
  /// Whether the iterations so far are not enough.
  bool unfinished() const;
  void count(int n) { performance_.iterations += n; }
  /// Whether residuals were so large on the way that rounding errors of then may exceed the last one of a recurrence.
  bool lostDigits() const;
  /// Records sum |b - A x| if the recurrence's residual is off by more than a factor of ten; a smaller drift is that of every
  /// recurrence, and OpenFOAM reports it, too.
  void recordIfLost(double sumMagResidual);
  /// Whether x is worse than at the start: its residual is above the initial one, and not below the tolerance either.
  /// residualMayRise: worse then is an end for another reason than the iteration limit, or 100 times the residual.
  bool worseThanAtStart(bool residualMayRise = false) const;
  /// The solve has led nowhere; x is what it was at the start.
  void diverged();

  /// n sweeps after which nobody looked at the residual.
  void countUnchecked(int n) {
    count(n);
    unchecked_ = true;
  }

  /// Whether a scalar product that is to be divided by vanishes; noted.
  bool singular(double magnitude);
  void indefinite() { indefinite_ = true; }
  /// Rounding keeps the residual above the tolerance.
  void stopAtRounding() { rounding_ = true; }
  void fallBack(const char* what) { performance_.fallback = what; }

  SolverPerformance finish() const;

 private:
  SolverControls controls_;
  SolverPerformance performance_;
  double normFactor_ = 1;
  double largest_ = 0;
  bool diverged_ = false, indefinite_ = false, rounding_ = false, unchecked_ = false;
};

}  // namespace eagre::linear
