// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/error.hpp"
#include "mesh/division.hpp"

namespace eagre::mesh {

namespace {

template <class T>
std::span<std::byte> bytesOf(T& value) {
  return std::as_writable_bytes(std::span(&value, 1));
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

/// Whether lists have a value for each cell, face or boundary face of the slab.
bool hasLengths(const SlabMesh& slab, std::size_t nCells, std::size_t nFaces, std::size_t nInternal, bool cellDistances) {
  const auto& g = slab.geometry;
  const bool faces = slab.owner.size() == nFaces && slab.neighbour.size() == nInternal && g.faceCentres.size() == nFaces &&
                     g.faceAreas.size() == nFaces && g.wallDistances.size() == nFaces - nInternal;
  const bool cells = g.cellCentres.size() == nCells && g.cellVolumes.size() == nCells;
  const bool distances = !cellDistances || (g.cellWallDistances.size() == nCells && g.nearestWallFaces.size() == nCells &&
                                            g.boundaryWallDistances.size() == g.wallDistances.size());
  return faces && cells && distances;
}

/// A damaged mesh must not lead outside the lists.
void checkSlab(const comm::Communicator& communicator, const SlabMesh& slab, const std::vector<int>& part) {
  const auto size = [&](const std::vector<GlobalLabel>& starts) {
    return static_cast<std::size_t>(starts[communicator.rank() + 1] - starts[communicator.rank()]);
  };
  const std::size_t nCells = size(slab.cellStarts), nFaces = size(slab.faceStarts);
  const GlobalLabel nInternal = std::clamp<GlobalLabel>(slab.facts.nInternalFaces - slab.faceStarts[communicator.rank()], 0,
                                                        static_cast<GlobalLabel>(nFaces));
  const auto isCell = [&](Label c) { return c >= 0 && c < slab.facts.nCells; };
  const bool lengths = hasLengths(slab, nCells, nFaces, static_cast<std::size_t>(nInternal),
                                  communicator.any(!slab.geometry.cellWallDistances.empty()));
  const bool cells = std::all_of(slab.owner.begin(), slab.owner.end(), isCell) &&
                     std::all_of(slab.neighbour.begin(), slab.neighbour.end(), isCell);
  if (communicator.any(!lengths || !cells)) throw Error("the slabs of the mesh do not agree with what is known of it");
  if (communicator.any(part.size() != nCells))
    throw Error(fmt::format("the cells that parts are given for are not the {} of the mesh", slab.facts.nCells));
  if (communicator.any(std::any_of(part.begin(), part.end(), [&](int p) { return p < 0 || p >= communicator.size(); })))
    throw Error(fmt::format("a cell is given to a part that is not one of the {} ranks", communicator.size()));
}

/// All of n entities on rank 0.
std::vector<GlobalLabel> allOnMaster(const comm::Communicator& communicator, GlobalLabel n) {
  std::vector<GlobalLabel> starts(static_cast<std::size_t>(communicator.size()) + 1, n);
  starts[0] = 0;
  return starts;
}

}  // namespace

SlabMesh slabOnMaster(const comm::Communicator& communicator, PolyMesh&& mesh, PolyGeometry&& geometry) {
  SlabMesh slab;
  std::string facts;
  onMaster(communicator, [&] {
    Problems problems;
    checkPatches(mesh, geometry, problems);
    problems.throwIfAny("the mesh cannot be used");
    facts = toText(factsOf(mesh, geometry));
  });
  communicator.broadcast(facts);
  slab.facts = meshFacts(facts);
  slab.cellStarts = allOnMaster(communicator, slab.facts.nCells);
  slab.faceStarts = allOnMaster(communicator, slab.facts.nFaces);
  slab.owner = std::move(mesh.owner);
  slab.neighbour = std::move(mesh.neighbour);
  slab.geometry = std::move(geometry);
  mesh = {};
  return slab;
}

std::unique_ptr<Mesh> distribute(const comm::Communicator& communicator, SlabMesh&& slab, std::vector<int> part) {
  checkSlab(communicator, slab, part);
  std::vector<Label> patchSizes;
  auto mesh = std::make_unique<Mesh>(divide(communicator, slab, std::move(part), patchSizes));
  const MeshFacts& facts = slab.facts;
  mesh->globalPatches = facts.patches;
  mesh->nCellsGlobal = facts.nCells;
  mesh->nFacesGlobal = facts.nFaces;
  mesh->nInternalFacesGlobal = facts.nInternalFaces;
  mesh->totalVolume = facts.volume;
  mesh->extent = facts.extent;
  std::copy(facts.directions.geometric.begin(), facts.directions.geometric.end(), mesh->geometricD);
  std::copy(facts.directions.solution.begin(), facts.directions.solution.end(), mesh->solutionD);
  complete(*mesh, patchSizes, communicator);
  return mesh;
}

std::unique_ptr<Mesh> distribute(const comm::Communicator& communicator, const PolyMesh* mesh, const std::vector<int>& cellPart) {
  PolyMesh copy;
  PolyGeometry geometry;
  onMaster(communicator, [&] {
    if (!mesh) throw Error("rank 0 was given no mesh to distribute");
    copy = *mesh;
    geometry = computeGeometry(copy);
  });
  SlabMesh slab = slabOnMaster(communicator, std::move(copy), std::move(geometry));
  return distribute(communicator, std::move(slab), communicator.master() ? cellPart : std::vector<int>());
}

}  // namespace eagre::mesh
