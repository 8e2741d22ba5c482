// SPDX-License-Identifier: BSD-3-Clause
#include "linear/float_multigrid.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "linear/coupling.hpp"
#include "linear/float_sweeps.hpp"
#include "linear/gathered_multigrid.hpp"

namespace eagre::linear {

using kernel::parallelFor;
using kernel::sequentialFor;
using kernel::View;

namespace {

constexpr double nCoarsest = 64;         // cells of all ranks at which coarsening ends
constexpr double gatheredBelow = 4096;   // cells of all ranks: the level stands on every rank from there on,
constexpr double gatheredPerRank = 256;  // and cells for each rank: few ranks have few messages to save;
constexpr double leastPerRank = 4;       // so few cells a rank are hardly coarsened any more, since all stay on their rank
constexpr double leastForTwo = 2000;     // cells a rank that make a second visit of the levels below worth its messages
constexpr double mostDirect = 500;       // cells that are solved for directly, if coarsening ends early; more: sweeps
constexpr int coarsestSweeps = 10;       // pairs of them
constexpr double regularisation = 1e-6;  // of the coarsest diagonal: a part of the mesh without any fixed value stays solvable
constexpr double leastReduction = 1.3;   // of one level; less is not worth a level

std::size_t size(Label n) { return static_cast<std::size_t>(n); }

/// In how many directions the mesh extends: so many pairings make one level.
int dimensions(const LduAddressing& addressing, const FaceNet& net) {
  std::array<double, 3> extent{};
  for (const Vec3& d : net.delta)
    for (int i = 0; i < 3; ++i) extent[size(i)] += std::abs(d[i]);
  sumAll(addressing, extent);
  const double largest = *std::max_element(extent.begin(), extent.end());
  return static_cast<int>(std::count_if(extent.begin(), extent.end(), [&](double e) { return e > 1e-6 * largest; }));
}

/// Without geometry: all directions are at right angles, so that nothing is interpolated, and entries conduct.
FaceNet netOf(const LduMatrix& A) {
  FaceNet net;
  for (const double a : A.upper) net.conductance.push_back(std::abs(a));
  for (const double a : A.coupled) net.conductance.push_back(std::abs(a));
  net.delta.assign(net.conductance.size(), Vec3{});
  return net;
}

}  // namespace

/// One level: the transfer to the next coarser one, its matrix, its fields.
struct FloatMultigrid::Level {
  LduAddressing addressing;
  std::unique_ptr<SweepMatrix> matrix;
  std::vector<PairCoarsening> pairings;     ///< to the next level; none: this is the coarsest
  std::vector<std::vector<float>> between;  ///< fields between two pairings
  std::vector<float> conductance;           ///< internal and coupled faces
  std::vector<float> x, b, r;               ///< nCells
  std::vector<float> bWithGhosts;           ///< nCells if there are coupled faces
  std::vector<double> ghosts;               ///< nAllCells if there are coupled faces: x on its way
  bool visitsTwice = true;                  ///< the level below

  Level(const LduAddressing& a, SweepOrder order)
      : addressing(a), matrix(makeSweepMatrix(a, order)), x(size(a.nCells)), b(x.size()), r(x.size()) {
    if (a.nCoupled() == 0) return;
    ghosts.resize(size(a.nAllCells()));
    bWithGhosts.resize(x.size());
  }

  bool coupled() const { return addressing.nCoupled() > 0; }
  const float* coupledConductance() const { return conductance.data() + addressing.nFaces(); }

  void exchange() {
    parallelFor("multigrid: to exchange", addressing.nCells, [to = View(ghosts), x = View(x)](Label c) { to[c] = x[c]; });
    updateGhosts(addressing, ghosts);
  }
  /// out += (coupled entries) (ghosts of x)
  void addGhosts(std::vector<float>& out) const {
    sequentialFor("multigrid: coupled", 0, addressing.nCoupled(), [&](Label i) {
      out[addressing.coupledOwner[i]] += coupledConductance()[i] * static_cast<float>(ghosts[addressing.nCells + i]);
    });
  }
  /// b with what the ghosts of x add to it.
  const float* sourceOfOwned() {
    if (!coupled()) return b.data();
    exchange();
    std::copy(b.begin(), b.end(), bWithGhosts.begin());
    addGhosts(bWithGhosts);
    return bWithGhosts.data();
  }

