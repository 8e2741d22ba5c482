// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "linear/solver.hpp"

namespace eagre::linear {

struct KrylovChoices;
struct Settings;

/// Controls of GAMG, with v1912's defaults.
struct MultigridSettings {
  std::string smoother, agglomerator = "faceAreaPair";
  int nCellsInCoarsestLevel = 10;  ///< a rank
  int mergeLevels = 1;             ///< pairings that make up one level
  int nPreSweeps = 0, preSweepsLevelMultiplier = 1, maxPreSweeps = 4;
  int nPostSweeps = 2, postSweepsLevelMultiplier = 1, maxPostSweeps = 4;
  int nFinestSweeps = 2;
  int nVcycles = 2;  ///< as a preconditioner
  bool cacheAgglomeration = true, interpolateCorrection = false, scaleCorrection = true, directSolveCoarsest = false;
  std::shared_ptr<const Settings> coarsest;
};

/// What an fvSolution entry asks for, checked: the words are ones that this room has and that fit the matrix.
struct Settings {
  std::string solver;
  SolverControls controls;
  std::string preconditioner;                          ///< Krylov solvers
  std::string firstPreconditioner;                     ///< multigrid PCG: DIC where a solve may be short (MultigridPcg); or ""
  bool componentByComponent = false;                   ///< the entry asks for all components of a vector at once
  int nSteps = 4;                                      ///< SStepPCG: iterations in one
  std::string testBlocks = "length";                   ///< OFRePiPePCG: what the number of blocks follows from, length or ranks
  std::string options;                                 ///< PETSc: of its command line
  std::string smoother;                                ///< smoothSolver
  int nSweeps = 1;                                     ///< smoothSolver; negative: so many sweeps without a look at the residual
  std::shared_ptr<const MultigridSettings> multigrid;  ///< solver GAMG or preconditioner GAMG
  std::shared_ptr<KrylovChoices> krylov;               ///< solver auto: where it notes what it has chosen; none: it has its own
};

/// Whether a solver of that name is one that hides communication (SingleReductionCg, SStepCg): who names one means it.
bool hidesCommunication(const std::string& solver);

/// Whether two entries differ in their controls (tolerance ...) at most, so that one solver serves both.
bool sameMethod(const Settings& a, const Settings& b);

/// What replaces an entry if the fast solvers are asked for, with the same controls: conjugate gradients with multigrid for a
/// symmetric matrix (`auto`; PCG if the entry names that with multigrid); sweeps, then PBiCGStab with multigrid (FastAsymmetric)
/// for an asymmetric one. GAMG for an asymmetric matrix, `diagonal`, smoothers without a look at the residual, solvers that hide
/// communication and PETSc stay.
Settings fasterMethod(const Settings& settings, bool symmetric);

/// What goes on where `used` breaks down: the method `named` by the case, if that is another one; PCG for the solvers that hide
/// communication and are the case's own; nothing otherwise.
std::optional<Settings> methodBehind(const Settings& named, const Settings& used);

/// Reads an entry; everything that is wrong with it is added to problems.
Settings readSettings(const std::string& fieldName, bool symmetric, const config::Dictionary& dict, Problems& problems);

}  // namespace eagre::linear
