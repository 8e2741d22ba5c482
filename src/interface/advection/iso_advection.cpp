// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/iso_advection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "fv/conditions/contact_angle.hpp"
#include "fv/fields/cell_faces.hpp"
#include "interface/advection/swept_region.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/cell_cutter.hpp"
#include "mesh/cell_tetrahedra.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/motion.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

std::unique_ptr<PhaseAdvection> makeIsoAdvection(const AdvectionInputs& inputs) { return std::make_unique<IsoAdvection>(inputs); }

namespace {

bool hasSeveralOuterCorrectors(const fv::Context& context) {
  const auto* pimple = context.fvSolution.findDict("PIMPLE");
  return pimple && pimple->getOr<int>("nOuterCorrectors", 1) > 1;
}

const mesh::PolyMesh& shapeOf(const mesh::Mesh& mesh) {
  if (!mesh.points) throw Error("isoAdvection is asked for on a mesh that does not keep its points");
  return mesh.points->shape;
}
}  // namespace

IsoAdvection::IsoAdvection(const AdvectionInputs& in)
    : PhaseAdvection(in),
      controls_(IsoControls::read(controls())),
      takesMeans_(hasSeveralOuterCorrectors(in.context)),
      shapes_(shapeOf(in.context.mesh), in.context.mesh.nCells),
      points_(in.context.mesh),
      reconstruction_(makeReconstruction(controls(), {in.context, in.state, shapes_, points_})),
      bounding_(in.context, controls_.nAlphaBounds),
      reconstruct_(in.context.mesh),
      mark_(static_cast<std::size_t>(in.context.mesh.nAllCells()), 0.0) {}

const fv::SurfaceScalarField& IsoAdvection::meanFlux() {
  if (!takesMeans_) return in_.phi;
  const auto& mesh = in_.context.mesh;
  if (!phiMean_) phiMean_ = std::make_unique<fv::SurfaceScalarField>("phiMean", dimVolumeFlux, mesh);
  parallelFor({"phi: mean", 24}, mesh.nFaces(),
              [mean = View(phiMean_->faces()), phi = View(in_.phi.faces()), old = View(in_.phi.old())](Label f) {
                mean[f] = 0.5 * old[f] + 0.5 * phi[f];
              });
  return *phiMean_;
}

const fv::VolVectorField& IsoAdvection::meanVelocity() {
  const bool moves = in_.context.mesh.motion && in_.context.mesh.motion->moving;
  if (!takesMeans_ && !moves) return in_.U;
  const auto& mesh = in_.context.mesh;
  if (!UMean_) {
    UMean_ = std::make_unique<fv::VolVectorField>("UMean", dimVelocity, mesh);
    fv::setCalculatedConditions(*UMean_);
  }
  const auto average = [](const std::vector<Vec3>& old, const std::vector<Vec3>& now, std::vector<Vec3>& mean) {
    parallelFor({"U: mean", 72}, static_cast<Label>(mean.size()),
                [mean = View(mean), now = View(now), old = View(old)](Label i) { mean[i] = 0.5 * old[i] + 0.5 * now[i]; });
  };
  const auto& old = takesMeans_ ? in_.U.old() : in_.U.values();
  average(old.cells, in_.U.cells(), UMean_->cells());
  average(old.boundary, in_.U.boundary(), UMean_->boundary());
  if (moves) subtractMeshVelocity();
  return *UMean_;
}

/// Of cells and ghosts; on the boundary that of the cell. (v1912 leaves velocities that conditions fix as they are.)
void IsoAdvection::subtractMeshVelocity() {
  const auto& mesh = in_.context.mesh;
  const fv::TimeState& time = in_.context.time();
  const double deltaT = time.deltaT / (time.partEnd - time.partStart);  // of the whole step, in which the faces have swept
  auto flux = in_.context.workspace.take<double>(mesh.motion->swept.size());
  parallelFor({"U: flux of the mesh", 16}, static_cast<Label>(flux.size()),
              [flux = View(flux), swept = View(mesh.motion->swept), deltaT](Label f) { flux[f] = swept[f] / deltaT; });
  auto meshU = in_.context.workspace.take<Vec3>(static_cast<std::size_t>(mesh.nAllCells()));
  reconstruct_(flux, meshU);
  mesh.halo->update(meshU);
  parallelFor({"U: relative to the mesh", 72}, mesh.nAllCells(),
              [U = View(UMean_->cells()), meshU = View(meshU)](Label c) { U[c] -= meshU[c]; });
  parallelFor("U: relative to the mesh", mesh.nBoundaryFaces,
              [U = View(UMean_->boundary()), meshU = View(meshU), owner = View(mesh.owner),
               first = mesh.nInteriorFaces()](Label b) { U[b] -= meshU[owner[first + b]]; });
}

