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

std::vector<GlobalLabel> slabStarts(GlobalLabel n, int ranks) {
  const GlobalLabel chunk = std::max<GlobalLabel>(1, slabChunkOf(n)), chunks = (n + chunk - 1) / chunk;
  std::vector<GlobalLabel> starts;
  for (GlobalLabel r = 0; r <= ranks; ++r) starts.push_back(std::min(n, (chunks * r + ranks - 1) / ranks * chunk));
  return starts;
}

comm::Redistribution cellSlabs(const Mesh& mesh) {
  return {mesh.communicator(), mesh.cellGlobal, slabStarts(mesh.nCellsGlobal, mesh.communicator().size())};
}

comm::Redistribution patchSlabs(const Mesh& mesh, int globalPatch) {
  const PolyPatch& patch = mesh.globalPatches[static_cast<std::size_t>(globalPatch)];
  std::vector<Label> places = patchFaces(mesh, globalPatch);
  for (Label& place : places) place = static_cast<Label>(mesh.faceGlobal[place] - patch.start);
  return {mesh.communicator(), places, slabStarts(patch.type == "empty" ? 0 : patch.size, mesh.communicator().size())};
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

FaceSlabs::FaceSlabs(const Mesh& mesh, bool forReading) : FaceSlabs(mesh, internalFaces(mesh, forReading)) {}

FaceSlabs::FaceSlabs(const Mesh& mesh, std::vector<Label> faces)
    : mesh_(&mesh),
      faces_(std::move(faces)),
      first_(faces_.empty() || (faces_.front() == 0 && faces_.back() == static_cast<Label>(faces_.size()) - 1)),
      plan_(mesh.communicator(), placesOf(mesh, faces_), slabStarts(mesh.nInternalFacesGlobal, mesh.communicator().size())) {}

std::span<const double> FaceSlabs::gather(std::span<const double> faces, std::vector<double>& room) const {
  if (first_) return plan_.gather(faces.first(faces_.size()), 1, room);
  std::vector<double> values;
  values.reserve(faces_.size());
  for (const Label f : faces_) values.push_back(faces[f]);
  room = plan_.gather(values, 1);
  return room;
}

std::vector<double> FaceSlabs::gather(std::span<const double> faces) const {
  std::vector<double> room;
  const auto slab = gather(faces, room);
  return {slab.begin(), slab.end()};
}

std::vector<double> FaceSlabs::scatter(std::span<const double> slab, bool oriented) const {
  const std::vector<double> values = plan_.scatter(slab, 1);
  std::vector<double> faces(static_cast<std::size_t>(mesh_->nFaces()), 0.0);
  for (std::size_t i = 0; i < faces_.size(); ++i)
    faces[faces_[i]] = oriented && mesh_->faceFlipped[faces_[i]] ? -values[i] : values[i];
  return faces;
}

}  // namespace eagre::mesh
