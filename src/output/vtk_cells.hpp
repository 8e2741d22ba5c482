// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::output {

/// The cells of a mesh as VTK's unstructured grids have them (points of each cell in the order of the file formats' pictures).
struct VtkCells {
  std::vector<std::int64_t> connectivity;
  std::vector<std::int64_t> offsets{0};  ///< cell c has points connectivity[offsets[c] .. offsets[c+1])
  std::vector<std::uint8_t> types;       ///< 10 tetrahedron, 12 hexahedron, 13 wedge, 14 pyramid, 41 convex point set
  std::int64_t others = 0;               ///< cells that are none of these shapes: convex point sets
};
VtkCells vtkCells(const mesh::PolyMesh& mesh);

}  // namespace eagre::output