void IsoAdvection::findSurfaceCells() {
  const auto& alpha = in_.state.alpha1().cells();
  surface_.cells.clear();
  kernel::sequentialFor({"isoAdvection: surface cells", 8}, 0, in_.context.mesh.nCells,
                        [&, tolerance = controls_.surfCellTol](Label c) {
                          if (alpha[c] > tolerance && alpha[c] < 1 - tolerance) surface_.cells.push_back(c);
                        });
  shapes_.findCorners(surface_);
}

/// dV where no interface passes; on the boundary that of the face's own alpha. alphaPhi holds dV until the end of advanceOnce().
void IsoAdvection::upwindFluxes(const std::vector<double>& phi, double deltaT) {
  const auto& mesh = in_.context.mesh;
  auto& dV = in_.alphaPhi.faces();
  const auto& alpha = in_.state.alpha1();
  parallelFor(
      {"isoAdvection: upwind", 40}, mesh.nInteriorFaces(),
      [dV = View(dV), phi = View(phi), alpha = View(alpha.cells()), owner = View(mesh.owner), neighbour = View(mesh.neighbour),
       deltaT](Label f) { dV[f] = phi[f] * alpha[phi[f] >= 0 ? owner[f] : neighbour[f]] * deltaT; });
  parallelFor({"isoAdvection: boundary", 24}, mesh.nBoundaryFaces,
              [dV = View(dV), phi = View(phi), alpha = View(alpha.boundary()), first = mesh.nInteriorFaces(), deltaT](Label b) {
                dV[first + b] = phi[first + b] * alpha[b] * deltaT;
              });
}

namespace {

/// How far an interface of normal n moves in a time step at a place: along n, at the velocity of where it is halfway.
template <class VelocityAt>
double displacementAt(const Vec3& place, const Vec3& n, double deltaT, const VelocityAt& velocityAt) {
  return dot(velocityAt(place + 0.5 * deltaT * velocityAt(place)), n) * deltaT;
}

}  // namespace

/// dV out of the cells that the interface crosses, equation (2).
void IsoAdvection::planeFluxes(const std::vector<double>& phi, double deltaT) {
  const auto& mesh = in_.context.mesh;
  if (geometry_.renew(mesh)) shapes_.chooseTetBases(mesh.C);
  const fv::VolVectorField& velocity = meanVelocity();
  points_(velocity, surface_.corners, UAtPoints_);
  parallelFor({"isoAdvection: plane fluxes", 1000}, static_cast<Label>(planes_.size()),
              [planes = View(planes_), shapes = shapes_.view(), faceOf = View(mesh.points->faceOf), C = View(mesh.C),
               U = View(velocity.cells()), atPoints = View(UAtPoints_), phi = View(phi), dV = View(in_.alphaPhi.faces()),
               owner = View(mesh.owner), deltaT, byFace = reconstruction_->isAccurate(), swept = controls_.sweptFaces](Label i) {
                const auto& [cell, normal, centre, area] = planes[i];
                if (area == 0) return;
                const mesh::CellTetrahedra tetrahedra(shapes, cell, C[cell]);
                const auto velocityAt = [&, c = cell](const Vec3& x) { return tetrahedra(U[c], atPoints.data(), x); };
                double displacement = byFace ? 0 : dot(velocityAt(centre), normal) * deltaT;
                for (Label k = shapes.cellStarts[cell]; k < shapes.cellStarts[cell + 1]; ++k) {
                  const Label s = shapes.cellFaces[k], f = faceOf[s];
                  if (f < 0 || !((owner[f] == cell ? phi[f] : -phi[f]) > 0)) continue;
                  mesh::SmallPolygon face;
                  for (Label j = 0; j < shapes.nCorners(s); ++j) face.add(shapes.points[shapes.corner(s, j)]);
                  if (swept) {
                    dV[f] = SweptRegion{shapes, s, cell}.fluxOf({centre, normal}, phi[f] * deltaT, [&](const Vec3& x, Label p) {
                      return x - deltaT * velocityAt(x - 0.5 * deltaT * atPoints[p]);
                    });
                    continue;
                  }
                  if (byFace) {
                    const Vec3 middle = mesh::areaAndCentre(face).centre;
                    displacement = displacementAt(middle + dot(centre - middle, normal) * normal, normal, deltaT, velocityAt);
                  }
                  dV[f] = phi[f] * deltaT * mesh::submergedFraction(face, centre, normal, displacement);
                }
              });
}

