// SPDX-License-Identifier: BSD-3-Clause
#include "channel/initial_condition.hpp"

#include "channel/heat_boundaries.hpp"
#include "channel/initial_shape.hpp"
#include "channel/two_layer_profile.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

grid::Grid makeGrid(const Settings& settings) {
  return {.cells = settings.grid.cells,
          .h = settings.spacing(),
          .origin = {0, 0, 0},
          .periodic = {settings.boundary.x == Streamwise::periodic, true, false}};
}

std::vector<NamedField> InitialCondition::fields() {
  std::vector<NamedField> list{{"u", &u, Position::xFace, "1", "streamwise velocity"},
                               {"v", &v, Position::yFace, "1", "spanwise velocity"},
                               {"w", &w, Position::zFace, "1", "velocity normal to the plates"},
                               {"p", &p, Position::centre, "1", "pressure"},
                               {"phi", &phi, Position::centre, "1", "distance to the interface, negative in the lower fluid"}};
  if (T.width() > 0) list.push_back({"T", &T, Position::centre, "1", "temperature"});
  return list;
}

void addTemperature(const Settings& settings, const grid::Block& block, InitialCondition& initial) {
  if (!settings.heat.solve) return;
  initial.T = grid::Field(block);
  if (settings.heat.initial == InitialTemperature::file) return;
  grid::forCells({"channel.initialTemperature", 16}, block,
                 [s = &settings, block = &block, T = initial.T.view(), phi = initial.phi.view()](int i, int j, int k) {
                   T(i, j, k) = initialTemperature(*s, block->z(k), phi(i, j, k));
                 });
}

InitialCondition makeInitialCondition(const Settings& settings, const grid::Block& block) {
  InitialCondition initial(block);
  if (settings.initial.velocity == Velocity::profile) {
    const TwoLayerProfile profile(settings);
    grid::forCells({"channel.initialVelocity", 8}, block.faces(0),
                   [profile = &profile, block = &block, u = initial.u.view()](int i, int j, int k) {
                     u(i, j, k) = (*profile)(block->z(k));
                   });
  }
  if (settings.interface.method == Method::none) {
    initial.phi.fill(1);
    addTemperature(settings, block, initial);
    return initial;
  }
  const InitialShape shape(settings);
  grid::forCells({"channel.initialShape", 8}, block,
                 [shape = &shape, block = &block, phi = initial.phi.view()](int i, int j, int k) {
                   phi(i, j, k) = shape->phi(block->x(i), block->y(j), block->z(k));
                 });
  // At rest the pressure carries the layers: dp/dz = -G rho. With z from the interface on, p = -G rho z in each fluid.
  const double weight = settings.fluid.gravity, r = settings.fluid.densityRatio;
  const double height = settings.initial.height;
  const bool layers =
      settings.initial.shape == Shape::flat || settings.initial.shape == Shape::wave || settings.initial.shape == Shape::modes;
  grid::forCells({"channel.initialPressure", 8}, block, [=, block = &block, p = initial.p.view()](int i, int j, int k) {
    const double z = block->z(k) - height;
    p(i, j, k) = layers ? -weight * (z < 0 ? r : 1) * z : 0;
  });
  addTemperature(settings, block, initial);
  return initial;
}

}  // namespace eagre::channel
