// SPDX-License-Identifier: BSD-3-Clause
#include "linear/petsc_solver.hpp"

#ifndef EAGRE_PETSC

namespace eagre::linear {

bool petscIsBuiltIn() { return false; }

std::unique_ptr<Solver> makePetscSolver(const std::string& fieldName, bool, const Settings&, const LduAddressing&) {
  throw Error("solver 'PETSc' for " + fieldName + ": this program is built without PETSc", ExitCode::badCase);
}

}  // namespace eagre::linear

#else

#include <algorithm>
#include <exception>
#include <limits>

#include "comm/handle.hpp"
#include "linear/coupling.hpp"
#include "linear/iterative_solver.hpp"
#include "linear/petsc.hpp"

namespace eagre::linear {

namespace {

using petsc::Owned;

class PetscSolver final : public IterativeSolver {
 public:
  PetscSolver(const std::string& fieldName, bool symmetric, const Settings& settings, const LduAddressing& addressing)
      : IterativeSolver("PETSc", fieldName, symmetric, settings.controls, addressing), options_(fieldName, settings.options) {
    communicator_ = addressing.halo ? addressing.halo->communicator().handle().comm : PETSC_COMM_SELF;
  }

 protected:
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;

 private:
  struct Watch {
    ResidualMonitor* monitor;
    Vec residual;
    std::exception_ptr error;
  };
  static PetscErrorCode test(KSP ksp, PetscInt iteration, PetscReal, KSPConvergedReason* reason, void* context);
  void ok(PetscErrorCode code) const { options_.ok(code); }
  void makeSparsity();
  void makeKsp();
  void setValues();
  std::vector<PetscInt> globalNumbers() const;

