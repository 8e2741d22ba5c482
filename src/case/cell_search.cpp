// SPDX-License-Identifier: BSD-3-Clause
#include "case/cell_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace eagre::case_ {

CellSearch::CellSearch(const mesh::PointStencils& stencils) : stencils_(stencils) {
  const mesh::PolyMesh& mesh = stencils.mesh();
  const std::size_t nCells = stencils.geometry().cellCentres.size();
  neighbourStarts_.assign(nCells + 1, 0);
  for (Label f = 0; f < mesh.nInternalFaces(); ++f) {
    ++neighbourStarts_[mesh.owner[f] + 1];
    ++neighbourStarts_[mesh.neighbour[f] + 1];
  }
  std::partial_sum(neighbourStarts_.begin(), neighbourStarts_.end(), neighbourStarts_.begin());
  neighbours_.resize(static_cast<std::size_t>(neighbourStarts_.back()));
  std::vector<Label> end(neighbourStarts_.begin(), neighbourStarts_.end() - 1);
  for (Label f = 0; f < mesh.nInternalFaces(); ++f) {
    neighbours_[end[mesh.owner[f]]++] = mesh.neighbour[f];
    neighbours_[end[mesh.neighbour[f]]++] = mesh.owner[f];
  }
  onBoundary_.assign(nCells, 0);
  for (Label f = mesh.nInternalFaces(); f < mesh.nFaces(); ++f) onBoundary_[mesh.owner[f]] = 1;
  makeBins();
}

std::span<const Label> CellSearch::neighbours(Label cell) const {
  return std::span(neighbours_)
      .subspan(static_cast<std::size_t>(neighbourStarts_[cell]),
               static_cast<std::size_t>(neighbourStarts_[cell + 1] - neighbourStarts_[cell]));
}

std::vector<Label> CellSearch::locate(std::span<const Vec3> points) const {
  std::vector<Label> cells;
  cells.reserve(points.size());
  Label current = 0;
  for (const Vec3& point : points) {
    current = walk(current, point);
    Label found = contains(current, point) ? current : onBoundary_[current] ? -1 : near(current, point);
    if (found < 0 && (found = anywhere(point)) >= 0) current = found;
    cells.push_back(found);
  }
  return cells;
}

Label CellSearch::walk(Label from, const Vec3& point) const {
  const std::vector<Vec3>& centres = stencils_.geometry().cellCentres;
  const auto distance = [&](Label cell) { return magSqr(point - centres[cell]); };
  double nearest = distance(from);
  for (bool closer = true; closer;) {
    closer = false;
    for (const Label neighbour : neighbours(from)) {  // of the cell that the round began with
      const double there = distance(neighbour);
      if (there >= (1 - small) * nearest) continue;
      from = neighbour;
      nearest = there;
      closer = true;
    }
  }
  return from;
}

Label CellSearch::near(Label cell, const Vec3& point) const {
  for (const Label first : neighbours(cell))
    if (contains(first, point)) return first;
  for (const Label first : neighbours(cell))
    for (const Label second : neighbours(first))
      if (contains(second, point)) return second;
  return -1;
}

Label CellSearch::anywhere(const Vec3& point) const {
  if (!(cmptMin(low_, point) == low_ && cmptMax(high_, point) == high_)) return -1;
  const auto [i, j, k] = binOf(point);
  const std::size_t bin = binIndex(i, j, k);
  Label best = -1;
  double most = -tolerance;
  for (Label at = binStarts_[bin]; at < binStarts_[bin + 1]; ++at)
    if (const double inside = stencils_.inside(binCells_[at], point); inside > most) {
      most = inside;
      best = binCells_[at];
    }
  return best;
}

std::array<Label, 3> CellSearch::binOf(const Vec3& point) const {
  std::array<Label, 3> bin{};
  for (int d = 0; d < 3; ++d) {
    const double width = (high_[d] - low_[d]) / nBins_[d];
    bin[d] = std::clamp(static_cast<Label>((point[d] - low_[d]) / width), Label{0}, nBins_[d] - 1);
  }
  return bin;
}

void CellSearch::makeBins() {
  const mesh::PolyMesh& mesh = stencils_.mesh();
  low_ = high_ = mesh.points.front();
  for (const Vec3& p : mesh.points) {
    low_ = cmptMin(low_, p);
    high_ = cmptMax(high_, p);
  }
  const Vec3 margin = 1e-6 * (high_ - low_);
  low_ -= margin;
  high_ += margin;
  const Vec3 size = high_ - low_;
  const auto nCells = static_cast<Label>(stencils_.geometry().cellCentres.size());
  const double width = std::cbrt(size.x * size.y * size.z / nCells);
  constexpr double mostBins = 400;
  for (int d = 0; d < 3; ++d) nBins_[d] = static_cast<Label>(std::clamp(size[d] / width, 1.0, mostBins));
  const auto eachBin = [&](Label cell, auto&& visit) {
    Vec3 low = high_, high = low_;
    for (const Label face : stencils_.facesOf(cell))
      for (const Label corner : stencils_.cornersOf(face)) {
        low = cmptMin(low, mesh.points[corner]);
        high = cmptMax(high, mesh.points[corner]);
      }
    const auto from = binOf(low - margin), to = binOf(high + margin);
    for (Label k = from[2]; k <= to[2]; ++k)
      for (Label j = from[1]; j <= to[1]; ++j)
        for (Label i = from[0]; i <= to[0]; ++i) visit(binIndex(i, j, k));
  };
  binStarts_.assign(binIndex(nBins_[0] - 1, nBins_[1] - 1, nBins_[2] - 1) + 2, 0);
  for (Label c = 0; c < nCells; ++c) eachBin(c, [&](std::size_t bin) { ++binStarts_[bin + 1]; });
  std::partial_sum(binStarts_.begin(), binStarts_.end(), binStarts_.begin());
  binCells_.resize(static_cast<std::size_t>(binStarts_.back()));
  std::vector<Label> end(binStarts_.begin(), binStarts_.end() - 1);
  for (Label c = 0; c < nCells; ++c) eachBin(c, [&](std::size_t bin) { binCells_[end[bin]++] = c; });
}

}  // namespace eagre::case_
