// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/loose_faces.hpp"

#include <algorithm>
#include <numeric>

namespace eagre::case_ {

using mesh::PolyMesh;

Label LooseFaces::add(std::span<const Label> points, Label owner, Label neighbour, Label patch, Label from, bool reversed) {
  points_.insert(points_.end(), points.begin(), points.end());
  // A face is reversed about its first point, as OpenFOAM does it.
  if (reversed) std::reverse(points_.end() - static_cast<std::ptrdiff_t>(points.size()) + 1, points_.end());
  offsets_.push_back(static_cast<Label>(points_.size()));
  owner_.push_back(owner);
  neighbour_.push_back(neighbour);
  patch_.push_back(patch);
  from_.push_back(from);
  reversed_.push_back(reversed ? 1 : 0);
  return size() - 1;
}

Label LooseFaces::addInternal(std::span<const Label> points, Label owner, Label neighbour) {
  return add(points, std::min(owner, neighbour), std::max(owner, neighbour), none, none, owner > neighbour);
}

Label LooseFaces::addBoundary(std::span<const Label> points, Label owner, Label patch) {
  return add(points, owner, none, patch, none, false);
}

Label LooseFaces::addFrom(const PolyMesh& mesh, Label face, std::span<const Label> points, Label owner, Label neighbour) {
  if (neighbour != none)
    return add(points, std::min(owner, neighbour), std::max(owner, neighbour), none, face, owner > neighbour);
  Label patch = 0;
  const auto after = [&](const mesh::PolyPatch& p) { return face >= p.start + p.size; };
  while (after(mesh.patches[static_cast<std::size_t>(patch)])) ++patch;
  return add(points, owner, none, patch, face, false);
}

Label LooseFaces::addExposed(Label face, std::span<const Label> points, Label owner, Label patch, bool reversed) {
  return add(points, owner, none, patch, face, reversed);
}

std::vector<Label> LooseFaces::sorted() const {
  std::vector<Label> order(owner_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Label a, Label b) {
    const bool inside = patch_[a] == none;
    if (inside != (patch_[b] == none)) return inside;
    if (!inside) return patch_[a] < patch_[b];
    return owner_[a] != owner_[b] ? owner_[a] < owner_[b] : neighbour_[a] < neighbour_[b];
  });
  return order;
}

void LooseFaces::orderZones(const PolyMesh& like, const std::vector<Label>& newFace, PolyMesh& mesh) const {
  mesh.cellZones = like.cellZones;
  mesh.pointZones = like.pointZones;
  if (like.faceZones.empty()) return;
  std::vector<std::vector<Label>> madeOf(like.owner.size());
  for (Label f = 0; f < size(); ++f)
    if (from_[f] != none) madeOf[from_[f]].push_back(f);
  for (const auto& zone : like.faceZones) {
    mesh::Zone kept{zone.name, {}, {}};
    for (std::size_t i = 0; i < zone.members.size(); ++i)
      for (const Label f : madeOf[zone.members[i]]) {
        kept.members.push_back(newFace[f]);
        if (!zone.flip.empty()) kept.flip.push_back(static_cast<char>((zone.flip[i] != 0) != (reversed_[f] != 0)));
      }
    mesh.faceZones.push_back(std::move(kept));
  }
}

PolyMesh LooseFaces::order(const PolyMesh& like, std::vector<Vec3> points) const {
  PolyMesh mesh;
  mesh.points = std::move(points);
  mesh.patches = like.patches;
  for (auto& patch : mesh.patches) patch.size = 0;
  std::vector<Label> newFace(owner_.size());
  for (const Label f : sorted()) {
    newFace[f] = mesh.nFaces();
    mesh.facePoints.insert(mesh.facePoints.end(), points_.begin() + offsets_[f], points_.begin() + offsets_[f + 1]);
    mesh.faceOffsets.push_back(static_cast<Label>(mesh.facePoints.size()));
    mesh.owner.push_back(owner_[f]);
    if (patch_[f] == none)
      mesh.neighbour.push_back(neighbour_[f]);
    else
      ++mesh.patches[static_cast<std::size_t>(patch_[f])].size;
  }
  GlobalLabel start = mesh.nInternalFaces();
  for (auto& patch : mesh.patches) {
    patch.start = start;
    start += patch.size;
  }
  orderZones(like, newFace, mesh);
  return mesh;
}

std::vector<Label> patchOfBoundaryFaces(const PolyMesh& mesh) {
  std::vector<Label> patchOf;
  patchOf.reserve(static_cast<std::size_t>(mesh.nFaces() - mesh.nInternalFaces()));
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    patchOf.insert(patchOf.end(), static_cast<std::size_t>(mesh.patches[p].size), static_cast<Label>(p));
  return patchOf;
}

}  // namespace eagre::case_
