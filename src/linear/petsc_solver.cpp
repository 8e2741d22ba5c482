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

#include <fmt/format.h>
#include <petscksp.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <string_view>
#include <type_traits>

#include "comm/handle.hpp"
#include "linear/coupling.hpp"
#include "linear/iterative_solver.hpp"

namespace eagre::linear {

namespace {

void throwUnlessZero(PetscErrorCode code, const std::string& fieldName, const std::string& options) {
  if (code == 0) return;
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  throw Error(
      fmt::format("PETSc for {} with options \"{}\": {} {}", fieldName, options, text ? text : "error", specific ? specific : ""),
      ExitCode::badCase);
}

/// Signals stay ours, and errors come back as codes.
void initialise() {
  PetscBool done = PETSC_FALSE;
  PetscInitialized(&done);
  if (done) return;
  PetscOptionsSetValue(nullptr, "-no_signal_handler", "true");
  if (PetscInitializeNoArguments() != 0) throw Error("PETSc does not start");
  PetscPushErrorHandler(PetscReturnErrorHandler, nullptr);
}

struct Destroy {
  void operator()(Mat A) const { MatDestroy(&A); }
  void operator()(Vec v) const { VecDestroy(&v); }
  void operator()(KSP ksp) const { KSPDestroy(&ksp); }
};
template <class T>
using Owned = std::unique_ptr<std::remove_pointer_t<T>, Destroy>;

class PetscSolver final : public IterativeSolver {
 public:
  PetscSolver(const std::string& fieldName, bool symmetric, const Settings& settings, const LduAddressing& addressing)
      : IterativeSolver("PETSc", fieldName, symmetric, settings.controls, addressing), options_(settings.options) {
    initialise();
    communicator_ = addressing.halo ? addressing.halo->communicator().handle().comm : PETSC_COMM_SELF;
  }
  PetscSolver(const PetscSolver&) = delete;
  ~PetscSolver() override {
    if (!prefix_.empty()) forgetOptions();
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
  void ok(PetscErrorCode code) const { throwUnlessZero(code, fieldName_, options_); }
  void makeSparsity();
  void makeKsp();
  void setValues();
  void refuseUnknownOptions() const;
  void forgetOptions() const;
  std::vector<PetscInt> globalNumbers() const;

  const std::string options_;
  std::string prefix_;
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
  // A name of its own in PETSc's data base, which is one for all.
  prefix_ = fmt::format("eagre_{}_", static_cast<const void*>(this));
  ok(PetscOptionsPrefixPush(nullptr, prefix_.c_str()));
  const PetscErrorCode inserted = PetscOptionsInsertString(nullptr, options_.c_str());
  ok(PetscOptionsPrefixPop(nullptr));
  ok(inserted);
  KSP ksp = nullptr;
  ok(KSPCreate(communicator_, &ksp));
  ksp_.reset(ksp);
  ok(KSPSetOptionsPrefix(ksp, prefix_.c_str()));
  ok(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE));
  Vec r = nullptr;
  ok(MatCreateVecs(A_.get(), &r, nullptr));
  r_.reset(r);
}

void PetscSolver::forgetOptions() const {
  std::string_view rest = options_;
  for (std::size_t at; (at = rest.find('-')) != std::string_view::npos;) {
    rest.remove_prefix(at + 1);
    const auto name = fmt::format("-{}{}", prefix_, rest.substr(0, rest.find(' ')));
    PetscOptionsClearValue(nullptr, name.c_str());
  }
}

/// After everything has been set up, so that all who may ask for an option have done so.
void PetscSolver::refuseUnknownOptions() const {
  PetscInt n = 0;
  char **names = nullptr, **values = nullptr;
  ok(PetscOptionsLeftGet(nullptr, &n, &names, &values));
  std::string unknown;
  for (PetscInt i = 0; i < n; ++i)
    if (std::string_view(names[i]).starts_with(prefix_)) unknown += fmt::format(" -{}", names[i] + prefix_.size());
  ok(PetscOptionsLeftRestore(nullptr, &n, &names, &values));
  if (!unknown.empty())
    throw Error(fmt::format("PETSc for {}: nobody knows the option{} in options \"{}\"", fieldName_, unknown, options_),
                ExitCode::badCase);
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
  if (first) refuseUnknownOptions();
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
