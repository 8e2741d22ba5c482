// SPDX-License-Identifier: BSD-3-Clause
#include "interface/reconstruction/plane_distances.hpp"

#include <algorithm>

#include "kernel/parallel_for.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {

/// shared: centre and normal of the plane of each cell.
Distances distancesTo(const PointStencils& stencil, Label cell, const Vec3& x, const double* shared) {
  const auto vectorOf = [shared](Label j, int which) {
    const double* s = shared + 6 * static_cast<std::ptrdiff_t>(j) + 3 * which;
    return Vec3{s[0], s[1], s[2]};
  };
  Distances result;
  double nearest = great;
  stencil(cell, [&](Label j) {
    const Vec3 n = vectorOf(j, 1), r = x - vectorOf(j, 0);
    if (dot(n, n) == 0 || dot(r, r) >= nearest) return;
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
  isNear_.assign(mesh.points->shape.points.size(), 0.0);
  for (const Label p : where.corners) isNear_[p] = 1;
  in_.points.neighbours().largest(isNear_, 1);
  if (in_.points.neighbours().hasImages()) markAcrossCyclics(where.cells);
  row_.assign(static_cast<std::size_t>(mesh.nCells), -1);
  band_.clear();
  const auto& neighbours = in_.points.neighbours();
  kernel::sequentialFor("plic: band", 0, static_cast<Label>(isNear_.size()), [&](Label p) {
    if (isNear_[p] == 0) return;
    for (const Label c : neighbours.cellsOf(p)) {
      if (c >= mesh.nCells || row_[c] >= 0) continue;
      row_[c] = static_cast<Label>(band_.size());
      band_.push_back(c);
    }
  });
  stencilStarts_.assign(1, 0);
  stencilCells_.clear();
  kernel::sequentialFor("plic: stencils", 0, static_cast<Label>(band_.size()), [&, shapes = in_.shapes.view()](Label i) {
    const auto begin = static_cast<std::ptrdiff_t>(stencilCells_.size());
    for (Label k = shapes.cellStarts[band_[i]]; k < shapes.cellStarts[band_[i] + 1]; ++k)
      for (Label j = 0; j < shapes.nCorners(shapes.cellFaces[k]); ++j) {
        const auto around = neighbours.cellsOf(shapes.corner(shapes.cellFaces[k], j));
        stencilCells_.insert(stencilCells_.end(), around.begin(), around.end());
      }
    std::sort(stencilCells_.begin() + begin, stencilCells_.end());
    stencilCells_.erase(std::unique(stencilCells_.begin() + begin, stencilCells_.end()), stencilCells_.end());
    stencilStarts_.push_back(static_cast<Label>(stencilCells_.size()));
  });
}

void PlaneDistances::find(std::span<const Reconstruction::Plane> planes) {
  const std::size_t nAll = nAllCells();
  // Centre and normal of the plane of each cell; no normal: it has none.
  shared_.assign(6 * nAll, 0.0);
  for (const auto& plane : planes) {
    if (plane.area == 0) continue;
    for (int d = 0; d < 3; ++d) {
      shared_[6 * static_cast<std::size_t>(plane.cell) + d] = plane.centre[d];
      shared_[6 * static_cast<std::size_t>(plane.cell) + 3 + d] = plane.normal[d];
    }
  }
  in_.points.neighbours().updatePlaces(shared_, 6);
  distances_.assign(nAll, Distances{});
  parallelFor({"plic: distances", 3000}, static_cast<Label>(band_.size()),
              [band = View(band_), distances = View(distances_), shared = View(std::as_const(shared_)), C = View(centres_),
               stencil = stencil()](Label i) { distances[band[i]] = distancesTo(stencil, band[i], C[band[i]], shared.data()); });
  in_.points.neighbours().update(std::span(reinterpret_cast<double*>(distances_.data()), 5 * nAll), 5);
}

}  // namespace eagre::interface_