  /// excess: of each cell's diagonal over the sum of its conductances.
  void setMatrix(std::span<const float> excess) {
    matrix->round(conductance);
    std::vector<float>& diag = r;  // a work space as long
    parallelFor({"multigrid: diagonal", 40}, addressing.nCells,
                [=, diag = View(diag), conductance = View(conductance), faces = FacesOfCells(addressing)](Label c) {
                  diag[c] = faces.sum(c, excess[c], [=](Label f) { return conductance[f]; });
                });
    sequentialFor("multigrid: coupled diagonal", 0, addressing.nCoupled(),
                  [&](Label i) { diag[addressing.coupledOwner[i]] += coupledConductance()[i]; });
    matrix->assign(conductance, diag);
  }  // r is the diagonal until the first cycle
};

FloatMultigrid::FloatMultigrid(const LduAddressing& addressing, const FaceGeometry& geometry)
    : addressing_(addressing), geometry_(geometry), order_(bestOrder(addressing)) {}
FloatMultigrid::FloatMultigrid(const LduAddressing& addressing, FaceNet net, int nPairings)
    : addressing_(addressing), order_(SweepOrder::rows), isCoarseEnd_(true) {
  makeLevels(std::move(net), nPairings);
}
FloatMultigrid::~FloatMultigrid() = default;

void FloatMultigrid::makeLevels() {
  if (!levels_.empty() || geometry_.C.size() != size(addressing_.nAllCells())) return;
  FaceNet net = makeFaceNet(addressing_, geometry_);
  const int nPairings = std::max(1, dimensions(addressing_, net));
  makeLevels(std::move(net), nPairings);
}

void FloatMultigrid::makeLevels(FaceNet net, int nPairings) {
  levels_.push_back(std::make_unique<Level>(addressing_, order_));
  std::array<double, 2> cells{sumAll(addressing_, addressing_.nCells), 0};
  const double nRanks = parallel(addressing_) ? addressing_.halo->communicator().size() : 1;
  const double own = cells[0] / nRanks;  // more would be more work than a rank has on the finest level
  while (cells[0] > nCoarsest) {
    Level& fine = *levels_.back();
    fine.visitsTwice = nRanks == 1 || cells[0] >= leastForTwo * nRanks;
    const double few = std::max(std::min(gatheredPerRank * nRanks, own), leastPerRank * nRanks);
    if (nRanks > 1 && cells[0] <= std::min(gatheredBelow, few)) {
      gathered_ = std::make_unique<GatheredMultigrid>(fine.addressing, net, nPairings);
      return;
    }
    LduAddressing addressing = fine.addressing;
    std::vector<PairCoarsening> pairings;
    pairings.reserve(size(nPairings));
    for (int p = 0; p < nPairings; ++p) addressing = pairings.emplace_back(addressing, net).coarse();
    cells[1] = sumAll(addressing_, addressing.nCells);
    if (cells[1] * leastReduction > cells[0]) break;
    cells[0] = cells[1];
    fine.pairings = std::move(pairings);
    for (std::size_t p = 0; p + 1 < fine.pairings.size(); ++p) fine.pairings[p].forgetCoarse();
    for (std::size_t p = 1; p < fine.pairings.size(); ++p) fine.between.emplace_back(size(fine.pairings[p].nFine()));
    levels_.push_back(std::make_unique<Level>(fine.pairings.back().coarse(), order_));
  }
  if (cells[0] > mostDirect) return;
  const Level& coarsest = *levels_.back();
  coarsestSolver_ = std::make_unique<DenseSolver>(coarsest.addressing);
  coarsestMatrix_.addressing = &coarsest.addressing;
  coarsestSource_.resize(size(coarsest.addressing.nCells));
  coarsestSolution_.resize(size(coarsest.addressing.nAllCells()));
}

namespace {
/// Off-diagonal entry of the symmetric part.
auto symmetricEntry(const LduMatrix& A) {
  return [upper = A.upper.data(), lower = A.lowerOrUpper().data()](Label f) { return 0.5 * (upper[f] + lower[f]); };
}
}  // namespace

void FloatMultigrid::assignAndSum(const LduMatrix& A, std::span<double> work) {
  const Label nCells = addressing_.nCells;
  const double facesPerCell = nCells > 0 ? static_cast<double>(addressing_.nFaces()) / nCells : 0;
  parallelFor({"multigrid: row sums", 24 + 20 * facesPerCell}, nCells,
              [=, entry = symmetricEntry(A), diag = A.diag.data(), faces = FacesOfCells(addressing_)](Label c) {
                work[c] = faces.sum(c, diag[c], entry);
              });
  sequentialFor("multigrid: coupled row sums", 0, addressing_.nCoupled(),
                [&](Label i) { work[addressing_.coupledOwner[i]] += A.coupled[i]; });
  assign(A, work);
}

void FloatMultigrid::assign(const LduMatrix& A, std::span<const double> rowSum) {
  makeLevels();
  if (levels_.empty()) makeLevels(netOf(A), 2);
  Level& finest = *levels_.front();
  const Label nCells = addressing_.nCells, nFaces = addressing_.nFaces();
  std::array<double, 2> sums{0, static_cast<double>(nCells)};
  for (const double d : A.diag) sums[0] += d;
  sumAll(addressing_, sums);
  scale_ = sums[1] / sums[0];

  finest.conductance.resize(size(nFaces + addressing_.nCoupled()));
  excess_.resize(size(nCells));
  const auto toFloat = [scale = scale_](double a) { return static_cast<float>(std::max(a * scale, 0.0)); };
  const View conductance(finest.conductance);
  parallelFor({"multigrid: conductance", A.symmetric() ? 12.0 : 20.0}, nFaces,
              [=, entry = symmetricEntry(A)](Label f) { conductance[f] = toFloat(-entry(f)); });
  parallelFor("multigrid: coupled conductance", addressing_.nCoupled(),
              [=, coupled = A.coupled.data()](Label i) { conductance[nFaces + i] = toFloat(-coupled[i]); });
  // The excess of the diagonal is a small difference: it comes in double.
  parallelFor({"multigrid: excess", 12}, nCells, [=, excess = View(excess_)](Label c) { excess[c] = toFloat(rowSum[c]); });

  refresh();
  version_ = A.version;
}

void FloatMultigrid::assign(std::span<const float> conductance, std::span<const float> excess) {
  levels_.front()->conductance.assign(conductance.begin(), conductance.end());
  excess_.assign(excess.begin(), excess.end());
  refresh();
}

/// All levels from the conductances of the finest one and the excess of its diagonal.
void FloatMultigrid::refresh() {
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    Level& level = *levels_[l];
    level.setMatrix(excess_);
    std::span<const float> conductance = level.conductance;
    for (std::size_t p = 0; p < level.pairings.size(); ++p) {
      const bool last = p + 1 == level.pairings.size();
      auto& coarse = last ? levels_[l + 1]->conductance : conductanceBetween_[p % 2];
      level.pairings[p].assign(conductance, excess_, coarse, excessBetween_, series_);
      conductance = coarse;
      excess_.swap(excessBetween_);
    }
  }
  const Level& coarsest = *levels_.back();
  if (gathered_) return gathered_->assign(coarsest.conductance, excess_);
  if (!coarsestSolver_) return;
  const auto nCoarseFaces = coarsest.addressing.nFaces();
  coarsestMatrix_.diag.assign(coarsest.r.begin(), coarsest.r.end());
  for (double& d : coarsestMatrix_.diag) d *= 1 + regularisation;
  coarsestMatrix_.upper.clear();
  coarsestMatrix_.coupled.clear();
  for (std::size_t f = 0; f < coarsest.conductance.size(); ++f)
    (f < size(nCoarseFaces) ? coarsestMatrix_.upper : coarsestMatrix_.coupled).push_back(-coarsest.conductance[f]);
  coarsestSolver_->assign(coarsestMatrix_);
}

