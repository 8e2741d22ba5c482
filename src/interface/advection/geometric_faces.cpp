// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/geometric_faces.hpp"

#include <algorithm>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/cell_cutter.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::interface_ {

using kernel::View;

namespace {

const mesh::PolyMesh& shapesOf(const mesh::Mesh& mesh) {
  if (!mesh.points) throw Error("face values by PLIC are asked for on a mesh that does not keep its points");
  return mesh.points->shape;
}

/// Whether the value is passed more than twice around the corners.
bool isCutTwice(const double* level, Label n, double value) {
  int crossings = 0;
  for (Label k = 0; k < n; ++k) crossings += (level[k] >= value) != (level[(k + 1) % n] >= value);
  return crossings > 2;
}

}  // namespace

GeometricFaces::GeometricFaces(const fv::Context& context, Kind kind)
    : mesh_(&context.mesh), kind_(kind), shapes_(shapesOf(context.mesh), context.mesh.nCells), points_(context.mesh) {
  if (context.mesh.overlaps || !context.mesh.rotations.empty())
    throw Error("div(phi,alpha): PLIC and MPLIC are not possible with cyclicAMI patches or patches of transform rotational",
                ExitCode::badCase);
}

void GeometricFaces::findCells(const std::vector<double>& alpha) {
  constexpr double tolerance = 1e-6;
  cells_.cells.clear();
  kernel::sequentialFor({"PLIC: cells", 8}, 0, mesh_->nCells, [&](Label c) {
    if (alpha[c] > tolerance && alpha[c] < 1 - tolerance) cells_.cells.push_back(c);
  });
  shapes_.findCorners(cells_);
}

/// Of the faces that the flux leaves a cell by.
void GeometricFaces::cutFaces(const std::vector<double>& alpha, std::span<const double> phi) {
  constexpr double tolerance = 1e-12;
  kernel::parallelFor(
      {"PLIC: faces", 2000}, static_cast<Label>(cells_.cells.size()),
      [cells = View(cells_.cells), shapes = shapes_.view(), faceOf = View(mesh_->points->faceOf), C = View(mesh_->C),
       owner = View(mesh_->owner), alpha = View(alpha), atPoints = View(std::as_const(atPoints_)), values = View(values_), phi,
       nInterior = mesh_->nInteriorFaces(), single = kind_ == Kind::single](Label i) {
        const Label c = cells[i];
        const mesh::CellCutter cutter(shapes, c, C[c], [atPoints](Label p, const Vec3&) { return atPoints[p]; });
        const auto found = cutter.find(alpha[c], tolerance);
        if (!found) return;
        const Label begin = shapes.cellStarts[c], end = shapes.cellStarts[c + 1];
        double level[mesh::SmallPolygon::capacity];
        const auto take = [&](Label s) {
          for (Label k = 0; k < shapes.nCorners(s); ++k) level[k] = atPoints[shapes.corner(s, k)];
        };
        for (Label k = begin; single && k < end; ++k) {
          take(shapes.cellFaces[k]);
          if (isCutTwice(level, shapes.nCorners(shapes.cellFaces[k]), found->value)) return;
        }
        for (Label k = begin; k < end; ++k) {
          const Label s = shapes.cellFaces[k], f = faceOf[s];
          if (f < 0 || f >= nInterior || !((owner[f] == c ? phi[f] : -phi[f]) > 0)) continue;
          take(s);
          mesh::SmallPolygon face;
          for (Label j = 0; j < shapes.nCorners(s); ++j) face.add(shapes.points[shapes.corner(s, j)] - C[c]);
          const auto part = mesh::clipped(face, level, found->value);
          const double whole = mag(mesh::areaAndCentre(face).area);
          values[f] = part.n < 3 ? 0 : std::min(mag(mesh::areaAndCentre(part).area) / whole, 1.0);
        }
      });
}

/// On coupled faces the upwind side knows.
void GeometricFaces::takeOtherSides(std::span<const double> phi) {
  const auto n = static_cast<std::size_t>(mesh_->nCoupledFaces), first = static_cast<std::size_t>(mesh_->nInternalFaces);
  if (!mesh_->faceHalo) return;
  sides_.resize(2 * n);
  std::copy_n(values_.begin() + mesh_->nInternalFaces, n, sides_.begin());
  mesh_->faceHalo->update(sides_);
  for (std::size_t i = 0; i < n; ++i)
    if (phi[first + i] < 0) values_[first + i] = sides_[n + i];
}

std::span<const double> GeometricFaces::operator()(const fv::VolScalarField& alpha, std::span<const double> phi) {
  values_.assign(static_cast<std::size_t>(mesh_->nInteriorFaces()), -1.0);
  findCells(alpha.cells());
  points_(alpha, cells_.corners, atPoints_);
  cutFaces(alpha.cells(), phi);
  takeOtherSides(phi);
  return values_;
}

}  // namespace eagre::interface_
