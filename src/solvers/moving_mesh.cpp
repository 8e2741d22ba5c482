// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/moving_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fv/schemes/schemes.hpp"
#include "fv/time/mesh_flux.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/motion/mesh_motion.hpp"
#include "solvers/face_velocity.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

MovingMesh::MovingMesh(CaseSource& source, fv::Context& context, fv::VolVectorField& U, fv::SurfaceScalarField& phi)
    : context_(context),
      motion_(*source.meshMotion()),
      U_(U),
      phi_(phi),
      meshPhi_(source.flux("meshPhi", dimVolumeFlux)),
      startsWithoutMeshFlux_(meshPhi_ == nullptr),
      Uf_(source.faceVelocity()),
      isCarried_(Uf_ != nullptr) {
  if (!Uf_) Uf_ = std::make_unique<fv::SurfaceVectorField>("Uf", dimVelocity, context.mesh);
  if (!meshPhi_) meshPhi_ = std::make_unique<fv::SurfaceScalarField>("meshPhi", dimVolumeFlux, context.mesh);
  context.registry.add(*meshPhi_);
}

void MovingMesh::check(const fv::Context& context, const std::vector<std::string>& ddt, Problems& problems) {
  fv::checkScheme<Vec3>(context, "interpolationSchemes", "interpolate(U)", problems);
  for (const auto& name : ddt) problems.guard([&] { fv::checkOnMovingMesh(fv::ddtScheme(context, name)); });
}

void MovingMesh::startStep(int n) {
  if (!std::exchange(isCarried_, false)) updateFaceVelocity();
  Uf_->shiftOldTimes(std::max(1, n));
}

const fv::SurfaceVectorField& MovingMesh::velocityNow() {
  updateFaceVelocity();
  return *Uf_;
}

/// Uf = U interpolated, its normal part that of the absolute flux. (A run that has no meshPhi to start from starts with U
/// interpolated, as OpenFOAM's.)
void MovingMesh::updateFaceVelocity() {
  if (startsWithoutMeshFlux_)
    fv::interpolate(context_, U_, "interpolate(U)", Uf_->faces());
  else
    velocityOfFlux(context_, U_, phi_, meshPhi_.get(), *Uf_);
}

void MovingMesh::move(bool first, bool finalIteration, bool logsCourant, const std::function<void()>& correct) {
  if (correct && !first) updateFaceVelocity();
  movePoints(finalIteration);
  if (logsCourant) {
    const CourantNumbers courant = courantNumbers(context_.mesh, meshPhi_->faces(), context_.time().deltaT);
    context_.log.line(
        fmt::format("Mesh Courant Number mean: {1:.{0}g} max: {2:.{0}g}", context_.log.precision(), courant.mean, courant.max));
  }
  if (!correct) return;
  fluxOfVelocity(*Uf_, U_, phi_);
  correct();
  makeRelative();
}

void MovingMesh::movePoints(bool finalIteration) {
  const auto& mesh = context_.mesh;
  motion_.move(context_, finalIteration);
  const fv::MeshFlux swept(mesh, fv::ddtScheme(context_, "ddt(U)"), context_.time());
  parallelFor({"meshPhi", 24}, mesh.nFaces(),
              [swept, meshPhi = View(meshPhi_->faces())](Label f) { meshPhi[f] = swept.isZero() ? 0 : swept(f); });
  startsWithoutMeshFlux_ = false;
  if (mesh.overlaps) updateOverlaps();
  U_.correctBoundaryConditions();
}

/// Ghosts behind overlapping patches are other means now, of all fields and at all times.
void MovingMesh::updateOverlaps() {
  for (const auto& [name, field] : context_.registry.scalars()) field->updateGhostsOfAllTimes();
  for (const auto& [name, field] : context_.registry.vectors()) field->updateGhostsOfAllTimes();
  for (const auto& [name, field] : context_.registry.symmTensors()) field->updateGhostsOfAllTimes();
  for (auto* field : others_) field->updateGhostsOfAllTimes();
}

void MovingMesh::addTo(Outputs& outputs) const {
  outputs.fluxes.push_back(meshPhi_.get());
  if (motion_.stateName()) outputs.states.emplace_back(motion_.stateName(), motion_.state());
  for (const auto* field : motion_.scalars()) outputs.scalars.push_back(field);
  for (const auto* field : motion_.vectors()) outputs.vectors.push_back(field);
  outputs.pointFields = motion_.pointFields();
}

}  // namespace eagre::solvers
