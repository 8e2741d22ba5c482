// SPDX-License-Identifier: BSD-3-Clause
#include "run/refinement/mapped_values.hpp"

#include <algorithm>

#include "core/vec.hpp"

namespace eagre::run {

using mesh::MeshChange;

std::vector<double> mapPatch(const std::vector<double>& old, int nComp, const mesh::PolyPatch& before,
                             const mesh::PolyPatch& after, const MeshChange& change) {
  const auto n = static_cast<std::size_t>(nComp);
  std::vector<double> values(static_cast<std::size_t>(after.size) * n);
  const auto at = [&](Label oldFace, std::size_t i) { return old[static_cast<std::size_t>(oldFace - before.start) * n + i]; };
  for (std::size_t f = 0; f < static_cast<std::size_t>(after.size); ++f) {
    const Label from = change.faces[static_cast<std::size_t>(after.start) + f];
    for (std::size_t i = 0; i < n; ++i) {
      if (from >= 0) {
        values[f * n + i] = at(from, i);
        continue;
      }
      const auto& parts = change.merged[static_cast<std::size_t>(MeshChange::newFace - 1 - from)];
      double sum = 0;
      for (const Label part : parts) sum += at(part, i);
      values[f * n + i] = sum / static_cast<double>(parts.size());
    }
  }
  return values;
}

namespace {

/// Vectors of faces: the mean over the faces around the two cells of a face that is inside of an old cell.
void fillInside(std::vector<Vec3>& values, const mesh::PolyMesh& mesh, const mesh::LabelRows& facesOf, const MeshChange& change) {
  for (Label f = 0; f < mesh.nInternalFaces(); ++f) {
    if (change.faces[f] != MeshChange::newFace) continue;
    Vec3 sum{};
    int n = 0;
    for (const Label cell : {mesh.owner[f], mesh.neighbour[f]})
      for (const Label around : facesOf[cell])
        if (change.faces[around] != MeshChange::newFace) sum += values[around], ++n;
    if (n > 0) values[f] = sum / n;
  }
}

/// Vectors of faces, but for those inside of old cells.
std::vector<Vec3> mapVectors(std::span<const Vec3> old, const MeshChange& change) {
  std::vector<Vec3> values(change.faces.size());
  for (std::size_t f = 0; f < values.size(); ++f) {
    const Label from = change.faces[f];
    if (from >= 0) values[f] = old[static_cast<std::size_t>(from)];
    if (from >= MeshChange::newFace) continue;
    const auto& parts = change.merged[static_cast<std::size_t>(MeshChange::newFace - 1 - from)];
    for (const Label part : parts) values[f] += old[static_cast<std::size_t>(part)] / static_cast<double>(parts.size());
  }
  return values;
}

}  // namespace

std::vector<double> mapFlux(const std::vector<double>& old, const ChangedMesh& meshes, const mesh::LabelRows& facesOf) {
  const auto& before = meshes.geometryBefore.faceAreas;
  const auto& after = meshes.geometryAfter.faceAreas;
  const MeshChange& change = meshes.change;
  std::vector<Vec3> vectors(old.size());
  for (std::size_t f = 0; f < old.size(); ++f) vectors[f] = old[f] / std::max(magSqr(before[f]), vSmall) * before[f];
  auto mapped = mapVectors(vectors, change);
  fillInside(mapped, meshes.after, facesOf, change);
  std::vector<double> values(mapped.size());
  for (std::size_t f = 0; f < values.size(); ++f) {
    const Label from = change.faces[f];
    if (from >= 0 && !change.isPart[f]) {
      values[f] = old[static_cast<std::size_t>(from)];
    } else if (from < MeshChange::newFace) {
      for (const Label part : change.merged[static_cast<std::size_t>(MeshChange::newFace - 1 - from)])
        values[f] += old[static_cast<std::size_t>(part)];
    } else {
      values[f] = dot(mapped[f], after[f]);
    }
  }
  return values;
}

std::vector<double> mapCells(const std::vector<double>& old, int nComp, const ChangedMesh& meshes) {
  const auto n = static_cast<std::size_t>(nComp);
  const auto& volumes = meshes.geometryBefore.cellVolumes;
  std::vector<double> values(meshes.change.cells.size() * n);
  for (std::size_t c = 0; c < meshes.change.cells.size(); ++c) {
    const Label from = meshes.change.cells[c];
    if (from >= 0) {
      for (std::size_t i = 0; i < n; ++i) values[c * n + i] = old[static_cast<std::size_t>(from) * n + i];
      continue;
    }
    double volume = 0;
    for (const Label part : meshes.change.united[static_cast<std::size_t>(~from)])
      volume += volumes[static_cast<std::size_t>(part)];
    for (const Label part : meshes.change.united[static_cast<std::size_t>(~from)])
      for (std::size_t i = 0; i < n; ++i)
        values[c * n + i] += volumes[static_cast<std::size_t>(part)] / volume * old[static_cast<std::size_t>(part) * n + i];
  }
  return values;
}

std::vector<double> mapVelocity(const std::vector<double>& old, const ChangedMesh& meshes, const mesh::LabelRows& facesOf) {
  const std::span<const Vec3> vectors(reinterpret_cast<const Vec3*>(old.data()), old.size() / 3);
  auto velocity = mapVectors(vectors, meshes.change);
  fillInside(velocity, meshes.after, facesOf, meshes.change);
  const auto* first = reinterpret_cast<const double*>(velocity.data());
  return std::vector<double>(first, first + 3 * velocity.size());
}

}  // namespace eagre::run
