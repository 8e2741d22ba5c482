// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "linear/dense.hpp"
#include "linear/float_sweeps.hpp"
#include "linear/pair_coarsening.hpp"

namespace eagre::linear {

class GatheredMultigrid;

/// Multigrid in single precision as a preconditioner for symmetric matrices with two-point fluxes (pressure): one W-cycle with
/// Gauss-Seidel forward before and backward after each coarse correction, so the preconditioner is symmetric.
/// Levels are made from the geometry and kept; a matrix refreshes their coefficients (PairCoarsening).
/// Couplings between ranks are those of the cycle before in the sweeps (Jacobi), and exact in residuals. Levels on which ranks
/// have few cells are visited once, not twice (their messages cost more than their arithmetic), and the coarsest ones stand on
/// every rank in full (GatheredMultigrid). Cost: some 300 bytes per cell in 2D. Accuracy is the outer iteration's business.
class FloatMultigrid {
 public:
  /// Without geometry, pairs are made by the first matrix's entries and values are injected. Collective.
  FloatMultigrid(const LduAddressing& addressing, const FaceGeometry& geometry);
  /// A coarse level of a multigrid by itself, on one rank; net: of its faces.
  FloatMultigrid(const LduAddressing& addressing, FaceNet net, int nPairings);
  ~FloatMultigrid();

  /// Makes the levels, if there is a geometry; else the first assign() does. Collective.
  void makeLevels();
  /// Whether the coefficients are those of A as it is (LduMatrix::version).
  bool holds(const LduMatrix& A) const { return A.version != 0 && A.version == version_; }
  /// Takes the coefficients of A, of either sign; of an asymmetric matrix the symmetric part. Collective. Errors: a coarsest
  /// level that is singular (diverged). rowSum: A 1 of the symmetric part, nCells at least.
  void assign(const LduMatrix& A, std::span<const double> rowSum);
  /// The same where the row sums are still to be made, in `work`.
  void assignAndSum(const LduMatrix& A, std::span<double> work);
  /// Takes conductances of faces (internal, coupled) and the excess of each cell's diagonal over their sum, none negative.
  void assign(std::span<const float> conductance, std::span<const float> excess);

  std::span<float> source();                ///< nCells, for the caller to fill
  void cycle();                             ///< solution() = M^-1 source(), M close to scale() A. Collective.
  std::span<const float> solution() const;  ///< nCells
  /// Entries of the float matrices are those of A times this (sign included).
  double scale() const { return scale_; }
  int nLevels() const { return static_cast<int>(levels_.size()); }

 private:
  struct Level;
  void makeLevels(FaceNet net, int nPairings);
  void refresh();
  int visitsBelow(std::size_t l) const;
  void visit(std::size_t l);
  void solveCoarsest();

  LduAddressing addressing_;
  FaceGeometry geometry_;
  SweepOrder order_;  ///< of all levels; in the coarse end of another multigrid, whose levels are small, that of the rows
  std::vector<std::unique_ptr<Level>> levels_;   ///< finest first
  std::unique_ptr<GatheredMultigrid> gathered_;  ///< continues from the coarsest level; none: on one rank
  std::unique_ptr<DenseSolver> coarsestSolver_;  ///< neither: too many cells are left, sweeps do
  LduMatrix coarsestMatrix_;
  std::vector<double> coarsestSource_, coarsestSolution_;
  std::vector<float> excess_, series_;  ///< work space of assign(), as are coefficients between two levels:
  std::vector<float> conductanceBetween_[2], excessBetween_;
  double scale_ = 1;
  std::uint64_t version_ = 0;  ///< of the matrix taken last
  bool isCoarseEnd_ = false;   ///< of another multigrid
};

}  // namespace eagre::linear
