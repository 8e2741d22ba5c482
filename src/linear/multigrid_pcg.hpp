// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "linear/float_multigrid.hpp"
#include "linear/iterative_solver.hpp"
#include "linear/recurrence.hpp"
#include "linear/settings.hpp"

namespace eagre::linear {

/// Conjugate gradients in double precision, preconditioned by multigrid in single precision (FloatMultigrid): `solver PCG;
/// preconditioner multigrid;`. The levels' coefficients are refreshed when the matrix is another one (LduMatrix::version).
/// An iteration moves some 110 bytes per cell besides the cycle.
///
/// DIC stands in for multigrid in two places.
/// Short solves (relTol > 0, if the case itself names DIC): a corrector that asks for a factor of 20 gets it from a few
/// iterations of PCG with DIC, for less than multigrid costs; and what such a loose solve leaves undone is then the same as with
/// the case's own method, which shows in the answer more than the tolerance of the last solve does. If it looks like more than 6
/// iterations, multigrid takes over. Slow solves: what multigrid has not brought to convergence in 60 iterations (coefficients
/// that jump from face to face against the geometry) goes on with DIC, and so do all later solves of the field: the record says
/// so, and KrylovChoices::takenOver. An iteration has three reductions with multigrid, whose floats need the scale of r
/// beforehand, and two with DIC in its place for good, as Pcg's.
class MultigridPcg final : public IterativeSolver {
 public:
  /// multigrid: of the same addressing; others may use it between solves.
  MultigridPcg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
               std::shared_ptr<FloatMultigrid> multigrid);

  void setUp() override { multigrid_->makeLevels(); }

 protected:
  void assign(const LduMatrix& A) override;
  void productAndRowSum(std::span<double> x, std::span<double> product, std::span<double> rowSum) override;
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;
  bool residualMayRise() const override { return true; }

 private:
  enum class Method { incomplete, multigrid };
  struct Preconditioned {
    double zr;      ///< z.r over all ranks
    double factor;  ///< z is this times the floats of multigrid_, or in product_
  };
  Preconditioned precondition(double residualSum);
  bool fallenBack() const { return takenOver_ == "DIC"; }
  Method firstMethod() const;
  /// What to go on with after an iteration.
  Method nextMethod(const ResidualMonitor& monitor) const;
  void start(Method method);
  void newDirection(const Preconditioned& z, double beta);
  double multiplyDot();
  void sumRows();

  const LduMatrix* A_ = nullptr;
  std::shared_ptr<FloatMultigrid> multigrid_;
  std::shared_ptr<KrylovChoices> choices_;
  std::string& takenOver_;  ///< "DIC": for all solves
  bool shortByIncomplete_;  ///< DIC for short solves
  Method method_ = Method::multigrid;
  std::uint64_t factorVersion_ = 0, rowSumVersion_ = 0;
  std::vector<double> rowSum_;  ///< nCells
  IncompleteDiagonal factor_;
};

}  // namespace eagre::linear