/// On coupled faces the upwind side knows.
void IsoAdvection::synchroniseFluxes(const std::vector<double>& phi) {
  const auto& mesh = in_.context.mesh;
  auto& dV = in_.alphaPhi.faces();
  const auto n = static_cast<std::size_t>(mesh.nCoupledFaces);
  sides_.resize(2 * n);
  std::copy_n(dV.begin() + mesh.nInternalFaces, n, sides_.begin());
  mesh.faceHalo->update(sides_);
  for (std::size_t i = 0; i < n; ++i)
    if (const std::size_t f = static_cast<std::size_t>(mesh.nInternalFaces) + i; phi[f] < 0) dV[f] = -sides_[n + i];
}

/// The cells with an interface and two layers of neighbours around them; surface cells without an interface, too.
void IsoAdvection::findCellsToBound() {
  const auto& mesh = in_.context.mesh;
  toBound_.clear();
  const auto add = [&](Label c) {
    if (mark_[c] == 0) toBound_.push_back(c);
    mark_[c] = 1;
  };
  for (const auto& plane : planes_)
    if (plane.area > 0) add(plane.cell);
  for (int layer = 0; layer < 2; ++layer) {
    // Ghosts have what their ranks have up to now.
    mesh.halo->update(mark_);
    const std::size_t n = toBound_.size();
    for (Label f = mesh.nInternalFaces; f < mesh.nInteriorFaces(); ++f)
      if (mark_[mesh.neighbour[f]] != 0) add(mesh.owner[f]);
    for (std::size_t i = 0; i < n; ++i)
      fv::AroundAnyCell(fv::AroundAnyCell(mesh), toBound_[i])(
          [&](Label, Label N, double) {
            if (N < mesh.nCells) add(N);
          },
          [](Label) {});
  }
  for (const Label c : surface_.cells) add(c);
  for (const Label c : toBound_) mark_[c] = 0;
  std::fill(mark_.begin() + mesh.nCells, mark_.end(), 0.0);
  std::sort(toBound_.begin(), toBound_.end(), [&](Label a, Label b) { return mesh.cellGlobal[a] < mesh.cellGlobal[b]; });
}

namespace {

/// alpha = old - sum(dV)/V of a cell.
struct NewAlpha {
  kernel::View<const double> old, V, dV;
  template <class Around>
  double operator()(Label c, const Around& around) const {
    double net = 0;
    around([&](Label f, double sign) { net += sign * dV[f]; });
    return old[c] - net / V[c];
  }
};

struct Range {
  double low = vGreat, high = -vGreat;
  Range& operator+=(const Range& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    return *this;
  }
};

/// Over all ranks. Collective.
Range rangeOf(const mesh::Mesh& mesh, const std::vector<double>& alpha) {
  const auto range = kernel::parallelSum<Range>({"isoAdvection: range", 8}, mesh.nCells, [values = View(alpha)](Label c) {
    return Range{values[c], values[c]};
  });
  double extremes[] = {range.low, -range.high};
  mesh.communicator().min(extremes);
  return {extremes[0], -extremes[1]};
}

/// Sets alpha on walls with a contact angle to value(boundary face, cell behind it). v1912 computes with the values there as with
/// those of cells, and `limit gradient` then limits with what is there.
template <class Value>
void setOnAngledWalls(fv::VolScalarField& alpha, Value value) {
  const auto& mesh = alpha.mesh();
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    if (!dynamic_cast<const fv::ContactAngleCondition*>(alpha.conditions()[p].get())) continue;
    const mesh::Patch& patch = mesh.patches[p];
    for (Label b = patch.start; b < patch.start + patch.size; ++b)
      alpha.boundary()[b] = value(b, mesh.owner[mesh.nInteriorFaces() + b]);
  }
}

}  // namespace

