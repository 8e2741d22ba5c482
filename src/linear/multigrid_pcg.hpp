// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "linear/float_multigrid.hpp"
#include "linear/iterative_solver.hpp"
#include "linear/recurrence.hpp"
#include "linear/settings.hpp"

namespace eagre::linear {

/// Conjugate gradients in double precision, preconditioned by multigrid in single precision (FloatMultigrid): `solver PCG;
/// preconditioner multigrid;`. The levels' coefficients are refreshed when the matrix is another one (LduMatrix::version).
/// An iteration moves some 110 bytes a cell besides the cycle. A solve that multigrid has not brought home after 60 iterations
/// (coefficients that jump from face to face against the geometry) goes on with DIC, and so do all later ones: the record says
/// so.
class MultigridPcg final : public IterativeSolver {
 public:
  MultigridPcg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
               const FaceGeometry& geometry);

  void setUp() override { multigrid_.makeLevels(); }

 protected:
  void assign(const LduMatrix& A) override;
  void productAndRowSum(std::span<double> x, std::span<double> product, std::span<double> rowSum) override;
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;

 private:
  struct Preconditioned {
    double zr;      ///< z.r over all ranks
    double factor;  ///< z is this times the floats of multigrid_, or in z_
  };
  Preconditioned precondition(double residualSum);
  void startIncomplete();
  void newDirection(const Preconditioned& z, double beta);
  double multiplyDot();

  const LduMatrix* A_ = nullptr;
  std::uint64_t version_ = 0;
  FloatMultigrid multigrid_;
  bool incomplete_ = false;  ///< DIC has taken over
  IncompleteDiagonal factor_;
  Field z_;  ///< nCells, with DIC only
};

}  // namespace eagre::linear
