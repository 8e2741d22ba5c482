// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "core/vec.hpp"
#include "linear/ldu.hpp"

namespace eagre::linear {

/// What a solve did (rule 5 of the house). Residuals are OpenFOAM's: sum|b - A x| / sum(|A x - A <x>| + |b - A <x>|).
struct SolverPerformance {
  std::string solverName, fieldName;  ///< as printed: "DICPCG", "p_rgh"
  double initialResidual = 0, finalResidual = 0;
  int iterations = 0;
  bool converged = false;
  bool singular = false;
  /// Why not converged: "iteration limit", "singular operator", "indefinite operator", "diverged" (the residual would have been
  /// larger than at the start, so x is what it was there), "rounding errors" (which keep the residual above the tolerance),
  /// "residual not checked" (smoothSolver with nSweeps < 0). "" if converged.
  std::string reason;
  std::string fallback;  ///< what the solver did instead of what it is meant to; "" if nothing
  /// "DICPCG:  Solving for p_rgh, Initial residual = 0.1, Final residual = 0.01, No Iterations 3"
  /// precision: significant digits (OpenFOAM prints residuals with controlDict's writePrecision).
  std::string logLine(int precision = 6) const;
};

/// Common controls of an fvSolution solver entry; defaults are v1912's.
struct SolverControls {
  double tolerance = 1e-6, relTol = 0;
  int minIter = 0, maxIter = 1000;
  static SolverControls read(const config::Dictionary& dict);
};

/// The equations of the components of a vector, which have the entries off the diagonal in common.
struct VectorSystem {
  const LduMatrix& A;            ///< its diagonal is not looked at
  std::span<const Vec3> diag;    ///< nCells, of each component
  std::span<Vec3> x;             ///< nAllCells, first guess and solution
  std::span<const Vec3> b;       ///< nCells
  std::array<bool, 3> isSolved;  ///< which components have an equation
  bool mustConverge = false;     ///< the iteration limit is no end either
};
using VectorPerformance = std::array<SolverPerformance, 3>;  ///< of the components that are solved

/// Solves A x = b. A solver is made once per field and kept; it owns its workspaces and (multigrid) its hierarchy.
class Solver {
 public:
  virtual ~Solver() = default;
  /// Tolerances and limits of the solves to come.
  virtual void setControls(const SolverControls& controls) = 0;
  /// x: nAllCells values, first guess in, solution out (ghosts exchanged). b: nCells.
  /// A solve never makes x worse: it ends below the tolerance, or with no larger a residual than it began with.
  /// Errors: a residual that is not finite throws Error(diverged) that names the field; x is what it was then.
  virtual SolverPerformance solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) = 0;
  /// Solves for the components of a vector in common passes, each as solve() would, to the last bit. Nothing: the method cannot,
  /// or one of them ended in another way than by its tolerance or the iteration limit; x is then as it was, to be solved for one
  /// after another. Collective.
  virtual std::optional<VectorPerformance> solveTogether(const VectorSystem&) { return {}; }
  /// Makes now what depends on the mesh alone; else the first solve does. Collective.
  virtual void setUp() {}
};

/// The mesh that a system stands on: areas of the faces, internal ones, then coupled ones [m^2], and centres of the cells and
/// ghosts [m]. Empty: not known.
struct FaceGeometry {
  std::span<const double> magSf;
  std::span<const Vec3> C;
};

/// Makes the solver that an fvSolution entry names: auto, PCG, CGCG, PPCG, OFPiPePCG, OFRePiPePCG, SStepPCG, PBiCG, PBiCGStab,
/// smoothSolver, GAMG, diagonal, with preconditioner (none, diagonal, DIC, FDIC, DILU, GAMG, multigrid) or smoother (GaussSeidel,
/// symGaussSeidel, DIC, DILU, DICGaussSeidel...). faceWeights: of internal faces, for GAMG's faceAreaPair agglomeration: see
/// faceAreaPairWeights (may be empty: matrix coefficients are used). Errors (badCase): unknown solver, preconditioner or
/// smoother, with the nearest; symmetric-only method on an asymmetric matrix.
std::unique_ptr<Solver> makeSolver(const std::string& fieldName, bool symmetric, const config::Dictionary& controls,
                                   const LduAddressing& addressing, std::span<const double> faceWeights = {},
                                   const FaceGeometry& geometry = {});

/// v1912's weights of faceAreaPair, |Sf (1, 1.01, 1.02)| / sqrt|Sf|: the roots of the areas, with a small preference that
/// settles ties between directions. Sf: area vectors of the internal faces [m^2].
std::vector<double> faceAreaPairWeights(std::span<const Vec3> Sf);

/// Checks an entry without making a solver; every problem is added.
void checkSolver(const std::string& fieldName, bool symmetric, const config::Dictionary& controls, Problems& problems);

}  // namespace eagre::linear
