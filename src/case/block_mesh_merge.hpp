// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "case/block_mesh_points.hpp"
#include "case/block_mesh_topology.hpp"

namespace eagre::case_ {

/// Which points of the blocks are one: the number of each in the mesh, numbered by first occurrence, and how many remain.
/// Points of one quad on a side of a block are one if they coincide to round-off of the block's size (collapsed blocks);
/// points of two sides that meet, if they are closer than about a third of the shortest quad edge there.
/// Error if a point on a shared side has no partner: the blocks differ in number of cells, grading or curved edge.
struct PointMerge {
  std::vector<Label> newPoint;
  Label nPoints = 0;
};
PointMerge mergeBlockPoints(const BlockMeshDict& dict, const std::vector<BlockIndex>& blocks, const BlockTopology& topology,
                            const std::vector<Vec3>& points);

}  // namespace eagre::case_
