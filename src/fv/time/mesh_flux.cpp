// SPDX-License-Identifier: BSD-3-Clause
#include "fv/time/mesh_flux.hpp"

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "mesh/motion.hpp"

namespace eagre::fv {

void checkOnMovingMesh(const DdtScheme& scheme) {
  using Kind = DdtScheme::Kind;
  if (scheme.kind == Kind::CrankNicolson || scheme.kind == Kind::localEuler)
    throw Error(std::string("ddtSchemes: ") + (scheme.kind == Kind::localEuler ? "localEuler" : "CrankNicolson") +
                    " is not supported on a mesh that moves, only Euler, backward and steadyState",
                ExitCode::badCase);
}

MeshFlux::MeshFlux(const mesh::Mesh& mesh, const DdtScheme& scheme, const TimeState& time) {
  if (!mesh.motion) return;
  checkOnMovingMesh(scheme);
  if (scheme.kind == DdtScheme::Kind::steadyState) return;
  const DdtCoefficients c = ddtCoefficients(scheme, time);
  now_ = c.now;
  before_ = c.oldOld;
  swept_ = mesh.motion->swept.data();
  sweptBefore_ = mesh.motion->sweptBefore.data();
}

namespace fvc {
namespace {

void addMeshFlux(const Context& context, const std::string& ddtName, double sign, std::span<double> flux) {
  if (!context.mesh.motion) return;
  const MeshFlux meshFlux(context.mesh, ddtScheme(context, ddtName), context.time);
  if (meshFlux.isZero()) return;
  kernel::parallelFor({"mesh flux", 32}, context.mesh.nFaces(), [=](Label f) { flux[f] += sign * meshFlux(f); });
}

}  // namespace

void makeRelative(const Context& context, const std::string& ddtName, std::span<double> flux) {
  addMeshFlux(context, ddtName, -1, flux);
}
void makeAbsolute(const Context& context, const std::string& ddtName, std::span<double> flux) {
  addMeshFlux(context, ddtName, 1, flux);
}

}  // namespace fvc

}  // namespace eagre::fv
