// SPDX-License-Identifier: BSD-3-Clause
#include "linear/dense.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "linear/coupling.hpp"

namespace eagre::linear {

DenseSolver::DenseSolver(const LduAddressing& addressing) : addressing_(addressing) {
  std::vector<std::int64_t> counts{addressing.nCells};
  int rank = 0;
  if (addressing.halo) {
    counts = addressing.halo->communicator().allGather(addressing.nCells);
    rank = addressing.halo->communicator().rank();
  }
  n_ = static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
  offset_ = static_cast<std::size_t>(std::accumulate(counts.begin(), counts.begin() + rank, std::int64_t{0}));
  ghostColumn_.resize(static_cast<std::size_t>(addressing.nAllCells()));
  std::iota(ghostColumn_.begin(), ghostColumn_.begin() + addressing.nCells, static_cast<double>(offset_));
  updateGhosts(addressing_, ghostColumn_);
  lu_.resize(n_ * n_);
  work_.resize(n_);
  pivots_.resize(n_);
}

void DenseSolver::assign(const LduMatrix& A) {
  std::fill(lu_.begin(), lu_.end(), 0.0);
  const auto row = [&](Label c) { return offset_ + static_cast<std::size_t>(c); };
  for (Label c = 0; c < addressing_.nCells; ++c) at(row(c), row(c)) = A.diag[c];
  for (Label f = 0; f < addressing_.nFaces(); ++f) {
    at(row(addressing_.owner[f]), row(addressing_.neighbour[f])) += A.upper[f];
    at(row(addressing_.neighbour[f]), row(addressing_.owner[f])) += A.lowerOrUpper()[f];
  }
  for (Label f = 0; f < addressing_.nCoupled(); ++f)
    at(row(addressing_.coupledOwner[f]), static_cast<std::size_t>(ghostColumn_[addressing_.nCells + f])) += A.coupled[f];
  sumAll(addressing_, lu_);
  factorise();
}

void DenseSolver::factorise() {
  for (std::size_t k = 0; k < n_; ++k) {
    std::size_t p = k;
    for (std::size_t i = k + 1; i < n_; ++i)
      if (std::abs(at(i, k)) > std::abs(at(p, k))) p = i;
    pivots_[k] = p;
    if (!(std::abs(at(p, k)) > vSmall)) throw Error("GAMG: the matrix of the coarsest level is singular", ExitCode::diverged);
    if (p != k) std::swap_ranges(&at(k, 0), &at(k, 0) + n_, &at(p, 0));
    for (std::size_t i = k + 1; i < n_; ++i) {
      const double factor = at(i, k) /= at(k, k);
      if (factor == 0) continue;
      for (std::size_t j = k + 1; j < n_; ++j) at(i, j) -= factor * at(k, j);
    }
  }
}

void DenseSolver::solve(std::span<const double> b, std::span<double> x) {
  std::fill(work_.begin(), work_.end(), 0.0);
  std::copy_n(b.begin(), addressing_.nCells, work_.begin() + static_cast<std::ptrdiff_t>(offset_));
  sumAll(addressing_, work_);
  for (std::size_t k = 0; k < n_; ++k) std::swap(work_[k], work_[pivots_[k]]);
  for (std::size_t k = 0; k < n_; ++k)
    for (std::size_t i = k + 1; i < n_; ++i) work_[i] -= at(i, k) * work_[k];
  for (std::size_t k = n_; k-- > 0;) {
    for (std::size_t j = k + 1; j < n_; ++j) work_[k] -= at(k, j) * work_[j];
    work_[k] /= at(k, k);
  }
  std::copy_n(work_.begin() + static_cast<std::ptrdiff_t>(offset_), addressing_.nCells, x.begin());
}

}  // namespace eagre::linear
