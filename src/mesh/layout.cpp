// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <type_traits>

#include "core/error.hpp"

namespace eagre::mesh {

namespace {

/// Entities that are handed to a sink at once.
constexpr GlobalLabel chunkSize = 65536;

enum Tag { countTag = 1, indexTag, valueTag };

/// Some of a rank's entities with their places in the whole.
struct Selection {
  std::vector<Label> local;
  std::vector<Label> global;
  void add(Label l, Label g) {
    local.push_back(l);
    global.push_back(g);
  }
};

template <class T>
void send(const comm::Communicator& communicator, std::span<T> values, int to, int tag) {
  communicator.send(std::as_bytes(values), to, tag);
}
template <class T>
void receive(const comm::Communicator& communicator, std::span<T> values, int from, int tag) {
  communicator.receive(std::as_writable_bytes(values), from, tag);
}

/// Wrong on one rank is an Error on all, so that nobody waits for a message that does not come.
void requireOnAll(const comm::Communicator& communicator, bool right, const char* function) {
  if (communicator.any(!right)) throw Error(fmt::format("{}: the number of values does not fit the mesh", function));
}

/// f(the number of components), one that the compiler knows for those that most fields have: a call for each entity costs more
/// than its copy.
template <class F>
void withComponents(int nComp, F&& f) {
  if (nComp == 1) return f(std::integral_constant<int, 1>{});
  if (nComp == 3) return f(std::integral_constant<int, 3>{});
  f(nComp);
}

std::vector<double> pack(std::span<const Label> entities, std::span<const double> values, int nComp) {
  std::vector<double> packed(entities.size() * nComp);
  withComponents(nComp, [&](auto components) {
    const std::ptrdiff_t n = components;
    for (std::size_t i = 0; i < entities.size(); ++i)
      std::copy_n(values.begin() + entities[i] * n, n, packed.begin() + static_cast<std::ptrdiff_t>(i) * n);
  });
  return packed;
}

/// Puts value i at place global[i] - first.
void place(std::span<const Label> global, std::span<const double> values, int nComp, GlobalLabel first, std::span<double> whole) {
  withComponents(nComp, [&](auto components) {
    const std::ptrdiff_t n = components;
    for (std::size_t i = 0; i < global.size(); ++i)
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i) * n, n, whole.begin() + (global[i] - first) * n);
  });
}

/// Values at ascending places, of all ranks together, to the sink of rank 0 in chunks.
class ChunkedGather {
 public:
  ChunkedGather(const comm::Communicator& communicator, GlobalLabel nWhole, std::span<const Label> global,
                std::span<const double> values, int nComp)
      : communicator_(communicator), nWhole_(nWhole), nComp_(nComp), global_(global), values_(values) {
    for (GlobalLabel first = 0; first < nWhole + chunkSize; first += chunkSize)
      bounds_.push_back(std::lower_bound(global.begin(), global.end(), first) - global.begin());
  }

  void run(const Sink& sink) const {
    if (communicator_.master())
      receiveAll(sink);
    else
      sendAll();
  }

 private:
  std::size_t nChunks() const { return bounds_.size() - 1; }

  void sendAll() const {
    send(communicator_, std::span(bounds_), 0, countTag);
    for (std::size_t chunk = 0; chunk < nChunks(); ++chunk) {
      const std::int64_t begin = bounds_[chunk], n = bounds_[chunk + 1] - begin;
      if (n == 0) continue;
      send(communicator_, global_.subspan(begin, n), 0, indexTag);
      send(communicator_, values_.subspan(begin * nComp_, n * nComp_), 0, valueTag);
    }
  }

  void receiveAll(const Sink& sink) const {
    std::vector<std::vector<std::int64_t>> bounds(communicator_.size(), bounds_);
    for (int rank = 1; rank < communicator_.size(); ++rank) receive(communicator_, std::span(bounds[rank]), rank, countTag);
    std::vector<double> whole, values;
    std::vector<Label> global;
    for (std::size_t chunk = 0; chunk < nChunks(); ++chunk) {
      const GlobalLabel first = static_cast<GlobalLabel>(chunk) * chunkSize, size = std::min(chunkSize, nWhole_ - first);
      whole.resize(size * nComp_);
      const std::int64_t begin = bounds_[chunk], own = bounds_[chunk + 1] - begin;
      place(global_.subspan(begin, own), values_.subspan(begin * nComp_, own * nComp_), nComp_, first, whole);
      for (int rank = 1; rank < communicator_.size(); ++rank) {
        const std::int64_t n = bounds[rank][chunk + 1] - bounds[rank][chunk];
        if (n == 0) continue;
        global.resize(n);
        values.resize(n * nComp_);
        receive(communicator_, std::span(global), rank, indexTag);
        receive(communicator_, std::span(values), rank, valueTag);
        place(global, values, nComp_, first, whole);
      }
      sink(first, whole);
    }
  }

