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

  /// What a sum of weighted differences over all neighbours is multiplied by: it belongs to the geometry.
  SymmTensor inverse(Label cell) const {
    SymmTensor a;
    stencil(cell, [&](Label other) {
      if (other == cell) return;
      const Vec3 r = C[other] - C[cell];
      a += 1 / dot(r, r) * sqr(r);
    });
    return fv::schemes::inverseInPlane(a);
  }
  /// The same where all neighbours have a value; inverse: of the cell.
  template <class Difference>
  Vec3 ofAll(Label cell, const SymmTensor& inverse, Difference&& difference) const {
    Vec3 b{};
    stencil(cell, [&](Label other) {
      if (other == cell) return;
      const Vec3 r = C[other] - C[cell];
      b += 1 / dot(r, r) * difference(other) * r;
    });
    return dot(inverse, b);
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

  /// The same with the inverse of the cell at hand, for all neighbours.
  Vec3 operator()(Label cell, const Vec3& n, const SymmTensor& inverse) const {
    const double here = distances[cell].to(n);
    if (here == Distances::noPlane) return {};
    bool haveAll = true;
    const Vec3 g = gradient.ofAll(cell, inverse, [&](Label j) {
      const double there = distances[j].to(n);
      haveAll &= there != Distances::noPlane;
      return there - here;
    });
    return haveAll ? g : (*this)(cell, n);
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

  /// From these planes, in cells that findBand() was told of, to the cells of the band. Collective.
  void find(std::span<const Reconstruction::Plane> planes);
  /// What find() has found, of nAllCells(), and its gradient.
  kernel::View<const Distances> view() const { return kernel::View(distances_); }
  DistanceGradient gradientOfDistance() const { return {gradient(), view()}; }

 private:
  /// The stencils of the band: row: of each owned cell, as PointStencils has it.
  struct Rows {
    std::vector<Label> row, starts, cells;
    void clear(Label nCells) {
      row.assign(static_cast<std::size_t>(nCells), -1);
      starts.assign(1, 0);
      cells.clear();
    }
    std::span<const Label> of(Label cell) const {
      return std::span(cells).subspan(static_cast<std::size_t>(starts[row[cell]]),
                                      static_cast<std::size_t>(starts[row[cell] + 1] - starts[row[cell]]));
    }
  };

  PointStencils stencil() const {
    return {kernel::View(stencils_.row), kernel::View(stencils_.starts), kernel::View(stencils_.cells)};
  }
  /// The cells of the stencils that may have a plane, by their places in planes_.
  PointStencils planesAround() const {
    return {kernel::View(stencils_.row), kernel::View(planeStarts_), kernel::View(planeCells_)};
  }
  void addStencil(Label cell);
  void findPlaneCells(const std::vector<Label>& cells);
  void gatherPlanes();
  void forget(const std::vector<Label>& cells);
  void updateCentres();
  void markAcrossCyclics(const std::vector<Label>& cells);

  ReconstructionInputs in_;
  mesh::GeometryStamp geometry_;
  std::vector<Vec3> centres_;
  std::vector<double> isNear_, place_, shared_, planes_;
  std::vector<Label> band_, planeStarts_, planeCells_, planeOf_;
  Rows stencils_, before_;  ///< of this band and of the one before
  std::vector<Distances> distances_;
};

}  // namespace eagre::interface_
