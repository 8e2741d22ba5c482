// SPDX-License-Identifier: BSD-3-Clause
#include "linear/solver.hpp"

#include <fmt/format.h>

#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "linear/auto_cg.hpp"
#include "linear/coupling.hpp"
#include "linear/fast_asymmetric.hpp"
#include "linear/krylov.hpp"
#include "linear/make_solver.hpp"
#include "linear/multigrid.hpp"
#include "linear/multigrid_pcg.hpp"
#include "linear/petsc_solver.hpp"
#include "linear/pipelined_cg.hpp"
#include "linear/s_step_cg.hpp"
#include "linear/single_reduction_cg.hpp"
#include "linear/smooth_solver.hpp"

namespace eagre::linear {

namespace {

/// For matrices that are but a diagonal; IterativeSolver::solve does that, so only the other kind arrives here.
class DiagonalSolver final : public IterativeSolver {
 public:
  DiagonalSolver(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing)
      : IterativeSolver("diagonal", fieldName, false, settings.controls, addressing) {}

 protected:
  void iterate(std::span<double>, std::span<const double>, ResidualMonitor&) override {
    throw Error(fmt::format("solver 'diagonal' for {}: the matrix is not a diagonal one; choose another solver", fieldName_),
                ExitCode::badCase);
  }
  bool needsResidual() const override { return false; }
};

}  // namespace

std::string SolverPerformance::logLine(int precision) const {
  if (singular) return fmt::format("{}:  Solving for {}:  solution singularity", solverName, fieldName);
  return fmt::format("{}:  Solving for {}, Initial residual = {:.{}g}, Final residual = {:.{}g}, No Iterations {}", solverName,
                     fieldName, initialResidual, precision, finalResidual, precision, iterations);
}

std::unique_ptr<Solver> makeSolver(const std::string& fieldName, bool symmetric, const Settings& settings,
                                   const LduAddressing& addressing, std::span<const double> faceWeights,
                                   const FaceGeometry& geometry) {
  if (settings.solver == "auto") {
    if (parallel(addressing) || (settings.krylov && settings.krylov->pinned != "auto"))
      return std::make_unique<AutoCg>(fieldName, settings, addressing, faceWeights, geometry);
    Settings pcg = settings;
    pcg.solver = "PCG";
    return makeSolver(fieldName, symmetric, pcg, addressing, faceWeights, geometry);
  }
  const auto preconditioner = [&] { return makePreconditioner(fieldName, settings, addressing, faceWeights, geometry); };
  if (settings.solver == "PCG" && settings.preconditioner == "multigrid")
    return std::make_unique<MultigridPcg>(fieldName, settings, addressing,
                                          std::make_shared<FloatMultigrid>(addressing, geometry));
  if (settings.solver == "fastAsymmetric") return std::make_unique<FastAsymmetric>(fieldName, settings, addressing, geometry);
  if (settings.solver == "PCG") return std::make_unique<Pcg>(fieldName, settings, addressing, preconditioner());
  if (settings.solver == "SStepPCG") return std::make_unique<SStepCg>(fieldName, settings, addressing, preconditioner());
  if (settings.solver == "OFPiPePCG" || settings.solver == "OFRePiPePCG")
    return std::make_unique<PipelinedCg>(fieldName, settings, addressing, preconditioner());
  if (hidesCommunication(settings.solver))
    return std::make_unique<SingleReductionCg>(fieldName, settings, addressing, preconditioner());
  if (settings.solver == "PETSc") return makePetscSolver(fieldName, symmetric, settings, addressing);
  if (settings.solver == "PBiCG") return std::make_unique<PBiCg>(fieldName, settings, addressing, preconditioner());
  if (settings.solver == "PBiCGStab")
    return std::make_unique<PBiCgStab>(fieldName, symmetric, settings, addressing, preconditioner());
  if (settings.solver == "smoothSolver") return std::make_unique<SmoothSolver>(fieldName, symmetric, settings, addressing);
  if (settings.solver == "GAMG")
    return std::make_unique<MultigridSolver>(fieldName, symmetric, settings, addressing, faceWeights);
  return std::make_unique<DiagonalSolver>(fieldName, settings, addressing);
}

std::unique_ptr<Solver> makeSolver(const std::string& fieldName, bool symmetric, const config::Dictionary& controls,
                                   const LduAddressing& addressing, std::span<const double> faceWeights,
                                   const FaceGeometry& geometry) {
  Problems problems;
  const Settings settings = readSettings(fieldName, symmetric, controls, problems);
  problems.throwIfAny(fmt::format("cannot make the solver of {}", fieldName));
  return makeSolver(fieldName, symmetric, settings, addressing, faceWeights, geometry);
}

void checkSolver(const std::string& fieldName, bool symmetric, const config::Dictionary& controls, Problems& problems) {
  readSettings(fieldName, symmetric, controls, problems);
}

std::vector<double> faceAreaPairWeights(std::span<const Vec3> Sf) {
  std::vector<double> weights(Sf.size());
  kernel::parallelFor("solver.faceAreaPairWeights", static_cast<Label>(Sf.size()),
                      [Sf, weights = kernel::View(weights)](Label f) {
                        const double rootArea = std::sqrt(mag(Sf[f]));
                        const Vec3 d = Sf[f] / rootArea;
                        weights[f] = mag(Vec3{d.x, 1.01 * d.y, 1.02 * d.z});
                      });
  return weights;
}

}  // namespace eagre::linear
