// SPDX-License-Identifier: BSD-3-Clause
#include "linear/multigrid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"
#include "linear/make_solver.hpp"

namespace eagre::linear {

namespace {

void restrictSum(std::span<const Label> map, const double* fine, std::span<double> coarse) {
  std::fill(coarse.begin(), coarse.end(), 0.0);
  double* out = coarse.data();
  const Label* to = map.data();
  kernel::sequentialFor("multigrid.restrict", 0, static_cast<Label>(map.size()), [=](Label c) { out[to[c]] += fine[c]; });
}

void inject(std::span<const Label> map, const double* coarse, double* fine) {
  const Label* from = map.data();
  kernel::parallelFor("multigrid.prolong", static_cast<Label>(map.size()), [=](Label c) { fine[c] = coarse[from[c]]; });
}

void add(const double* increment, double* x, Label n) {
  kernel::parallelFor("multigrid.add", n, [=](Label c) { x[c] += increment[c]; });
}

void scaleAndRelax(double factor, const double* source, const double* product, const double* diag, double* x, Label n) {
  kernel::parallelFor("multigrid.scale", n, [=](Label c) { x[c] = factor * x[c] + (source[c] - factor * product[c]) / diag[c]; });
}

void restrictFaces(const Coarsening& step, const LduMatrix& fine, LduMatrix& coarse) {
  const Label* map = step.faceMap.data();
  const double* fineUpper = fine.upper.data();
  double *diag = coarse.diag.data(), *upper = coarse.upper.data();
  const auto n = static_cast<Label>(step.faceMap.size());
  if (fine.symmetric()) {
    kernel::sequentialFor("multigrid.restrictFaces", 0, n, [=](Label f) {
      if (map[f] >= 0)
        upper[map[f]] += fineUpper[f];
      else
        diag[-1 - map[f]] += 2 * fineUpper[f];
    });
    return;
  }
  const char* flipped = step.faceFlipped.data();
  const double* fineLower = fine.lower.data();
  double* lower = coarse.lower.data();
  kernel::sequentialFor("multigrid.restrictFaces", 0, n, [=](Label f) {
    if (map[f] < 0) {
      diag[-1 - map[f]] += fineUpper[f] + fineLower[f];
    } else {
      upper[map[f]] += flipped[f] ? fineLower[f] : fineUpper[f];
      lower[map[f]] += flipped[f] ? fineUpper[f] : fineLower[f];
    }
  });
}

}  // namespace

/// A matrix with what a cycle needs on it. The finest level refers to the solver's matrix, the others hold their own.
struct Multigrid::Level {
  using Field = std::vector<double>;
  Coarsening step;  ///< from the finer level to this one
  LduAddressing addressing;
  LduMatrix matrix;
  std::unique_ptr<RowMatrix> rows;
  const RowMatrix* A = nullptr;
  std::unique_ptr<Smoother> smoother;
  Field correction, product;     ///< nAllCells
  Field source;                  ///< nCells
  Field preSmoothed;             ///< nCells, for pre-smoothing
  Field cellMean, cellDiagonal;  ///< nCells, for interpolation

  Level(const LduAddressing& a, const MultigridSettings& settings)
      : addressing(a),
        smoother(makeSmoother(settings.smoother, a)),
        correction(size(a.nAllCells())),
        product(correction.size()) {}

  Level(Coarsening coarsening, const MultigridSettings& settings) : Level(coarsening.addressing(), settings) {
    step = std::move(coarsening);  // the views that addressing holds stay valid
    source.resize(size(addressing.nCells));
    if (settings.nPreSweeps > 0) preSmoothed.resize(source.size());
    if (settings.interpolateCorrection) cellMean.resize(source.size()), cellDiagonal.resize(source.size());
    rows = std::make_unique<RowMatrix>(addressing);
    A = rows.get();
  }

