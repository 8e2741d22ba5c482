// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/poly_addressing.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace eagre::mesh {

LabelRows::LabelRows(Label nRows, const std::vector<std::pair<Label, Label>>& pairs)
    : starts_(static_cast<std::size_t>(nRows) + 1), items_(pairs.size()) {
  for (const auto& [row, item] : pairs) ++starts_[static_cast<std::size_t>(row) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  std::vector<std::size_t> at(starts_.begin(), starts_.end() - 1);
  for (const auto& [row, item] : pairs) items_[at[static_cast<std::size_t>(row)]++] = item;
}

LabelRows facesOfCells(const PolyMesh& mesh) {
  std::vector<std::pair<Label, Label>> pairs;
  pairs.reserve(mesh.owner.size() + mesh.neighbour.size());
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    pairs.emplace_back(mesh.owner[f], f);
    if (f < mesh.nInternalFaces()) pairs.emplace_back(mesh.neighbour[f], f);
  }
  return {mesh.nCells(), pairs};
}

LabelRows cellsOfPoints(const PolyMesh& mesh) {
  std::vector<std::pair<Label, Label>> pairs;
  for (Label f = 0; f < mesh.nFaces(); ++f)
    for (const Label p : mesh.pointsOf(f)) {
      pairs.emplace_back(p, mesh.owner[f]);
      if (f < mesh.nInternalFaces()) pairs.emplace_back(p, mesh.neighbour[f]);
    }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return {static_cast<Label>(mesh.points.size()), pairs};
}

std::vector<Label> cyclicPartners(const PolyMesh& mesh) {
  std::vector<Label> partners(static_cast<std::size_t>(mesh.nFaces() - mesh.nInternalFaces()), -1);
  std::map<std::string, const PolyPatch*> byName;
  for (const PolyPatch& patch : mesh.patches) byName[patch.name] = &patch;
  for (const PolyPatch& patch : mesh.patches) {
    if (patch.type != "cyclic") continue;
    const auto other = byName.find(patch.neighbourPatch);
    if (other == byName.end() || other->second->size != patch.size) continue;
    for (GlobalLabel i = 0; i < patch.size; ++i)
      partners[static_cast<std::size_t>(patch.start + i - mesh.nInternalFaces())] = static_cast<Label>(other->second->start + i);
  }
  return partners;
}

Label findCell(const PolyMesh& mesh, const PolyGeometry& geometry, const Vec3& point) {
  std::vector<char> outside(geometry.cellCentres.size(), 0);
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const double height = dot(point - geometry.faceCentres[f], geometry.faceAreas[f]);
    if (height > 0) outside[mesh.owner[f]] = 1;
    if (height < 0 && f < mesh.nInternalFaces()) outside[mesh.neighbour[f]] = 1;
  }
  Label best = -1;
  double nearest = std::numeric_limits<double>::max();
  for (std::size_t c = 0; c < outside.size(); ++c) {
    const double distance = magSqr(geometry.cellCentres[c] - point);
    if (outside[c] || distance >= nearest) continue;
    nearest = distance;
    best = static_cast<Label>(c);
  }
  return best;
}

std::vector<Label> connectedRegions(const PolyMesh& mesh, const std::vector<char>& blocked) {
  const LabelRows faces = facesOfCells(mesh);
  const std::vector<Label> partners = cyclicPartners(mesh);
  const Label nInternal = mesh.nInternalFaces();
  std::vector<Label> region(static_cast<std::size_t>(faces.size()), -1), front;
  Label n = 0;
  for (Label seed = 0; seed < faces.size(); ++seed) {
    if (region[seed] >= 0) continue;
    region[seed] = n;
    front.assign(1, seed);
    while (!front.empty()) {
      const Label cell = front.back();
      front.pop_back();
      for (const Label f : faces[cell]) {
        if (blocked[f]) continue;
        Label next = -1;
        if (f < nInternal)
          next = mesh.owner[f] == cell ? mesh.neighbour[f] : mesh.owner[f];
        else if (partners[f - nInternal] >= 0)
          next = mesh.owner[partners[f - nInternal]];
        if (next < 0 || region[next] >= 0) continue;
        region[next] = n;
        front.push_back(next);
      }
    }
    ++n;
  }
  return region;
}

}  // namespace eagre::mesh
