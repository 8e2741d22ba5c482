// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "linear/iterative_solver.hpp"
#include "linear/preconditioner.hpp"

namespace eagre::linear {

/// OFPiPePCG and OFRePiPePCG as Lin et al. (Water 10 (2018) 1461) print them, for comparison with their results.
///
/// OFPiPePCG is their Algorithm 4. An iteration has one reduction of three numbers, delta = w.u, gamma = r.u and R = sum |r|,
/// which is on its way while m = M^-1 w and n = A m are made; the step length is gamma / (delta - beta gamma / alpha). The start
/// has two, delta, gamma, R, X = sum x and N = the number of cells in one message, then the normalisation of the residual, which
/// is on its way during the first m and n. (The print adds s and p of the iteration before to r and x; its equation 8 does not.)
/// X is the sum of the values, as in OpenFOAM's average, not of the magnitudes.
///
/// OFRePiPePCG updates p and x while the reduction is on its way, in 2 log2(n) blocks, n the number of the rank's cells, with
/// MPI_Test after each (their section 3.3). `testBlocks ranks;` makes them 2 log2(P) blocks, P the number of ranks.
///
/// The recurrences assume a linear and symmetric preconditioner, and are not corrected: rounding keeps the residual above what
/// PCG attains. PPCG (SingleReductionCg) mends both; with multigrid and GAMG as preconditioners it does the solve, and the record
/// says so.
///
/// An iteration moves 144 bytes per cell besides product and preconditioner, with p and x apart 160.
class PipelinedCg final : public IterativeSolver {
 public:
  PipelinedCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
              std::shared_ptr<Preconditioner> preconditioner);
  SolverPerformance solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) override;
  void setControls(const SolverControls& controls) override;

 protected:
  void firstResidual(std::span<double> x, std::span<const double> b, double mean, ResidualMonitor& monitor) override;
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;
  bool residualMayRise() const override { return true; }

 private:
  /// What a reduction brings: of this rank, then of all.
  struct Sums {
    double delta = 0, gamma = 0, residual = 0;
    Sums& operator+=(const Sums& other) {
      delta += other.delta;
      gamma += other.gamma;
      residual += other.residual;
      return *this;
    }
  };
  struct Step {
    double alpha = 0, beta = 0;
  };
  Sums advance(const Step& step, std::span<double> x);
  Sums advanceAll(const Step& step, double* x);
  Sums advanceButSolution(const Step& step);
  void advanceSolutionInBlocks(const Step& step, double* x, comm::PendingSum& pending);
  void makeAhead(comm::PendingSum& pending);

  std::shared_ptr<Preconditioner> preconditioner_;
  std::unique_ptr<Solver> otherwise_;  ///< with multigrid
  const bool rearranged_;              ///< p and x after the start of the reduction
  int nBlocks_ = 1;                    ///< of that update
  Sums sums_;                          ///< of the start
  Field u_, w_, s_, m_, q_, z_;        ///< M^-1 r, A u, A p, M^-1 w, M^-1 s, A q; product_ is n = A m, direction_ is p
  Field uBefore_;                      ///< rearranged: u of the iteration before
};

}  // namespace eagre::linear
