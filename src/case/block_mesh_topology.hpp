// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "case/block_mesh_dict.hpp"
#include "case/block_mesh_shape.hpp"

namespace eagre::case_ {

/// One side (0 .. 5, see hexFaces) of a block.
struct BlockSide {
  Label block = 0;
  int side = 0;
};

struct BlockPatch {
  mesh::PolyPatch patch;
  std::vector<BlockSide> sides;
  bool sharesFaces = false;  ///< with one before it: a cyclicACMI patch with its nonOverlapPatch
};

/// How the blocks hang together.
struct BlockTopology {
  std::vector<std::pair<BlockSide, BlockSide>> joints;  ///< sides that two blocks share, the lower block first
  std::vector<BlockPatch> patches;                      ///< those of the dictionary, then the default patch if it has sides
  Label nDefaultSides = 0;                              ///< sides that no patch names

  Label nBoundarySides() const;
};

/// Finds the shared sides and gives every other side to its patch. Error (all problems at once): a block that is inside out
/// or has a face that points inwards; a patch face that is on no block, shared by two blocks or named twice; a curved
/// edge that is on no block or there twice.
BlockTopology makeBlockTopology(const BlockMeshDict& dict);

/// The four vertices of a side of a block.
Quad sideVertices(const BlockDefinition& block, int side);

}  // namespace eagre::case_
