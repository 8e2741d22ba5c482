// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/near_walls.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "mesh/mesh_points.hpp"
#include "mesh/scatter_lists.hpp"
#include "mesh/slabs.hpp"
#include "mesh/wall_distance.hpp"

namespace eagre::mesh {
namespace {

void sortUnique(std::vector<Label>& labels) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
}

/// For each boundary face of the global mesh that is on a wall: the faces of its patch that share a point with it, itself
/// included. On rank 0.
Lists neighboursOnWalls(const PolyMesh* whole) {
  Lists lists;
  if (!whole) return lists;
  for (const PolyPatch& patch : whole->patches) {
    const auto start = static_cast<Label>(patch.start), end = static_cast<Label>(patch.start + patch.size);
    std::vector<std::pair<Label, Label>> uses;  // point, face
    if (patch.type == "wall")
      for (Label f = start; f < end; ++f)
        for (const Label p : whole->pointsOf(f)) uses.emplace_back(p, f);
    std::sort(uses.begin(), uses.end());
    std::vector<Label> neighbours;
    for (Label f = start; f < end; ++f) {
      neighbours.clear();
      for (const Label p : patch.type == "wall" ? whole->pointsOf(f) : std::span<const Label>())
        for (auto use = std::lower_bound(uses.begin(), uses.end(), std::pair(p, Label(0))); use != uses.end() && use->first == p;
             ++use)
          neighbours.push_back(use->second);
      sortUnique(neighbours);
      lists.labels.insert(lists.labels.end(), neighbours.begin(), neighbours.end());
      lists.close();
    }
  }
  return lists;
}

}  // namespace

NearWalls::NearWalls(const PolyMesh* whole, const Mesh& mesh) {
  const auto& communicator = mesh.communicator();
  const Label nInternal = static_cast<Label>(mesh.nInternalFacesGlobal);
  std::vector<Label> own;
  for (Label f = mesh.nInteriorFaces(); f < mesh.nFaces(); ++f) own.push_back(mesh.faceGlobal[f] - nInternal);
  std::vector<Label> faces =
      scatterLists(communicator, neighboursOnWalls(whole), mesh.nFacesGlobal - mesh.nInternalFacesGlobal, own).labels;
  sortUnique(faces);

  std::map<Label, Label> boundaryFaceAt;
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) boundaryFaceAt.emplace(own[b] + nInternal, b);
  for (const Label f : faces) {
    const auto found = boundaryFaceAt.find(f);
    boundaryFace_.push_back(found == boundaryFaceAt.end() ? -1 : found->second);
    walls_.owner.push_back(boundaryFace_.back() < 0 ? 0 : mesh.owner[mesh.nInteriorFaces() + boundaryFace_.back()]);
  }
  for (const PolyPatch& patch : mesh.globalPatches) {
    const auto at = [&](GlobalLabel f) { return std::lower_bound(faces.begin(), faces.end(), f) - faces.begin(); };
    const GlobalLabel first = at(patch.start), end = at(patch.start + patch.size);
    if (end > first) walls_.patches.push_back({patch.name, patch.type, first, end - first, "", {}, {}});
  }

  Lists corners =
      scatterLists(communicator, whole ? Lists{whole->faceOffsets, whole->facePoints} : Lists{}, mesh.nFacesGlobal, faces);
  std::vector<Label> points = corners.labels;
  sortUnique(points);
  for (Label& p : corners.labels) p = static_cast<Label>(std::lower_bound(points.begin(), points.end(), p) - points.begin());
  walls_.faceOffsets = std::move(corners.starts);
  walls_.facePoints = std::move(corners.labels);
  const auto starts = slabStarts(mesh.points->nPointsGlobal, communicator.size());
  has_.emplace(communicator, mesh.points->pointGlobal, starts);
  wants_.emplace(communicator, points, starts);
}

void NearWalls::update(Mesh& mesh) {
  walls_.points = wants_->scatter(has_->gather(mesh.points->shape.points));
  PolyGeometry geometry;
  for (Label f = 0; f < walls_.nFaces(); ++f) geometry.faceCentres.push_back(centreAndArea(walls_, walls_.points, f).centre);
  geometry.cellCentres.assign(mesh.C.begin(), mesh.C.begin() + mesh.nCells);
  const std::vector<double> distances = nearWallDistances(walls_, geometry);
  for (std::size_t i = 0; i < boundaryFace_.size(); ++i)
    if (boundaryFace_[i] >= 0) mesh.wallDistance[static_cast<std::size_t>(boundaryFace_[i])] = distances[i];
}

}  // namespace eagre::mesh
