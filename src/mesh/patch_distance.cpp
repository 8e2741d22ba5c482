// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/patch_distance.hpp"

#include <algorithm>
#include <span>

#include "mesh/layout.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/wall_wave.hpp"

namespace eagre::mesh {

PatchDistance::PatchDistance(const PolyMesh* whole, const std::vector<std::string>& patches, bool correctWalls)
    : correctWalls_(correctWalls) {
  if (!whole) return;
  whole_ = *whole;
  for (auto* zones : {&whole_.cellZones, &whole_.faceZones, &whole_.pointZones}) release(*zones);
  // The wave begins at what is called a wall.
  for (PolyPatch& patch : whole_.patches)
    if (std::find(patches.begin(), patches.end(), patch.name) != patches.end())
      patch.type = "wall";
    else if (patch.type == "wall")
      patch.type = "patch";
}

void PatchDistance::find(const Mesh& mesh, std::vector<double>& cells, std::vector<double>& boundary,
                         std::vector<Label>* nearest) {
  const bool master = mesh.communicator().master();
  PolyGeometry geometry;
  std::vector<Vec3> points = gatherPoints(mesh);
  if (master) {
    whole_.points = std::move(points);
    geometry = facesAndCells(whole_);
    addWallDistances(whole_, geometry, correctWalls_);
  }
  cells = scatterCells(mesh, geometry.cellWallDistances, 1);
  cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
  mesh.halo->update(cells);
  if (nearest) {
    const auto& faces = geometry.nearestWallFaces;
    const auto local = scatterCells(mesh, std::vector<double>(faces.begin(), faces.end()), 1);
    nearest->assign(local.begin(), local.end());
  }
  boundary.assign(static_cast<std::size_t>(mesh.nBoundaryFaces), 0.0);
  const std::span<const double> onFaces = geometry.boundaryWallDistances;
  for (const Patch& patch : mesh.patches) {
    if (patch.globalSize == 0) continue;
    const PolyPatch& global = mesh.globalPatches[static_cast<std::size_t>(patch.globalIndex)];
    const auto ofPatch = master ? onFaces.subspan(static_cast<std::size_t>(global.start - whole_.nInternalFaces()),
                                                  static_cast<std::size_t>(global.size))
                                : onFaces;
    const std::vector<double> values = scatterPatch(mesh, patch.globalIndex, ofPatch, 1);
    std::copy(values.begin(), values.end(), boundary.begin() + patch.start);
  }
}

}  // namespace eagre::mesh
