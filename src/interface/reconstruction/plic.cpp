// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <optional>

#include "config/counts.hpp"
#include "fv/schemes/invert.hpp"
#include "interface/reconstruction/reconstruction.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/cell_cutter.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {

/// Of some cells: all that have a corner in common, the cell itself too. Cells of other ranks are counted as PointNeighbours
/// does.
struct PointStencils {
  View<const Label> row, starts, cells;  ///< row: of each owned cell; -1: it has none

  template <class Visit>
  void operator()(Label cell, Visit&& visit) const {
    for (Label i = starts[row[cell]]; i < starts[row[cell] + 1]; ++i) visit(cells[i]);
  }
};

/// The gradient at a cell that fits differences to its point neighbours best, each weighted by the inverse square of the
/// distance; zero along directions in which there is no neighbour.
struct LeastSquares {
  PointStencils stencil;
  View<const Vec3> C;

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

/// A plane in each cell that cuts off its fraction (piecewise linear interface construction). Its normal is that of alpha's
/// gradient (gradAlpha), or, from there on, iterated (plicRDF, Scheufler and Roenby 2019): of the distance to the planes,
///     Psi_i = sum_j w_ij n_j.(x_i - c_j) / sum_j w_ij,   w_ij = (n_j.(x_i - c_j))^2 / |x_i - c_j|^2,
/// over the planes j in the cells with a corner in common, the gradient is the next normal, until it changes no more. Gradients
/// are by least squares over these cells. Across cyclic patches there are none.
///
/// Other than in the paper, the distance that gives a normal is that to the planes which face as that one does. So the two sides
/// of a layer of a cell or two do not turn one another's normals, which would break it into drops.
class Plic final : public Reconstruction {
 public:
  Plic(int iterations, const ReconstructionInputs& inputs) : in_(inputs), iterations_(iterations) {}

  std::span<const Plane> operator()(const mesh::CellShapes::Selection& where) override {
    const auto& neighbours = in_.points.neighbours();
    const auto nAll = static_cast<std::size_t>(in_.context.mesh.nCells + neighbours.nOtherCells());
    alpha_.assign(in_.state.alpha1().cells().begin(), in_.state.alpha1().cells().begin() + in_.context.mesh.nCells);
    alpha_.resize(nAll);
    neighbours.update(alpha_);
    updateCentres(nAll);
    planes_.assign(where.cells.size(), Plane{});
    findBand(where.corners);
    normalsOfAlpha(where.cells);
    cutPlanes(where.cells);
    for (int i = 0; i < iterations_; ++i) {
      distances(nAll);
      const double change = normalsOfDistances(where.cells);
      cutPlanes(where.cells);
      if (change < converged) break;
    }
    return planes_;
  }
  bool isAccurate() const override { return true; }

 private:
  static constexpr double converged = 1e-6, tolerance = 1e-12;

  PointStencils stencil() const {
    return {View(std::as_const(row_)), View(std::as_const(stencilStarts_)), View(std::as_const(stencilCells_))};
  }

  void updateCentres(std::size_t nAll) {
    if (!geometry_.renew(in_.context.mesh)) return;
    centres_.assign(in_.context.mesh.C.begin(), in_.context.mesh.C.begin() + in_.context.mesh.nCells);
    centres_.resize(nAll);
    in_.points.neighbours().update(centres_);
  }

  void normalsOfAlpha(const std::vector<Label>& cells) {
    parallelFor({"plic: normals", 3000}, static_cast<Label>(cells.size()),
                [cells = View(cells), planes = View(planes_), alpha = View(std::as_const(alpha_)),
                 gradient = LeastSquares{stencil(), View(std::as_const(centres_))}](Label i) {
                  const double here = alpha[cells[i]];
                  const Vec3 g = gradient(cells[i], [&](Label j) { return std::optional(here - alpha[j]); });
                  if (mag(g) > 0) planes[i].normal = normalised(g);
                });
  }

