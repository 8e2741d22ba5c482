// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// The shapes of cells, for loops that cut them or interpolate within them: the faces of each cell, those on empty patches too,
/// and the corners of each face. Faces and points are those of a PolyMesh, that of a rank's mesh (mesh/mesh_points.hpp) or the
/// global one, which must outlive this.
class CellShapes {
 public:
  /// Of the first nCells cells; further ones are only beside them. Error (badCase): a cell has more faces or corners than loops
  /// have room for (CellCutter).
  CellShapes(const PolyMesh& mesh, Label nCells);

  /// For loops.
  struct View {
    const Vec3* points;
    const Label *cellStarts, *cellFaces, *faceOffsets, *facePoints, *owner, *tetBases;
    Label nCorners(Label face) const { return faceOffsets[face + 1] - faceOffsets[face]; }
    Label corner(Label face, Label i) const { return facePoints[faceOffsets[face] + i]; }
  };
  View view() const {
    return {mesh_->points.data(),     starts_.data(),      faces_.data(),   mesh_->faceOffsets.data(),
            mesh_->facePoints.data(), mesh_->owner.data(), tetBases_.data()};
  }
  /// Some cells, and their corners, each once.
  struct Selection {
    std::vector<Label> cells, corners;
  };
  /// Completes a selection by the corners of its cells.
  void findCorners(Selection& selection);

  /// Chooses for each face the corner that all triangles of the face have in common: the first one with which the tetrahedra
  /// to the centres of both cells have positive volumes (the first corner if there is none). centres: of all cells, those beside
  /// too. It belongs to the geometry.
  void chooseTetBases(const std::vector<Vec3>& centres);

 private:
  const PolyMesh* mesh_;
  std::vector<Label> starts_, faces_, tetBases_;
  std::vector<char> isSelected_;  ///< points, while corners are looked for
};

/// A value within a cell, linear in each of the tetrahedra of the cell's centre and the triangles of its faces, from the values
/// at the centre and at the corners (OpenFOAM's cellPoint). position: in the cell; outside, the nearest tetrahedron by its
/// smallest barycentric coordinate is continued, and where that is the same, as it is beyond a face of several triangles, by the
/// next one, so that round-off decides nothing. The bases of the tetrahedra have been chosen.
template <class T>
T cellPointValue(const CellShapes::View& shapes, Label cell, const Vec3& centre, const T& atCentre, const T* atPoints,
                 const Vec3& position) {
  constexpr double same = 1e-9;
  double best = -vGreat, bestNext = -vGreat;
  T value = atCentre;
  const Vec3 r = position - centre;
  for (Label i = shapes.cellStarts[cell]; i < shapes.cellStarts[cell + 1]; ++i) {
    const Label f = shapes.cellFaces[i], n = shapes.nCorners(f), base = shapes.tetBases[f];
    const Label p0 = shapes.corner(f, base);
    const Vec3 a = shapes.points[p0] - centre;
    for (Label k = 1; k + 1 < n; ++k) {
      const Label p1 = shapes.corner(f, (base + k) % n), p2 = shapes.corner(f, (base + k + 1) % n);
      const Vec3 b = shapes.points[p1] - centre, c = shapes.points[p2] - centre;
      const double all = dot(a, cross(b, c));
      if (all == 0) continue;
      const double u = dot(r, cross(b, c)) / all, v = dot(a, cross(r, c)) / all, w = dot(a, cross(b, r)) / all;
      const double t = 1 - u - v - w, least = std::min({u, v, w, t});
      const double next = std::min(std::max(std::min(u, v), std::min(w, t)), std::min(std::max(u, v), std::max(w, t)));
      if (least < best - same || (least <= best + same && next <= bestNext)) continue;
      best = least;
      bestNext = next;
      value = t * atCentre + u * atPoints[p0] + v * atPoints[p1] + w * atPoints[p2];
      if (least >= 0) return value;
    }
  }
  return value;
}

}  // namespace eagre::mesh
