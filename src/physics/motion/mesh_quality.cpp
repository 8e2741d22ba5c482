// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/mesh_quality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/motion.hpp"
#include "mesh/overlaps.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

const char* const remedies =
    "what can help: a diffusivity that keeps the small cells at the moving patches stiff (quadratic inverseDistance), of a body "
    "another innerDistance and outerDistance, a smaller motion, larger cells where the motion squeezes them";

/// A cell of the global mesh, the same on all ranks.
struct Found {
  double cell = 0;
  Vec3 centre{};
  double next = 0;  ///< a number of that cell
};

std::string describe(const Found& f) {
  return fmt::format("cell {:.0f} at ({:.6g} {:.6g} {:.6g})", f.cell, f.centre.x, f.centre.y, f.centre.z);
}

/// The first cell of the global mesh with isWorst(c); number(c) goes with it. Collective.
template <class IsWorst, class Number>
Found find(const mesh::Mesh& mesh, IsWorst isWorst, Number number) {
  Label own = -1;
  for (Label c = 0; c < mesh.nCells; ++c)
    if (isWorst(c) && (own < 0 || mesh.cellGlobal[c] < mesh.cellGlobal[own])) own = c;
  const auto& communicator = mesh.communicator();
  const double first =
      communicator.min(own < 0 ? static_cast<double>(mesh.nCellsGlobal) : static_cast<double>(mesh.cellGlobal[own]));
  std::array<double, 4> sums{};
  if (own >= 0 && static_cast<double>(mesh.cellGlobal[own]) == first)
    sums = {mesh.C[own].x, mesh.C[own].y, mesh.C[own].z, number(own)};
  communicator.sum(sums);
  return {first, {sums[0], sums[1], sums[2]}, sums[3]};
}

/// Faces between two cells; a ghost behind an overlapping patch is a mean, which has no direction.
Label nFacesBetween(const mesh::Mesh& mesh) {
  return mesh.nInternalFaces + (mesh.overlaps ? mesh.overlaps->first : mesh.nCoupledFaces);
}

/// Cosine of the angle between the normal of a face and the line between the centres beside it.
auto cosine(const mesh::Mesh& mesh) {
  return [Sf = mesh.Sf.view(), magSf = View(mesh.magSf), C = View(mesh.C), owner = View(mesh.owner),
          neighbour = View(mesh.neighbour)](Label f) {
    const Vec3 d = C[neighbour[f]] - C[owner[f]];
    return dot(Vec3(Sf[f]), d) / (magSf[f] * mag(d));
  };
}

/// Smallest part of the volume of a cell that the pyramids on its faces have.
double worstPyramid(const mesh::Mesh& mesh) {
  const auto Cf = mesh.faceCentres();
  const double own = kernel::parallelMin(
      {"mesh quality: pyramids", 112}, mesh.nFaces(), vGreat,
      [Cf, Sf = mesh.Sf.view(), C = View(mesh.C), V = View(mesh.V), owner = View(mesh.owner), neighbour = View(mesh.neighbour),
       nInterior = mesh.nInteriorFaces(), nInternal = mesh.nInternalFaces](Label f) {
        const Vec3 centre = Cf(f), S = Sf[f];
        const Label P = owner[f];
        double part = dot(S, centre - C[P]) / (3 * V[P]);
        if (f < nInternal) part = std::min(part, dot(S, C[neighbour[f]] - centre) / (3 * V[neighbour[f]]));
        return part;
      });
  return mesh.communicator().min(own);
}

double widestMargin(const mesh::Mesh& mesh) {
  const double own = kernel::parallelMin({"mesh quality: angles", 88}, nFacesBetween(mesh), 1.0, cosine(mesh));
  return std::asin(std::clamp(mesh.communicator().min(own), -1.0, 1.0)) * 180 / std::numbers::pi;
}

}  // namespace

bool MeshQuality::Limit::isPassed(double worst) {
  if (worst >= value) return false;
  value = 0.5 * worst;
  return true;
}

void MeshQuality::start(const mesh::Mesh& mesh) {
  startV_.assign(mesh.V.begin(), mesh.V.begin() + mesh.nCells);
  angle_.isPassed(widestMargin(mesh));
  isFolded_ = worstPyramid(mesh) <= 0 || isFolded_;
}

void MeshQuality::check(const mesh::Mesh& mesh, const fv::Context& context) {
  checkVolumes(mesh, context);
  checkAngles(mesh, context);
  checkPyramids(mesh, context);
}

void MeshQuality::checkVolumes(const mesh::Mesh& mesh, const fv::Context& context) {
  const auto part = [V = View(mesh.V), start = View(startV_)](Label c) {
    const double ratio = V[c] / start[c];
    return std::isnan(ratio) ? -vGreat : ratio;
  };
  const double worst = mesh.communicator().min(kernel::parallelMin({"mesh quality: volumes", 16}, mesh.nCells, vGreat, part));
  const bool hasCollapsed = !(worst > 0);
  if (!hasCollapsed && !volume_.isPassed(worst)) return;
  const auto isWorst = [&](Label c) { return part(c) == worst; };
  if (hasCollapsed) {
    const Found cell = find(mesh, isWorst, [&](Label c) { return mesh.V[c]; });
    throw MeshCollapse(
        fmt::format("the mesh has collapsed: {} has the volume {:.3g} m^3; {}", describe(cell), cell.next, remedies));
  }
  const double deltaT = context.time().deltaT;
  const Found cell = find(mesh, isWorst, [&, &before = mesh.motion->V0](Label c) {
    return before[c] > mesh.V[c] ? mesh.V[c] / (before[c] - mesh.V[c]) * deltaT : vGreat;
  });
  const std::string left = cell.next < vGreat ? fmt::format("if it goes on so, the mesh collapses in {:.3g} s, at {:.6g} s",
                                                            cell.next, context.time().value + cell.next)
                                              : "it does not shrink at present";
  context.log.warnOnce(
      fmt::format("the mesh deforms much: at time {:.6g} s {} has {:.3g} of its volume in constant/polyMesh; {}; {}",
                  context.time().value, describe(cell), worst, left, remedies));
}

void MeshQuality::checkAngles(const mesh::Mesh& mesh, const fv::Context& context) {
  const double margin = widestMargin(mesh);
  if (!angle_.isPassed(margin)) return;
  context.log.warnOnce(
      fmt::format("the mesh deforms much: at time {:.6g} s the largest non-orthogonality is {:.3g} degrees; above 70 the "
                  "Laplacian needs non-orthogonal correctors or a limited scheme, at 90 cells are folded; {}",
                  context.time().value, 90 - margin, remedies));
}

void MeshQuality::checkPyramids(const mesh::Mesh& mesh, const fv::Context& context) {
  const bool folded = worstPyramid(mesh) <= 0;
  if (!std::exchange(isFolded_, folded) && folded)
    context.log.warnOnce(fmt::format(
        "the mesh deforms much: from time {:.6g} s on a cell has a face that is turned towards its centre, though its "
        "volume is positive; {}",
        context.time().value, remedies));
}

}  // namespace eagre::physics
