// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/sets_to_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "case/mesh_sets.hpp"

namespace eagre::case_ {

namespace fs = std::filesystem;
using mesh::PolyMesh;
using mesh::Zone;

namespace {

Zone& zoneNamed(std::vector<Zone>& zones, const std::string& name) {
  const auto there = std::ranges::find(zones, name, &Zone::name);
  if (there != zones.end()) return *there;
  return zones.emplace_back(Zone{name, {}, {}});
}

/// Whether each face of the zone runs out of `slaves`.
std::vector<char> flips(const std::string& name, const std::vector<Label>& faces, const std::vector<Label>& slaves,
                        const PolyMesh& mesh) {
  std::vector<char> flip;
  const auto isSlave = [&](Label cell) { return std::ranges::binary_search(slaves, cell); };
  for (const Label f : faces) {
    const bool owner = isSlave(mesh.owner[f]);
    if (f < mesh.nInternalFaces() && owner == isSlave(mesh.neighbour[f]))
      throw Error(fmt::format("setsToZones: face {} of faceSet '{}' has {} of its cells in cellSet '{}SlaveCells', which is to "
                              "say to which side it looks; "
                              "-noFlipMap takes all faces as they are",
                              f, name, owner ? "both" : "none", name),
                  ExitCode::badCase);
    flip.push_back(owner ? 0 : 1);
  }
  return flip;
}

}  // namespace

void setsToZones(const fs::path& polyMeshDir, PolyMesh& mesh, bool orient, Log& log) {
  const Place asked{(polyMeshDir / "sets").string(), 0};
  const auto read = [&](SetKind kind, const std::string& name) { return readMeshSet(polyMeshDir, kind, name, mesh, asked); };
  const auto fill = [&](std::vector<Zone>& zones, SetKind kind, const std::string& name) -> Zone& {
    Zone& zone = zoneNamed(zones, name);
    zone.members = read(kind, name);
    log.line(
        fmt::format("{}Set {} is {}Zone {}: {} {}s", nounOf(kind), name, nounOf(kind), name, zone.members.size(), nounOf(kind)));
    return zone;
  };
  for (const auto& name : meshSetNames(polyMeshDir, SetKind::points)) fill(mesh.pointZones, SetKind::points, name);
  std::set<std::string> slaveSets;
  for (const auto& name : meshSetNames(polyMeshDir, SetKind::faces)) {
    Zone& zone = fill(mesh.faceZones, SetKind::faces, name);
    if (orient) {
      slaveSets.insert(name + "SlaveCells");
      zone.flip = flips(name, zone.members, read(SetKind::cells, name + "SlaveCells"), mesh);
    } else {
      zone.flip.assign(zone.members.size(), 0);
    }
  }
  for (const auto& name : meshSetNames(polyMeshDir, SetKind::cells))
    if (!slaveSets.contains(name)) fill(mesh.cellZones, SetKind::cells, name);
}

}  // namespace eagre::case_
