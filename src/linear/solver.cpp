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
#include "linear/words.hpp"

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

namespace {

std::unique_ptr<Preconditioner> preconditionerOf(const SolverInputs& in) {
  return makePreconditioner(in.fieldName, in.settings, in.addressing, in.faceWeights, in.geometry);
}

template <class S>
std::unique_ptr<Solver> makeKrylov(const SolverInputs& in) {
  return std::make_unique<S>(in.fieldName, in.settings, in.addressing, preconditionerOf(in));
}

std::unique_ptr<Solver> makePcg(const SolverInputs& in) {
  if (in.settings.preconditioner != "multigrid") return makeKrylov<Pcg>(in);
  return std::make_unique<MultigridPcg>(in.fieldName, in.settings, in.addressing,
                                        std::make_shared<FloatMultigrid>(in.addressing, in.geometry));
}

std::unique_ptr<Solver> makeAuto(const SolverInputs& in) {
  if (parallel(in.addressing) || (in.settings.krylov && in.settings.krylov->pinned != "auto"))
    return std::make_unique<AutoCg>(in.fieldName, in.settings, in.addressing, in.faceWeights, in.geometry);
  Settings pcg = in.settings;
  pcg.solver = "PCG";
  return makeSolver(in.fieldName, in.symmetric, pcg, in.addressing, in.faceWeights, in.geometry);
}

std::unique_ptr<Solver> makePBiCgStab(const SolverInputs& in) {
  return std::make_unique<PBiCgStab>(in.fieldName, in.symmetric, in.settings, in.addressing, preconditionerOf(in));
}

std::unique_ptr<Solver> makeSmooth(const SolverInputs& in) {
  return std::make_unique<SmoothSolver>(in.fieldName, in.symmetric, in.settings, in.addressing);
}

std::unique_ptr<Solver> makeMultigrid(const SolverInputs& in) {
  return std::make_unique<MultigridSolver>(in.fieldName, in.symmetric, in.settings, in.addressing, in.faceWeights);
}

std::unique_ptr<Solver> makePetsc(const SolverInputs& in) {
  return makePetscSolver(in.fieldName, in.symmetric, in.settings, in.addressing);
}

std::unique_ptr<Solver> makeDiagonal(const SolverInputs& in) {
  return std::make_unique<DiagonalSolver>(in.fieldName, in.settings, in.addressing);
}

}  // namespace

const WordTable<SolverMaker>& solverTable() {
  static const WordTable<SolverMaker> table{
      {"auto", "the fastest form of conjugate gradients, measured while the run goes on", {makeAuto, Fits::symmetric, true}},
      {"PCG", "preconditioned conjugate gradients", {makePcg, Fits::symmetric, true}},
      {"CGCG",
       "conjugate gradients with one reduction per iteration (Chronopoulos and Gear 1989)",
       {makeKrylov<SingleReductionCg>, Fits::symmetric, true, true}},
      {"PPCG",
       "pipelined conjugate gradients (Ghysels and Vanroose 2014): one reduction, hidden behind the product",
       {makeKrylov<SingleReductionCg>, Fits::symmetric, true, true}},
      {"OFPiPePCG",
       "pipelined conjugate gradients as Lin et al. (2018) print them",
       {makeKrylov<PipelinedCg>, Fits::symmetric, true, true}},
      {"OFRePiPePCG",
       "OFPiPePCG with replacement of the residual (Lin et al. 2018)",
       {makeKrylov<PipelinedCg>, Fits::symmetric, true, true}},
      {"SStepPCG",
       "s-step conjugate gradients: one reduction for nSteps iterations",
       {makeKrylov<SStepCg>, Fits::symmetric, true, true}},
      {"PBiCG", "preconditioned biconjugate gradients", {makeKrylov<PBiCg>, Fits::asymmetric, true}},
      {"PBiCGStab", "preconditioned stabilised biconjugate gradients (van der Vorst 1992)", {makePBiCgStab, Fits::all, true}},
      {"smoothSolver", "sweeps of a smoother", {makeSmooth, Fits::all}},
      {"GAMG", "multigrid by agglomeration, with OpenFOAM's controls", {makeMultigrid, Fits::all}},
      {"PETSc", "a solver of PETSc by its own options (built with PETSC=ON)", {makePetsc, Fits::all}},
      {"diagonal", "for matrices that are a diagonal alone", {makeDiagonal, Fits::all}}};
  return table;
}

std::unique_ptr<Solver> makeSolver(const std::string& fieldName, bool symmetric, const Settings& settings,
                                   const LduAddressing& addressing, std::span<const double> faceWeights,
                                   const FaceGeometry& geometry) {
  // The word of fasterMethod, which no case names.
  if (settings.solver == "fastAsymmetric") return std::make_unique<FastAsymmetric>(fieldName, settings, addressing, geometry);
  const SolverMaker* known = solverTable().find(settings.solver);
  if (!known) throw Error("no solver is made for the word " + settings.solver);
  return known->make({fieldName, symmetric, settings, addressing, faceWeights, geometry});
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
