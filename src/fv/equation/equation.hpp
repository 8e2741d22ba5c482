// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "linear/solver.hpp"

namespace eagre::fv {

template <class T>
class TermSchemes;

/// The discrete equation of one field, made once and assembled again each time (its storage, sparsity and solvers stay).
///
///     UEqn = fvm::ddt(rho, U) + fvm::div(rhoPhi, U) - fvm::laplacian(muEff, U) - fvm::Su(f, U);
///
/// assembles all terms in one pass over the faces. Row c reads  sum_j A_cj psi_j = source_c, both integrated over the
/// cell. internalCoeffs and boundaryCoeffs hold, a boundary face and component, what goes to the diagonal and to the source
/// (OpenFOAM's fvMatrix; sign of `source` here: the right-hand side). Coupled faces are faces like internal ones: their
/// part of the diagonal is in the diagonal. The matrix is symmetric if no term convects, and diagonal if no term has faces.
/// Instantiated for double, Vec3 and SymmTensor; the last not for meshes with patches that are turned against each other.
template <class T>
class Equation {
 public:
  /// psi has its boundary conditions; psi and context outlive the equation.
  Equation(VolField<T>& psi, Context& context);
  ~Equation();

  /// Assembly from an expression of fvm:: terms (declared in fv/equation/terms.hpp). The schemes are looked up the first time.
  /// Errors: a term of another field, an old level that is not kept; badCase: a scheme that is missing or unknown.
  template <class Expression>
  Equation& operator=(const Expression& expression);
  /// Assembles the same expression, of diffusion and sources, again where its coefficients have not changed since the last
  /// assembly: only boundary conditions and explicit parts are made anew. The matrix stays, and with it its version (unless a
  /// boundary condition has changed what it gives to the diagonal). Not for an equation that was relaxed.
  template <class Expression>
  Equation& refresh(const Expression& expression);

  /// Gives the matrix back to the workspace: for who needs it only for a part of each step. An assembly makes it anew.
  void release();
  /// Makes now what the solver of this fvSolution entry makes of the mesh alone; else the first solve does. Collective.
  void setUpSolver(const std::string& solverName);

  VolField<T>& psi() { return *psi_; }
  const linear::LduMatrix& matrix() const { return matrix_; }

  /// Under-relaxation by relaxationFactors.equations of fvSolution ("U", "UFinal" in the last outer corrector), keeping the
  /// diagonal dominant as OpenFOAM's fvMatrix::relax. No entry: nothing is done.
  void relax(bool finalIteration);
  void relax(double factor);
  /// Pins psi at a cell (this rank's index; -1: not here) to a value by a weight, its diagonal; after each assembly, also a
  /// refresh. Without cyclic patches' part of the diagonal the weight is OpenFOAM's: it matters where something else gives psi a
  /// level, too.
  void setReference(Label cell, double value, bool withCyclic = true);

  /// Fixes psi at the marked cells (nCells) to the values that it has: their rows say so, and what they give to other rows goes
  /// to the source there (OpenFOAM's setValues). Between relax() and solve(). Rows of other ranks go on to read the values from
  /// their ghosts, which is the same as long as these stay; with marks of ghosts, too (nAllCells), they need not.
  void setValues(std::span<const char> marked);

  /// Solves with an extra explicit source (nCells, integrated over the cell; may be empty) by the fvSolution entry
  /// `solverName` ("p_rghFinal"); components one after another as OpenFOAM; boundary conditions corrected; log line(s) printed.
  /// Returns what each solved component did (none if the entry says maxIter 0). A diagonal equation needs no entry.
  std::vector<linear::SolverPerformance> solve(const std::string& solverName, std::span<const T> extraSource = {});

  /// Diagonal / V, boundary contributions averaged over components: nCells (OpenFOAM's A()).
  void A(std::span<double> a) const;
  /// 1/A: nCells.
  void reciprocalA(std::span<double> rA) const;
  /// (source - off-diagonal * psi) / V: nCells (OpenFOAM's H()), from the present psi (ghosts up to date); zero in
  /// components that are not solved for.
  void H(std::span<T> h) const;
  /// What H would have of the off-diagonal where psi is 1, without the source: nCells (OpenFOAM's H1()).
  void H1(std::span<double> h) const;
  /// rA * H in one pass; rA: nCells, from reciprocalA.
  void HbyA(std::span<const double> rA, std::span<T> h) const;
  /// Face flux of the equation's off-diagonal part, all faces, explicit non-orthogonal correction included (OpenFOAM's
  /// flux()), from the present psi. The divergence of this flux is what the face terms give to a cell.
  void flux(std::span<T> faces) const;
  /// use(face, flux) on all faces, with the flux of flux(): for those who need no array of it. `loop`: its name and the bytes a
  /// face that `use` moves.
  template <class Use>
  void eachFlux(const kernel::Loop& loop, Use use) const;

