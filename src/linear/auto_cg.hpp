// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "linear/krylov_choice.hpp"
#include "linear/preconditioner.hpp"

namespace eagre::linear {

/// `solver auto`: conjugate gradients on several ranks in the form that is fastest here, so that nobody is slower than with PCG.
/// PCG makes the first six solves. The next that takes no fewer iterations than their mean is timed, since time goes into the
/// long ones, then one reduction. Where the reductions of an iteration are less than a twentieth of it, PCG stays. Else the parts
/// of an iteration are timed and a form is chosen from them for solves of the mean length (chooseKrylov: all costs are linear in
/// it), which then solves the same system twice, PCG in between: it takes over if its slower solve is still worthwhile against
/// the faster one of PCG, so that noise keeps PCG. The answers of all solves up to there are PCG's. Times are the slowest rank's
/// and choices the same on all ranks; they are kept in Settings::krylov, where those of a dump are found.
///
/// With preconditioner multigrid PCG is MultigridPcg, and it does what is special there: loose solves with DIC, and what another
/// form has not brought to convergence in 60 iterations.
class AutoCg final : public Solver {
 public:
  AutoCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
         std::span<const double> faceWeights, const FaceGeometry& geometry);

  void setControls(const SolverControls& controls) override;
  SolverPerformance solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) override;
  void setUp() override { pcg_->setUp(); }

 private:
  using Field = std::vector<double>;
  std::unique_ptr<Solver> make(const std::string& form) const;
  SolverPerformance solveOther(const LduMatrix& A, std::span<double> x, std::span<const double> b);
  SolverPerformance solveAndDecide(const LduMatrix& A, std::span<double> x, std::span<const double> b);
  void measureParts(const LduMatrix& A, std::span<const double> b, std::span<const comm::PendingMethod> ways, KrylovTimes& times);
  std::string decide(const LduMatrix& A, const Field& guess, std::span<const double> b, double pcgSeconds, KrylovTimes times);
  double secondsOf(Solver& solver, const LduMatrix& A, const Field& guess, std::span<const double> b);
  double seconds(const std::function<void()>& work) const;
  void settle(const std::string& form, const std::string& note);

  std::string fieldName_;
  Settings settings_;
  LduAddressing addressing_;
  std::shared_ptr<KrylovChoices> choices_;
  std::string& form_;                  ///< in choices_; "": not decided
  int nSolves_ = 0, nIterations_ = 0;  ///< with PCG, before
  std::shared_ptr<Preconditioner> preconditioner_;
  std::unique_ptr<Solver> pcg_, other_;  ///< other_: none while PCG is in use
};

}  // namespace eagre::linear
