// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::mesh {

/// A side of a hex: its corners in the order of the face, outwards; the middles of its edges (from each corner to the next) and
/// its centre where it consists of four faces, else -1.
struct HexSide {
  std::array<Label, 4> corners{}, middles{-1, -1, -1, -1};
  Label centre = -1;
};

struct HexShape {
  std::vector<HexSide> sides;      ///< six
  std::array<Label, 8> corners{};  ///< by bits: x 1, y 2, z 4, right-handed
};

/// A cell of a mesh with levels as a hex: eight points of at most its level, and six sides that are one face with four of them
/// each, or four faces of the next level about a point. Nothing: it is none. faces: of the cell.
std::optional<HexShape> hexOf(const PolyMesh& mesh, Label cell, std::span<const Label> faces, std::span<const Label> pointLevels,
                              Label level);

}  // namespace eagre::mesh
