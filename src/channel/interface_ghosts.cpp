// SPDX-License-Identifier: BSD-3-Clause
#include "channel/interface_ghosts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {
constexpr int width = grid::haloWidth;
}

InterfaceGhosts::InterfaceGhosts(const grid::Block& block, Plate plate) : block_(&block), plate_(plate), halo_(block) {}

void InterfaceGhosts::setInlet(std::vector<double> profile) {
  const auto nz = static_cast<std::size_t>(block_->grid().cells[2]);
  if (profile.size() != nz)
    throw Error(fmt::format("the inlet profile of the interface has {} values, the grid {} cells in z", profile.size(), nz),
                ExitCode::badCase);
  inlet_ = std::move(profile);
}

void InterfaceGhosts::end(grid::Field& q, bool homogeneous) {
  halo_.end();
  fillStreamwise(q, homogeneous);
  fillSides(q);
  fillPlates(q, homogeneous);
}

void InterfaceGhosts::fillStreamwise(grid::Field& q, bool homogeneous) const {
  const auto& n = block_->n();
  const int nz = block_->grid().cells[2], first = block_->offset()[2];
  const auto Q = q.view();
  for (const int side : {0, 1}) {
    if (!block_->atBoundary(0, side)) continue;
    const bool given = side == 0 && !inlet_.empty();
    for (int k = -width; k < n[2] + width; ++k) {
      const double value = given && !homogeneous ? inlet_[static_cast<std::size_t>(std::clamp(first + k, 0, nz - 1))] : 0;
      for (int j = -width; j < n[1] + width; ++j)
        for (int m = 1; m <= width; ++m) {
          if (given)
            Q(-m, j, k) = homogeneous ? -Q(m - 1, j, k) : value;
          else
            Q(side ? n[0] - 1 + m : -m, j, k) = Q(side ? n[0] - 1 : 0, j, k);
        }
    }
  }
}

void InterfaceGhosts::fillSides(grid::Field& q) const {
  const auto& n = block_->n();
  const auto Q = q.view();
  for (const int side : {0, 1})
    if (block_->atBoundary(1, side))
      for (int k = -width; k < n[2] + width; ++k)
        for (int m = 1; m <= width; ++m)
          for (int i = -width; i < n[0] + width; ++i)
            Q(i, side ? n[1] - 1 + m : -m, k) = Q(i, side ? std::max(n[1] - m, 0) : std::min(m - 1, n[1] - 1), k);
}

void InterfaceGhosts::fillPlates(grid::Field& q, bool homogeneous) const {
  const auto& n = block_->n();
  const double h = block_->grid().h[2];
  const auto Q = q.view();
  for (const int side : {0, 1}) {
    if (!block_->atBoundary(2, side)) continue;
    const int edge = side ? n[2] - 1 : 0, out = side ? 1 : -1;
    const double wetting = homogeneous ? 0 : wetting_[static_cast<std::size_t>(side)];
    for (int m = 1; m <= width; ++m)
      for (int j = -width; j < n[1] + width; ++j) {
        const double *first = &Q(-width, j, edge), *next = &Q(-width, j, edge - out),
                     *mirror = &Q(-width, j, edge - out * (m - 1));
        double* ghost = &Q(-width, j, edge + out * m);
        for (int i = 0; i < n[0] + 2 * width; ++i)
          ghost[i] = plate_ == Plate::extrapolated ? first[i] + m * (first[i] - next[i])
                                                   : mirror[i] + (2 * m - 1) * h * wetting * first[i] * (1 - first[i]);
      }
  }
}

}  // namespace eagre::channel
