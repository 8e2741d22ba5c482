// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "case/block_mesh_shape.hpp"

namespace eagre::case_ {

/// Face f of cell c has the slot 6 c + f.
inline constexpr Label slotsPerCell = 6;

/// Which face of which other cell each cell face coincides with: its slot, or unmatched. Each is matched at most once, cells
/// in increasing order. nPoints: number of points that the cells use.
inline constexpr Label unmatched = -1;
std::vector<Label> matchCellFaces(const ShapedCells& cells, Label nPoints);

/// Slots of the owners' side of the internal faces, in upper-triangular order: by owner, then by neighbour, then by the face's
/// place in the owner.
std::vector<Label> internalFaceOrder(const ShapedCells& cells, const std::vector<Label>& mate);

}  // namespace eagre::case_
