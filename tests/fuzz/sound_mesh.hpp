// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "mesh/poly_mesh.hpp"

namespace eagre::fuzz {

[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

/// What every mesh must be that a reader has let through: else whoever uses it reads beyond its lists.
inline void requireSound(const mesh::PolyMesh& mesh) {
  const auto isLabel = [](Label label, std::size_t n) { return label >= 0 && static_cast<std::size_t>(label) < n; };
  const auto nFaces = static_cast<std::size_t>(mesh.nFaces()), nCells = static_cast<std::size_t>(mesh.nCells());
  for (const Vec3& p : mesh.points)
    if (!std::isfinite(p.x + p.y + p.z)) fail("a point that is not finite");
  if (mesh.faceOffsets.size() != nFaces + 1) fail("faces and owners of different number");
  for (std::size_t f = 0; f < nFaces; ++f)
    if (mesh.faceOffsets[f] + 3 > mesh.faceOffsets[f + 1]) fail("a face of fewer than three points");
  if (static_cast<std::size_t>(mesh.faceOffsets.back()) != mesh.facePoints.size()) fail("faces that do not fill their list");
  for (const Label p : mesh.facePoints)
    if (!isLabel(p, mesh.points.size())) fail("a point that is not there");
  if (mesh.neighbour.size() > nFaces) fail("more neighbours than faces");
  for (const auto* cells : {&mesh.owner, &mesh.neighbour})
    for (const Label c : *cells)
      if (!isLabel(c, nCells)) fail("a cell that is not there");
  GlobalLabel next = mesh.nInternalFaces();
  for (const mesh::PolyPatch& patch : mesh.patches) {
    if (patch.start != next || patch.size < 0) fail("patches that do not follow one another");
    next += patch.size;
  }
  if (next != mesh.nFaces()) fail("patches that do not cover the boundary");
  for (const auto& [zones, n] :
       {std::pair{&mesh.cellZones, nCells}, {&mesh.faceZones, nFaces}, {&mesh.pointZones, mesh.points.size()}})
    for (const mesh::Zone& zone : *zones)
      for (const Label member : zone.members)
        if (!isLabel(member, n)) fail("a member of a zone that is not there");
}

}  // namespace eagre::fuzz
