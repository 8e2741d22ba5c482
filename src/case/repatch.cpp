// SPDX-License-Identifier: BSD-3-Clause
#include "case/repatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "case/block_mesh_cyclic.hpp"

namespace eagre::case_ {

using mesh::PolyMesh;
using mesh::PolyPatch;

std::vector<FaceOrigin> faceOrigins(const PolyMesh& mesh) {
  std::vector<FaceOrigin> faces(static_cast<std::size_t>(mesh.nFaces()));
  for (Label f = 0; f < mesh.nFaces(); ++f) faces[f].face = f;
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    for (GlobalLabel f = mesh.patches[p].start; f < mesh.patches[p].start + mesh.patches[p].size; ++f)
      faces[static_cast<std::size_t>(f)].patch = static_cast<Label>(p);
  return faces;
}

namespace {

void appendFace(PolyMesh& mesh, const PolyMesh& old, const FaceOrigin& face) {
  const auto points = old.pointsOf(face.face);
  mesh.facePoints.push_back(points[0]);
  // A face that is turned round keeps its first point.
  if (face.reversed)
    mesh.facePoints.insert(mesh.facePoints.end(), points.rbegin(), points.rend() - 1);
  else
    mesh.facePoints.insert(mesh.facePoints.end(), points.begin() + 1, points.end());
  mesh.faceOffsets.push_back(static_cast<Label>(mesh.facePoints.size()));
  mesh.owner.push_back(face.reversed ? old.neighbour[face.face] : old.owner[face.face]);
}

/// The zones of the old mesh with the faces that now stand for theirs. place: where each of `faces` is in the new mesh.
std::vector<mesh::Zone> renumberedZones(const PolyMesh& old, const std::vector<FaceOrigin>& faces,
                                        const std::vector<Label>& place) {
  std::vector<std::map<Label, bool>> before(old.faceZones.size()), now(old.faceZones.size());
  for (std::size_t z = 0; z < before.size(); ++z)
    for (std::size_t i = 0; i < old.faceZones[z].members.size(); ++i)
      before[z].emplace(old.faceZones[z].members[i], old.faceZones[z].flip[i] != 0);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (faces[i].zone) {
      now[faces[i].zone->first].emplace(place[i], faces[i].zone->second);
      continue;
    }
    for (std::size_t z = 0; z < before.size(); ++z)
      if (const auto it = before[z].find(faces[i].face); it != before[z].end())
        now[z].emplace(place[i], it->second != faces[i].reversed);
  }
  std::vector<mesh::Zone> zones;
  for (std::size_t z = 0; z < now.size(); ++z) {
    mesh::Zone& zone = zones.emplace_back();
    zone.name = old.faceZones[z].name;
    for (const auto& [face, flip] : now[z]) {
      zone.members.push_back(face);
      zone.flip.push_back(flip);
    }
  }
  return zones;
}

}  // namespace

PolyMesh assembleFaces(const PolyMesh& old, std::vector<PolyPatch> patches, const std::vector<FaceOrigin>& faces) {
  PolyMesh mesh;
  mesh.points = old.points;
  mesh.cellZones = old.cellZones;
  mesh.pointZones = old.pointZones;
  std::vector<Label> place(faces.size());
  std::vector<std::vector<std::size_t>> ofPatch(patches.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (faces[i].patch >= 0) {
      ofPatch[static_cast<std::size_t>(faces[i].patch)].push_back(i);
      continue;
    }
    place[i] = static_cast<Label>(mesh.owner.size());
    appendFace(mesh, old, faces[i]);
    mesh.neighbour.push_back(old.neighbour[faces[i].face]);
  }
  for (std::size_t p = 0; p < patches.size(); ++p) {
    patches[p].start = static_cast<GlobalLabel>(mesh.owner.size());
    patches[p].size = static_cast<GlobalLabel>(ofPatch[p].size());
    for (const std::size_t i : ofPatch[p]) {
      place[i] = static_cast<Label>(mesh.owner.size());
      appendFace(mesh, old, faces[i]);
    }
  }
  mesh.patches = std::move(patches);
  const std::vector<Label> moved = orderCyclicPatches(mesh);
  for (Label& f : place) f = moved[f];
  mesh.faceZones = renumberedZones(old, faces, place);
  return mesh;
}

std::vector<std::string> removeEmptyPatches(PolyMesh& mesh, const std::vector<std::string>& kept, Log& log) {
  std::vector<std::string> gone;
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    const PolyPatch& patch = mesh.patches[p];
    if (patch.size > 0 || patch.type.starts_with("cyclic") || std::ranges::find(kept, patch.name) != kept.end()) continue;
    log.line(fmt::format("Removing zero-sized patch {} type {} at position {}", patch.name, patch.type, p));
    gone.push_back(patch.name);
  }
  std::erase_if(mesh.patches, [&](const PolyPatch& p) { return std::ranges::find(gone, p.name) != gone.end(); });
  return gone;
}

}  // namespace eagre::case_