  const comm::Communicator& communicator_;
  GlobalLabel nWhole_;
  int nComp_;
  std::span<const Label> global_;
  std::span<const double> values_;
  std::vector<std::int64_t> bounds_;  ///< first entity of each chunk, and the end
};

/// Each rank's share of rank 0's values: those at the places `global`, in that order.
std::vector<double> scatter(const comm::Communicator& communicator, std::span<const Label> global, std::span<const double> whole,
                            int nComp) {
  const auto pick = [&](std::span<const Label> places) {
    std::vector<double> values(places.size() * nComp);
    for (std::size_t i = 0; i < places.size(); ++i)
      std::copy_n(whole.begin() + static_cast<std::ptrdiff_t>(places[i]) * nComp, nComp,
                  values.begin() + static_cast<std::ptrdiff_t>(i) * nComp);
    return values;
  };
  if (!communicator.master()) {
    const auto n = static_cast<std::int64_t>(global.size());
    std::vector<double> values(global.size() * nComp);
    send(communicator, std::span(&n, 1), 0, countTag);
    send(communicator, global, 0, indexTag);
    receive(communicator, std::span(values), 0, valueTag);
    return values;
  }
  for (int rank = 1; rank < communicator.size(); ++rank) {
    std::int64_t n = 0;
    receive(communicator, std::span(&n, 1), rank, countTag);
    std::vector<Label> places(n);
    receive(communicator, std::span(places), rank, indexTag);
    const std::vector<double> values = pick(places);
    send(communicator, std::span(values), rank, valueTag);
  }
  return pick(global);
}

/// Faces here that are internal in the global mesh, ascending there. bothSides: cut faces on both ranks.
Selection wholeInternalFaces(const Mesh& mesh, bool bothSides) {
  std::vector<Label> faces;
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f)
    if (mesh.faceGlobal[f] < mesh.nInternalFacesGlobal && (bothSides || !mesh.faceFlipped[f])) faces.push_back(f);
  if (std::ssize(faces) == mesh.nInternalFacesGlobal) {  // all: each has its place, and there is nothing to compare
    for (const Label f : std::vector(faces)) faces[mesh.faceGlobal[f]] = f;
  } else {
    std::sort(faces.begin(), faces.end(), [&](Label a, Label b) { return mesh.faceGlobal[a] < mesh.faceGlobal[b]; });
  }
  Selection selection;
  for (Label f : faces) selection.add(f, mesh.faceGlobal[f]);
  return selection;
}

/// Faces here of a patch, by their place in the patch.
Selection placesInPatch(const Mesh& mesh, int globalPatch) {
  Selection selection;
  for (Label f : patchFaces(mesh, globalPatch))
    selection.add(f, static_cast<Label>(mesh.faceGlobal[f] - mesh.globalPatches[globalPatch].start));
  return selection;
}

std::size_t count(GlobalLabel n, int nComp) { return static_cast<std::size_t>(n) * nComp; }

/// Values that rank 0 gathers or scatters for a patch.
std::size_t patchCount(const Mesh& mesh, int globalPatch, int nComp) {
  const PolyPatch& patch = mesh.globalPatches[globalPatch];
  return patch.type == "empty" ? 0 : count(patch.size, nComp);
}

}  // namespace

void gatherCells(const Mesh& mesh, std::span<const double> local, int nComp, const Sink& sink) {
  requireOnAll(mesh.communicator(), local.size() >= count(mesh.nCells, nComp), "gatherCells");
  ChunkedGather(mesh.communicator(), mesh.nCellsGlobal, mesh.cellGlobal, local, nComp).run(sink);
}

void gatherFaces(const Mesh& mesh, std::span<const double> local, int nComp, const Sink& sink) {
  requireOnAll(mesh.communicator(), local.size() >= count(mesh.nInteriorFaces(), nComp), "gatherFaces");
  const Selection faces = wholeInternalFaces(mesh, false);
  const std::vector<double> values = pack(faces.local, local, nComp);
  ChunkedGather(mesh.communicator(), mesh.nInternalFacesGlobal, faces.global, values, nComp).run(sink);
}

