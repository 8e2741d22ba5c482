// SPDX-License-Identifier: BSD-3-Clause
#include "linear/vector_sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/lanes.hpp"
#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"
#include "linear/row_chain.hpp"

namespace eagre::linear {

namespace {

using Mask [[gnu::vector_size(32)]] = std::int64_t;

Mask maskOf(const std::array<bool, 3>& active) { return Mask{-active[0], -active[1], -active[2], 0}; }

/// Vectors as what subtractLower and subtractUpper read.
struct VectorValues {
  const Vec3* values;
  Lanes3 operator[](Label c) const { return lanes(values[c]); }
};

/// 1/diagonal; the lane that nobody reads divides by 1.
Lanes3 reciprocal(const Vec3& diag) { return Lanes3{1, 1, 1, 1} / Lanes3{diag.x, diag.y, diag.z, 1}; }

Lanes3 magnitude(Lanes3 a) { return a < 0.0 ? -a : a; }

std::span<double> numbers(std::span<Vec3> x) { return {reinterpret_cast<double*>(x.data()), 3 * x.size()}; }

/// What rows read and write.
struct Views {
  const Vec3 *diag, *b;
  Vec3* x;
};

/// x_c of the components that are active; returns the values of the row.
Lanes3 keepResting(Lanes3 value, Vec3& x, Mask active) {
  value = active ? value : lanes(x);
  store(value, x);
  return value;
}

double bytesOfVectorRow(const Rows& a) { return 104 + 24 * (a.n > 0 ? static_cast<double>(a.upperStart[a.n]) / a.n : 0); }

void sweepForward(const Rows& a, const Views& v, Mask active) {
  const kernel::Timed timed({"vector sweep.forward", bytesOfVectorRow(a)}, a.n);
  const VectorValues x{v.x};
  Lanes3 previous{};
  sequentialRows(a, [&](Label c, const auto& row) {
    Lanes3 rest = lanes(v.b[c]);
    for (Label k = 0; k < row.nUpper(); ++k) rest = multiplyAdd(-row.upper(k), x[row.upperColumn(k)], rest);
    const Lanes3 r = reciprocal(v.diag[c]);
    previous = keepResting(subtractLower(row, x, rest * r, previous, [r](double e) { return e * r; }), v.x[c], active);
  });
}

void sweepBackward(const Rows& a, const Views& v, Mask active) {
  const kernel::Timed timed({"vector sweep.backward", bytesOfVectorRow(a)}, a.n);
  const VectorValues x{v.x};
  Lanes3 previous{};
  sequentialRowsBackwards(a, [&](Label c, const auto& row) {
    Lanes3 rest = lanes(v.b[c]);
    for (Label k = 0; k < row.nLower(); ++k) rest = multiplyAdd(-row.lower(k), x[row.lowerColumn(k)], rest);
    const Lanes3 r = reciprocal(v.diag[c]);
    previous = keepResting(subtractUpper(row, x, rest * r, previous, [r](double e) { return e * r; }), v.x[c], active);
  });
}

/// Of the normalisation factors and of sum |r|.
struct NormsAndResiduals {
  Vec3 norm, residual;
  NormsAndResiduals& operator+=(const NormsAndResiduals& b) {
    norm += b.norm;
    residual += b.residual;
    return *this;
  }
};

}  // namespace

VectorSweeps::VectorSweeps(const RowMatrix& rows, const VectorSystem& system, bool bothWays, int nSweeps, double nCellsOfAll)
    : rows_(rows), system_(system), bothWays_(bothWays), nSweeps_(nSweeps), nCellsOfAll_(nCellsOfAll), active_(system.isSolved) {
  kernel::Workspace* workspace = rows.addressing().workspace;
  for (auto* field : {&start_, &work_, &rowSums_})
    if (workspace)
      *field = workspace->take<Vec3>(system.b.size());
    else
      field->resize(system.b.size());
  sumOfX_ = kernel::parallelSum<Vec3>({"vector solver.copy, sum", 48}, rows.addressing().nCells,
                                      [x = system.x.data(), to = start_.data()](Label c) { return to[c] = x[c]; });
}

void VectorSweeps::updateGhosts() {
  if (rows_.addressing().halo) rows_.addressing().halo->update(numbers(system_.x), 3);
}

void VectorSweeps::restore() {
  std::copy(start_.begin(), start_.end(), system_.x.begin());
  updateGhosts();
}

/// y -= (coupled entries) * (ghosts of x)
void VectorSweeps::subtractCoupled(std::span<Vec3> y) const {
  const LduAddressing& a = rows_.addressing();
  kernel::sequentialFor("ldu.coupled", 0, a.nCoupled(),
                        [out = y.data(), owner = a.coupledOwner.data(), coupled = rows_.matrix().coupled.data(),
                         ghost = system_.x.data() + a.nCells](Label f) { out[owner[f]] -= coupled[f] * ghost[f]; });
}

void VectorSweeps::firstResidual(Monitors& monitors) {
  constexpr double smallestNorm = 1e-20;
  const Rows a = rows_.rows();
  const LduAddressing& addressing = rows_.addressing();
  Vec3 *product = work_.data(), *rowSum = rowSums_.data();
  updateGhosts();
  parallelRows({"vector rows.multiplyRowSum", bytesOfVectorRow(a) + 24}, a.n, a,
               [=, x = VectorValues{system_.x.data()}, diag = system_.diag.data()](Label c, const auto& row) {
                 const Lanes3 d = lanes(diag[c]);
                 Lanes3 sum = d * x[c], entries = d;
                 for (Label k = 0; k < row.nLower(); ++k) {
                   sum += row.lower(k) * x[row.lowerColumn(k)];
                   entries += row.lower(k);
                 }
                 for (Label k = 0; k < row.nUpper(); ++k) {
                   sum += row.upper(k) * x[row.upperColumn(k)];
                   entries += row.upper(k);
                 }
                 store(sum, product[c]);
                 store(entries, rowSum[c]);
               });
  kernel::sequentialFor("ldu.coupled", 0, addressing.nCoupled(),
                        [=, owner = addressing.coupledOwner.data(), coupled = rows_.matrix().coupled.data(),
                         ghost = system_.x.data() + addressing.nCells](Label f) {
                          product[owner[f]] += coupled[f] * ghost[f];
                          rowSum[owner[f]] += Vec3{coupled[f], coupled[f], coupled[f]};
                        });
  std::array<double, 6> sums{sumOfX_.x, sumOfX_.y, sumOfX_.z};
  sumAll(addressing, std::span(sums).first(3));
  const Lanes3 mean{sums[0] / nCellsOfAll_, sums[1] / nCellsOfAll_, sums[2] / nCellsOfAll_, 0};
  const auto local =
      kernel::parallelSum<NormsAndResiduals>({"vector solver.normFactor", 72}, a.n, [=, b = system_.b.data()](Label c) {
        const Lanes3 reference = lanes(rowSum[c]) * mean, Ax = lanes(product[c]), source = lanes(b[c]);
        NormsAndResiduals of;
        store(magnitude(Ax - reference) + magnitude(source - reference), of.norm);
        store(magnitude(source - Ax), of.residual);
        return of;
      });
  sums = {local.norm.x, local.norm.y, local.norm.z, local.residual.x, local.residual.y, local.residual.z};
  sumAll(addressing, sums);
  for (std::size_t i = 0; i < 3; ++i)
    if (active_[i]) monitors[i].begin(sums[i + 3], sums[i] + smallestNorm);
}

void VectorSweeps::smooth() {
  const Rows a = rows_.rows();
  const Mask active = maskOf(active_);
  Views v{system_.diag.data(), system_.b.data(), system_.x.data()};
  if (rows_.addressing().nCoupled() > 0) {
    std::copy(system_.b.begin(), system_.b.end(), work_.begin());
    v.b = work_.data();
  }
  updateGhosts();
  if (v.b == work_.data()) subtractCoupled(work_);
  sweepForward(a, v, active);
  if (bothWays_) sweepBackward(a, v, active);
}

Vec3 VectorSweeps::residualSum() {
  const Rows a = rows_.rows();
  updateGhosts();
  parallelRows({"vector rows.residual", bytesOfVectorRow(a)}, a.n, a,
               [r = work_.data(), x = VectorValues{system_.x.data()}, diag = system_.diag.data(), b = system_.b.data()](
                   Label c, const auto& row) {
                 Lanes3 sum = lanes(b[c]) - lanes(diag[c]) * x[c];
                 for (Label k = 0; k < row.nLower(); ++k) sum -= row.lower(k) * x[row.lowerColumn(k)];
                 for (Label k = 0; k < row.nUpper(); ++k) sum -= row.upper(k) * x[row.upperColumn(k)];
                 store(sum, r[c]);
               });
  subtractCoupled(work_);
  return kernel::parallelSum<Vec3>({"vector solver.sumMag", 24}, a.n, [r = work_.data()](Label c) {
    return Vec3{std::abs(r[c].x), std::abs(r[c].y), std::abs(r[c].z)};
  });
}

std::optional<VectorPerformance> VectorSweeps::solve(const ResidualMonitor& monitor) {
  Monitors monitors{monitor, monitor, monitor};
  firstResidual(monitors);
  for (std::size_t i = 0; i < 3; ++i) active_[i] = active_[i] && monitors[i].needed();
  while (anyActive()) {
    for (int sweep = 0; sweep < nSweeps_; ++sweep) smooth();
    const Vec3 local = residualSum();
    std::array<double, 3> sums{local.x, local.y, local.z};
    sumAll(rows_.addressing(), sums);
    for (std::size_t i = 0; i < 3; ++i) {
      if (!active_[i]) continue;
      monitors[i].record(sums[i]);
      active_[i] = monitors[i].goOn(nSweeps_);
    }
  }
  VectorPerformance performances;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!system_.isSolved[i]) continue;
    if (monitors[i].lostDigits() || monitors[i].worseThanAtStart()) return std::nullopt;
    performances[i] = monitors[i].finish();
    if (system_.mustConverge && !performances[i].converged) return std::nullopt;
  }
  updateGhosts();
  return performances;
}

}  // namespace eagre::linear
