// SPDX-License-Identifier: BSD-3-Clause
#include "interface/reconstruction/plane_distances.hpp"

#include <algorithm>

#include "kernel/parallel_for.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {

/// stencil: places in `planes`, centre and normal each, of the cells around that may have one.
Distances distancesTo(const PointStencils& stencil, Label cell, const Vec3& x, const double* planes) {
  const auto vectorOf = [planes](Label j, int which) {
    const double* s = planes + 6 * static_cast<std::ptrdiff_t>(j) + 3 * which;
    return Vec3{s[0], s[1], s[2]};
  };
  Distances result;
  double nearest = great;
  stencil(cell, [&](Label j) {
    const Vec3 r = x - vectorOf(j, 0);
    if (dot(r, r) >= nearest) return;
    const Vec3 n = vectorOf(j, 1);
    if (dot(n, n) == 0) return;
    nearest = dot(r, r);
    result.sense = n;
  });
  double sums[2]{}, weights[2]{};
  stencil(cell, [&](Label j) {
    const Vec3 n = vectorOf(j, 1), r = x - vectorOf(j, 0);
    if (dot(n, n) == 0) return;
    const int side = dot(n, result.sense) > 0 ? 0 : 1;
    const double distance = dot(n, r), square = dot(r, r), w = square > 0 ? distance * distance / square + vSmall : 1;
    sums[side] += w * distance;
    weights[side] += w;
  });
  for (int side = 0; side < 2; ++side)
    if (weights[side] > 0) result.Psi[side] = sums[side] / weights[side];
  return result;
}

}  // namespace

void PlaneDistances::updateCentres() {
  if (!geometry_.renew(in_.context.mesh)) return;
  centres_.assign(in_.context.mesh.C.begin(), in_.context.mesh.C.begin() + in_.context.mesh.nCells);
  centres_.resize(static_cast<std::size_t>(in_.context.mesh.nCells + in_.points.neighbours().nOtherCells()));
  in_.points.neighbours().updatePlaces(centres_);
}

/// A point is near that meets a near one across cyclic patches: it has the same cells around it.
void PlaneDistances::markAcrossCyclics(const std::vector<Label>& cells) {
  const auto& neighbours = in_.points.neighbours();
  std::vector<double> isChosen(nAllCells(), 0.0);
  for (const Label c : cells) isChosen[c] = 1;
  neighbours.update(isChosen, 1);
  for (const Label p : neighbours.imaged())
    if (std::ranges::any_of(neighbours.cellsOf(p), [&](Label c) { return isChosen[c] != 0; })) isNear_[p] = 1;
}

void PlaneDistances::findBand(const mesh::CellShapes::Selection& where) {
  updateCentres();
  const auto& mesh = in_.context.mesh;
  forget(band_);
  isNear_.assign(mesh.points->shape.points.size(), 0.0);
  for (const Label p : where.corners) isNear_[p] = 1;
  in_.points.neighbours().largest(isNear_, 1);
  if (in_.points.neighbours().hasImages()) markAcrossCyclics(where.cells);
  std::swap(stencils_, before_);
  stencils_.clear(mesh.nCells);
  band_.clear();
  const auto& neighbours = in_.points.neighbours();
  kernel::sequentialFor("plic: band", 0, static_cast<Label>(isNear_.size()), [&](Label p) {
    if (isNear_[p] == 0) return;
    for (const Label c : neighbours.cellsOf(p)) {
      if (c >= mesh.nCells || stencils_.row[c] >= 0) continue;
      stencils_.row[c] = static_cast<Label>(band_.size());
      band_.push_back(c);
    }
  });
  kernel::sequentialFor("plic: stencils", 0, static_cast<Label>(band_.size()), [&](Label i) { addStencil(band_[i]); });
  findPlaneCells(where.cells);
}

