// SPDX-License-Identifier: BSD-3-Clause
#include "linear/fallback_solver.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eagre::linear {

namespace {

bool brokeDown(const SolverPerformance& p) {
  return p.reason == "diverged" || p.reason == "singular operator" || p.reason == "indefinite operator";
}

}  // namespace

std::optional<SolverPerformance> attempt(Solver& solver, const LduMatrix& A, std::span<double> x, std::span<const double> b) {
  try {
    return solver.solve(A, x, b);
  } catch (const Error& e) {
    if (e.code() != ExitCode::diverged) throw;
    return std::nullopt;
  }
}

SolverControls remaining(const SolverControls& controls, const SolverPerformance& done) {
  return {std::max(controls.tolerance, controls.relTol * done.initialResidual), 0, 0, controls.maxIter - done.iterations};
}

FallbackSolver::FallbackSolver(const std::string& fieldName, std::unique_ptr<Solver> fast, const SolverControls& controls,
                               std::function<std::unique_ptr<Solver>()> makeNamed, std::shared_ptr<KrylovChoices> choices)
    : choices_(choices ? std::move(choices) : std::make_shared<KrylovChoices>()),
      takenOver_(choices_->takenOver[fieldName + ".fast"]),
      fast_(std::move(fast)),
      controls_(controls),
      makeNamed_(std::move(makeNamed)) {}

void FallbackSolver::setControls(const SolverControls& controls) {
  controls_ = controls;
  fast_->setControls(controls);
}

void FallbackSolver::setUp() {
  if (!fallenBack()) fast_->setUp();
}

SolverPerformance FallbackSolver::solveNamed(const SolverControls& controls, const LduMatrix& A, std::span<double> x,
                                             std::span<const double> b) {
  if (!named_) named_ = makeNamed_();
  named_->setControls(controls);
  return named_->solve(A, x, b);
}

SolverPerformance FallbackSolver::solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) {
  if (fallenBack()) return solveNamed(controls_, A, x, b);
  const auto first = attempt(*fast_, A, x, b);
  if (first && !brokeDown(*first)) return *first;
  takenOver_ = "named";
  SolverControls controls = controls_;
  if (first) {  // the method that the case names has all the iterations that the case gives it
    controls = remaining(controls_, *first);
    controls.maxIter = controls_.maxIter;
  }
  SolverPerformance named = solveNamed(controls, A, x, b);
  if (first) {
    named.initialResidual = first->initialResidual;
    named.iterations += first->iterations;
  }
  named.fallback = fmt::format("{} ({}), {}, which the case names, has taken over", first ? first->solverName : "the fast method",
                               first ? first->reason : "not finite", named.solverName);
  return named;
}

}  // namespace eagre::linear
