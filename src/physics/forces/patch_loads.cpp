// SPDX-License-Identifier: BSD-3-Clause
#include "physics/forces/patch_loads.hpp"

#include <fmt/format.h>

#include <array>

namespace eagre::physics {

Loads PatchLoads::sum(const fv::Context& context, const Vec3& centre) {
  const auto* p = context.registry.scalar(settings_.p);
  const auto* rho = context.registry.scalar(settings_.rho);
  if (!p) throw Error(settings_.place, fmt::format("forces: there is no pressure '{}'", settings_.p));
  if (!rho && settings_.rho != "rhoInf")
    throw Error(settings_.place,
                fmt::format("forces: there is no density '{}'; give rho rhoInf and rhoInf a value", settings_.rho));
  const bool kinematic = !(p->dimensions() == dimPressure);
  if (kinematic && rho)
    throw Error(settings_.place, "forces: the pressure is divided by the density; give rho rhoInf and rhoInf a value");
  stress_.correct(context, settings_.U);
  const EffectiveViscosity viscosity(context);
  const auto& mesh = context.mesh;
  const auto Cf = mesh.faceCentres();
  const double scale = kinematic ? settings_.rhoInf : 1;
  std::array<double, 12> sums{};
  const auto add = [&](int first, const Vec3& v) {
    for (int i = 0; i < 3; ++i) sums[static_cast<std::size_t>(first + i)] += v[i];
  };
  for (const std::size_t i : settings_.patches)
    for (Label b = mesh.patches[i].start; b < mesh.patches[i].start + mesh.patches[i].size; ++b) {
      const Label f = mesh.nInteriorFaces() + b;
      const Vec3 S = mesh.Sf[f], arm = Cf(f) - centre;
      const Vec3 pressure = scale * (p->boundary()[b] - settings_.pRef / scale) * S;
      const Vec3 viscous = (rho ? rho->boundary()[b] : settings_.rhoInf) * stress_(S, b, viscosity.atBoundary(b));
      add(0, pressure);
      add(3, viscous);
      add(6, cross(arm, pressure));
      add(9, cross(arm, viscous));
    }
  mesh.communicator().sum(sums);
  const auto at = [&](std::size_t first) { return Vec3{sums[first], sums[first + 1], sums[first + 2]}; };
  return {at(0), at(3), at(6), at(9)};
}

}  // namespace eagre::physics