/// The stencil of a cell that was in the band before is still known.
void PlaneDistances::addStencil(Label cell) {
  auto& cells = stencils_.cells;
  const auto begin = static_cast<std::ptrdiff_t>(cells.size());
  if (!before_.row.empty() && before_.row[cell] >= 0) {
    const auto known = before_.of(cell);
    cells.insert(cells.end(), known.begin(), known.end());
  } else {
    const auto shapes = in_.shapes.view();
    for (Label k = shapes.cellStarts[cell]; k < shapes.cellStarts[cell + 1]; ++k)
      for (Label j = 0; j < shapes.nCorners(shapes.cellFaces[k]); ++j) {
        const auto around = in_.points.neighbours().cellsOf(shapes.corner(shapes.cellFaces[k], j));
        cells.insert(cells.end(), around.begin(), around.end());
      }
    std::sort(cells.begin() + begin, cells.end());
    cells.erase(std::unique(cells.begin() + begin, cells.end()), cells.end());
  }
  stencils_.starts.push_back(static_cast<Label>(cells.size()));
}

/// Of each stencil the cells that may have a plane, on whatever rank: by their places in planes_. Collective.
void PlaneDistances::findPlaneCells(const std::vector<Label>& cells) {
  const Label nOwned = in_.context.mesh.nCells;
  place_.assign(nAllCells(), 0.0);
  for (std::size_t i = 0; i < cells.size(); ++i) place_[cells[i]] = static_cast<double>(i + 1);
  in_.points.neighbours().update(place_, 1);
  for (std::size_t j = static_cast<std::size_t>(nOwned); j < place_.size(); ++j)
    if (place_[j] != 0) place_[j] = static_cast<double>(cells.size() + j - static_cast<std::size_t>(nOwned) + 1);
  planeStarts_.assign(1, 0);
  planeCells_.clear();
  kernel::sequentialFor("plic: cells with planes", 0, static_cast<Label>(band_.size()), [&](Label i) {
    for (const Label j : stencils_.of(band_[i]))
      if (place_[j] != 0) planeCells_.push_back(static_cast<Label>(place_[j]) - 1);
    planeStarts_.push_back(static_cast<Label>(planeCells_.size()));
  });
  planeOf_ = cells;
}

/// The planes of these owned cells and of all other cells side by side, so that loops find them in the cache.
void PlaneDistances::gatherPlanes() {
  planes_.resize(6 * planeOf_.size());
  for (std::size_t i = 0; i < planeOf_.size(); ++i)
    std::copy_n(shared_.begin() + 6 * static_cast<std::ptrdiff_t>(planeOf_[i]), 6,
                planes_.begin() + 6 * static_cast<std::ptrdiff_t>(i));
  planes_.insert(planes_.end(), shared_.begin() + 6 * static_cast<std::ptrdiff_t>(in_.context.mesh.nCells), shared_.end());
}

/// What find() has left at these cells.
void PlaneDistances::forget(const std::vector<Label>& cells) {
  shared_.resize(6 * nAllCells(), 0.0);
  distances_.resize(nAllCells());
  for (const Label c : cells) {
    std::fill_n(shared_.begin() + 6 * static_cast<std::ptrdiff_t>(c), 6, 0.0);
    distances_[c] = Distances{};
  }
}

void PlaneDistances::find(std::span<const Reconstruction::Plane> planes) {
  // Centre and normal of the plane of each cell; no normal: it has none.
  for (const auto& plane : planes)
    for (int d = 0; d < 3; ++d) {
      shared_[6 * static_cast<std::size_t>(plane.cell) + d] = plane.centre[d];
      shared_[6 * static_cast<std::size_t>(plane.cell) + 3 + d] = plane.area > 0 ? plane.normal[d] : 0;
    }
  in_.points.neighbours().updatePlaces(shared_, 6);
  gatherPlanes();
  parallelFor({"plic: distances", 3000}, static_cast<Label>(band_.size()),
              [band = View(band_), distances = View(distances_), at = View(std::as_const(planes_)), C = View(centres_),
               planes = planesAround()](Label i) { distances[band[i]] = distancesTo(planes, band[i], C[band[i]], at.data()); });
  in_.points.neighbours().update(std::span(reinterpret_cast<double*>(distances_.data()), 5 * nAllCells()), 5);
}

}  // namespace eagre::interface_
