// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/division.hpp"

#include <algorithm>

#include "kernel/parallel_for.hpp"

namespace eagre::mesh {

namespace {

/// Counting sort of 0 .. n-1 by part(item); items of part -1 are left out.
template <class PartOf>
Buckets sortByPart(int nParts, Label n, PartOf&& part) {
  Buckets buckets;
  buckets.start.assign(nParts + 1, 0);
  for (Label i = 0; i < n; ++i)
    if (const int p = part(i); p >= 0) ++buckets.start[p + 1];
  for (int p = 0; p < nParts; ++p) buckets.start[p + 1] += buckets.start[p];
  buckets.items.resize(buckets.start.back());
  auto next = buckets.start;
  for (Label i = 0; i < n; ++i)
    if (const int p = part(i); p >= 0) buckets.items[next[p]++] = i;
  return buckets;
}

/// Calls f(item, position within the part) for the items of part p.
template <class F>
void forEach(const Buckets& buckets, int p, F&& f) {
  for (Label i = buckets.start[p]; i < buckets.start[p + 1]; ++i) f(buckets.items[i], i - buckets.start[p]);
}

std::vector<Vec3> gather(const std::vector<Vec3>& whole, const std::vector<Label>& places) {
  std::vector<Vec3> values(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) values[i] = whole[places[i]];
  return values;
}

/// Turns the areas of flipped faces (coupled ones only) to point out of this part's cell.
void orient(Mesh& part) {
  for (Label f = part.nInternalFaces; f < part.nInteriorFaces(); ++f)
    if (part.faceFlipped[f]) part.Sf.vectors[f] = -part.Sf.vectors[f];
}

}  // namespace

std::vector<int> partnerPatches(const std::vector<PolyPatch>& patches) {
  std::vector<int> partner(patches.size(), -1);
  for (std::size_t a = 0; a < patches.size(); ++a)
    for (std::size_t b = 0; b < patches.size(); ++b)
      if (patches[a].type == "cyclic" && patches[b].name == patches[a].neighbourPatch) partner[a] = static_cast<int>(b);
  return partner;
}

Division::Division(PolyMesh& mesh, PolyGeometry& geometry, const std::vector<int>& cellPart, int nParts)
    : mesh_(mesh), geometry_(geometry), cellPart_(cellPart), partnerPatch_(partnerPatches(mesh.patches)), coupled_(nParts) {
  const auto nCells = static_cast<Label>(cellPart.size());
  cells_ = sortByPart(nParts, nCells, [&](Label c) { return cellPart[c]; });
  localCell_.resize(nCells);
  for (int p = 0; p < nParts; ++p) forEach(cells_, p, [&](Label c, Label local) { localCell_[c] = local; });

  const auto ownerPart = [&](Label f) { return cellPart[mesh.owner[f]]; };
  const auto neighbourPart = [&](Label f) { return cellPart[mesh.neighbour[f]]; };
  const Label nInternal = mesh.nInternalFaces();
  internal_ = sortByPart(nParts, nInternal, [&](Label f) { return ownerPart(f) == neighbourPart(f) ? ownerPart(f) : -1; });
  for (Label f = 0; f < nInternal; ++f)
    if (const int p = ownerPart(f), q = neighbourPart(f); p != q) {
      coupled_[p].push_back({-1, q, f});
      coupled_[q].push_back({-1, p, f});
    }

  std::vector<char> bears(mesh.nFaces() - nInternal, 0);  // boundary faces that carry values
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    const PolyPatch& patch = mesh.patches[i];
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f) {
      bears[f - nInternal] = patch.type != "cyclic" && patch.type != "empty";
      if (patch.type != "cyclic") continue;
      const CoupledFace here{static_cast<int>(i), 0, f};
      coupled_[ownerPart(f)].push_back({here.patch, ownerPart(partner(here)), f});
    }
  }
  boundary_ =
      sortByPart(nParts, mesh.nFaces(), [&](Label f) { return f >= nInternal && bears[f - nInternal] ? ownerPart(f) : -1; });
  for (auto& faces : coupled_) std::sort(faces.begin(), faces.end());
}

/// The face of the partner patch that a cyclic face meets.
Label Division::partner(const CoupledFace& coupled) const {
  return static_cast<Label>(coupled.face - mesh_.patches[coupled.patch].start +
                            mesh_.patches[partnerPatch_[coupled.patch]].start);
}

Mesh Division::part(int p, std::vector<Label>& patchSizes) const {
  Mesh part = layOut(p, patchSizes);
  connect(part);
  placeCells(p, part);
  placeFaces(part);
  return part;
}

