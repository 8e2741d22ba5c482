// SPDX-License-Identifier: BSD-3-Clause
#include "interface/curvature/interface_planes.hpp"

#include <fmt/format.h>

#include "interface/advection/phase_advection.hpp"
#include "kernel/parallel_for.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::interface_ {

namespace {
config::Dictionary reconstructionControls(const fv::Context& context, const std::string& alphaName) {
  config::Dictionary controls = phaseControls(context, alphaName);
  if (!controls.has("reconstructionScheme")) controls.set("reconstructionScheme", "plicRDF");
  return controls;
}
}  // namespace

InterfacePlanes::InterfacePlanes(const fv::Context& context, InterfaceState& state)
    : context_(&context),
      state_(&state),
      shapes_(context.mesh.points->shape, context.mesh.nCells),
      points_(context.mesh),
      reconstruction_(makeReconstruction(reconstructionControls(context, state.alpha1().name()), inputs())) {}

std::span<const Reconstruction::Plane> InterfacePlanes::operator()() {
  constexpr double pure = 1e-8;
  const auto& alpha = state_->alpha1().cells();
  crossed_.cells.clear();
  kernel::sequentialFor({"planes: crossed cells", 8}, 0, context_->mesh.nCells, [&](Label c) {
    if (alpha[c] > pure && alpha[c] < 1 - pure) crossed_.cells.push_back(c);
  });
  shapes_.findCorners(crossed_);
  return (*reconstruction_)(crossed_);
}

void InterfacePlanes::check(const config::Dictionary& surfaceForces, const char* model, const fv::Context& context,
                            const Phase& phase, Problems& problems) {
  problems.guard([&] { checkReconstruction(reconstructionControls(context, phase.alphaName), context, problems); });
  const auto& controls = phaseControls(context, phase.alphaName);
  if (controls.getOr("advectionScheme", phase.advection) == "isoAdvection") return;
  const auto& entry = surfaceForces.at(model);
  surfaceForces.warn(entry.place, fmt::format("{} {} is meant for advectionScheme isoAdvection: MULES smears the interface over "
                                              "several layers of cells",
                                              model, entry.reader().word()));
}

}  // namespace eagre::interface_
