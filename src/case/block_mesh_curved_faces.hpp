// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "case/block_mesh_dict.hpp"
#include "case/block_mesh_points.hpp"

namespace eagre::case_ {

/// Projects the faces of a block that the dictionary's `faces` name onto their surfaces and moves the points inside of the block
/// with them, as OpenFOAM v1912: each face goes onto the surface and its points along it by turns, until they divide its lines as
/// before; then, direction by direction, a point is moved by what its line of points has moved at its two ends, weighted by
/// nearness. fractions: of the 12 edges, at their points. points: of all blocks, those of this one being made.
void projectBlockFaces(const BlockMeshDict& dict, const BlockDefinition& block, const BlockIndex& index,
                       const std::array<std::vector<double>, 12>& fractions, std::vector<Vec3>& points);

}  // namespace eagre::case_
