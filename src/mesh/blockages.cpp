// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/blockages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "mesh/overlaps.hpp"

namespace eagre::mesh {

namespace {

[[noreturn]] void fail(const PolyPatch& patch, const std::string& what) {
  throw Error(fmt::format("polyMesh: cyclicACMI patch '{}': {}", patch.name, what), ExitCode::badCase);
}

}  // namespace

int blockageOf(const std::vector<PolyPatch>& patches, const PolyPatch& patch) {
  const auto entry = std::ranges::find(patch.otherEntries, "nonOverlapPatch", &std::pair<std::string, std::string>::first);
  if (entry == patch.otherEntries.end())
    fail(patch, "needs an entry 'nonOverlapPatch', a wall with the same faces, which is what does not overlap");
  if (std::ranges::find(patch.otherEntries, "scale", &std::pair<std::string, std::string>::first) != patch.otherEntries.end())
    fail(patch, "has an entry 'scale', by which openfoam.com opens and closes it from v2012 on: that is not supported");
  const auto blockage = std::ranges::find(patches, entry->second, &PolyPatch::name);
  if (blockage == patches.end()) fail(patch, fmt::format("nonOverlapPatch '{}' is no patch of the mesh", entry->second));
  if (isCoupled(*blockage) || blockage->type == "empty")
    fail(patch, fmt::format("nonOverlapPatch '{}' is of type {}", blockage->name, blockage->type));
  if (blockage->size != patch.size)
    fail(patch, fmt::format("it has {} faces, its nonOverlapPatch '{}' {}", patch.size, blockage->name, blockage->size));
  return static_cast<int>(blockage - patches.begin());
}

void checkBlockage(const PolyMesh& mesh, const PolyPatch& patch) {
  const PolyPatch& blockage = mesh.patches[static_cast<std::size_t>(blockageOf(mesh.patches, patch))];
  for (GlobalLabel i = 0; i < patch.size; ++i) {
    const auto here = static_cast<Label>(patch.start + i), there = static_cast<Label>(blockage.start + i);
    if (mesh.owner[here] != mesh.owner[there] || !std::ranges::is_permutation(mesh.pointsOf(here), mesh.pointsOf(there)))
      fail(patch, fmt::format("its face {} is not face {} of its nonOverlapPatch '{}'; createBaffles makes such pairs", i, i,
                              blockage.name));
  }
}

void blockAll(const PolyMesh& mesh, std::vector<Vec3>& areas) {
  for (const PolyPatch& patch : mesh.patches)
    if (isPartlyOverlapping(patch))
      for (auto f = patch.start; f < patch.start + patch.size; ++f) areas[static_cast<std::size_t>(f)] *= leastPart;
}

std::vector<double> partsOfAreas(const Mesh& mesh) {
  if (std::ranges::none_of(mesh.globalPatches, isPartlyOverlapping)) return {};
  std::vector<double> parts(static_cast<std::size_t>(mesh.nFaces()), 1);
  for (const CoupledRange& range : mesh.coupled) {
    if (range.globalIndex < 0) continue;
    const PolyPatch& patch = mesh.globalPatches[static_cast<std::size_t>(range.globalIndex)];
    if (!isPartlyOverlapping(patch)) continue;
    const int blockage = blockageOf(mesh.globalPatches, patch);
    const auto shift = static_cast<Label>(mesh.globalPatches[static_cast<std::size_t>(blockage)].start - patch.start);
    const auto local = std::ranges::find(mesh.patches, blockage, &Patch::globalIndex);
    // Both are here, since one cell has both, in the order of the global mesh.
    const Label first = mesh.nInternalFaces + range.start, twin = mesh.nInteriorFaces() + local->start;
    for (Label i = 0; i < range.size; ++i) {
      if (mesh.faceGlobal[first + i] + shift != mesh.faceGlobal[twin + i])
        throw Error("the faces of a cyclicACMI patch and those of its nonOverlapPatch are not on one rank");
      const double covered = mesh.overlaps->covered[static_cast<std::size_t>(range.start + i - mesh.overlaps->first)];
      const double open = std::clamp(covered, leastPart, 1 - leastPart);
      parts[static_cast<std::size_t>(first + i)] = open;
      parts[static_cast<std::size_t>(twin + i)] = 1 - open;
    }
  }
  return parts;
}

}  // namespace eagre::mesh
