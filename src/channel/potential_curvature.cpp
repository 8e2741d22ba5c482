// SPDX-License-Identifier: BSD-3-Clause
#include "channel/potential_curvature.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "channel/cahn_hilliard.hpp"
#include "channel/curvature.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {
constexpr double width = 8;  ///< of kappa [Cn]; s is 1 / 70 there of what it is on the interface
constexpr int reachOfMean = 2;
}  // namespace

PotentialCurvature::PotentialCurvature(const grid::Block& block, double cahn, std::shared_ptr<grid::Workspace> workspace)
    : block_(&block),
      cahn_(cahn),
      width_(width * cahn),
      reach_(width_ + grid::haloWidth * block.grid().largestSpacing()),
      workspace_(std::move(workspace)),
      distance_((*workspace_)[2]),
      values_((*workspace_)[3]),
      weights_((*workspace_)[5]),
      work_((*workspace_)[6]) {}

void PotentialCurvature::make(const grid::Field& C, const grid::Field& mu, InterfaceGhosts& ghosts, grid::Field& kappa) {
  const auto c = C.view(), potential = mu.view();
  const auto d = distance_.view();
  const double length = std::numbers::sqrt2 * cahn_, cahn = cahn_, within = width_, reach = reach_;
  const double least = 1 / (1 + std::exp(reach / length)), most = 1 - least;
  grid::forCells({"phase field: distance", 16}, block_->box().grown({grid::haloWidth, grid::haloWidth, grid::haloWidth}),
                 [=](int i, int j, int k) {
                   const double value = c(i, j, k);
                   d(i, j, k) = value <= least ? -reach : value >= most ? reach : length * std::log(value / (1 - value));
                 });
  grid::forCells({"phase field: curvature", 40}, *block_, [=, v = values_.view(), w = weights_.view()](int i, int j, int k) {
    const double value = c(i, j, k), weight = std::abs(d(i, j, k)) < within ? value * (1 - value) : 0;
    v(i, j, k) = -potential(i, j, k) * weight;
    w(i, j, k) = CahnHilliard::profileSlope(value, cahn) * weight;
  });
  const grid::Band band = ghosts.band(distance_, reach_);
  average(ghosts, band, values_);
  average(ghosts, band, weights_);
  const auto& g = block_->grid();
  const double largest = (g.cells[1] > 1 ? 2 : 1) / g.smallestSpacing();
  grid::forCells({"phase field: curvature", 32}, *block_, [=, v = values_.view(), w = weights_.view()](int i, int j, int k) {
    v(i, j, k) = std::abs(d(i, j, k)) < within ? std::clamp(v(i, j, k) / w(i, j, k), -largest, largest) : 0;
  });
  atFeet(*block_, distance_, within, band, ghosts, values_, kappa);
}

/// Of the cells of the block; views of `values` are not valid any more.
void PotentialCurvature::average(InterfaceGhosts& ghosts, const grid::Band& band, grid::Field& values) {
  // Beyond the band, where nothing is sent, there is none.
  grid::forGhosts({"ghosts: zero", 8}, block_->box(), grid::haloWidth,
                  [v = values.view()](int i, int j, int k) { v(i, j, k) = 0; });
  ghosts.updateFree(values, grid::haloWidth, grid::Reach::all, band);
  averageAlong(0, block_->box().grown({0, reachOfMean, reachOfMean}), values, work_);
  if (block_->grid().cells[1] == 1) return averageAlong(2, block_->box(), work_, values);
  averageAlong(1, block_->box().grown({0, 0, reachOfMean}), work_, values);
  averageAlong(2, block_->box(), values, work_);
  values.swap(work_);
}

void PotentialCurvature::averageAlong(int d, const grid::Box& box, const grid::Field& from, grid::Field& to) const {
  const auto a = from.view();
  const auto b = to.view();
  const std::ptrdiff_t steps[3] = {1, a.sj, a.sk}, s = steps[d];
  grid::forCells({"phase field: mean", 16}, box, [=](int i, int j, int k) {
    const double* x = &a(i, j, k);
    b(i, j, k) = 0.0625 * ((x[2 * s] + x[-2 * s]) + 4 * (x[s] + x[-s]) + 6 * x[0]);
  });
}

}  // namespace eagre::channel
