// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/corner_mesh.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "comm/shares.hpp"
#include "mesh/slabs.hpp"

namespace eagre::mesh {
namespace {

using Parts = CornerMesh::Parts;

void sortUnique(std::vector<Label>& labels) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
}

bool has(const std::vector<Label>& sorted, Label label) { return std::binary_search(sorted.begin(), sorted.end(), label); }

Label indexIn(const std::vector<Label>& sorted, Label label) {
  return static_cast<Label>(std::lower_bound(sorted.begin(), sorted.end(), label) - sorted.begin());
}

/// Faces by what they touch: those of entity i are [starts[i], starts[i + 1]), ascending.
struct FacesOf {
  std::vector<Label> starts, faces;
  /// each(f, use): calls use(i) for what face f touches.
  template <class Each>
  FacesOf(std::size_t n, Label nFaces, Each each) : starts(n + 1, 0) {
    for (Label f = 0; f < nFaces; ++f) each(f, [&](Label i) { ++starts[i + 1]; });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    faces.resize(static_cast<std::size_t>(starts.back()));
    std::vector<Label> next(starts.begin(), starts.end() - 1);
    for (Label f = 0; f < nFaces; ++f) each(f, [&](Label i) { faces[next[i]++] = f; });
  }
  std::span<const Label> operator()(Label i) const {
    return std::span(faces).subspan(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(starts[i + 1] - starts[i]));
  }
};

/// Takes the parts of ranks out of the global mesh.
class Taker {
 public:
  Taker(const PolyMesh& mesh, const PolyGeometry& geometry)
      : mesh_(mesh),
        geometry_(geometry),
        ofCells_(geometry.cellCentres.size(), mesh.nFaces(),
                 [&](Label f, auto use) {
                   use(mesh.owner[f]);
                   if (f < mesh.nInternalFaces()) use(mesh.neighbour[f]);
                 }),
        ofPoints_(mesh.points.size(), mesh.nFaces(),
                  [&](Label f, auto use) {
                    for (const Label p : mesh_.pointsOf(f)) use(p);
                  }),
        isEmpty_(static_cast<std::size_t>(mesh.nFaces()), 0) {
    for (const PolyPatch& patch : mesh.patches)
      if (patch.type == "empty") std::fill_n(isEmpty_.begin() + patch.start, patch.size, 1);
  }

  Parts take(std::vector<Label> own) const {
    std::sort(own.begin(), own.end());
    std::vector<Label> ownPoints, faces;
    for (const Label c : own)
      for (const Label f : ofCells_(c)) ownPoints.insert(ownPoints.end(), mesh_.pointsOf(f).begin(), mesh_.pointsOf(f).end());
    sortUnique(ownPoints);
    Parts parts;
    for (const Label p : ownPoints)
      for (const Label f : ofPoints_(p)) {
        parts.cells.push_back(mesh_.owner[f]);
        if (f < mesh_.nInternalFaces()) parts.cells.push_back(mesh_.neighbour[f]);
      }
    sortUnique(parts.cells);
    for (const Label c : own) parts.owned.push_back(indexIn(parts.cells, c));
    for (const Label c : parts.cells) {
      const auto around = ofCells_(c);
      faces.insert(faces.end(), around.begin(), around.end());
      parts.geometry.cellCentres.push_back(geometry_.cellCentres[c]);
    }
    sortUnique(faces);
    for (const Label f : faces) parts.points.insert(parts.points.end(), mesh_.pointsOf(f).begin(), mesh_.pointsOf(f).end());
    sortUnique(parts.points);
    for (const Label p : parts.points) parts.mesh.points.push_back(mesh_.points[p]);
    addFaces(faces, parts);
    return parts;
  }

 private:
  /// In a mesh's order: with two cells here, on patches, and those that only bound the parts here.
  void addFaces(const std::vector<Label>& faces, Parts& parts) const {
    std::array<std::vector<Label>, 3> kinds;
    for (const Label f : faces) {
      const bool internal = f < mesh_.nInternalFaces();
      const bool both = internal && has(parts.cells, mesh_.owner[f]) && has(parts.cells, mesh_.neighbour[f]);
      kinds[both ? 0 : !internal && !isEmpty_[static_cast<std::size_t>(f)] ? 1 : 2].push_back(f);
    }
    for (const auto& kind : kinds)
      for (const Label f : kind) {
        const bool flipped = !has(parts.cells, mesh_.owner[f]);
        parts.mesh.owner.push_back(indexIn(parts.cells, flipped ? mesh_.neighbour[f] : mesh_.owner[f]));
        if (&kind == &kinds[0]) parts.mesh.neighbour.push_back(indexIn(parts.cells, mesh_.neighbour[f]));
        if (&kind == &kinds[1]) parts.boundary.push_back(f - mesh_.nInternalFaces());
        const auto first = parts.mesh.facePoints.size();
        for (const Label p : mesh_.pointsOf(f)) parts.mesh.facePoints.push_back(indexIn(parts.points, p));
        if (flipped)
          std::reverse(parts.mesh.facePoints.begin() + static_cast<std::ptrdiff_t>(first), parts.mesh.facePoints.end());
        parts.mesh.faceOffsets.push_back(static_cast<Label>(parts.mesh.facePoints.size()));
        parts.geometry.faceCentres.push_back(geometry_.faceCentres[f]);
        parts.geometry.faceAreas.push_back(flipped ? -1.0 * geometry_.faceAreas[f] : geometry_.faceAreas[f]);
      }
  }

