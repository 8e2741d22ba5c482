// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "core/error.hpp"
#include "mesh/division.hpp"
#include "mesh/wall_distance.hpp"

namespace eagre::mesh {

namespace {

constexpr int tag = 0;

template <class T>
std::span<std::byte> bytesOf(T& value) {
  return std::as_writable_bytes(std::span(&value, 1));
}

/// Sends (receives) values one after another to (from) one rank; used with visitPart on both sides.
struct Sender {
  const comm::Communicator& communicator;
  int to;
  template <class T>
  void operator()(T& value) const {
    communicator.send(bytesOf(value), to, tag);
  }
  template <class T>
  void operator()(std::vector<T>& values) const {
    auto n = static_cast<std::int64_t>(values.size());
    (*this)(n);
    communicator.send(std::as_bytes(std::span(values)), to, tag);
  }
};
struct Receiver {
  const comm::Communicator& communicator;
  template <class T>
  void operator()(T& value) const {
    communicator.receive(bytesOf(value), 0, tag);
  }
  template <class T>
  void operator()(std::vector<T>& values) const {
    std::int64_t n = 0;
    (*this)(n);
    values.resize(static_cast<std::size_t>(n));
    communicator.receive(std::as_writable_bytes(std::span(values)), 0, tag);
  }
};

/// A CoupledRange without its name.
struct RangeNumbers {
  int globalIndex, neighbourRank;
  Label start, size;
};

/// All that Division::part fills.
template <class Transfer>
void visitPart(const Transfer& transfer, Mesh& mesh, std::vector<RangeNumbers>& ranges, std::vector<Label>& patchSizes) {
  transfer(mesh.nCells);
  transfer(mesh.nInternalFaces);
  transfer(mesh.nCoupledFaces);
  transfer(mesh.nBoundaryFaces);
  transfer(mesh.cellGlobal);
  transfer(mesh.C);
  transfer(mesh.V);
  transfer(mesh.owner);
  transfer(mesh.neighbour);
  transfer(mesh.faceGlobal);
  transfer(mesh.faceFlipped);
  transfer(mesh.Cf);
  transfer(mesh.Sf.vectors);
  transfer(mesh.wallDistance);
  transfer(ranges);
  transfer(patchSizes);
}

/// Returns when the part has arrived: MPI may keep any number of short messages on their way, those to 1,536 ranks at once.
void sendPart(const comm::Communicator& communicator, int to, Mesh& part, std::vector<Label>& patchSizes) {
  std::vector<RangeNumbers> ranges;
  for (const CoupledRange& r : part.coupled) ranges.push_back({r.globalIndex, r.neighbourRank, r.start, r.size});
  visitPart(Sender{communicator, to}, part, ranges, patchSizes);
  char arrived = 0;
  communicator.receive(bytesOf(arrived), to, tag);
}

Mesh receivePart(const comm::Communicator& communicator, std::vector<Label>& patchSizes) {
  Mesh part;
  std::vector<RangeNumbers> ranges;
  visitPart(Receiver{communicator}, part, ranges, patchSizes);
  char arrived = 1;
  communicator.send(bytesOf(arrived), 0, tag);
  for (const RangeNumbers& r : ranges) part.coupled.push_back({"", r.globalIndex, r.neighbourRank, r.start, r.size});
  return part;
}

void broadcastStrings(const comm::Communicator& communicator, std::vector<std::string>& strings) {
  auto n = static_cast<std::int64_t>(strings.size());
  communicator.broadcast(bytesOf(n));
  strings.resize(static_cast<std::size_t>(n));
  for (std::string& s : strings) communicator.broadcast(s);
}

void broadcastPatch(const comm::Communicator& communicator, PolyPatch& patch) {
  for (std::string* text : {&patch.name, &patch.type, &patch.neighbourPatch}) communicator.broadcast(*text);
  communicator.broadcast(bytesOf(patch.start));
  communicator.broadcast(bytesOf(patch.size));
  broadcastStrings(communicator, patch.inGroups);
  std::vector<std::string> keys, texts;
  for (const auto& [key, text] : patch.otherEntries) {
    keys.push_back(key);
    texts.push_back(text);
  }
  broadcastStrings(communicator, keys);
  broadcastStrings(communicator, texts);
  patch.otherEntries.clear();
  for (std::size_t i = 0; i < keys.size(); ++i) patch.otherEntries.emplace_back(keys[i], texts[i]);
}

/// What all ranks know of the undivided mesh.
struct Whole {
  std::vector<PolyPatch> patches;
  GlobalLabel nCells = 0, nFaces = 0, nInternalFaces = 0;
  double volume = 0;
  Directions directions;

