// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/slabs.hpp"

#include <algorithm>
#include <numeric>

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

/// Of each owned cell the faces that it owns in the global mesh.
std::vector<Label> upperFaces(const Mesh& mesh) {
  std::vector<Label> counts(static_cast<std::size_t>(mesh.nCells));
  for (Label c = 0; c < mesh.nCells; ++c) counts[c] = mesh.ownerStart[c + 1] - mesh.ownerStart[c];
  for (Label f = mesh.nInternalFaces; f < mesh.nInteriorFaces(); ++f)
    if (mesh.faceGlobal[f] < mesh.nInternalFacesGlobal && !mesh.faceFlipped[f]) ++counts[mesh.owner[f]];
  return counts;
}

/// Where the faces that a cell owns begin: in the global mesh, and in a file, class by class.
struct FirstFaces {
  Label inMesh;
  std::array<Label, FaceClasses{}.size()> inFile;
};

/// Of each owned cell. Collective.
std::vector<FirstFaces> firstFaces(const Mesh& mesh) {
  const comm::Redistribution cells = cellSlabs(mesh);
  const std::vector<Label> counts = cells.gather(upperFaces(mesh));
  FaceClasses next{};  // of this slab; then the places of its first faces
  for (const Label count : counts)
    for (std::size_t k = 0; k < next.size(); ++k) next[k] += faceClasses(count)[k];
  GlobalLabel inMesh = 0, start = 0;
  for (GlobalLabel& place : next) {
    const std::vector<std::int64_t> all = mesh.communicator().allGather(place);
    const GlobalLabel before = std::accumulate(all.begin(), all.begin() + mesh.communicator().rank(), GlobalLabel{0});
    inMesh += before;
    place = start + before;
    start = std::accumulate(all.begin(), all.end(), start);
  }
  std::vector<FirstFaces> first;
  first.reserve(counts.size());
  for (const Label count : counts) {
    first.push_back({static_cast<Label>(inMesh), {}});
    inMesh += count;
    for (std::size_t k = 0; k < next.size(); ++k) {
      first.back().inFile[k] = static_cast<Label>(next[k]);
      next[k] += faceClasses(count)[k];
    }
  }
  return cells.scatter(first);
}

/// Where these faces stand in a file. Collective.
std::vector<Label> placesOf(const Mesh& mesh, const std::vector<Label>& faces) {
  const std::vector<FirstFaces> first = firstFaces(mesh);
  const auto n = static_cast<std::size_t>(mesh.nCoupledFaces);
  std::vector<double> sides(2 * n);  // exact; of the side of a cut that has the owner, and what the other one hears of it
  std::vector<Label> places(faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const Label f = faces[i];
    if (mesh.faceFlipped[f]) continue;
    const FirstFaces& cell = first[mesh.owner[f]];
    const Label k = mesh.faceGlobal[f] - cell.inMesh, last = static_cast<Label>(cell.inFile.size()) - 1;
    places[i] = cell.inFile[std::min(k, last)] + std::max(k - last, 0);
    if (f >= mesh.nInternalFaces) sides[f - mesh.nInternalFaces] = places[i];
  }
  mesh.faceHalo->update(sides);
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (mesh.faceFlipped[faces[i]]) places[i] = static_cast<Label>(sides[n + faces[i] - mesh.nInternalFaces]);
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

std::vector<double> FaceSlabs::scatter(std::span<const double> slab, bool oriented) const {
  const std::vector<double> values = plan_.scatter(slab, 1);
  std::vector<double> faces(static_cast<std::size_t>(mesh_->nFaces()), 0.0);
  for (std::size_t i = 0; i < faces_.size(); ++i)
    faces[faces_[i]] = oriented && mesh_->faceFlipped[faces_[i]] ? -values[i] : values[i];
  return faces;
}

}  // namespace eagre::mesh