  static std::size_t size(Label n) { return static_cast<std::size_t>(n); }
};

Multigrid::Multigrid(std::string fieldName, const MultigridSettings& settings, const LduAddressing& addressing,
                     std::span<const double> faceWeights)
    : fieldName_(std::move(fieldName)),
      settings_(settings),
      addressing_(addressing),
      faceWeights_(faceWeights.begin(), faceWeights.end()) {}

Multigrid::~Multigrid() = default;

void Multigrid::makeLevels(const RowMatrix& A) {
  std::vector<double> weights = faceWeights_;
  if (settings_.agglomerator == "algebraicPair" || weights.size() != addressing_.owner.size()) {
    const LduMatrix& m = A.matrix();
    const auto lower = m.lowerOrUpper();
    weights.resize(m.upper.size());
    for (std::size_t f = 0; f < weights.size(); ++f) weights[f] = std::max(std::abs(m.upper[f]), std::abs(lower[f]));
  }
  std::vector<Coarsening> steps = agglomerate(addressing_, std::move(weights), settings_);
  if (steps.empty())
    throw Error(fmt::format("GAMG for {}: the system is too small for a coarse level or nCellsInCoarsestLevel is too large; "
                            "choose another solver or lower nCellsInCoarsestLevel",
                            fieldName_),
                ExitCode::badCase);
  levels_.clear();
  levels_.push_back(std::make_unique<Level>(addressing_, settings_));
  for (Coarsening& step : steps) levels_.push_back(std::make_unique<Level>(std::move(step), settings_));

  const LduAddressing& coarsest = levels_.back()->addressing;
  if (settings_.directSolveCoarsest)
    directSolver_ = std::make_unique<DenseSolver>(coarsest);
  else
    coarsestSolver_ = makeSolver(fieldName_ + " (coarsestLevelCorr)", A.matrix().symmetric(), *settings_.coarsest, coarsest, {});
}

void Multigrid::assign(const RowMatrix& A) {
  if (levels_.empty() || !settings_.cacheAgglomeration) makeLevels(A);
  levels_[0]->A = &A;
  for (std::size_t l = 1; l < levels_.size(); ++l) restrictMatrix(levels_[l - 1]->A->matrix(), *levels_[l]);
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) levels_[l]->smoother->assign(*levels_[l]->A);
  if (directSolver_) directSolver_->assign(levels_.back()->matrix);
}

void Multigrid::restrictMatrix(const LduMatrix& fine, Level& coarse) const {
  LduMatrix& m = coarse.matrix;
  m.addressing = &coarse.addressing;
  m.diag.resize(Level::size(coarse.addressing.nCells));
  m.upper.assign(coarse.step.owner.size(), 0.0);
  m.lower.assign(fine.symmetric() ? 0 : m.upper.size(), 0.0);
  m.coupled.resize(coarse.step.coupledOwner.size());
  restrictSum(coarse.step.cellMap, fine.diag.data(), m.diag);
  restrictFaces(coarse.step, fine, m);
  restrictSum(coarse.step.coupledMap, fine.coupled.data(), m.coupled);
  coarse.rows->assign(m);
}

void Multigrid::cycle(std::span<double> x, std::span<const double> b, std::span<const double> residual) {
  const std::size_t coarsest = levels_.size() - 1;
  restrictSum(levels_[1]->step.cellMap, residual.data(), levels_[1]->source);
  for (std::size_t l = 1; l < coarsest; ++l) goDown(l);
  solveCoarsest();
  for (std::size_t l = coarsest - 1; l >= 1; --l) goUp(l);
  prolong(0, residual, settings_.scaleCorrection);
  add(levels_[0]->correction.data(), x.data(), addressing_.nCells);
  levels_[0]->smoother->smooth(x, b, settings_.nFinestSweeps);
}

void Multigrid::goDown(std::size_t l) {
  Level& level = *levels_[l];
  if (settings_.nPreSweeps > 0) {
    const int sweeps = settings_.nPreSweeps + settings_.preSweepsLevelMultiplier * static_cast<int>(l - 1);
    std::fill(level.correction.begin(), level.correction.end(), 0.0);
    level.smoother->smooth(level.correction, level.source, std::min(sweeps, settings_.maxPreSweeps));
    if (settings_.scaleCorrection && l + 2 < levels_.size()) scale(level, level.source);
    level.A->multiply(level.correction, level.product);
    subtract(level.source, level.product, level.source, level.addressing.nCells);
    std::copy_n(level.correction.begin(), level.preSmoothed.size(), level.preSmoothed.begin());
  }
  restrictSum(levels_[l + 1]->step.cellMap, level.source.data(), levels_[l + 1]->source);
}

