// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <optional>

#include "config/counts.hpp"
#include "interface/reconstruction/plane_distances.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/box_cut.hpp"
#include "mesh/cell_cutter.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {

/// A plane in each cell that cuts off its fraction (piecewise linear interface construction). Its normal is that of alpha's
/// gradient (gradAlpha), or, from there on, iterated (plicRDF, Scheufler and Roenby 2019): the gradient of the distance to the
/// planes (PlaneDistances) is the next normal, until it changes no more.
///
/// Other than in the paper, the distance that gives a normal is that to the planes which face as that one does. So the two sides
/// of a layer of a cell or two do not turn one another's normals, which would break it into drops.
class Plic final : public Reconstruction {
 public:
  Plic(int iterations, const ReconstructionInputs& inputs) : in_(inputs), iterations_(iterations) {}

  std::span<const Plane> operator()(const mesh::CellShapes::Selection& where) override {
    near_.findBand(where);
    alpha_.assign(in_.state.alpha1().cells().begin(), in_.state.alpha1().cells().begin() + in_.context.mesh.nCells);
    alpha_.resize(near_.nAllCells());
    in_.points.neighbours().update(alpha_);
    planes_.assign(where.cells.size(), Plane{});
    findBoxes(where.cells);
    normalsOfAlpha(where.cells);
    cutPlanes(where.cells);
    for (int i = 0; i < iterations_; ++i) {
      near_.find(planes_);
      const double change = normalsOfDistances(where.cells);
      cutPlanes(where.cells);
      if (change < converged) break;
    }
    return planes_;
  }
  bool isAccurate() const override { return true; }

 private:
  static constexpr double converged = 1e-6, tolerance = 1e-12;

  void normalsOfAlpha(const std::vector<Label>& cells) {
    inverses_.resize(cells.size());
    parallelFor({"plic: normals", 3000}, static_cast<Label>(cells.size()),
                [cells = View(cells), planes = View(planes_), inverses = View(inverses_), alpha = View(std::as_const(alpha_)),
                 gradient = near_.gradient()](Label i) {
                  const double here = alpha[cells[i]];
                  inverses[i] = gradient.inverse(cells[i]);
                  const Vec3 g = gradient.ofAll(cells[i], inverses[i], [&](Label j) { return here - alpha[j]; });
                  if (mag(g) > 0) planes[i].normal = normalised(g);
                });
  }

  /// Normals along the gradient of the distance to the planes that face alike. Returns the mean of 1 - n.n_old. Collective.
  double normalsOfDistances(const std::vector<Label>& cells) {
    double sums[] = {
        kernel::parallelSum<double>({"plic: normals", 3000}, static_cast<Label>(cells.size()),
                                    [cells = View(cells), planes = View(planes_), inverses = View(std::as_const(inverses_)),
                                     gradient = near_.gradientOfDistance()](Label i) {
                                      const Vec3 old = planes[i].normal, g = gradient(cells[i], old, inverses[i]);
                                      if (mag(g) > 0) planes[i].normal = normalised(g);
                                      return 1 - dot(planes[i].normal, old);
                                    }),
        static_cast<double>(cells.size())};
    in_.context.mesh.communicator().sum(sums);
    return sums[0] / std::max(sums[1], 1.0);
  }

  /// The cells that are boxes along the axes have planes in closed form.
  void findBoxes(const std::vector<Label>& cells) {
    halves_.resize(cells.size());
    parallelFor({"plic: boxes", 800}, static_cast<Label>(cells.size()),
                [cells = View(cells), halves = View(halves_), shapes = in_.shapes.view(), C = View(in_.context.mesh.C),
                 V = View(in_.context.mesh.V)](Label i) {
                  halves[i] = mesh::halfEdges(shapes, cells[i], C[cells[i]], V[cells[i]]).value_or(Vec3{});
                });
  }

  /// Places the planes, of these normals. A plane that is there already is where Newton begins.
  void cutPlanes(const std::vector<Label>& cells) {
    parallelFor({"plic: cut", 2000}, static_cast<Label>(cells.size()),
                [cells = View(cells), planes = View(planes_), halves = View(halves_), shapes = in_.shapes.view(),
                 C = View(in_.context.mesh.C), alpha = View(alpha_)](Label i) {
                  const Label c = cells[i];
                  Plane& plane = planes[i];
                  plane.cell = c;
                  if (halves[i].x > 0) {
                    const auto [centre, area] = mesh::planeInBox(halves[i], plane.normal, alpha[c]);
                    plane.centre = C[c] + centre;
                    plane.area = area;
                    return;
                  }
                  const mesh::CellCutter cutter(shapes, c, C[c],
                                                [n = plane.normal, x = C[c]](Label, const Vec3& p) { return dot(n, x - p); });
                  const auto found = plane.area > 0 ? cutter.findNear(dot(plane.normal, C[c] - plane.centre), alpha[c], tolerance)
                                                    : cutter.find(alpha[c], tolerance);
                  plane.centre = found ? found->cut.centre : C[c];
                  plane.area = found ? mag(found->cut.area) : 0;
                });
  }

  ReconstructionInputs in_;
  int iterations_;
  PlaneDistances near_{in_};
  std::vector<double> alpha_;         ///< of owned cells and the other ones around their points
  std::vector<SymmTensor> inverses_;  ///< of least squares at the cells
  std::vector<Vec3> halves_;          ///< of the edges of cells that are boxes [m]
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
