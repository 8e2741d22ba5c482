// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/mesh_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "mesh/scatter_lists.hpp"
#include "mesh/slabs.hpp"

namespace eagre::mesh {
namespace {

/// The faces on empty patches of each cell of the global mesh, on rank 0.
Lists emptyFacesOfCells(const PolyMesh* whole, GlobalLabel nCells) {
  Lists lists;
  if (!whole) return lists;
  std::vector<std::pair<Label, Label>> uses;  // cell, face
  for (const PolyPatch& patch : whole->patches)
    for (GlobalLabel f = patch.start; patch.type == "empty" && f < patch.start + patch.size; ++f)
      uses.emplace_back(whole->owner[f], static_cast<Label>(f));
  std::sort(uses.begin(), uses.end());
  lists.starts.assign(static_cast<std::size_t>(nCells) + 1, 0);
  for (const auto& [cell, face] : uses) {
    ++lists.starts[cell + 1];
    lists.labels.push_back(face);
  }
  std::partial_sum(lists.starts.begin(), lists.starts.end(), lists.starts.begin());
  return lists;
}

/// A face of a rank's cells.
struct OwnFace {
  Label global, face, owner;  ///< face: index in Mesh; -1 on an empty patch
};

/// All faces of a rank's cells, in the order of the global mesh. Collective.
std::vector<OwnFace> facesOfCells(const PolyMesh* whole, const Mesh& mesh) {
  std::vector<OwnFace> faces;
  for (Label f = 0; f < mesh.nFaces(); ++f) faces.push_back({mesh.faceGlobal[f], f, mesh.owner[f]});
  const Lists empty =
      scatterLists(mesh.communicator(), emptyFacesOfCells(whole, mesh.nCellsGlobal), mesh.nCellsGlobal, mesh.cellGlobal);
  for (Label c = 0; c < mesh.nCells; ++c)
    for (const Label g : empty[static_cast<std::size_t>(c)]) faces.push_back({g, -1, c});
  std::sort(faces.begin(), faces.end(), [](const OwnFace& a, const OwnFace& b) { return a.global < b.global; });
  return faces;
}

/// The corners of the faces at `faces` in the global mesh, and the points. Collective.
void scatterPoints(const PolyMesh* whole, const Mesh& mesh, const std::vector<Label>& faces, MeshPoints& points) {
  const comm::Communicator& communicator = mesh.communicator();
  Lists corners =
      scatterLists(communicator, whole ? Lists{whole->faceOffsets, whole->facePoints} : Lists{}, mesh.nFacesGlobal, faces);
  std::vector<Label>& global = points.pointGlobal;
  global = corners.labels;
  std::sort(global.begin(), global.end());
  global.erase(std::unique(global.begin(), global.end()), global.end());
  for (Label& p : corners.labels) p = static_cast<Label>(std::lower_bound(global.begin(), global.end(), p) - global.begin());
  points.shape.faceOffsets = std::move(corners.starts);
  points.shape.facePoints = std::move(corners.labels);
  const std::vector<Vec3> none;
  const std::vector<Vec3>& all = whole ? whole->points : none;
  points.nPointsGlobal = static_cast<GlobalLabel>(communicator.max(static_cast<double>(all.size())));
  points.shape.points =
      comm::Redistribution(communicator, global, comm::Redistribution::onMaster(communicator, points.nPointsGlobal)).scatter(all);
}

}  // namespace

void keepPoints(const PolyMesh* whole, Mesh& mesh) {
  auto points = std::make_unique<MeshPoints>();
  std::vector<Label> global;
  for (const OwnFace& face : facesOfCells(whole, mesh)) {
    global.push_back(face.global);
    points->faceOf.push_back(face.face);
    const bool two = face.global < mesh.nInternalFacesGlobal;  // cells in the global mesh
    const bool flipped = two && mesh.faceFlipped[face.face];
    points->shape.owner.push_back(flipped ? mesh.neighbour[face.face] : face.owner);
    if (two) points->shape.neighbour.push_back(flipped ? face.owner : mesh.neighbour[face.face]);
  }
  scatterPoints(whole, mesh, global, *points);
  points->images = PointImages(whole, mesh, points->pointGlobal, points->nPointsGlobal);
  mesh.points = std::move(points);
}

namespace {
comm::Redistribution toMaster(const Mesh& mesh) {
  const auto& communicator = mesh.communicator();
  return {communicator, mesh.points->pointGlobal, comm::Redistribution::onMaster(communicator, mesh.points->nPointsGlobal)};
}
}  // namespace

comm::Redistribution pointSlabs(const Mesh& mesh, int bunch) {
  const auto& communicator = mesh.communicator();
  return {communicator, mesh.points->pointGlobal, slabStarts(mesh.points->nPointsGlobal, communicator.size(), bunch)};
}

std::vector<Vec3> gatherPoints(const Mesh& mesh, const std::vector<Vec3>& values) { return toMaster(mesh).gather(values); }
std::vector<Vec3> gatherPoints(const Mesh& mesh) { return gatherPoints(mesh, mesh.points->shape.points); }

std::vector<Vec3> scatterPoints(const Mesh& mesh, const std::vector<Vec3>& whole) {
  const bool wrong = mesh.communicator().master() && static_cast<GlobalLabel>(whole.size()) != mesh.points->nPointsGlobal;
  if (mesh.communicator().any(wrong))
    throw Error(fmt::format("the points of this time are not the {} of the mesh", mesh.points->nPointsGlobal), ExitCode::badCase);
  return toMaster(mesh).scatter(whole);
}

}  // namespace eagre::mesh
