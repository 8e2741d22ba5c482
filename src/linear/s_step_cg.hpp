// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>

#include "linear/iterative_solver.hpp"
#include "linear/preconditioner.hpp"
#include "linear/single_reduction_cg.hpp"

namespace eagre::linear {

/// Communication-avoiding conjugate gradients: s iterations at a time (Chronopoulos and Gear 1989). `solver SStepPCG; nSteps 4;`
///
///   Q = [q, T q, ..., T^(s-1) q] with q = M^-1 r, T = M^-1 A - 1     products and preconditioners as many as those of PCG
///   Q.(A Q), Q.(A P), Q.r, P.r                                       one reduction, P of the s iterations before
///   P <- Q + P B, so that P.(A P_before) = 0
///   x += P a, r -= A P a, a the minimum over all s directions
///   sum |r|                                                          a reduction, overlapped with q = M^-1 r and A q
///
/// So there are 2/s reductions per iteration, of which half are waited for, at the cost of a look at the residual every s
/// iterations only. Directions that rounding makes dependent are left out of their block. Residuals are replaced as by
/// SingleReductionCg, and truth is told as by it.
class SStepCg final : public IterativeSolver {
 public:
  static constexpr int mostSteps = 4;  ///< more, and rounding takes away what the block gains
  SStepCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
          std::shared_ptr<Preconditioner> preconditioner);

 protected:
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;
  bool residualMayRise() const override { return true; }

 private:
  using Block = std::array<Field, mostSteps>;
  using Vector = std::array<double, mostSteps>;
  using Matrix = std::array<Vector, mostSteps>;
  using Views = std::array<double*, mostSteps>;
  /// Scalar products of a block, complete; see the class.
  struct Products {
    Matrix QAQ{}, QAP{};
    Vector Qr{}, Pr{};
    Products& operator+=(const Products& other);
  };
  /// x += P a with P = Q + P B.
  struct Step {
    int n = 0;  ///< directions
    Matrix B{};
    Vector a{};
  };
  static Views views(Block& block);
  void makeFirst(comm::PendingSum& pending);
  void makeBasis();
  Products products(int nBefore);
  void takeBlocks(std::size_t n);
  void giveBlocks();
  Vector solve(Vector v, int n) const;
  double factorise(const Matrix& W, int i);
  Step next(const Products& d, int nBefore, ResidualMonitor& monitor);
  double advance(const Step& step, int nBefore, std::span<double> x);

  std::shared_ptr<Preconditioner> preconditioner_;
  const int s_;
  Block Q_, AQ_, P_, AP_;
  Matrix L_{};  ///< P.(A P) = L D L^T of the last block
  Vector D_{};
};

}  // namespace eagre::linear
