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

}  // namespace

std::vector<int> partnerPatches(const std::vector<PolyPatch>& patches) {
  std::vector<int> partner(patches.size(), -1);
  for (std::size_t a = 0; a < patches.size(); ++a)
    for (std::size_t b = 0; b < patches.size(); ++b)
      if (patches[a].type == "cyclic" && patches[b].name == patches[a].neighbourPatch) partner[a] = static_cast<int>(b);
  return partner;
}

Division::Division(const PolyMesh& mesh, const PolyGeometry& geometry, const std::vector<int>& cellPart, int nParts)
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
  Mesh part;
  part.nCells = cells_.start[p + 1] - cells_.start[p];
  forEach(cells_, p, [&](Label c, Label) {
    part.cellGlobal.push_back(c);
    part.C.push_back(geometry_.cellCentres[c]);
    part.V.push_back(geometry_.cellVolumes[c]);
  });
  addInternal(p, part);
  addCoupled(p, part);
  addBoundary(p, part, patchSizes);
  return part;
}

void Division::addFace(Mesh& part, Label face, Label cell, bool flipped) const {
  part.owner.push_back(localCell_[cell]);
  part.faceGlobal.push_back(face);
  part.faceFlipped.push_back(flipped);
  part.Cf.push_back(geometry_.faceCentres[face]);
  part.Sf.push_back(flipped ? -geometry_.faceAreas[face] : geometry_.faceAreas[face]);
}

void Division::addInternal(int p, Mesh& part) const {
  part.nInternalFaces = internal_.start[p + 1] - internal_.start[p];
  forEach(internal_, p, [&](Label f, Label) {
    addFace(part, f, mesh_.owner[f], false);
    part.neighbour.push_back(localCell_[mesh_.neighbour[f]]);
  });
}

void Division::addCoupled(int p, Mesh& part) const {
  for (const CoupledFace& face : coupled_[p]) {
    const Label f = face.face;
    Label other;
    Vec3 shift{};
    if (face.patch >= 0) {
      const Label g = partner(face);
      other = mesh_.owner[g];
      shift = geometry_.faceCentres[f] - geometry_.faceCentres[g];
      addFace(part, f, mesh_.owner[f], false);
    } else {
      const bool flipped = cellPart_[mesh_.owner[f]] != p;
      other = flipped ? mesh_.owner[f] : mesh_.neighbour[f];
      addFace(part, f, flipped ? mesh_.neighbour[f] : mesh_.owner[f], flipped);
    }
    part.neighbour.push_back(part.nCells + part.nCoupledFaces);
    part.C.push_back(geometry_.cellCentres[other] + shift);
    part.V.push_back(geometry_.cellVolumes[other]);
    if (part.coupled.empty() || part.coupled.back().globalIndex != face.patch ||
        part.coupled.back().neighbourRank != face.neighbourRank)
      part.coupled.push_back({"", face.patch, face.neighbourRank, part.nCoupledFaces, 0});
    ++part.coupled.back().size;
    ++part.nCoupledFaces;
  }
}

void Division::addBoundary(int p, Mesh& part, std::vector<Label>& patchSizes) const {
  part.nBoundaryFaces = boundary_.start[p + 1] - boundary_.start[p];
  patchSizes.assign(mesh_.patches.size(), 0);
  std::size_t patch = 0;
  forEach(boundary_, p, [&](Label f, Label) {
    while (f >= mesh_.patches[patch].start + mesh_.patches[patch].size) ++patch;
    ++patchSizes[patch];
    addFace(part, f, mesh_.owner[f], false);
  });
}

}  // namespace eagre::mesh
