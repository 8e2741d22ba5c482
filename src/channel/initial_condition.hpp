// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/settings.hpp"
#include "channel/state.hpp"
#include "grid/block.hpp"

namespace eagre::channel {

/// The grid that settings describe: z from 0 to 1 between the plates.
grid::Grid makeGrid(const Settings& settings);

/// Fields at time 0 on this rank; no ghosts. Velocities on faces, phi (a distance in channel heights, negative in the lower
/// fluid) and p at centres. The pressure is without that of the base flow's gradient: 0 but for the weight of the layers.
struct InitialCondition {
  explicit InitialCondition(const grid::Block& block) : u(block), v(block), w(block), p(block), phi(block) {}
  grid::Field u, v, w, p, phi;
  grid::Field T{};  ///< with heat.solve alone
  /// As they are named in files.
  std::vector<NamedField> fields();
};

/// Adds the temperature that heat.initial says, if there is to be one, to a phi that is set. Not for InitialTemperature::file,
/// for which it makes room.
void addTemperature(const Settings& settings, const grid::Block& block, InitialCondition& initial);

/// The initial condition of all shapes but Shape::file.
InitialCondition makeInitialCondition(const Settings& settings, const grid::Block& block);

}  // namespace eagre::channel