  void broadcast(const comm::Communicator& communicator) {
    auto n = static_cast<std::int64_t>(patches.size());
    communicator.broadcast(bytesOf(n));
    patches.resize(static_cast<std::size_t>(n));
    for (PolyPatch& patch : patches) broadcastPatch(communicator, patch);
    for (GlobalLabel* count : {&nCells, &nFaces, &nInternalFaces}) communicator.broadcast(bytesOf(*count));
    communicator.broadcast(bytesOf(volume));
    communicator.broadcast(bytesOf(directions));
  }
  void tell(Mesh& mesh) const {
    mesh.globalPatches = patches;
    mesh.nCellsGlobal = nCells;
    mesh.nFacesGlobal = nFaces;
    mesh.nInternalFacesGlobal = nInternalFaces;
    mesh.totalVolume = volume;
    std::copy(directions.geometric.begin(), directions.geometric.end(), mesh.geometricD);
    std::copy(directions.solution.begin(), directions.solution.end(), mesh.solutionD);
  }
};

/// Everything that may be wrong with what rank 0 was given.
void checkInput(const PolyMesh& mesh, const PolyGeometry& geometry, const std::vector<int>& cellPart, int nParts) {
  Problems problems;
  checkPatches(mesh, geometry, problems);
  problems.throwIfAny("the mesh cannot be used");
  if (cellPart.size() != geometry.cellVolumes.size())
    throw Error(fmt::format("parts are given for {} cells, the mesh has {}", cellPart.size(), geometry.cellVolumes.size()));
  if (std::any_of(cellPart.begin(), cellPart.end(), [nParts](int p) { return p < 0 || p >= nParts; }))
    throw Error(fmt::format("a cell is given to a part that is not one of the {} ranks", nParts));
}

/// Runs f on rank 0; an Error there is thrown on all ranks.
template <class F>
void onMaster(const comm::Communicator& communicator, F&& f) {
  std::string message;
  auto code = ExitCode::success;
  if (communicator.master()) try {
      f();
    } catch (const Error& e) {
      message = e.what();
      code = e.code();
    }
  communicator.broadcast(bytesOf(code));
  communicator.broadcast(message);
  if (code != ExitCode::success) throw Error(message, code);
}

}  // namespace

std::unique_ptr<Mesh> distribute(const comm::Communicator& communicator, const PolyMesh* mesh, const std::vector<int>& cellPart) {
  PolyMesh copy;
  PolyGeometry geometry;
  onMaster(communicator, [&] {
    if (!mesh) throw Error("rank 0 was given no mesh to distribute");
    copy = *mesh;
    geometry = computeGeometry(copy);
  });
  return distribute(communicator, std::move(copy), std::move(geometry), cellPart);
}

std::unique_ptr<Mesh> distribute(const comm::Communicator& communicator, PolyMesh&& mesh, PolyGeometry&& geometry,
                                 const std::vector<int>& cellPart) {
  Whole whole;
  onMaster(communicator, [&] {
    checkInput(mesh, geometry, cellPart, communicator.size());
    const auto& volumes = geometry.cellVolumes;
    whole = {mesh.patches,
             static_cast<GlobalLabel>(volumes.size()),
             mesh.nFaces(),
             mesh.nInternalFaces(),
             std::accumulate(volumes.begin(), volumes.end(), 0.0),
             findDirections(mesh, geometry)};
    geometry.wallDistances = nearWallDistances(mesh, geometry);
  });
  whole.broadcast(communicator);
  release(mesh.points);
  release(mesh.faceOffsets);
  release(mesh.facePoints);

  auto result = std::make_unique<Mesh>();
  std::vector<Label> patchSizes;
  if (communicator.master()) {
    Division division(mesh, geometry, cellPart, communicator.size());
    for (int p = 1; p < communicator.size(); ++p) {
      Mesh part = division.part(p, patchSizes);
      sendPart(communicator, p, part, patchSizes);
    }
    *result = division.lastPart(0, patchSizes);
  } else {
    *result = receivePart(communicator, patchSizes);
  }
  whole.tell(*result);
  complete(*result, patchSizes, communicator);
  return result;
}

}  // namespace eagre::mesh
