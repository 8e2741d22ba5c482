// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>

#include "channel/settings.hpp"
#include "grid/poisson.hpp"

namespace eagre::channel {

/// Solves -div(beta grad x) = b with no flux through physical boundaries: the pressure equation of a step, by solver.pressure.
class PressureSolver {
 public:
  virtual ~PressureSolver() = default;
  /// Takes coefficients, which the caller keeps while they are in use, and the largest that the fluids can have. Collective.
  virtual void assign(const grid::FaceCoefficients& beta, double largest) = 0;
  /// The number that stands for all coefficients: the largest. None: it solves with those that are given.
  virtual std::optional<double> constantCoefficient() const { return {}; }
  /// x: solution, of mean 0; one ghost filled. b: right-hand side, lost; its mean is left out. d, q: work space.
  /// Errors (diverged): what is not finite. Collective.
  virtual grid::SolveReport solve(grid::Field& x, grid::Field& b, grid::Field& d, grid::Field& q,
                                  const grid::SolveControls& controls) = 0;
};

/// Errors (badCase): one that this program is built without.
std::unique_ptr<PressureSolver> makePressureSolver(const grid::Block& block, const SolverSettings& settings);
/// Conjugate gradients with multigrid (grid::Poisson).
std::unique_ptr<PressureSolver> makeMultigridPressure(const grid::Block& block);

/// Whether this program has PETSc (EAGRE_PETSC of the build).
bool petscIsBuiltIn();
/// PETSc's Krylov solvers with `options` of its command line, on a DMDA that is divided among ranks as the block is. When PETSc's
/// own test is met the residual is looked at, 2-norm over that of b, and the solver goes on if it is above the tolerance.
/// Errors (badCase): options that PETSc does not know, and those that the settings of [solver] stand for.
std::unique_ptr<PressureSolver> makePetscPressure(const grid::Block& block, const std::string& options);

}  // namespace eagre::channel
