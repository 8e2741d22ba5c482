// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "linear/iterative_solver.hpp"
#include "linear/preconditioner.hpp"

namespace eagre::linear {

/// Says when the residual that a recurrence carries along is to be replaced by b - A x.
///
/// Rounding errors of the recurrences leave a gap between the two that only grows, while the residual falls. A replacement closes
/// it; it is due when the residual is 1e-4 of the largest since the last one, or after 50 iterations. (van der Vorst and Ye 2000
/// and Cools et al. 2018 estimate the gap from the norms of all vectors, which needs as many more scalar products per iteration.)
/// Near the rounding error of b - A x itself a replacement would put noise into the directions: there is none within 100 times
/// that.
class ReplacementRule {
 public:
  explicit ReplacementRule(double residual) : residual_(residual), largest_(residual) {}
  /// Takes the residual after n more iterations.
  void take(double residual, int n = 1);
  void demand() { due_ = true; }
  bool due() const;
  /// Whether there is nothing left to be gained.
  bool atRounding() const;
  /// Whether a residual is so small that rounding has a say in it: nothing is replaced there.
  bool nearRounding(double residual) const;
  /// rounding: of b - A x.
  void done(double rounding);
  /// Whether there was a replacement: then the recurrence alone vouches for nothing.
  bool happened() const { return happened_; }

 private:
  double residual_, largest_, rounding_ = 0;
  int iterations_ = 0;
  bool due_ = false, happened_ = false;
};

/// What rounding may do to sum |b - A x| of this rank: half a last digit of each term of a matrix with row sums near zero.
double roundingOfResidual(const LduMatrix& A, std::span<const double> x, std::span<const double> b);
/// Takes b - A x itself, which `before` was when a recurrence claimed convergence the last time. Whether the solve is over: it
/// has converged indeed, or this is as far as rounding lets it come.
bool endsOnTruth(double residual, double rounding, double& before, ResidualMonitor& monitor);

/// Conjugate gradients that need one reduction per iteration. With u = M^-1 r, w = A u and s = A p, the sums gamma = r.u,
/// delta = w.u, epsilon = s.u and sum |r| (the residual) travel together; the curvature of the next direction p + beta u is then
/// delta + 2 beta epsilon + beta^2 p.s. (The papers put -gamma/alpha for epsilon, which is true of a preconditioner that is
/// linear and symmetric to the last bit; without that, those that are not quite so work too.) Iterations are counted, and
/// operators judged, as by Pcg.
///
///   CGCG  Chronopoulos and Gear (1989): the reduction is waited for.
///   PPCG  pipelined (Ghysels and Vanroose 2014): the reduction is on its way while m = M^-1 w and n = A m are made; u and w
///         follow by recurrences. PPCG is OpenFOAM's own name for it. As printed by Lin et al. (2018): PipelinedCg.
///
/// What the recurrences claim is made true by replacement (ReplacementRule); a solve that needed one ends on the residual b - A x
/// itself, and if rounding keeps that above the tolerance the record says so. The recurrences of u and w hold for a linear
/// preconditioner only: with another one, or if u loses touch with M^-1 r, the solve goes on as CGCG, and the record says so.
///
/// An iteration moves 112 (CGCG) or 152 bytes per cell besides the product and the preconditioner (Pcg: 88).
class SingleReductionCg final : public IterativeSolver {
 public:
  SingleReductionCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
                    std::shared_ptr<Preconditioner> preconditioner);

 protected:
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;
  bool residualMayRise() const override { return true; }

 private:
  /// What a reduction brings: of this rank, then of all.
  struct Sums {
    double gamma = 0, delta = 0, epsilon = 0, residual = 0;  ///< r.u, w.u, s.u, sum |r|
    // Only where the residual was replaced:
    double recurred = 0;  ///< sum |r| by the recurrence
    double drift = 0;     ///< r.u by the recurrence of u less gamma
    double rounding = 0;  ///< of sum |b - A x|
    Sums& operator+=(const Sums& other) {
      gamma += other.gamma;
      delta += other.delta;
      epsilon += other.epsilon;
      residual += other.residual;
      return *this;
    }
    std::span<double> message(bool replaced) { return {&gamma, replaced ? 7u : 4u}; }
  };
  static_assert(sizeof(Sums) == 7 * sizeof(double), "the sums of a message stand side by side");
  /// x += alpha p with p = u + beta p.
  struct Step {
    double alpha = 0, beta = 0, gamma = 0, pAp = 0;
    bool fresh = true;  ///< the next direction owes nothing to those before
  };
  void take();
  void give();
  Sums begin();
  bool next(Step& step, const Sums& sums, ReplacementRule& rule, ResidualMonitor& monitor);
  Sums advance(const Step& step, bool replaced, std::span<double> x, std::span<const double> b);
  Sums advancePipelined(const Step& step);
  double advanceResidual(const Step& step);
  void advanceSolution(const Step& step, double* x);
  Sums replace(const Sums& recurred, std::span<double> x, std::span<const double> b);
  Sums localSums() const;
  void makePreconditioned();
  void makeAhead(comm::PendingSum& pending);
  double curvature(double beta);
  bool verified(std::span<double> x, std::span<const double> b, double& before, ResidualMonitor& monitor);

  std::shared_ptr<Preconditioner> preconditioner_;
  const bool mayPipeline_;  ///< not CGCG
  bool pipelined_ = false;  ///< in the solve at hand
  Field u_, w_, s_;         ///< M^-1 r, A u, A p; direction_ is p
  Field m_, q_, z_;         ///< pipelined: M^-1 w, M^-1 s, A q; product_ is n = A m
};

}  // namespace eagre::linear
