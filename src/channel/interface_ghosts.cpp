// SPDX-License-Identifier: BSD-3-Clause
#include "channel/interface_ghosts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

InterfaceGhosts::InterfaceGhosts(const grid::Block& block, Plate plate) : block_(&block), plate_(plate), halo_(block) {}

void InterfaceGhosts::setInlet(std::vector<double> profile) {
  const auto nz = static_cast<std::size_t>(block_->grid().cells[2]);
  if (profile.size() != nz)
    throw Error(fmt::format("the inlet profile of the interface has {} values, the grid {} cells in z", profile.size(), nz),
                ExitCode::badCase);
  inlet_ = std::move(profile);
}

void InterfaceGhosts::fillBoundaries(grid::Field& q, Of of, int depth) const {
  fillStreamwise(q, of, depth);
  fillSides(q, depth);
  if (plate_ == Plate::inclined)
    fillInclined(q, of, depth);
  else
    fillPlates(q, of, depth);
}

void InterfaceGhosts::fillStreamwise(grid::Field& q, Of of, int depth) const {
  const auto& n = block_->n();
  const int nz = block_->grid().cells[2], first = block_->offset()[2];
  const auto Q = q.view();
  for (const int side : {0, 1}) {
    if (!block_->atBoundary(0, side)) continue;
    const bool given = side == 0 && !inlet_.empty();
    const int edge = side ? n[0] - 1 : 0, out = side ? 1 : -1;
    for (int k = -depth; k < n[2] + depth; ++k) {
      const double value = given ? inlet_[static_cast<std::size_t>(std::clamp(first + k, 0, nz - 1))] : 0;
      for (int j = -depth; j < n[1] + depth; ++j)
        for (int m = 1; m <= depth; ++m) {
          double& ghost = Q(edge + out * m, j, k);
          if (given && of == Of::value)
            ghost = value;
          else
            ghost = (given && of == Of::change ? 0 : 1) * Q(edge, j, k);
        }
    }
  }
}

void InterfaceGhosts::fillSides(grid::Field& q, int depth) const {
  const auto& n = block_->n();
  const auto Q = q.view();
  for (const int side : {0, 1})
    if (block_->atBoundary(1, side))
      for (int k = -depth; k < n[2] + depth; ++k)
        for (int m = 1; m <= depth; ++m)
          for (int i = -depth; i < n[0] + depth; ++i)
            Q(i, side ? n[1] - 1 + m : -m, k) = Q(i, side ? std::max(n[1] - m, 0) : std::min(m - 1, n[1] - 1), k);
}

void InterfaceGhosts::fillPlates(grid::Field& q, Of of, int depth) const {
  const auto& n = block_->n();
  const double h = block_->grid().h[2];
  const auto Q = q.view();
  for (const int side : {0, 1}) {
    if (!block_->atBoundary(2, side)) continue;
    const int edge = side ? n[2] - 1 : 0, out = side ? 1 : -1;
    const double wetting = of == Of::value ? wetting_[static_cast<std::size_t>(side)] : 0;
    for (int m = 1; m <= depth; ++m)
      for (int j = -depth; j < n[1] + depth; ++j) {
        const double *first = &Q(-depth, j, edge), *next = &Q(-depth, j, edge - out),
                     *mirror = &Q(-depth, j, edge - out * (m - 1));
        double* ghost = &Q(-depth, j, edge + out * m);
        const double slope = (2 * m - 1) * h * wetting;
        const bool straight = plate_ == Plate::extrapolated, wetted = plate_ == Plate::wetted;
        for (int i = 0; i < n[0] + 2 * depth; ++i)
          ghost[i] =
              straight ? first[i] + m * (first[i] - next[i]) : mirror[i] + slope * (wetted ? first[i] * (1 - first[i]) : 1);
      }
  }
}

void InterfaceGhosts::fillInclined(grid::Field& q, Of of, int depth) const {
  const auto& n = block_->n();
  const auto Q = q.view();
  for (const int side : {0, 1}) {
    if (!block_->atBoundary(2, side)) continue;
    const int edge = side ? n[2] - 1 : 0, out = side ? 1 : -1;
    const double wetting = of == Of::value ? wetting_[static_cast<std::size_t>(side)] : 0;
    const auto ofCells = of == Of::value && wettingOfCells_ ? wettingOfCells_->view() : grid::View<const double>{};
    for (int m = 1; m <= depth; ++m) {
      const double distance = m * block_->grid().h[2];
      for (int j = -depth; j < n[1] + depth; ++j)
        for (int i = -depth; i < n[0] + depth; ++i)
          Q(i, j, edge + out * m) = Q(i, j, edge) + distance * (ofCells.first ? ofCells(i, j, edge) : wetting);
    }
  }
}

}  // namespace eagre::channel
