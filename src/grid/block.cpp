// SPDX-License-Identifier: BSD-3-Clause
#include "grid/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/error.hpp"

namespace eagre::grid {

Label Box::size() const {
  Label size = 1;
  for (int d = 0; d < 3; ++d) size *= high[d] > low[d] ? high[d] - low[d] : 0;
  return size;
}

Box common(const Box& a, const Box& b) {
  Box both;
  for (int d = 0; d < 3; ++d) {
    both.low[d] = std::max(a.low[d], b.low[d]);
    both.high[d] = std::max(both.low[d], std::min(a.high[d], b.high[d]));
  }
  return both;
}

Box Box::grown(const Int3& by) const {
  Box b = *this;
  for (int d = 0; d < 3; ++d) {
    b.low[d] -= by[d];
    b.high[d] += by[d];
  }
  return b;
}

namespace {

bool fits(const Grid& grid, const Int3& ranks, int thinnest) {
  for (int d = 0; d < 3; ++d)
    if (ranks[d] > 1 && grid.cells[d] / ranks[d] < thinnest) return false;
  return true;
}

/// Cells on the largest part's surface to others.
double surface(const Grid& grid, const Int3& ranks) {
  double part[3], sum = 0;
  for (int d = 0; d < 3; ++d) {
    const int cells = (grid.cells[d] + ranks[d] - 1) / ranks[d];
    part[d] = cells;
  }
  for (int d = 0; d < 3; ++d)
    sum += (ranks[d] > 1 && grid.periodic[d] ? 2 : std::min(ranks[d] - 1, 2)) * part[(d + 1) % 3] * part[(d + 2) % 3];
  // Of equal surfaces the one with the longest rows: loops run along x.
  return sum * (1 + 1e-6 * ranks[0] + 1e-9 * ranks[1]) + 1e-3 * part[0] * part[1] * part[2];
}

}  // namespace

Int3 chooseLattice(const Grid& grid, int nRanks, const Int3& given, int thinnest) {
  Int3 best{0, 0, 0};
  double least = std::numeric_limits<double>::max();
  for (int px = 1; px <= nRanks; ++px) {
    if (nRanks % px || (given[0] && given[0] != px)) continue;
    for (int py = 1; py <= nRanks / px; ++py) {
      if ((nRanks / px) % py || (given[1] && given[1] != py)) continue;
      const Int3 ranks{px, py, nRanks / px / py};
      if ((given[2] && given[2] != ranks[2]) || !fits(grid, ranks, thinnest)) continue;
      const double s = surface(grid, ranks);
      if (s < least) {
        least = s;
        best = ranks;
      }
    }
  }
  return best;
}

Block::Block(const Grid& grid, comm::Communicator communicator, Int3 ranks, int thinnest)
    : grid_(grid),
      communicator_(std::move(communicator)),
      ranks_(chooseLattice(grid, communicator_.size(), ranks, thinnest)),
      lattice_(ranks_) {
  if (ranks_[0] == 0) {
    const auto words = [](const Int3& n) { return fmt::format("{} x {} x {}", n[0], n[1], n[2]); };
    std::string lattice = ranks == Int3{0, 0, 0} ? "" : " as " + words(ranks) + " (0: chosen)";
    throw Error(
        fmt::format("a grid of {} cells cannot be cut into {} parts{} of {} cells or more in each direction that is cut: "
                    "use fewer ranks{}",
                    words(grid.cells), communicator_.size(), lattice, thinnest, lattice.empty() ? "" : " or another lattice"),
        ExitCode::badCase);
  }
  for (int d = 0; d < 3; ++d) {
    const int quotient = grid_.cells[d] / ranks_[d], remainder = grid_.cells[d] % ranks_[d];
    for (int p = 0; p <= ranks_[d]; ++p) starts_[d].push_back(p * quotient + std::min(p, remainder));
  }
  take();
}

void Block::take() {
  const int r = communicator_.rank();
  const Int3 at{r % lattice_[0], r / lattice_[0] % lattice_[1], r / lattice_[0] / lattice_[1]};
  hasPart_ = true;
  for (int d = 0; d < 3; ++d) {
    place_[d] = at[d] / every_[d];
    hasPart_ = hasPart_ && at[d] % every_[d] == 0;
    offset_[d] = start(d, place_[d]);
    n_[d] = start(d, place_[d] + 1) - offset_[d];
  }
  if (!hasPart_) n_ = {0, 0, 0};
}

Block Block::agglomerated(const Int3& by) const {
  Block fewer = *this;
  for (int d = 0; d < 3; ++d) {
    fewer.every_[d] *= by[d];
    fewer.ranks_[d] = (ranks_[d] + by[d] - 1) / by[d];
    fewer.starts_[d].clear();
    for (int p = 0; p < ranks_[d]; p += by[d]) fewer.starts_[d].push_back(start(d, p));
    fewer.starts_[d].push_back(grid_.cells[d]);
  }
  fewer.take();
  return fewer;
}

Block Block::coarsened(const Int3& by) const {
  Block coarse = *this;
  for (int d = 0; d < 3; ++d) {
    if (by[d] == 1) continue;
    for (int& s : coarse.starts_[d]) s = (s + 1) / 2;
    coarse.grid_.cells[d] = coarse.starts_[d].back();
    coarse.grid_.h[d] *= 2;
  }
  coarse.take();
  return coarse;
}

Box Block::faces(int d) const {
  Box b = box();
  if (atBoundary(d, 1)) ++b.high[d];
  return b;
}

bool Block::atBoundary(int d, int side) const { return !grid_.periodic[d] && place_[d] == (side ? ranks_[d] - 1 : 0); }

int Block::neighbour(const Int3& step) const {
  Int3 p = place_;
  for (int d = 0; d < 3; ++d) {
    p[d] += step[d];
    if (p[d] < 0 || p[d] >= ranks_[d]) {
      if (!grid_.periodic[d]) return -1;
      p[d] = (p[d] + ranks_[d]) % ranks_[d];
    }
  }
  return rankAt(p);
}

}  // namespace eagre::grid
