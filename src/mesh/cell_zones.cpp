// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/cell_zones.hpp"

#include <algorithm>
#include <cstdint>

#include "mesh/layout.hpp"

namespace eagre::mesh {

namespace {

/// Zones that travel together: each is a bit of a number, which a double has to hold.
constexpr std::size_t together = 52;

bool has(double bits, std::uint64_t bit) { return (static_cast<std::uint64_t>(bits) & bit) != 0; }

}  // namespace

void dealCellZones(const comm::Communicator& communicator, std::vector<Zone> zones, Mesh& mesh) {
  zones.resize(static_cast<std::size_t>(communicator.sum(static_cast<std::int64_t>(communicator.master() ? zones.size() : 0))));
  mesh.cellZones.clear();
  for (std::size_t first = 0; first < zones.size(); first += together) {
    const std::span group = std::span(zones).subspan(first, std::min(together, zones.size() - first));
    std::vector<double> bits(communicator.master() ? static_cast<std::size_t>(mesh.nCellsGlobal) : 0);
    std::uint64_t bit = 1;
    for (Zone& zone : group) {
      for (const Label cell : zone.members)
        if (!has(bits[cell], bit)) bits[cell] += static_cast<double>(bit);
      bit *= 2;
      release(zone.members);
    }
    const std::vector<double> own = scatterCells(mesh, bits, 1);
    bit = 1;
    for (const Zone& zone : group) {
      Zone here{zone.name, {}, {}};
      communicator.broadcast(here.name);
      for (Label c = 0; c < mesh.nCells; ++c)
        if (has(own[c], bit)) here.members.push_back(c);
      bit *= 2;
      mesh.cellZones.push_back(std::move(here));
    }
  }
}

}  // namespace eagre::mesh