  const PolyMesh& mesh_;
  const PolyGeometry& geometry_;
  FacesOf ofCells_, ofPoints_;
  std::vector<char> isEmpty_;
};

/// Calls use(list) for all lists of the parts.
template <class P, class Use>
void eachList(P& parts, Use use) {
  use(parts.mesh.points);
  use(parts.mesh.faceOffsets);
  use(parts.mesh.facePoints);
  use(parts.mesh.owner);
  use(parts.mesh.neighbour);
  use(parts.geometry.cellCentres);
  use(parts.geometry.faceCentres);
  use(parts.geometry.faceAreas);
  use(parts.cells);
  use(parts.points);
  use(parts.boundary);
  use(parts.owned);
}

constexpr int tag = 417;

template <class T>
void sendList(const comm::Communicator& communicator, const std::vector<T>& list, int to) {
  const auto n = static_cast<std::int64_t>(list.size());
  communicator.send(std::as_bytes(std::span(&n, 1)), to, tag);
  communicator.send(std::as_bytes(std::span(list)), to, tag);
}

template <class T>
void receiveList(const comm::Communicator& communicator, std::vector<T>& list, int from) {
  std::int64_t n = 0;
  communicator.receive(std::as_writable_bytes(std::span(&n, 1)), from, tag);
  list.resize(static_cast<std::size_t>(n));
  communicator.receive(std::as_writable_bytes(std::span(list)), from, tag);
}

/// Rank 0 never holds more than one other rank's parts.
Parts deal(const comm::Communicator& communicator, const PolyMesh* whole, const PolyGeometry* geometry, const Mesh& mesh) {
  Parts own;
  if (!communicator.master()) {
    sendList(communicator, mesh.cellGlobal, 0);
    eachList(own, [&](auto& list) { receiveList(communicator, list, 0); });
    return own;
  }
  const Taker taker(*whole, *geometry);
  std::vector<Label> cells;
  for (int rank = 1; rank < communicator.size(); ++rank) {
    receiveList(communicator, cells, rank);
    const Parts parts = taker.take(std::move(cells));
    eachList(parts, [&](const auto& list) { sendList(communicator, list, rank); });
  }
  return taker.take(mesh.cellGlobal);
}

}  // namespace

CornerMesh::CornerMesh(const PolyMesh* whole, const PolyGeometry* geometry, const Mesh& mesh)
    : parts_(deal(mesh.communicator(), whole, geometry, mesh)), nCells_(mesh.nCells) {
  const auto nInternal = static_cast<GlobalLabel>(parts_.mesh.neighbour.size());
  const auto nBoundary = static_cast<GlobalLabel>(parts_.boundary.size());
  const auto addPatch = [&](const char* type, GlobalLabel start, GlobalLabel end) {
    PolyPatch& patch = parts_.mesh.patches.emplace_back();
    patch.name = patch.type = type;
    patch.start = start;
    patch.size = end - start;
  };
  addPatch("patch", nInternal, nInternal + nBoundary);
  addPatch("empty", nInternal + nBoundary, parts_.mesh.nFaces());  // and where the global mesh goes on
  stencils_.emplace(parts_.mesh, parts_.geometry);

  const GlobalLabel nAll = mesh.nCellsGlobal + mesh.nFacesGlobal - mesh.nInternalFacesGlobal;
  const auto starts = slabStarts(nAll, mesh.communicator().size());
  std::vector<Label> held(mesh.cellGlobal.begin(), mesh.cellGlobal.end()), wanted = parts_.cells;
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b)
    held.push_back(
        static_cast<Label>(mesh.nCellsGlobal + mesh.faceGlobal[mesh.nInteriorFaces() + b] - mesh.nInternalFacesGlobal));
  for (const Label b : parts_.boundary) wanted.push_back(static_cast<Label>(mesh.nCellsGlobal + b));
  held_.emplace(mesh.communicator(), held, starts);
  wanted_.emplace(mesh.communicator(), wanted, starts);
}

}  // namespace eagre::mesh