Mesh Division::lastPart(int p, std::vector<Label>& patchSizes) {
  Mesh part = layOut(p, patchSizes);
  connect(part);
  placeCells(p, part);
  for (std::vector<Label>* list : {&mesh_.owner, &mesh_.neighbour, &localCell_}) release(*list);
  release(geometry_.cellCentres);
  release(geometry_.cellVolumes);
  part.Cf = gather(geometry_.faceCentres, part.faceGlobal);
  release(geometry_.faceCentres);
  part.Sf.vectors = gather(geometry_.faceAreas, part.faceGlobal);
  release(geometry_.faceAreas);
  orient(part);
  return part;
}

/// Which cells and faces of the whole stand where in the part.
Mesh Division::layOut(int p, std::vector<Label>& patchSizes) const {
  Mesh part;
  part.nCells = cells_.start[p + 1] - cells_.start[p];
  part.nInternalFaces = internal_.start[p + 1] - internal_.start[p];
  part.nCoupledFaces = static_cast<Label>(coupled_[p].size());
  part.nBoundaryFaces = boundary_.start[p + 1] - boundary_.start[p];
  part.cellGlobal.resize(part.nCells);
  part.faceGlobal.resize(part.nFaces());
  part.faceFlipped.assign(part.nFaces(), 0);
  forEach(cells_, p, [&](Label c, Label local) { part.cellGlobal[local] = c; });
  forEach(internal_, p, [&](Label f, Label local) { part.faceGlobal[local] = f; });
  addCoupled(p, part);
  addBoundary(p, part, patchSizes);
  return part;
}

void Division::addCoupled(int p, Mesh& part) const {
  Label n = 0;
  for (const CoupledFace& face : coupled_[p]) {
    const Label f = part.nInternalFaces + n;
    part.faceGlobal[f] = face.face;
    part.faceFlipped[f] = face.patch < 0 && cellPart_[mesh_.owner[face.face]] != p;
    if (part.coupled.empty() || part.coupled.back().globalIndex != face.patch ||
        part.coupled.back().neighbourRank != face.neighbourRank)
      part.coupled.push_back({"", face.patch, face.neighbourRank, n, 0});
    ++part.coupled.back().size;
    ++n;
  }
}

void Division::addBoundary(int p, Mesh& part, std::vector<Label>& patchSizes) const {
  patchSizes.assign(mesh_.patches.size(), 0);
  std::size_t patch = 0;
  const Label nInternal = mesh_.nInternalFaces();
  forEach(boundary_, p, [&](Label f, Label local) {
    while (f >= mesh_.patches[patch].start + mesh_.patches[patch].size) ++patch;
    ++patchSizes[patch];
    part.faceGlobal[part.nInteriorFaces() + local] = f;
    part.wallDistance.push_back(geometry_.wallDistances[static_cast<std::size_t>(f - nInternal)]);
  });
}

void Division::connect(Mesh& part) const {
  part.owner.resize(part.nFaces());
  part.neighbour.resize(part.nInteriorFaces());
  for (Label f = 0; f < part.nFaces(); ++f) {
    const Label g = part.faceGlobal[f];
    part.owner[f] = localCell_[part.faceFlipped[f] ? mesh_.neighbour[g] : mesh_.owner[g]];
  }
  for (Label f = 0; f < part.nInternalFaces; ++f) part.neighbour[f] = localCell_[mesh_.neighbour[part.faceGlobal[f]]];
  for (Label i = 0; i < part.nCoupledFaces; ++i) part.neighbour[part.nInternalFaces + i] = part.nCells + i;
}

/// Centres and volumes of the part's cells and of its ghosts; one behind a cyclic patch is moved to this side.
void Division::placeCells(int p, Mesh& part) const {
  part.C.resize(part.nAllCells());
  part.V.resize(part.nAllCells());
  for (Label c = 0; c < part.nCells; ++c) {
    part.C[c] = geometry_.cellCentres[part.cellGlobal[c]];
    part.V[c] = geometry_.cellVolumes[part.cellGlobal[c]];
  }
  for (Label i = 0; i < part.nCoupledFaces; ++i) {
    const CoupledFace& face = coupled_[p][i];
    const bool cyclic = face.patch >= 0, flipped = part.faceFlipped[part.nInternalFaces + i] != 0;
    const Label met = cyclic ? partner(face) : face.face;
    const Label other = cyclic || flipped ? mesh_.owner[met] : mesh_.neighbour[met];
    const Vec3 shift = cyclic ? geometry_.faceCentres[face.face] - geometry_.faceCentres[met] : Vec3{};
    part.C[part.nCells + i] = geometry_.cellCentres[other] + shift;
    part.V[part.nCells + i] = geometry_.cellVolumes[other];
  }
}

void Division::placeFaces(Mesh& part) const {
  part.Cf = gather(geometry_.faceCentres, part.faceGlobal);
  part.Sf.vectors = gather(geometry_.faceAreas, part.faceGlobal);
  orient(part);
}

}  // namespace eagre::mesh
