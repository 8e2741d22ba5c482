// SPDX-License-Identifier: BSD-3-Clause
#include "fv/time/density_rate.hpp"

#include "fv/time/mesh_flux.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/motion.hpp"

namespace eagre::fv {

using kernel::parallelFor;
using kernel::View;

void DensityRate::operator()(const VolScalarField& rho, std::span<double> rate) {
  using Kind = DdtScheme::Kind;
  const mesh::Mesh& mesh = rho.mesh();
  const TimeState& time = context_->time();
  if (mesh.motion) checkOnMovingMesh(scheme_);
  if (!rho.hasOld(scheme_.nOldTimes())) throw Error("the time scheme needs more old levels of " + rho.name() + " than are kept");
  TimeState::Rate now = time.rate();
  DdtCoefficients c = ddtCoefficients(scheme_, time);
  if (scheme_.kind != Kind::localEuler) now = {c.now, nullptr};
  if (scheme_.kind == Kind::CrankNicolson) {
    if (!before_) before_.emplace(mesh.nCells, time);
    before_->advance(scheme_, time, rho, nullptr);
    now.everywhere = c.old = before_->coefficient(scheme_, time);
  }
  const auto volumes = [&mesh](int level, Label i) {
    return mesh.motion ? (level == 1 ? mesh.motion->V0 : mesh.motion->V00)[static_cast<std::size_t>(i)] / mesh.V[i] : 1.0;
  };
  const std::span<const double> old = scheme_.nOldTimes() > 0 ? std::span<const double>(rho.old().cells) : rho.cells();
  parallelFor(
      {"ddt(rho)", 24}, mesh.nCells,
      [now, local = scheme_.kind == Kind::localEuler, c0 = c.old, rate = View(rate), rho = View(rho.cells()), old = View(old),
       volumes](Label i) { rate[i] = now(i) * rho[i] - (local ? now(i) : c0) * volumes(1, i) * old[i]; });
  if (scheme_.kind == Kind::backward)
    parallelFor({"ddt(rho), backward", 24}, mesh.nCells,
                [c00 = c.oldOld, rate = View(rate), oldOld = View(rho.old(2).cells), volumes](Label i) {
                  rate[i] += c00 * volumes(2, i) * oldOld[i];
                });
  if (scheme_.kind == Kind::CrankNicolson)
    parallelFor({"ddt(rho), CrankNicolson", 24}, mesh.nCells,
                [f = scheme_.offCentring(time), rate = View(rate), before = View(before_->cells()), volumes](Label i) {
                  rate[i] -= f * volumes(1, i) * before[i];
                });
}

}  // namespace eagre::fv