std::span<float> FloatMultigrid::source() { return levels_.front()->b; }
std::span<const float> FloatMultigrid::solution() const { return levels_.front()->x; }

void FloatMultigrid::cycle() { visit(0); }

void FloatMultigrid::solveCoarsest() {
  Level& level = *levels_.back();
  if (gathered_) return gathered_->solve(level.b, level.x);
  if (!coarsestSolver_) {  // forward and backward in pairs: symmetric
    level.matrix->sweepForwardFromZero(level.b.data(), level.x.data());
    level.matrix->sweepBackward(level.sourceOfOwned(), level.x.data());
    for (int i = 1; i < coarsestSweeps; ++i) {
      level.matrix->sweepForward(level.sourceOfOwned(), level.x.data());
      level.matrix->sweepBackward(level.sourceOfOwned(), level.x.data());
    }
    return;
  }
  std::copy(level.b.begin(), level.b.end(), coarsestSource_.begin());
  coarsestSolver_->solve(coarsestSource_, coarsestSolution_);
  std::copy_n(coarsestSolution_.begin(), level.x.size(), level.x.begin());
}

/// W-cycle, but for the finest level, which costs most, the last but one, below which the solution is exact, and levels whose
/// messages cost more than their arithmetic.
int FloatMultigrid::visitsBelow(std::size_t l) const {
  const bool costsMost = l == 0 && !isCoarseEnd_, exactBelow = l + 2 == levels_.size() && !gathered_;
  return costsMost || exactBelow || !levels_[l]->visitsTwice ? 1 : 2;
}

void FloatMultigrid::visit(std::size_t l) {
  if (l + 1 == levels_.size()) return solveCoarsest();
  Level &level = *levels_[l], &coarse = *levels_[l + 1];
  const int nVisits = visitsBelow(l);
  level.matrix->sweepForwardFromZero(level.b.data(), level.x.data());
  for (int i = 0; i < nVisits; ++i) {
    if (i > 0) level.matrix->sweepForward(level.sourceOfOwned(), level.x.data());
    if (i == 0) {
      level.matrix->residualAfterForward(level.x.data(), level.r.data());
      if (level.coupled()) {
        level.exchange();
        level.addGhosts(level.r);
      }
    } else {
      level.matrix->residual(level.sourceOfOwned(), level.x.data(), level.r.data());
    }
    const auto& pairings = level.pairings;
    for (std::size_t p = 0; p < pairings.size(); ++p)
      pairings[p].restrictTo(p == 0 ? level.r : level.between[p - 1], p + 1 == pairings.size() ? coarse.b : level.between[p]);
    visit(l + 1);
    for (std::size_t p = pairings.size() - 1; p > 0; --p)
      pairings[p].interpolate(p + 1 == pairings.size() ? coarse.x : level.between[p], level.between[p - 1]);
    pairings[0].interpolateAdd(pairings.size() == 1 ? coarse.x : level.between[0], level.x);
    level.matrix->sweepBackward(level.sourceOfOwned(), level.x.data());
  }
}

}  // namespace eagre::linear