namespace {
Sink appendTo(std::vector<double>& whole) {
  return [&whole](GlobalLabel, std::span<const double> piece) { whole.insert(whole.end(), piece.begin(), piece.end()); };
}
}  // namespace

std::vector<double> gatherAllCells(const Mesh& mesh, std::span<const double> local, int nComp) {
  std::vector<double> whole;
  gatherCells(mesh, local, nComp, appendTo(whole));
  return whole;
}

std::vector<double> gatherAllFaces(const Mesh& mesh, std::span<const double> local, int nComp) {
  std::vector<double> whole;
  gatherFaces(mesh, local, nComp, appendTo(whole));
  return whole;
}

std::vector<Label> patchFaces(const Mesh& mesh, int globalPatch) {
  std::vector<Label> faces;
  const auto add = [&](Label start, Label size) {
    faces.resize(faces.size() + size);
    std::iota(faces.end() - size, faces.end(), start);
  };
  for (const Patch& patch : mesh.patches)
    if (patch.globalIndex == globalPatch) add(mesh.nInteriorFaces() + patch.start, patch.size);
  for (const CoupledRange& range : mesh.coupled)
    if (range.globalIndex == globalPatch) add(mesh.nInternalFaces + range.start, range.size);
  return faces;
}

std::vector<double> gatherPatch(const Mesh& mesh, int globalPatch, std::span<const double> local, int nComp) {
  const comm::Communicator& communicator = mesh.communicator();
  const Selection faces = placesInPatch(mesh, globalPatch);
  requireOnAll(communicator, local.size() == faces.global.size() * nComp, "gatherPatch");
  if (!communicator.master()) {
    const auto n = static_cast<std::int64_t>(faces.global.size());
    send(communicator, std::span(&n, 1), 0, countTag);
    send(communicator, std::span(faces.global), 0, indexTag);
    send(communicator, local, 0, valueTag);
    return {};
  }
  std::vector<double> whole(patchCount(mesh, globalPatch, nComp)), values;
  place(faces.global, local, nComp, 0, whole);
  std::vector<Label> places;
  for (int rank = 1; rank < communicator.size(); ++rank) {
    std::int64_t n = 0;
    receive(communicator, std::span(&n, 1), rank, countTag);
    places.resize(n);
    values.resize(n * nComp);
    receive(communicator, std::span(places), rank, indexTag);
    receive(communicator, std::span(values), rank, valueTag);
    place(places, values, nComp, 0, whole);
  }
  return whole;
}

std::vector<double> scatterCells(const Mesh& mesh, std::span<const double> whole, int nComp) {
  const comm::Communicator& communicator = mesh.communicator();
  requireOnAll(communicator, !communicator.master() || whole.size() == count(mesh.nCellsGlobal, nComp), "scatterCells");
  return scatter(communicator, mesh.cellGlobal, whole, nComp);
}

std::vector<double> scatterFaces(const Mesh& mesh, std::span<const double> whole, int nComp, bool oriented) {
  const comm::Communicator& communicator = mesh.communicator();
  requireOnAll(communicator, !communicator.master() || whole.size() == count(mesh.nInternalFacesGlobal, nComp), "scatterFaces");
  const Selection faces = wholeInternalFaces(mesh, true);
  const std::vector<double> values = scatter(communicator, faces.global, whole, nComp);
  std::vector<double> local(count(mesh.nFaces(), nComp), 0.0);
  for (std::size_t i = 0; i < faces.local.size(); ++i) {
    const Label f = faces.local[i];
    const double sign = oriented && mesh.faceFlipped[f] ? -1 : 1;
    for (int k = 0; k < nComp; ++k) local[count(f, nComp) + k] = sign * values[i * nComp + k];
  }
  return local;
}

std::vector<double> scatterPatch(const Mesh& mesh, int globalPatch, std::span<const double> whole, int nComp) {
  const comm::Communicator& communicator = mesh.communicator();
  requireOnAll(communicator, !communicator.master() || whole.size() == patchCount(mesh, globalPatch, nComp), "scatterPatch");
  return scatter(communicator, placesInPatch(mesh, globalPatch).global, whole, nComp);
}

}  // namespace eagre::mesh
