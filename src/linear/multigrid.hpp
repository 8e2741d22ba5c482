// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "linear/agglomeration.hpp"
#include "linear/dense.hpp"
#include "linear/iterative_solver.hpp"
#include "linear/settings.hpp"
#include "linear/smoother.hpp"

namespace eagre::linear {

/// Geometric-agglomerated algebraic multigrid: piecewise-constant transfer between levels of paired cells, Galerkin coarse
/// matrices, V-cycles whose corrections are scaled to minimise the energy norm of the error (Hutchinson and Raithby 1986;
/// v1912's GAMG). The levels are made from the first matrix (faceAreaPair: from the face weights alone) and kept if
/// cacheAgglomeration is set; their coefficients are made anew for each matrix.
class Multigrid {
 public:
  /// faceWeights: as in makeSolver.
  Multigrid(std::string fieldName, const MultigridSettings& settings, const LduAddressing& addressing,
            std::span<const double> faceWeights);
  ~Multigrid();

  /// Makes the coarse matrices for A, which is referred to until the next call. Collective.
  /// Errors (badCase): too few cells for a coarse level.
  void assign(const RowMatrix& A);
  /// One V-cycle on A x = b. x: nAllCells; residual: b - A x on entry, nCells.
  void cycle(std::span<double> x, std::span<const double> b, std::span<const double> residual);
  int nLevels() const { return static_cast<int>(levels_.size()); }

 private:
  struct Level;
  void makeLevels(const RowMatrix& A);
  void restrictMatrix(const LduMatrix& fine, Level& coarse) const;
  void goDown(std::size_t l);
  void solveCoarsest();
  void goUp(std::size_t l);
  /// The correction of level l from the one below, interpolated and scaled as asked for.
  void prolong(std::size_t l, std::span<const double> source, bool scaled);
  void interpolate(Level& fine, Level& coarse) const;
  void scale(Level& level, std::span<const double> source) const;

  std::string fieldName_;
  MultigridSettings settings_;
  LduAddressing addressing_;
  std::vector<double> faceWeights_;
  std::vector<std::unique_ptr<Level>> levels_;  ///< finest first
  std::unique_ptr<Solver> coarsestSolver_;
  std::unique_ptr<DenseSolver> directSolver_;
};

/// V-cycles as a solver.
class MultigridSolver final : public IterativeSolver {
 public:
  MultigridSolver(const std::string& fieldName, bool symmetric, const Settings& settings, const LduAddressing& addressing,
                  std::span<const double> faceWeights);

 protected:
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;

 private:
  Multigrid multigrid_;
};

}  // namespace eagre::linear
