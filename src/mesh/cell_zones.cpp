// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/cell_zones.hpp"

#include <algorithm>

namespace eagre::mesh {

void dealCellZones(const comm::Communicator& communicator, std::vector<Zone> zones, Mesh& mesh) {
  zones.resize(static_cast<std::size_t>(communicator.sum(static_cast<std::int64_t>(communicator.master() ? zones.size() : 0))));
  mesh.cellZones.clear();
  for (Zone& zone : zones) {
    communicator.broadcast(zone.name);
    communicator.broadcast(zone.members);
    Zone own{zone.name, {}, {}};
    const auto& global = mesh.cellGlobal;  // ascending
    for (const Label cell : zone.members) {
      const auto here = std::lower_bound(global.begin(), global.end(), cell);
      if (here != global.end() && *here == cell) own.members.push_back(static_cast<Label>(here - global.begin()));
    }
    mesh.cellZones.push_back(std::move(own));
    release(zone.members);
  }
}

}  // namespace eagre::mesh
