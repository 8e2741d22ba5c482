// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/odd_patches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eagre::run {

void warnOfOddPatches(const CaseDictionaries& dictionaries, const WholeMesh& whole, Log& log) {
  const auto nCells = static_cast<GlobalLabel>(whole.geometry.cellVolumes.size());
  const bool unsnapped = fileExists(dictionaries.directory() / "system" / "snappyHexMeshDict");
  for (const auto& patch : whole.mesh.patches) {
    const auto first = whole.geometry.faceAreas.begin() + patch.start;
    const auto flat = std::count_if(first, first + patch.size, [](const Vec3& area) { return mag(area) < vSmall; });
    if (flat > 0)
      log.warnOnce(
          fmt::format("{} faces of patch '{}' have no area: nothing flows through them, and nothing acts on them; "
                      "OpenFOAM's collapseEdges takes them away",
                      flat, patch.name));
    if (patch.type == "empty" && patch.size % nCells != 0)
      log.warnOnce(fmt::format(
          "empty patch '{}' has {} faces, not a multiple of the {} cells: the mesh is not 1D or 2D; nothing "
          "flows through this patch, and nothing acts on it{}",
          patch.name, patch.size, nCells, unsnapped ? ". There is a system/snappyHexMeshDict: run snappyHexMesh first" : ""));
  }
}

}  // namespace eagre::run
