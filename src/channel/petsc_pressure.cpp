// SPDX-License-Identifier: BSD-3-Clause
#include "channel/pressure_solver.hpp"
#include "core/error.hpp"

#ifndef EAGRE_PETSC

namespace eagre::channel {

bool petscIsBuiltIn() { return false; }

std::unique_ptr<PressureSolver> makePetscPressure(const grid::Block&, const std::string&) {
  throw Error("this program is built without PETSc (Debian's petsc-dev, then make build PETSC=ON)", ExitCode::badCase);
}

}  // namespace eagre::channel

#else

#include <fmt/format.h>
#include <petscdmda.h>

#include "comm/handle.hpp"
#include "grid/loops.hpp"
#include "linear/petsc.hpp"

namespace eagre::channel {

bool petscIsBuiltIn() { return true; }

namespace {

using grid::Field;
using linear::petsc::Owned;

class PetscPressure final : public PressureSolver {
 public:
  PetscPressure(const grid::Block& block, const std::string& options);
  void assign(const grid::FaceCoefficients& beta, double largest) override;
  grid::SolveReport solve(Field& x, Field& b, Field& d, Field& q, const grid::SolveControls& controls) override;

 private:
  void ok(PetscErrorCode code) const { options_.ok(code); }
  void makeGrid();
  void setUp();

