// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "linear/float_multigrid.hpp"
#include "linear/iterative_solver.hpp"
#include "linear/settings.hpp"

namespace eagre::linear {

/// Conjugate gradients in double precision, preconditioned by multigrid in single precision (FloatMultigrid): `solver PCG;
/// preconditioner multigrid;`. The levels' coefficients are refreshed when the matrix is another one (LduMatrix::version).
/// An iteration moves some 110 bytes a cell besides the cycle.
class MultigridPcg final : public IterativeSolver {
 public:
  MultigridPcg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing, const FaceGeometry& geometry);

 protected:
  void assign(const LduMatrix& A) override;
  void productAndRowSum(std::span<double> x, std::span<double> product, std::span<double> rowSum) override;
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;

 private:
  double precondition(double residualSum);
  double multiplyDot();

  const LduMatrix* A_ = nullptr;
  std::uint64_t version_ = 0;
  FloatMultigrid multigrid_;
};

}  // namespace eagre::linear
