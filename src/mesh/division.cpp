// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/division.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

#include "comm/redistribution.hpp"
#include "comm/shares.hpp"

namespace eagre::mesh {

namespace {

/// A face as one of the ranks that have it sees it.
struct FaceRecord {
  Label face;       ///< in the global mesh
  Label owner;      ///< the cell here that it bounds (the first, if it is internal here)
  Label neighbour;  ///< the other one; -1 if it is not here
  int otherRank;    ///< of the cell on the other side of a cut or a cyclic patch; else -1
  bool flipped;     ///< its normal points into the owner
};

/// Items for the ranks, one rank's after another's; filled in two passes.
template <class T>
struct Dealt {
  std::vector<T> items;
  std::vector<std::size_t> starts;
  /// each(emit) calls emit(rank, item) for all items, the same each time.
  template <class Each>
  Dealt(int ranks, Each&& each) : starts(static_cast<std::size_t>(ranks) + 1, 0) {
    each([&](int rank, const T&) { ++starts[static_cast<std::size_t>(rank) + 1]; });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    items.resize(starts.back());
    auto next = starts;
    each([&](int rank, const T& item) { items[next[static_cast<std::size_t>(rank)]++] = item; });
  }
};

/// The ranks of cells, and their indices there, for the faces of a slab: of the cells of this rank's slab, and of those of others
/// that its faces touch. Collective.
class CellPlaces {
 public:
  struct Place {
    int rank;
    Label local;
  };
  /// cells: the plan between the cells of the parts and the slabs.
  CellPlaces(const comm::Communicator& communicator, const SlabMesh& slab, std::vector<int>&& part,
             const comm::Redistribution& cells)
      : first_(cells.first()), rank_(std::move(part)) {
    std::vector<Label> indices(cells.entities());
    std::iota(indices.begin(), indices.end(), 0);
    local_ = cells.gather(indices);
    const auto inSlab = [&](Label c) { return c >= first_ && c < first_ + cells.size(); };
    for (const auto* list : {&slab.owner, &slab.neighbour})
      std::copy_if(list->begin(), list->end(), std::back_inserter(others_), [&](Label c) { return !inSlab(c); });
    std::sort(others_.begin(), others_.end());
    others_.erase(std::unique(others_.begin(), others_.end()), others_.end());
    const comm::Redistribution asked(communicator, others_, slab.cellStarts);
    otherRank_ = asked.scatter(rank_);
    otherLocal_ = asked.scatter(local_);
  }
  Place operator()(Label cell) const {
    const GlobalLabel i = cell - first_;
    if (i >= 0 && i < static_cast<GlobalLabel>(rank_.size())) return {rank_[i], local_[i]};
    const auto j = std::lower_bound(others_.begin(), others_.end(), cell) - others_.begin();
    return {otherRank_[j], otherLocal_[j]};
  }

