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

}  // namespace eagre::mesh