  /// Normals along the gradient of the distance to the planes that face alike. Returns the mean of 1 - n.n_old. Collective.
  double normalsOfDistances(const std::vector<Label>& cells) {
    double sums[] = {kernel::parallelSum<double>(
                         {"plic: normals", 3000}, static_cast<Label>(cells.size()),
                         [cells = View(cells), planes = View(planes_), distances = View(std::as_const(distances_)),
                          gradient = LeastSquares{stencil(), View(std::as_const(centres_))}](Label i) {
                           const Vec3 old = planes[i].normal;
                           const double here = distances[cells[i]].to(old);
                           const Vec3 g = gradient(cells[i], [&](Label j) {
                             const double there = distances[j].to(old);
                             return here == Distances::noPlane || there == Distances::noPlane ? std::nullopt
                                                                                              : std::optional(there - here);
                           });
                           if (mag(g) > 0) planes[i].normal = normalised(g);
                           return 1 - dot(planes[i].normal, old);
                         }),
                     static_cast<double>(cells.size())};
    in_.context.mesh.communicator().sum(sums);
    return sums[0] / std::max(sums[1], 1.0);
  }

  /// Places the planes, of these normals.
  void cutPlanes(const std::vector<Label>& cells) {
    parallelFor({"plic: cut", 2000}, static_cast<Label>(cells.size()),
                [cells = View(cells), planes = View(planes_), shapes = in_.shapes.view(), C = View(in_.context.mesh.C),
                 alpha = View(alpha_)](Label i) {
                  const Label c = cells[i];
                  Plane& plane = planes[i];
                  const mesh::CellCutter cutter(shapes, c, C[c],
                                                [n = plane.normal, x = C[c]](Label, const Vec3& p) { return dot(n, x - p); });
                  const auto found = cutter.find(alpha[c], tolerance);
                  plane.cell = c;
                  plane.centre = found ? found->cut.centre : C[c];
                  plane.area = found ? mag(found->cut.area) : 0;
                });
  }

  /// The owned cells with a corner in common with one that has a plane, on whatever rank, and their stencils. Collective.
  void findBand(const std::vector<Label>& corners) {
    const auto& mesh = in_.context.mesh;
    isNear_.assign(mesh.points->shape.points.size(), 0.0);
    for (const Label p : corners) isNear_[p] = 1;
    in_.points.neighbours().largest(isNear_, 1);
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

  /// To the planes, in the band. Collective.
  void distances(std::size_t nAll) {
    // Centre and normal of the plane of each cell; no normal: it has none.
    shared_.assign(6 * nAll, 0.0);
    for (const Plane& plane : planes_) {
      if (plane.area == 0) continue;
      for (int d = 0; d < 3; ++d) {
        shared_[6 * static_cast<std::size_t>(plane.cell) + d] = plane.centre[d];
        shared_[6 * static_cast<std::size_t>(plane.cell) + 3 + d] = plane.normal[d];
      }
    }
    in_.points.neighbours().update(shared_, 6);
    distances_.assign(nAll, Distances{});
    parallelFor(
        {"plic: distances", 3000}, static_cast<Label>(band_.size()),
        [band = View(band_), distances = View(distances_), shared = View(std::as_const(shared_)), C = View(centres_),
         stencil = stencil()](Label i) { distances[band[i]] = distancesTo(stencil, band[i], C[band[i]], shared.data()); });
    in_.points.neighbours().update(std::span(reinterpret_cast<double*>(distances_.data()), 5 * nAll), 5);
  }

  /// shared: centre and normal of the plane of each cell.
  static Distances distancesTo(const PointStencils& stencil, Label cell, const Vec3& x, const double* shared) {
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

  ReconstructionInputs in_;
  int iterations_;
  mesh::GeometryStamp geometry_;
  std::vector<Vec3> centres_;  ///< of owned cells and those of other ranks, as the following
  std::vector<double> alpha_, shared_;
  std::vector<Distances> distances_;
  std::vector<double> isNear_;
  std::vector<Label> band_, row_, stencilStarts_, stencilCells_;
  std::vector<Plane> planes_;
};

int iterationsOf(const config::Dictionary& controls) { return config::readCount(controls, "iterations", 5); }

}  // namespace

std::unique_ptr<Reconstruction> makeGradAlphaPlic(const config::Dictionary&, const ReconstructionInputs& inputs) {
  return std::make_unique<Plic>(0, inputs);
}

std::unique_ptr<Reconstruction> makePlicRdf(const config::Dictionary& controls, const ReconstructionInputs& inputs) {
  return std::make_unique<Plic>(iterationsOf(controls), inputs);
}

void checkPlic(const config::Dictionary& controls, const fv::Context&, Problems& problems) {
  problems.guard([&] { iterationsOf(controls); });
}

}  // namespace eagre::interface_
