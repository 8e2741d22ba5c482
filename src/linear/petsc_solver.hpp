// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "linear/settings.hpp"

namespace eagre::linear {

/// Whether this program has PETSc's solvers (EAGRE_PETSC of the build).
bool petscIsBuiltIn();

/// PETSc's Krylov solvers on our matrices, as the check on ours: `solver PETSc; options "-ksp_type pipecg -pc_type bjacobi
/// -sub_pc_type icc";`, with the options of PETSc's command line. The matrix is handed over as AIJ, distributed as ours is.
/// Convergence is judged on OpenFOAM's residual, |b - A x| as such, after each iteration: that costs a product and a reduction
/// more than PETSc's own tests, so iterations compare and times do not.
/// PETSc is initialised by the first of these solvers. Errors (badCase): an option that PETSc does not know or cannot use.
std::unique_ptr<Solver> makePetscSolver(const std::string& fieldName, bool symmetric, const Settings& settings,
                                        const LduAddressing& addressing);

}  // namespace eagre::linear