void Multigrid::solveCoarsest() {
  Level& level = *levels_.back();
  if (directSolver_) {
    directSolver_->solve(level.source, level.correction);
    return;
  }
  std::fill(level.correction.begin(), level.correction.end(), 0.0);
  coarsestSolver_->solve(level.matrix, level.correction, level.source);
}

void Multigrid::goUp(std::size_t l) {
  Level& level = *levels_[l];
  // What the coarsest level has just solved exactly scales to 1.
  const bool scaled = settings_.scaleCorrection && (settings_.interpolateCorrection || l + 2 < levels_.size());
  prolong(l, level.source, scaled);
  // v1912 adds the pre-smoothed part here and smooths towards the source that is left after it: so do we.
  if (settings_.nPreSweeps > 0) add(level.preSmoothed.data(), level.correction.data(), level.addressing.nCells);
  const int sweeps = settings_.nPostSweeps + settings_.postSweepsLevelMultiplier * static_cast<int>(l - 1);
  level.smoother->smooth(level.correction, level.source, std::min(sweeps, settings_.maxPostSweeps));
}

void Multigrid::prolong(std::size_t l, std::span<const double> source, bool scaled) {
  Level &level = *levels_[l], &coarse = *levels_[l + 1];
  inject(coarse.step.cellMap, coarse.correction.data(), level.correction.data());
  if (settings_.interpolateCorrection) interpolate(level, coarse);
  if (scaled) scale(level, source);
}

/// A Jacobi sweep on the homogeneous system smooths the injected correction; each coarse cell then gets its mean back.
void Multigrid::interpolate(Level& fine, Level& coarse) const {
  fine.A->multiplyOffDiagonal(fine.correction, fine.product);
  const Label *map = coarse.step.cellMap.data(), n = fine.addressing.nCells;
  const double *product = fine.product.data(), *diag = fine.A->matrix().diag.data(), *target = coarse.correction.data();
  double *x = fine.correction.data(), *mean = coarse.cellMean.data(), *diagonal = coarse.cellDiagonal.data();
  std::fill(coarse.cellMean.begin(), coarse.cellMean.end(), 0.0);
  std::fill(coarse.cellDiagonal.begin(), coarse.cellDiagonal.end(), 0.0);
  kernel::sequentialFor("multigrid.interpolate", 0, n, [=](Label c) {
    x[c] = -product[c] / diag[c];
    mean[map[c]] += diag[c] * x[c];
    diagonal[map[c]] += diag[c];
  });
  kernel::parallelFor("multigrid.interpolateShift", coarse.addressing.nCells,
                      [=](Label c) { mean[c] = target[c] - mean[c] / diagonal[c]; });
  kernel::parallelFor("multigrid.interpolateAdd", n, [=](Label c) { x[c] += mean[map[c]]; });
}

/// Scales the correction x to minimise the energy norm of the error, then one Jacobi sweep with the same product.
void Multigrid::scale(Level& level, std::span<const double> source) const {
  const Label n = level.addressing.nCells;
  const double denominator = level.A->multiplyDot(level.correction, level.product);
  std::array<double, 2> sums{dot(source, level.correction, n), denominator};
  sumAll(level.addressing, sums);
  const double factor = sums[0] / (sums[1] < 0 ? sums[1] - vSmall : sums[1] + vSmall);
  scaleAndRelax(factor, source.data(), level.product.data(), level.A->matrix().diag.data(), level.correction.data(), n);
}

MultigridSolver::MultigridSolver(const std::string& fieldName, bool symmetric, const Settings& settings,
                                 const LduAddressing& addressing, std::span<const double> faceWeights)
    : IterativeSolver("GAMG", fieldName, symmetric, settings.controls, addressing),
      multigrid_(fieldName, *settings.multigrid, addressing, faceWeights) {}

void MultigridSolver::iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) {
  multigrid_.assign(rows_);
  do {
    multigrid_.cycle(x, b, residual_);
    rows_.multiply(x, product_);
    monitor.record(sum(subtract(b, product_, residual_, nCells())));
  } while (monitor.goOn());
}

}  // namespace eagre::linear
