// SPDX-License-Identifier: BSD-3-Clause
#include "fv/time/mesh_flux.hpp"

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/motion.hpp"

namespace eagre::fv {

void checkOnMovingMesh(const DdtScheme& scheme) {
  using Kind = DdtScheme::Kind;
  if (scheme.kind == Kind::localEuler)
    throw Error(
        "ddtSchemes: localEuler is not supported on a mesh that moves; Euler, backward, CrankNicolson and steadyState are",
        ExitCode::badCase);
}

namespace {

/// What CrankNicolson carries, of the present time step.
const mesh::SweptRate& ratesOf(mesh::Motion& motion, const DdtScheme& scheme, const TimeState& time) {
  mesh::SweptRate& rate = motion.rate;
  if (rate.faces.empty()) {
    rate.startIndex = rate.index = time.index;
    rate.faces.assign(motion.swept.size(), 0.0);
  }
  if (rate.index == time.index) return rate;
  rate.index = time.index;
  const double f = scheme.offCentring(time), c = (time.index > rate.startIndex + 1 ? 1 + f : 1) / time.deltaT0;
  kernel::parallelFor({"mesh flux: rate", 24}, static_cast<Label>(rate.faces.size()),
                      [f, c, rate = kernel::View(rate.faces), swept = kernel::View(motion.sweptBefore)](Label i) {
                        rate[i] = c * swept[i] - f * rate[i];
                      });
  return rate;
}

}  // namespace

MeshFlux::MeshFlux(const mesh::Mesh& mesh, const DdtScheme& scheme, const TimeState& time) {
  if (!mesh.motion) return;
  checkOnMovingMesh(scheme);
  if (scheme.kind == DdtScheme::Kind::steadyState) return;
  swept_ = mesh.motion->swept.data();
  if (scheme.kind == DdtScheme::Kind::CrankNicolson) {
    const mesh::SweptRate& rate = ratesOf(*mesh.motion, scheme, time);
    before_ = scheme.offCentring(time);
    now_ = (time.index > rate.startIndex ? 1 + before_ : 1) / time.deltaT;
    sweptBefore_ = rate.faces.data();
    return;
  }
  const DdtCoefficients c = ddtCoefficients(scheme, time);
  now_ = c.now;
  before_ = c.oldOld;
  sweptBefore_ = mesh.motion->sweptBefore.data();
}

namespace fvc {
namespace {

void addMeshFlux(const Context& context, const std::string& ddtName, double sign, std::span<double> flux) {
  if (!context.mesh.motion) return;
  const MeshFlux meshFlux(context.mesh, ddtScheme(context, ddtName), context.time());
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