  /// Entries for the caller to change.
  kernel::Array<double>& diag() {
    ++matrix_.version;
    return matrix_.diag;
  }
  kernel::Array<T>& source() { return source_; }
  const std::vector<T>& internalCoeffs() const { return internalCoeffs_; }  ///< nBoundaryFaces
  const std::vector<T>& boundaryCoeffs() const { return boundaryCoeffs_; }  ///< nBoundaryFaces

  /// The rates that Crank-Nicolson terms carry from step to step, by OpenFOAM's name ("ddt0(rho,U)"), nCells each; part
  /// of a restart, restored before the first assembly.
  std::map<std::string, std::span<const T>> oldRates() const;
  void restoreOldRate(const std::string& name, std::vector<T> cells);

 private:
  template <class U>
  friend struct Assembler;
  struct Impl;
  void shape(bool asymmetric, bool diagonal);
  linear::SolverPerformance solveDiagonal(int component);
  linear::SolverPerformance solveComponent(int component, linear::Solver& solver);
  std::optional<linear::VectorPerformance> solveTogether(linear::Solver& solver);
  void setValuesAcrossCuts(std::span<const char> marked);
  void setTotalSource(std::span<const T> extraSource);
  void setTotalDiagonal(int component);
  double cyclicDiag(Label cell) const;
  template <class Scale>
  void gatherH(const kernel::Loop& loop, Scale scale, T* h) const;

  VolField<T>* psi_;
  Context* context_;
  linear::LduAddressing addressing_;
  linear::LduMatrix matrix_;
  kernel::Array<T> source_;
  std::vector<T> internalCoeffs_, boundaryCoeffs_;
  kernel::Array<T> faceFluxCorrection_;  ///< non-orthogonal correction, interior faces; empty if none
  std::vector<double> coupledDiag_;      ///< what each coupled face has given to the diagonal
  Label referenceCell_ = -1;             ///< where setReference has added referenceDiag_ to the diagonal
  double referenceDiag_ = 0;
  std::unique_ptr<TermSchemes<T>> schemes_;
  std::unique_ptr<Impl> impl_;
};

template <class T>
template <class Use>
void Equation<T>::eachFlux(const kernel::Loop& loop, Use use) const {
  const mesh::Mesh& mesh = psi_->mesh();
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const Label nInternal = mesh.nInternalFaces, nInterior = mesh.nInteriorFaces();
  const double *upper = matrix_.upper.data(), *lower = matrix_.lowerOrUpper().data(), *coupled = matrix_.coupled.data();
  const double* coupledDiag = coupledDiag_.data();
  const T *psi = psi_->cells().data(), *internal = internalCoeffs_.data(), *boundary = boundaryCoeffs_.data();
  const auto interior = [&](auto explicitFlux) {
    const double bytes = loop.bytes + 16 + (matrix_.symmetric() ? 0 : 8) + 8 * nComponents<T> / facesPerCell(mesh);
    eachInternalFace({loop.name, bytes}, mesh,
                     [=](Label f, Label P, Label N) { use(f, upper[f] * psi[N] - lower[f] * psi[P] + explicitFlux(f)); });
    kernel::parallelFor(loop.name, nInternal, nInterior, [=](Label f) {
      use(f, coupled[f - nInternal] * psi[neighbour[f]] + coupledDiag[f - nInternal] * psi[owner[f]] + explicitFlux(f));
    });
  };
  if (faceFluxCorrection_.empty())
    interior([](Label) { return T{}; });
  else
    interior([correction = faceFluxCorrection_.data()](Label f) { return correction[f]; });
  kernel::parallelFor(loop.name, mesh.nBoundaryFaces,
                      [=](Label b) { use(nInterior + b, cmptMultiply(internal[b], psi[owner[nInterior + b]]) - boundary[b]); });
}

}  // namespace eagre::fv
