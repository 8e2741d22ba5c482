// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "comm/redistribution.hpp"
#include "mesh/mesh.hpp"

/// Whole fields in the order of the undivided mesh, in slabs: what all ranks write and read together. (layout.hpp is for
/// files that rank 0 alone writes.)
namespace eagre::mesh {

/// Entities that a file keeps, and compresses, together: at most so many.
inline constexpr GlobalLabel slabChunk = 65536;
/// The same of n entities: all chunks are as good as full.
GlobalLabel slabChunkOf(GlobalLabel n);

/// First entity of each rank's slab, and the end: whole chunks, as even as they can be. A small whole is all rank 0's.
std::vector<GlobalLabel> slabStarts(GlobalLabel n, int ranks);

// Plans between what ranks hold and slabs; collective.
/// Owned cells.
comm::Redistribution cellSlabs(const Mesh& mesh);
/// Faces of a patch in the order of patchFaces; nothing for an empty patch.
comm::Redistribution patchSlabs(const Mesh& mesh, int globalPatch);

/// Faces that are internal in the undivided mesh.
class FaceSlabs {
 public:
  /// forReading: each side of a cut gets the face's value; else the side that is not flipped gives it.
  FaceSlabs(const Mesh& mesh, bool forReading);
  const comm::Redistribution& plan() const { return plan_; }
  /// Of nInteriorFaces values or more to this rank's slab, with the signs of the undivided mesh.
  std::vector<double> gather(std::span<const double> faces) const;
  /// The same without a copy where they stand so already; else in `room`.
  std::span<const double> gather(std::span<const double> faces, std::vector<double>& room) const;
  /// nFaces values, 0 on faces of patches; needs a plan for reading. oriented: negated where faceFlipped.
  std::vector<double> scatter(std::span<const double> slab, bool oriented) const;

 private:
  FaceSlabs(const Mesh& mesh, std::vector<Label> faces);
  const Mesh* mesh_;
  std::vector<Label> faces_;
  bool first_;  ///< they are the first of the rank's faces, in their order
  comm::Redistribution plan_;
};

}  // namespace eagre::mesh
