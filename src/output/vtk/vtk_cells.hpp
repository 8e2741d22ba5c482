// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::output {

/// The cells of a mesh as VTK's unstructured grids have them: the points of each cell in the order of the file formats'
/// pictures, those of a polyhedron ascending; and the faces of the polyhedra, normals outward, each polyhedron its own. So VTK's
/// own reader of OpenFOAM cases has them.
/// A wedge's first triangle has its normal outward, as VTK documents it; VTK 9.7 takes it the other way round. So beside
/// polyhedra, which only VTK 9.6 and later read, wedges are polyhedra, too.
struct VtkCells {
  std::vector<std::int64_t> connectivity;
  std::vector<std::int64_t> offsets{0};  ///< cell c has points connectivity[offsets[c] .. offsets[c+1])
  std::vector<std::uint8_t> types;       ///< 10 tetrahedron, 12 hexahedron, 13 wedge, 14 pyramid, 42 polyhedron
  std::int64_t polyhedra = 0;            ///< cells of type 42
  std::vector<std::int64_t> facePoints;
  std::vector<std::int64_t> faceOffsets{0};  ///< face f has points facePoints[faceOffsets[f] .. faceOffsets[f+1])
  std::vector<std::int64_t> cellFaceOffsets{
      0};  ///< cell c has faces cellFaceOffsets[c] .. cellFaceOffsets[c+1]: none if it is a shape
};
VtkCells vtkCells(const mesh::PolyMesh& mesh);

}  // namespace eagre::output