  const petsc::Options options_;
  MPI_Comm communicator_;
  Owned<Mat> A_;
  Owned<KSP> ksp_;
  Owned<Vec> r_;
  std::vector<double> values_;
};

/// Of all cells and ghosts. Rank r has the numbers after those of rank r - 1.
std::vector<PetscInt> PetscSolver::globalNumbers() const {
  const LduAddressing& a = rows_.addressing();
  double first = 0;
  if (a.halo) {
    const auto counts = a.halo->communicator().allGather(a.nCells);
    for (int rank = 0; rank < a.halo->communicator().rank(); ++rank) first += static_cast<double>(counts[rank]);
  }
  std::vector<double> number(static_cast<std::size_t>(a.nAllCells()));
  for (Label c = 0; c < a.nCells; ++c) number[c] = first + c;
  updateGhosts(a, number);
  return {number.begin(), number.end()};
}

/// Entries in the order of setValues(); two faces between the same cells add up.
void PetscSolver::makeSparsity() {
  const LduAddressing& a = rows_.addressing();
  if (nCellsOfAll() > std::numeric_limits<PetscInt>::max()) throw Error("this PETSc's integers are too short for the mesh");
  const std::vector<PetscInt> number = globalNumbers();
  std::vector<PetscInt> row, column;
  const auto add = [&](Label i, Label j) {
    row.push_back(number[i]);
    column.push_back(number[j]);
  };
  for (Label c = 0; c < a.nCells; ++c) add(c, c);
  for (Label f = 0; f < a.nFaces(); ++f) add(a.owner[f], a.neighbour[f]);
  for (Label f = 0; f < a.nFaces(); ++f) add(a.neighbour[f], a.owner[f]);
  for (Label f = 0; f < a.nCoupled(); ++f) add(a.coupledOwner[f], a.nCells + f);
  Mat A = nullptr;
  ok(MatCreate(communicator_, &A));
  A_.reset(A);
  ok(MatSetSizes(A, a.nCells, a.nCells, PETSC_DETERMINE, PETSC_DETERMINE));
  ok(MatSetType(A, MATAIJ));
  ok(MatSetPreallocationCOO(A, static_cast<PetscCount>(row.size()), row.data(), column.data()));
  if (symmetric_) ok(MatSetOption(A, MAT_SYMMETRIC, PETSC_TRUE));
}

void PetscSolver::setValues() {
  const LduMatrix& m = rows_.matrix();
  values_.clear();
  for (const auto part :
       {std::span<const double>(m.diag), std::span<const double>(m.upper), m.lowerOrUpper(), std::span<const double>(m.coupled)})
    values_.insert(values_.end(), part.begin(), part.end());
  ok(MatSetValuesCOO(A_.get(), values_.data(), INSERT_VALUES));
}

void PetscSolver::makeKsp() {
  KSP ksp = nullptr;
  ok(KSPCreate(communicator_, &ksp));
  ksp_.reset(ksp);
  ok(KSPSetOptionsPrefix(ksp, options_.prefix().c_str()));
  ok(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE));
  Vec r = nullptr;
  ok(MatCreateVecs(A_.get(), &r, nullptr));
  r_.reset(r);
}

/// The residual of the iteration, on OpenFOAM's norm. Exceptions wait until PETSc's frames are left.
PetscErrorCode PetscSolver::test(KSP ksp, PetscInt iteration, PetscReal, KSPConvergedReason* reason, void* context) {
  auto& watch = *static_cast<Watch*>(context);
  *reason = KSP_CONVERGED_ITERATING;
  if (iteration == 0) return 0;
  Vec r = nullptr;
  PetscReal sum = 0;
  if (const auto code = KSPBuildResidual(ksp, nullptr, watch.residual, &r)) return code;
  if (const auto code = VecNorm(r, NORM_1, &sum)) return code;
  try {
    watch.monitor->record(sum);
    if (!watch.monitor->goOn()) *reason = KSP_CONVERGED_ITS;
  } catch (...) {
    watch.error = std::current_exception();
    *reason = KSP_DIVERGED_NANORINF;
  }
  return 0;
}

void PetscSolver::iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) {
  const bool first = !A_;
  if (first) makeSparsity();
  setValues();
  if (first) makeKsp();
  KSP ksp = ksp_.get();
  ok(KSPSetOperators(ksp, A_.get(), A_.get()));
  if (first) ok(KSPSetFromOptions(ksp));
  Watch watch{&monitor, r_.get(), nullptr};
  ok(KSPSetConvergenceTest(ksp, &PetscSolver::test, &watch, nullptr));
  constexpr int lag = 10;  // deep pipelines count ahead
  ok(KSPSetTolerances(ksp, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, std::max(controls_.minIter, controls_.maxIter) + lag));
  ok(KSPSetUp(ksp));
  ok(KSPSetUpOnBlocks(ksp));
  if (first) options_.refuseUnknown();  // after all who may ask for an option have done so
  Vec source = nullptr, solution = nullptr;
  ok(VecCreateMPIWithArray(communicator_, 1, nCells(), PETSC_DETERMINE, b.data(), &source));
  const Owned<Vec> ownedSource(source);
  ok(VecCreateMPIWithArray(communicator_, 1, nCells(), PETSC_DETERMINE, x.data(), &solution));
  const Owned<Vec> ownedSolution(solution);
  const PetscErrorCode solved = KSPSolve(ksp, source, solution);
  if (watch.error) std::rethrow_exception(watch.error);
  ok(solved);
  KSPConvergedReason reason{};
  ok(KSPGetConvergedReason(ksp, &reason));
  if (reason == KSP_DIVERGED_NANORINF) monitor.requireFinite(std::numeric_limits<double>::quiet_NaN(), "PETSc's residual");
  if (reason == KSP_DIVERGED_INDEFINITE_MAT || reason == KSP_DIVERGED_INDEFINITE_PC) monitor.indefinite();
  if (reason == KSP_DIVERGED_BREAKDOWN) monitor.singular(0);
}

}  // namespace

bool petscIsBuiltIn() { return true; }

std::unique_ptr<Solver> makePetscSolver(const std::string& fieldName, bool symmetric, const Settings& settings,
                                        const LduAddressing& addressing) {
  return std::make_unique<PetscSolver>(fieldName, symmetric, settings, addressing);
}

}  // namespace eagre::linear

#endif