  const grid::Block& block_;
  const linear::petsc::Options options_;
  grid::Halo halo_;
  Owned<DM> grid_;
  Owned<Mat> A_;
  Owned<Vec> x_, b_, r_;
  Owned<KSP> ksp_;
  bool isSetUp_ = false;
};

PetscPressure::PetscPressure(const grid::Block& block, const std::string& options)
    : block_(block), options_("solver.pressure", options), halo_(block) {
  for (const auto& [option, key] :
       {std::pair("-ksp_rtol", "pressure_tolerance"), {"-ksp_atol", "pressure_tolerance"}, {"-ksp_max_it", "max_iterations"}})
    if (options_.has(option))
      throw Error(fmt::format("solver.petsc_options: {} has no effect here; set solver.{}", option, key), ExitCode::badCase);
  makeGrid();
  Mat A = nullptr;
  ok(DMCreateMatrix(grid_.get(), &A));
  A_.reset(A);
  ok(MatSetOption(A, MAT_SYMMETRIC, PETSC_TRUE));
  MatNullSpace constants = nullptr;
  ok(MatNullSpaceCreate(block_.communicator().handle().comm, PETSC_TRUE, 0, nullptr, &constants));
  const Owned<MatNullSpace> owned(constants);
  ok(MatSetNullSpace(A, constants));
  for (Owned<Vec>* v : {&x_, &b_, &r_}) {
    Vec made = nullptr;
    ok(DMCreateGlobalVector(grid_.get(), &made));
    v->reset(made);
  }
  KSP ksp = nullptr;
  ok(KSPCreate(block_.communicator().handle().comm, &ksp));
  ksp_.reset(ksp);
  ok(KSPSetOptionsPrefix(ksp, options_.prefix().c_str()));
}

/// Divided among ranks as the block is; y in two dimensions is no direction.
void PetscPressure::makeGrid() {
  const grid::Grid& g = block_.grid();
  DMBoundaryType ends[3];
  std::vector<PetscInt> widths[3];
  for (int d = 0; d < 3; ++d) {
    ends[d] = g.periodic[d] && g.cells[d] > 1 ? DM_BOUNDARY_PERIODIC : DM_BOUNDARY_NONE;
    for (int p = 0; p < block_.ranks()[d]; ++p) widths[d].push_back(block_.start(d, p + 1) - block_.start(d, p));
  }
  DM made = nullptr;
  const auto &n = g.cells, &parts = block_.ranks();
  ok(DMDACreate3d(block_.communicator().handle().comm, ends[0], ends[1], ends[2], DMDA_STENCIL_STAR, n[0], n[1], n[2], parts[0],
                  parts[1], parts[2], 1, 1, widths[0].data(), widths[1].data(), widths[2].data(), &made));
  grid_.reset(made);
  ok(DMSetUp(made));
}

void PetscPressure::assign(const grid::FaceCoefficients& beta, double) {
  const grid::Grid& g = block_.grid();
  grid::sequentialRows({"PETSc matrix", 12}, block_.box(), [&](int j, int k) {
    for (int i = 0; i < block_.n()[0]; ++i) {
      const grid::Int3 at{i, j, k};
      const auto stencil = [&](int d, int step) {
        grid::Int3 to{i + block_.offset()[0], j + block_.offset()[1], k + block_.offset()[2]};
        to[d] += step;
        return MatStencil{to[2], to[1], to[0], 0};
      };
      MatStencil row = stencil(0, 0), columns[7];
      double values[7], diagonal = 0;
      int n = 0;
      for (int d = 0; d < 3; ++d) {
        if (g.cells[d] == 1) continue;
        for (int side = 0; side < 2; ++side) {
          if (block_.atBoundary(d, side) && at[d] == (side ? block_.n()[d] - 1 : 0)) continue;
          grid::Int3 face = at;
          face[d] += side;
          const double coefficient = beta[d](face[0], face[1], face[2]) / (g.h[d] * g.h[d]);
          columns[n] = stencil(d, side ? 1 : -1);
          values[n++] = -coefficient;
          diagonal += coefficient;
        }
      }
      columns[n] = row;
      values[n++] = diagonal;
      ok(MatSetValuesStencil(A_.get(), 1, &row, n, columns, values, INSERT_VALUES));
    }
  });
  ok(MatAssemblyBegin(A_.get(), MAT_FINAL_ASSEMBLY));
  ok(MatAssemblyEnd(A_.get(), MAT_FINAL_ASSEMBLY));
  ok(KSPSetOperators(ksp_.get(), A_.get(), A_.get()));
  if (!isSetUp_) setUp();
}

void PetscPressure::setUp() {
  KSP ksp = ksp_.get();
  ok(KSPSetFromOptions(ksp));
  ok(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE));
  ok(KSPSetUp(ksp));
  ok(KSPSetUpOnBlocks(ksp));
  options_.refuseUnknown();
  isSetUp_ = true;
}

grid::SolveReport PetscPressure::solve(Field& xField, Field& bField, Field&, Field&, const grid::SolveControls& controls) {
  const grid::Box box = block_.box();
  const std::ptrdiff_t nx = box.high[0], ny = box.high[1];
  const auto x = xField.view(), b = bField.view();
  double* values = nullptr;
  ok(VecGetArray(b_.get(), &values));
  grid::forCells({"PETSc source", 16}, box, [=](int i, int j, int k) { values[i + nx * (j + ny * k)] = b(i, j, k); });
  ok(VecRestoreArray(b_.get(), &values));
  // No x has an A x with a mean.
  const auto subtractMean = [&](Vec v) {
    double sum = 0;
    ok(VecSum(v, &sum));
    ok(VecShift(v, -sum / static_cast<double>(block_.grid().nCells())));
  };
  subtractMean(b_.get());
  ok(VecSet(x_.get(), 0));
  double bNorm = 0;
  ok(VecNorm(b_.get(), NORM_2, &bNorm));
  if (!std::isfinite(bNorm)) throw Error("pressure: its source is not finite", ExitCode::diverged);
  grid::SolveReport report;
  report.initialResidual = report.finalResidual = bNorm > 0 ? 1 : 0;
  report.converged = bNorm == 0;
  // PETSc may judge by another norm: if the residual is not there yet, it gets a tolerance that is as much smaller as is missing.
  double tolerance = controls.tolerance;
  while (!report.converged && report.iterations < controls.maxIterations) {
    ok(KSPSetTolerances(ksp_.get(), tolerance, 0, PETSC_DEFAULT, controls.maxIterations - report.iterations));
    ok(KSPSolve(ksp_.get(), b_.get(), x_.get()));
    PetscInt iterations = 0;
    KSPConvergedReason reason{};
    ok(KSPGetIterationNumber(ksp_.get(), &iterations));
    ok(KSPGetConvergedReason(ksp_.get(), &reason));
    if (reason < 0 && reason != KSP_DIVERGED_ITS)
      throw Error(fmt::format("pressure: PETSc stops after {} iterations: {}", report.iterations + static_cast<int>(iterations),
                              KSPConvergedReasons[reason]),
                  ExitCode::diverged);
    double norm = 0;
    ok(MatResidual(A_.get(), b_.get(), x_.get(), r_.get()));
    ok(VecNorm(r_.get(), NORM_2, &norm));
    if (!std::isfinite(norm)) throw Error("pressure: the residual is not finite", ExitCode::diverged);
    report.iterations += std::max(static_cast<int>(iterations), 1);
    report.finalResidual = norm / bNorm;
    report.converged = report.finalResidual <= controls.tolerance;
    tolerance *= 0.5 * std::min(1.0, controls.tolerance / report.finalResidual);
  }
  subtractMean(x_.get());
  const double* found = nullptr;
  ok(VecGetArrayRead(x_.get(), &found));
  grid::forCells({"PETSc solution", 16}, box, [=](int i, int j, int k) { x(i, j, k) = found[i + nx * (j + ny * k)]; });
  ok(VecRestoreArrayRead(x_.get(), &found));
  halo_.update({&xField}, 1, grid::Reach::faces);
  return report;
}

}  // namespace

std::unique_ptr<PressureSolver> makePetscPressure(const grid::Block& block, const std::string& options) {
  return std::make_unique<PetscPressure>(block, options);
}

}  // namespace eagre::channel

#endif
