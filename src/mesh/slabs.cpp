// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/slabs.hpp"

#include <algorithm>

#include "mesh/layout.hpp"

namespace eagre::mesh {

GlobalLabel slabChunkOf(GlobalLabel n) {
  constexpr GlobalLabel together = 8;
  const GlobalLabel chunks = std::max<GlobalLabel>(1, (n + slabChunk - 1) / slabChunk);
  return (n + chunks * together - 1) / (chunks * together) * together;
}

std::vector<GlobalLabel> slabStarts(GlobalLabel n, int ranks, int bunch) {
  const Bunches bunches(ranks, bunch);
  std::vector<GlobalLabel> starts;
  for (int b = 0; b < bunches.count(); ++b) {
    const GlobalLabel first = bunches.first(n, b), part = bunches.first(n, b + 1) - first;
    const GlobalLabel chunk = std::max<GlobalLabel>(1, slabChunkOf(part)), chunks = (part + chunk - 1) / chunk,
                      sharers = bunches.firstRank(b + 1) - bunches.firstRank(b);
    for (GlobalLabel r = 0; r < sharers; ++r)
      starts.push_back(first + std::min(part, (chunks * r + sharers - 1) / sharers * chunk));
  }
  starts.push_back(n);
  return starts;
}

comm::Redistribution cellSlabs(const Mesh& mesh, int bunch) {
  return {mesh.communicator(), mesh.cellGlobal, slabStarts(mesh.nCellsGlobal, mesh.communicator().size(), bunch)};
}

comm::Redistribution patchSlabs(const Mesh& mesh, int globalPatch, int bunch) {
  const PolyPatch& patch = mesh.globalPatches[static_cast<std::size_t>(globalPatch)];
  std::vector<Label> places = patchFaces(mesh, globalPatch);
  for (Label& place : places) place = static_cast<Label>(mesh.faceGlobal[place] - patch.start);
  return {mesh.communicator(), places, slabStarts(patch.type == "empty" ? 0 : patch.size, mesh.communicator().size(), bunch)};
}

namespace {

std::vector<Label> internalFaces(const Mesh& mesh, bool bothSides) {
  std::vector<Label> faces;
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f)
    if (mesh.faceGlobal[f] < mesh.nInternalFacesGlobal && (bothSides || !mesh.faceFlipped[f])) faces.push_back(f);
  return faces;
}

std::vector<Label> placesOf(const Mesh& mesh, const std::vector<Label>& faces) {
  std::vector<Label> places;
  for (const Label f : faces) places.push_back(mesh.faceGlobal[f]);
  return places;
}

}  // namespace

FaceSlabs::FaceSlabs(const Mesh& mesh, bool forReading, int bunch) : FaceSlabs(mesh, internalFaces(mesh, forReading), bunch) {}

FaceSlabs::FaceSlabs(const Mesh& mesh, std::vector<Label> faces, int bunch)
    : mesh_(&mesh),
      faces_(std::move(faces)),
      first_(faces_.empty() || (faces_.front() == 0 && faces_.back() == static_cast<Label>(faces_.size()) - 1)),
      plan_(mesh.communicator(), placesOf(mesh, faces_),
            slabStarts(mesh.nInternalFacesGlobal, mesh.communicator().size(), bunch)) {}

std::span<const double> FaceSlabs::entities(std::span<const double> faces, std::vector<double>& room) const {
  if (first_) return faces.first(faces_.size());
  room.clear();
  for (const Label f : faces_) room.push_back(faces[f]);
  return room;
}

std::vector<double> FaceSlabs::gather(std::span<const double> faces) const {
  std::vector<double> room;
  return plan_.gather(entities(faces, room), 1);
}

std::vector<double> FaceSlabs::scatter(std::span<const double> slab, bool oriented) const {
  const std::vector<double> values = plan_.scatter(slab, 1);
  std::vector<double> faces(static_cast<std::size_t>(mesh_->nFaces()), 0.0);
  for (std::size_t i = 0; i < faces_.size(); ++i)
    faces[faces_[i]] = oriented && mesh_->faceFlipped[faces_[i]] ? -values[i] : values[i];
  return faces;
}

}  // namespace eagre::mesh