/// alpha by equation (1), with dV bounded.
void IsoAdvection::step(const std::vector<double>& phi, double deltaT) {
  constexpr double tolerance = 1e-12;
  const auto& mesh = in_.context.mesh;
  auto& alpha = in_.state.alpha1();
  auto& dV = in_.alphaPhi.faces();
  const NewAlpha newAlpha{View(std::as_const(alpha.old().cells)), View(mesh.V), View(std::as_const(dV))};
  fv::eachCell({"isoAdvection: alpha", 80}, mesh,
               [newAlpha, alpha = View(alpha.cells())](Label c, const auto& around) { alpha[c] = newAlpha(c, around); });
  const auto log = [&](const char* when, const Range& range) {
    const auto& log = in_.context.log;
    in_.context.log.line(
        fmt::format("isoAdvection: {1} conservative bounding: min(alpha) = {2:.{0}g}, max(alpha) = 1 + {3:.{0}g}",
                    log.precision(), when, range.low, range.high - 1));
  };
  const Range before = rangeOf(mesh, alpha.cells());
  log("Before", before);
  const bool above = before.high > 1 + tolerance, below = before.low < -tolerance;
  if (above || below) {
    findCellsToBound();
    bounding_({alpha.old().cells, phi, deltaT, dV}, toBound_, above, below);
    for (const Label f : bounding_.changed())
      for (const Label c : {mesh.owner[f], f < mesh.nInternalFaces ? mesh.neighbour[f] : mesh.owner[f]})
        alpha[c] = newAlpha(c, fv::AroundAnyCell(fv::AroundAnyCell(mesh), c));
    log("After", rangeOf(mesh, alpha.cells()));
  }
  setOnAngledWalls(alpha, [&](Label b, Label c) { return alpha.boundary()[b] + (alpha[c] - alpha.old().cells[c]); });
  alpha.correctBoundaryConditions();
}

/// snapTol and clip.
void IsoAdvection::cut() {
  if (!(controls_.snapTol > 0) && !controls_.clip) return;
  const auto& mesh = in_.context.mesh;
  auto& alpha = in_.state.alpha1();
  const auto cut = [snap = controls_.snapTol, clips = controls_.clip](double a) {
    const double snapped = snap > 0 && a < snap ? 0 : snap > 0 && a > 1 - snap ? 1 : a;
    return clips ? std::clamp(snapped, 0.0, 1.0) : snapped;
  };
  const double added = kernel::parallelSum<double>({"isoAdvection: clip", 24}, mesh.nCells,
                                                   [alpha = View(alpha.cells()), V = View(mesh.V), cut](Label c) {
                                                     const double a = alpha[c];
                                                     alpha[c] = cut(a);
                                                     return (alpha[c] - a) * V[c];
                                                   });
  setOnAngledWalls(alpha, [&](Label b, Label) { return cut(alpha.boundary()[b]); });
  alpha.correctBoundaryConditions();
  in_.context.log.line(fmt::format("isoAdvection: snapTol and clip have added {1:.{0}g} of the volume",
                                   in_.context.log.precision(), mesh.communicator().sum(added) / mesh.totalVolume));
}

namespace {

/// Gives alpha the values of the start of the step once more, by an assignment to the whole field: conditions that prescribe a
/// value keep that of now, inletOutlet the one where the flux enters (as in v1912, whose second outer corrector so sees the
/// inlets of the first one's end).
void returnToStart(fv::VolScalarField& alpha) {
  const auto now = alpha.boundary();
  alpha.values() = alpha.old();
  const auto& mesh = alpha.mesh();
  std::vector<double> internal, prescribed;
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    const auto& condition = *alpha.conditions()[i];
    if (!condition.fixesValue()) continue;
    const auto start = static_cast<std::size_t>(mesh.patches[i].start), n = static_cast<std::size_t>(mesh.patches[i].size);
    internal.assign(n, 0.0);
    prescribed.assign(now.begin() + static_cast<std::ptrdiff_t>(start), now.begin() + static_cast<std::ptrdiff_t>(start + n));
    if (condition.assignable()) condition.valueCoeffs(alpha, internal, prescribed);
    for (std::size_t k = 0; k < n; ++k) {
      double& value = alpha.boundary()[start + k];
      value = internal[k] * value + prescribed[k];
    }
  }
}

}  // namespace

const fv::SurfaceScalarField& IsoAdvection::advanceOnce(bool) {
  const auto& mesh = in_.context.mesh;
  const double deltaT = in_.context.time().deltaT;
  auto& alpha = in_.state.alpha1();
  const fv::SurfaceScalarField& flux = meanFlux();
  if (takesMeans_) {
    returnToStart(alpha);
    in_.state.changed();
  }
  findSurfaceCells();
  upwindFluxes(flux.faces(), deltaT);
  planes_ = (*reconstruction_)(surface_);
  planeFluxes(flux.faces(), deltaT);
  synchroniseFluxes(flux.faces());
  in_.context.log.line(fmt::format("Number of isoAdvector surface cells = {}",
                                   mesh.communicator().sum(static_cast<std::int64_t>(surface_.cells.size()))));
  step(flux.faces(), deltaT);
  cut();
  in_.state.changed();
  in_.state.update();
  parallelFor({"alphaPhi", 16}, mesh.nFaces(), [flux = View(in_.alphaPhi.faces()), deltaT](Label f) { flux[f] /= deltaT; });
  return flux;
}

}  // namespace eagre::interface_
