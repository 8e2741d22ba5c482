// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "linear/krylov_choice.hpp"
#include "linear/solver.hpp"

namespace eagre::linear {

/// A solve whose failure is not the end: nothing if a number on the way was not finite, and x is what it was then. Other errors
/// are thrown. Alike on all ranks, as what is looked at are sums over all of them.
std::optional<SolverPerformance> attempt(Solver& solver, const LduMatrix& A, std::span<double> x, std::span<const double> b);

/// What is left to do after a part of a solve: residuals relative to the one that the whole solve began with.
SolverControls remaining(const SolverControls& controls, const SolverPerformance& done);

/// A fast method that the case does not name, and behind it the one that the case does name. Where the fast one breaks down
/// (a residual that grows or is not finite, an operator that it finds singular or indefinite), the other one goes on from the
/// values of before, and does all later solves of the field: the record says when (SolverPerformance::fallback), and
/// KrylovChoices::takenOver. The other one is made only then; until then this costs nothing.
class FallbackSolver final : public Solver {
 public:
  /// makeNamed: makes the solver that the case names.
  FallbackSolver(const std::string& fieldName, std::unique_ptr<Solver> fast, const SolverControls& controls,
                 std::function<std::unique_ptr<Solver>()> makeNamed, std::shared_ptr<KrylovChoices> choices);
  void setControls(const SolverControls& controls) override;
  SolverPerformance solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) override;
  std::optional<VectorPerformance> solveTogether(const VectorSystem& system) override {
    return fallenBack() ? std::nullopt : fast_->solveTogether(system);
  }
  void setUp() override;

 private:
  bool fallenBack() const { return takenOver_ == "named"; }
  SolverPerformance solveNamed(const SolverControls& controls, const LduMatrix& A, std::span<double> x,
                               std::span<const double> b);

  std::shared_ptr<KrylovChoices> choices_;
  std::string& takenOver_;
  std::unique_ptr<Solver> fast_, named_;
  SolverControls controls_;
  std::function<std::unique_ptr<Solver>()> makeNamed_;
};

}  // namespace eagre::linear
