// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "grid/multigrid.hpp"

namespace eagre::grid {

/// What a solve did. Residuals are 2-norms over that of the right-hand side.
struct SolveReport {
  int iterations = 0;
  double initialResidual = 0, finalResidual = 0;
  bool converged = false;
};

/// The form of conjugate gradients; names and methods are those of linear/ (docs/krylov.md).
enum class Krylov {
  pcg,        ///< PCG, Hestenes and Stiefel (1952): an iteration waits for three reductions
  cgcg,       ///< CGCG, Chronopoulos and Gear (1989): for one
  pipelined,  ///< OFPiPePCG, Ghysels and Vanroose (2014): for one, which is on its way during the preconditioner
};

struct SolveControls {
  double tolerance = 1e-5;
  int maxIterations = 1000;
  Krylov krylov = Krylov::cgcg;
};

struct PoissonOperator;

/// Solves -div(beta grad x) = b with no flux through physical boundaries by conjugate gradients in double precision with
/// Multigrid as preconditioner. beta: a face field in single precision, which is the operator's coefficient exactly: whoever
/// corrects a velocity with it corrects what is solved. x is fixed up to a constant: its mean is 0.
class Poisson {
 public:
  explicit Poisson(const Block& block);

  /// Takes coefficients (see Multigrid::assign). Collective.
  void assign(const FaceCoefficients& beta);
  /// x: solution, from zero; one ghost filled. b: right-hand side, lost; its mean is left out (no solution has one).
  /// d, q: work space. Errors: a residual that is not finite, an operator that is not positive (diverged).
  SolveReport solve(Field& x, Field& b, Field& d, Field& q, const SolveControls& controls);

  int nLevels() const { return multigrid_.nLevels(); }

 private:
  struct Solve;
  void begin(Solve& s);
  void pcg(Solve& s);
  void cgcg(Solve& s);
  void pipelined(Solve& s);
  void replace(Solve& s);
  PoissonOperator op() const;

  const Block& block_;
  Halo halo_;
  Multigrid multigrid_;
  FaceCoefficients beta_;
  std::array<double, 3> scale_{};
  Field w_;                        ///< A M^-1 r, cgcg and pipelined
  Field u_, preconditionedS_, z_;  ///< pipelined: M^-1 r, M^-1 A d, A M^-1 A d
};

}  // namespace eagre::grid
