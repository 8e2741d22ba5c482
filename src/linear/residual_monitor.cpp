// SPDX-License-Identifier: BSD-3-Clause
#include "linear/residual_monitor.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace eagre::linear {

void ResidualMonitor::begin(double sumMagResidual, double normFactor) {
  requireFinite(normFactor, "the normalisation factor");
  normFactor_ = normFactor;
  record(sumMagResidual);
  performance_.initialResidual = performance_.finalResidual;
}

void ResidualMonitor::record(double sumMagResidual) {
  performance_.finalResidual = sumMagResidual / normFactor_;
  requireFinite(performance_.finalResidual, "the residual");
  largest_ = std::max(largest_, performance_.finalResidual);
}

void ResidualMonitor::requireFinite(double value, const char* what) const {
  if (std::isfinite(value)) return;
  throw Error(fmt::format("{}: solving for {} has diverged: {} is {} in iteration {}", performance_.solverName,
                          performance_.fieldName, what, value, performance_.iterations),
              ExitCode::diverged);
}

bool ResidualMonitor::converged() const {
  constexpr double smallestRelTol = 1e-20;
  return performance_.finalResidual < controls_.tolerance ||
         (controls_.relTol > smallestRelTol && performance_.finalResidual < controls_.relTol * performance_.initialResidual);
}

bool ResidualMonitor::lostDigits() const {
  constexpr double growth = 10;
  return !unchecked_ && largest_ > growth * performance_.initialResidual &&
         growth * std::numeric_limits<double>::epsilon() * largest_ > performance_.finalResidual;
}

void ResidualMonitor::recordIfLost(double sumMagResidual) {
  constexpr double tolerated = 10;
  if (!(sumMagResidual / normFactor_ < tolerated * performance_.finalResidual)) record(sumMagResidual);
}

bool ResidualMonitor::worseThanAtStart(bool residualMayRise) const {
  constexpr double rise = 100;
  const bool definite = residualMayRise && !indefinite_ && !performance_.singular;
  return !converged() && performance_.finalResidual > (definite ? rise : 1) * performance_.initialResidual;
}

void ResidualMonitor::diverged() {
  diverged_ = true;
  performance_.finalResidual = performance_.initialResidual;
}

bool ResidualMonitor::goOn(int n) {
  count(n);
  return unfinished();
}

bool ResidualMonitor::unfinished() const {
  return (performance_.iterations < controls_.maxIter && !converged()) || performance_.iterations < controls_.minIter;
}

bool ResidualMonitor::singular(double magnitude) { return performance_.singular = magnitude < vSmall; }

SolverPerformance ResidualMonitor::finish() const {
  SolverPerformance p = performance_;
  p.converged = !unchecked_ && converged();
  if (p.converged) return p;
  if (unchecked_)
    p.reason = "residual not checked";
  else if (p.singular)
    p.reason = "singular operator";
  else if (diverged_ && !indefinite_)
    p.reason = "diverged";
  else if (rounding_)
    p.reason = "rounding errors";
  else
    p.reason = indefinite_ ? "indefinite operator" : "iteration limit";
  return p;
}

}  // namespace eagre::linear
