// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "comm/redistribution.hpp"
#include "mesh/mesh.hpp"

/// Whole fields in the order of the global mesh, in slabs: what all ranks write and read together. (layout.hpp is for
/// files that rank 0 alone writes.)
namespace eagre::mesh {

/// Entities that a file keeps, and compresses, together: at most so many.
inline constexpr GlobalLabel slabChunk = 65536;
/// The same of n entities: all chunks are as good as full.
GlobalLabel slabChunkOf(GlobalLabel n);

/// Ranks that write a file together: bunch b is the ranks [b size, (b + 1) size), the last may have fewer. The bunches share
/// each whole evenly, so that their parts depend on how many they are alone.
struct Bunches {
  /// size 0: all ranks in one.
  explicit Bunches(int ranks, int size = 0) : ranks(ranks), size(size > 0 ? std::min(size, ranks) : ranks) {}
  int count() const { return (ranks + size - 1) / size; }
  int of(int rank) const { return rank / size; }
  int firstRank(int bunch) const { return std::min(bunch * size, ranks); }
  /// First entity of a bunch's part of n; that of count() is the end.
  GlobalLabel first(GlobalLabel n, int bunch) const { return n * bunch / count(); }

  int ranks, size;
};

/// First entity of each rank's slab, and the end: whole chunks of its bunch's part, as even as they can be. A small part is all
/// the first rank's. bunch: ranks of a bunch; 0: all.
std::vector<GlobalLabel> slabStarts(GlobalLabel n, int ranks, int bunch = 0);

// Plans between what ranks hold and slabs; collective. bunch: as above.
/// Owned cells.
comm::Redistribution cellSlabs(const Mesh& mesh, int bunch = 0);
/// Faces of a patch in the order of patchFaces; nothing for an empty patch.
comm::Redistribution patchSlabs(const Mesh& mesh, int globalPatch, int bunch = 0);

/// Faces that are internal in the global mesh stand in files in classes: first the first face that each cell owns, then the
/// second ones, then all others; each class by cell, in the order of the faces. In a mesh of boxes these are the faces across x,
/// y and z, so that values next to each other are alike and compress better than in the order of the mesh.
using FaceClasses = std::array<GlobalLabel, 3>;
/// How many faces of each class a cell has that owns so many.
inline FaceClasses faceClasses(GlobalLabel upperFaces) {
  return {std::min<GlobalLabel>(upperFaces, 1), std::clamp<GlobalLabel>(upperFaces - 1, 0, 1),
          std::max<GlobalLabel>(upperFaces - 2, 0)};
}

/// Faces that are internal in the global mesh, in the order of their classes.
class FaceSlabs {
 public:
  /// forReading: each side of a cut gets the face's value; else the side that is not flipped gives it.
  FaceSlabs(const Mesh& mesh, bool forReading, int bunch = 0);
  const comm::Redistribution& plan() const { return plan_; }
  /// Of nInteriorFaces values or more those that plan() gathers, in its order: the first of `faces`, or in `room`. They have the
  /// signs of the global mesh.
  std::span<const double> entities(std::span<const double> faces, std::vector<double>& room) const;
  /// nFaces values, 0 on faces of patches; needs a plan for reading. oriented: negated where faceFlipped.
  std::vector<double> scatter(std::span<const double> slab, bool oriented) const;

 private:
  FaceSlabs(const Mesh& mesh, std::vector<Label> faces, int bunch);
  const Mesh* mesh_;
  std::vector<Label> faces_;
  bool first_;  ///< they are the first of the rank's faces, in their order
  comm::Redistribution plan_;
};

}  // namespace eagre::mesh