 private:
  GlobalLabel first_;
  std::vector<int> rank_;
  std::vector<Label> local_;
  std::vector<Label> others_;  ///< ascending
  std::vector<int> otherRank_;
  std::vector<Label> otherLocal_;
};

/// The ranks behind the faces of cyclic patches, for the faces of a slab (0 for other faces); empty if there are none.
/// Collective.
std::vector<int> ranksBehindCyclic(const comm::Communicator& communicator, const SlabMesh& slab, const CellPlaces& places) {
  const std::vector<int> partner = partnerPatches(slab.facts.patches);
  const auto isCyclic = [&](std::size_t p) { return partner[p] >= 0 && !isOverlapping(slab.facts.patches[p]); };
  bool any = false;
  for (std::size_t p = 0; p < partner.size(); ++p) any = any || isCyclic(p);
  if (!any) return {};
  const GlobalLabel first = slab.faceStarts[communicator.rank()], end = first + static_cast<GlobalLabel>(slab.owner.size());
  std::vector<int> ownerRank(slab.owner.size()), behind(slab.owner.size(), 0);
  for (std::size_t i = 0; i < slab.owner.size(); ++i) ownerRank[i] = places(slab.owner[i]).rank;
  std::vector<Label> faces, met;
  for (std::size_t p = 0; p < partner.size(); ++p) {
    if (!isCyclic(p)) continue;
    const PolyPatch &here = slab.facts.patches[p], &there = slab.facts.patches[partner[p]];
    for (GlobalLabel f = std::max(first, here.start); f < std::min(end, here.start + here.size); ++f) {
      faces.push_back(static_cast<Label>(f - first));
      met.push_back(static_cast<Label>(f - here.start + there.start));
    }
  }
  const std::vector<int> ranks = comm::Redistribution(communicator, met, slab.faceStarts).scatter(ownerRank);
  for (std::size_t i = 0; i < faces.size(); ++i) behind[faces[i]] = ranks[i];
  return behind;
}

/// The rank behind a face of a patch, at i in the slab: of an overlapping patch its own; -1: there is nothing.
int otherRank(const PolyPatch& patch, int rank, const std::vector<int>& behindCyclic, std::size_t i) {
  if (isOverlapping(patch)) return rank;
  return isCoupled(patch) ? behindCyclic[i] : -1;
}

/// The faces of this rank's part, in the order of the global mesh. Faces of empty patches are nobody's. Collective.
std::vector<FaceRecord> dealFaces(const comm::Communicator& communicator, const SlabMesh& slab, const CellPlaces& places) {
  const std::vector<int> behind = ranksBehindCyclic(communicator, slab, places);
  const GlobalLabel first = slab.faceStarts[communicator.rank()];
  Dealt<FaceRecord> dealt(communicator.size(), [&](auto&& emit) {
    std::size_t patch = 0;
    for (std::size_t i = 0; i < slab.owner.size(); ++i) {
      const GlobalLabel g = first + static_cast<GlobalLabel>(i);
      const auto face = static_cast<Label>(g);
      const auto [rank, owner] = places(slab.owner[i]);
      if (i < slab.neighbour.size()) {
        const auto [otherRank, neighbour] = places(slab.neighbour[i]);
        if (rank == otherRank) {
          emit(rank, FaceRecord{face, owner, neighbour, -1, false});
        } else {
          emit(rank, FaceRecord{face, owner, -1, otherRank, false});
          emit(otherRank, FaceRecord{face, neighbour, -1, rank, true});
        }
        continue;
      }
      while (g >= slab.facts.patches[patch].start + slab.facts.patches[patch].size) ++patch;
      const std::string& type = slab.facts.patches[patch].type;
      if (type != "empty") emit(rank, FaceRecord{face, owner, -1, otherRank(slab.facts.patches[patch], rank, behind, i), false});
    }
  });
  return comm::deliver(communicator, std::move(dealt.items), dealt.starts);
}

/// Position of the patch that a face is in; -1 for internal faces of the global mesh.
int patchOf(const MeshFacts& facts, Label face) {
  if (face < facts.nInternalFaces) return -1;
  const auto it = std::partition_point(facts.patches.begin(), facts.patches.end(),
                                       [face](const PolyPatch& patch) { return patch.start + patch.size <= face; });
  return static_cast<int>(it - facts.patches.begin());
}

/// Puts the faces in order, [internal | coupled | boundary], and fills in all that the records say.
void layOut(Mesh& part, const MeshFacts& facts, std::vector<FaceRecord>&& records, std::vector<Label>& patchSizes) {
  const auto kind = [](const FaceRecord& r) { return r.neighbour >= 0 ? 0 : r.otherRank >= 0 ? 1 : 2; };
  std::array<Label, 3> count{};
  for (const FaceRecord& r : records) ++count[kind(r)];
  part.nInternalFaces = count[0];
  part.nCoupledFaces = count[1];
  part.nBoundaryFaces = count[2];
  part.owner.resize(part.nFaces());
  part.neighbour.resize(part.nInteriorFaces());
  part.faceGlobal.resize(part.nFaces());
  part.faceFlipped.assign(part.nFaces(), 0);
  patchSizes.assign(facts.patches.size(), 0);
  const auto put = [&](Label f, const FaceRecord& r) {
    part.owner[f] = r.owner;
    part.faceGlobal[f] = r.face;
    part.faceFlipped[f] = r.flipped;
  };
  std::vector<std::pair<int, FaceRecord>> coupled;  // patch
  Label internal = 0, boundary = part.nInteriorFaces();
  for (const FaceRecord& r : records) {
    if (kind(r) == 0) {
      part.neighbour[internal] = r.neighbour;
      put(internal++, r);
    } else if (kind(r) == 1) {
      coupled.emplace_back(patchOf(facts, r.face), r);
    } else {
      ++patchSizes[patchOf(facts, r.face)];
      put(boundary++, r);
    }
  }
  release(records);
  const auto overlaps = [&](int patch) {  // 0: not, 1: partly
    if (patch < 0 || !isOverlapping(facts.patches[static_cast<std::size_t>(patch)])) return 0;
    return isPartlyOverlapping(facts.patches[static_cast<std::size_t>(patch)]) ? 1 : 2;
  };
  const auto key = [&](const auto& c) { return std::tuple(overlaps(c.first), c.first, c.second.otherRank, c.second.face); };
  std::sort(coupled.begin(), coupled.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  for (Label i = 0; i < part.nCoupledFaces; ++i) {
    const auto& [patch, record] = coupled[i];
    put(part.nInternalFaces + i, record);
    part.neighbour[part.nInternalFaces + i] = part.nCells + i;
    if (part.coupled.empty() || part.coupled.back().globalIndex != patch || part.coupled.back().neighbourRank != record.otherRank)
      part.coupled.push_back({"", patch, record.otherRank, i, 0});
    ++part.coupled.back().size;
  }
}

/// Centres and areas of the part's faces, and distances to walls; those of flipped faces are turned to point out of this part's
/// cell. distances: those of all cells are there.
void placeFaces(const comm::Communicator& communicator, SlabMesh& slab, bool distances, Mesh& part) {
  const comm::Redistribution faces(communicator, part.faceGlobal, slab.faceStarts);
  part.Cf = faces.scatter(slab.geometry.faceCentres);
  release(slab.geometry.faceCentres);
  part.Sf.vectors = faces.scatter(slab.geometry.faceAreas);
  release(slab.geometry.faceAreas);
  std::vector<Label> boundary(part.faceGlobal.begin() + part.nInteriorFaces(), part.faceGlobal.end());
  for (Label& place : boundary) place -= static_cast<Label>(slab.facts.nInternalFaces);
  const comm::Redistribution boundaryFaces(communicator, boundary, boundaryStarts(slab));
  part.wallDistance = boundaryFaces.scatter(slab.geometry.wallDistances);
  release(slab.geometry.wallDistances);
  if (distances) part.boundaryWallDistance = boundaryFaces.scatter(slab.geometry.boundaryWallDistances);
  release(slab.geometry.boundaryWallDistances);
  for (Label f = part.nInternalFaces; f < part.nInteriorFaces(); ++f)
    if (part.faceFlipped[f]) part.Sf.vectors[f] = -part.Sf.vectors[f];
}

}  // namespace

std::vector<GlobalLabel> boundaryStarts(const SlabMesh& slab) {
  std::vector<GlobalLabel> starts = slab.faceStarts;
  for (GlobalLabel& start : starts) start = std::max<GlobalLabel>(start - slab.facts.nInternalFaces, 0);
  return starts;
}

std::vector<int> partnerPatches(const std::vector<PolyPatch>& patches) {
  std::vector<int> partner(patches.size(), -1);
  for (std::size_t a = 0; a < patches.size(); ++a)
    for (std::size_t b = 0; b < patches.size(); ++b)
      if (isCoupled(patches[a]) && patches[b].name == patches[a].neighbourPatch) partner[a] = static_cast<int>(b);
  return partner;
}

Mesh divide(const comm::Communicator& communicator, SlabMesh& slab, std::vector<int>&& part, std::vector<Label>& patchSizes) {
  Mesh mesh;
  {
    Dealt<Label> dealt(communicator.size(), [&](auto&& emit) {
      const GlobalLabel first = slab.cellStarts[communicator.rank()];
      for (std::size_t i = 0; i < part.size(); ++i) emit(part[i], static_cast<Label>(first + static_cast<GlobalLabel>(i)));
    });
    mesh.cellGlobal = comm::deliver(communicator, std::move(dealt.items), dealt.starts);
  }
  mesh.nCells = static_cast<Label>(mesh.cellGlobal.size());
  const comm::Redistribution cells(communicator, mesh.cellGlobal, slab.cellStarts);
  std::vector<FaceRecord> records = dealFaces(communicator, slab, CellPlaces(communicator, slab, std::move(part), cells));
  release(slab.owner);
  release(slab.neighbour);
  layOut(mesh, slab.facts, std::move(records), patchSizes);
  mesh.C.resize(mesh.nAllCells());
  mesh.V.resize(mesh.nAllCells());
  cells.scatter(slab.geometry.cellCentres, std::span(mesh.C));
  cells.scatter(slab.geometry.cellVolumes, std::span(mesh.V));
  release(slab.geometry.cellCentres);
  release(slab.geometry.cellVolumes);
  const bool distances = communicator.any(!slab.geometry.cellWallDistances.empty());
  if (distances) {
    mesh.cellWallDistance.resize(mesh.nAllCells());
    cells.scatter(slab.geometry.cellWallDistances, std::span(mesh.cellWallDistance));
    release(slab.geometry.cellWallDistances);
    mesh.nearestWallFace = cells.scatter(slab.geometry.nearestWallFaces);
    release(slab.geometry.nearestWallFaces);
  }
  placeFaces(communicator, slab, distances, mesh);
  return mesh;
}

}  // namespace eagre::mesh
