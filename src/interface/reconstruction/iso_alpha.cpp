// SPDX-License-Identifier: BSD-3-Clause
#include "interface/reconstruction/reconstruction.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/cell_cutter.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {

/// The surface in a cell on which alpha, interpolated to the points of the mesh by the inverse distance and linear on the edges,
/// has the one value whose surface cuts off the cell's fraction (Roenby, Bredmose and Jasak 2016, section 3.1).
class IsoAlpha final : public Reconstruction {
 public:
  IsoAlpha(double tolerance, const ReconstructionInputs& inputs) : in_(inputs), tolerance_(tolerance) {}

  std::span<const Plane> operator()(const mesh::CellShapes::Selection& where) override {
    const auto& mesh = in_.context.mesh;
    in_.points(in_.state.alpha1(), where.corners, atPoints_);
    planes_.resize(where.cells.size());
    parallelFor({"isoAlpha", 2000}, static_cast<Label>(where.cells.size()),
                [cells = View(where.cells), planes = View(planes_), shapes = in_.shapes.view(), C = View(mesh.C),
                 alpha = View(in_.state.alpha1().cells()), atPoints = View(atPoints_), tolerance = tolerance_](Label i) {
                  const Label c = cells[i];
                  const mesh::CellCutter cutter(shapes, c, C[c], [atPoints](Label p, const Vec3&) { return atPoints[p]; });
                  const auto found = cutter.find(alpha[c], tolerance);
                  planes[i] = found ? Plane{c, normalised(found->cut.area), found->cut.centre, mag(found->cut.area)}
                                    : Plane{c, Vec3{}, C[c], 0};
                });
    return planes_;
  }

 private:
  ReconstructionInputs in_;
  double tolerance_;  ///< of the fraction that is cut off
  std::vector<double> atPoints_;
  std::vector<Plane> planes_;
};

double isoFaceTol(const config::Dictionary& controls) { return controls.getOr<double>("isoFaceTol", 1e-8); }

}  // namespace

std::unique_ptr<Reconstruction> makeIsoAlpha(const config::Dictionary& controls, const ReconstructionInputs& inputs) {
  return std::make_unique<IsoAlpha>(isoFaceTol(controls), inputs);
}

void checkIsoAlpha(const config::Dictionary& controls, const fv::Context&, Problems& problems) {
  problems.guard([&] {
    if (!(isoFaceTol(controls) > 0))
      throw Error(controls.at("isoFaceTol").place, controls.name() + ": isoFaceTol must be above 0", ExitCode::badCase);
  });
}

}  // namespace eagre::interface_
