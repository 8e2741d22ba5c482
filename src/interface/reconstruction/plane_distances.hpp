// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "fv/schemes/invert.hpp"
#include "interface/reconstruction/reconstruction.hpp"
#include "kernel/view.hpp"
#include "mesh/derived.hpp"

namespace eagre::interface_ {

/// Of some cells: all that have a corner in common, the cell itself too. Cells of other ranks and images behind cyclic patches
/// are counted as PointNeighbours does.
struct PointStencils {
  kernel::View<const Label> row, starts, cells;  ///< row: of each owned cell; -1: it has none

  template <class Visit>
  void operator()(Label cell, Visit&& visit) const {
    for (Label i = starts[row[cell]]; i < starts[row[cell] + 1]; ++i) visit(cells[i]);
  }
};

/// The gradient at a cell that fits differences to its point neighbours best, each weighted by the inverse square of the
/// distance; zero along directions in which there is no neighbour.
struct LeastSquares {
  PointStencils stencil;
  kernel::View<const Vec3> C;

  /// difference(other): of the value there and at the cell; none: the neighbour has no value.
  template <class Difference>
  Vec3 operator()(Label cell, Difference&& difference) const {
    SymmTensor a;
    Vec3 b{};
    stencil(cell, [&](Label other) {
      if (other == cell) return;
      const std::optional<double> d = difference(other);
      if (!d) return;
      const Vec3 r = C[other] - C[cell];
      const double w = 1 / dot(r, r);
      b += w * *d * r;
      a += w * sqr(r);
    });
    return dot(fv::schemes::inverseInPlane(a), b);
  }
};

/// The distance to the planes around a cell, twice: Psi[0] to those that face as `sense` does, Psi[1] to those that face the
/// other way, the other side of a thin layer. noPlane: there is none.
struct Distances {
  static constexpr double noPlane = vGreat;
  double Psi[2]{noPlane, noPlane};
  Vec3 sense{};
  /// To the planes that face as n does.
  double to(const Vec3& n) const { return Psi[dot(sense, n) > 0 ? 0 : 1]; }
};

/// The gradient of the distance to the planes that face as n does; zero if there is none.
struct DistanceGradient {
  LeastSquares gradient;
  kernel::View<const Distances> distances;

  Vec3 operator()(Label cell, const Vec3& n) const {
    const double here = distances[cell].to(n);
    if (here == Distances::noPlane) return {};
    return gradient(cell, [&](Label j) {
      const double there = distances[j].to(n);
      return there == Distances::noPlane ? std::nullopt : std::optional(there - here);
    });
  }
};

/// The distances from cell centres to planes in the cells around (reconstructed distance function, Scheufler and Roenby 2019):
///     Psi_i = sum_j w_ij n_j.(x_i - c_j) / sum_j w_ij,   w_ij = (n_j.(x_i - c_j))^2 / |x_i - c_j|^2,
/// over the planes j in the cells with a corner in common, images of cells behind cyclic patches included.
class PlaneDistances {
 public:
  /// What a reconstruction works on, which outlives this.
  explicit PlaneDistances(const ReconstructionInputs& inputs) : in_(inputs) {}

  /// The owned cells with a corner in common with one of these, which are owned ones of whatever rank with all their corners, and
  /// their stencils. Collective.
  void findBand(const mesh::CellShapes::Selection& where);
  std::span<const Label> band() const { return band_; }
  /// The gradient at cells of the band.
  LeastSquares gradient() const { return {stencil(), kernel::View(centres_)}; }
  /// Owned cells and the other ones around points of this rank (PointNeighbours).
  std::size_t nAllCells() const { return centres_.size(); }

  /// From these planes, to the cells of the band. Collective.
  void find(std::span<const Reconstruction::Plane> planes);
  /// What find() has found, of nAllCells(), and its gradient.
  kernel::View<const Distances> view() const { return kernel::View(distances_); }
  DistanceGradient gradientOfDistance() const { return {gradient(), view()}; }

 private:
  PointStencils stencil() const { return {kernel::View(row_), kernel::View(stencilStarts_), kernel::View(stencilCells_)}; }
  void updateCentres();
  void markAcrossCyclics(const std::vector<Label>& cells);

  ReconstructionInputs in_;
  mesh::GeometryStamp geometry_;
  std::vector<Vec3> centres_;
  std::vector<double> isNear_, shared_;
  std::vector<Label> band_, row_, stencilStarts_, stencilCells_;
  std::vector<Distances> distances_;
};

}  // namespace eagre::interface_
