// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fv/schemes.hpp"
#include "linear/solver.hpp"

namespace eagre::fv {

/// The discrete equation of one field, made once and assembled again each time (its storage, sparsity and solvers stay).
///
///     UEqn = fvm::ddt(rho, U) + fvm::div(rhoPhi, U) - fvm::laplacian(muEff, U) - fvm::Su(f, U);
///
/// assembles all terms in one pass over the faces. Row c reads  sum_j A_cj psi_j = source_c, both integrated over the
/// cell. internalCoeffs and boundaryCoeffs hold, a boundary face and component, what goes to the diagonal and to the source
/// (OpenFOAM's fvMatrix; sign of `source` here: the right-hand side).
template <class T>
class Equation {
 public:
  Equation(VolField<T>& psi, Context& context);
  ~Equation();

  /// Assembly from an expression of fvm:: terms (declared in fv/terms.hpp).
  template <class Expression>
  Equation& operator=(const Expression& expression);

  VolField<T>& psi() { return *psi_; }
  const linear::LduMatrix& matrix() const { return matrix_; }

  /// Under-relaxation by relaxationFactors.equations of fvSolution ("U", "UFinal" in the last outer corrector), keeping the
  /// diagonal dominant as OpenFOAM's fvMatrix::relax.
  void relax(bool finalIteration);
  void relax(double factor);
  /// Pins psi at a cell (this rank's index; -1: not here) to a value.
  void setReference(Label cell, double value);

  /// Solves with an extra explicit source (nCells, integrated over the cell; may be empty) by the fvSolution entry of
  /// `solverName`
  /// ("p_rghFinal"); components one after another as OpenFOAM; boundary conditions corrected; log line(s) printed.
  std::vector<linear::SolverPerformance> solve(const std::string& solverName, std::span<const T> extraSource = {});

  /// Diagonal / V, boundary contributions averaged over components: nCells (OpenFOAM's A()).
  void A(std::span<double> a) const;
  /// (source - off-diagonal * psi) / V: nCells (OpenFOAM's H()).
  void H(std::span<T> h) const;
  /// Face flux of the equation's off-diagonal part, all faces, explicit correction included (OpenFOAM's flux(), T = double).
  void flux(std::span<double> faces) const;

  std::vector<double>& diag() { return matrix_.diag; }
  std::vector<T>& source() { return source_; }

 private:
  template <class U>
  friend struct Assembler;
  struct Impl;
  VolField<T>* psi_;
  Context* context_;
  linear::LduAddressing addressing_;
  linear::LduMatrix matrix_;
  std::vector<T> source_, internalCoeffs_, boundaryCoeffs_;
  std::vector<T> faceFluxCorrection_;  ///< non-orthogonal correction, interior faces; empty if none
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::fv
