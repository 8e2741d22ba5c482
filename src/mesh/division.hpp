// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// Items sorted into parts, in ascending order within each.
struct Buckets {
  std::vector<Label> start, items;
};

/// The undivided mesh cut into parts, on rank 0. Holds references: mesh and geometry must outlive it.
class Division {
 public:
  /// mesh must have passed checkTopology and checkPatches; cellPart holds one of 0 .. nParts-1 a cell. Of the mesh owner,
  /// neighbour and patches are used.
  Division(PolyMesh& mesh, PolyGeometry& geometry, const std::vector<int>& cellPart, int nParts);

  /// What the rank of a part cannot work out by itself: counts, owner, neighbour, global indices, C, V, Cf, Sf, coupled
  /// ranges (without names), distances to walls, and the local size of each global patch.
  Mesh part(int p, std::vector<Label>& patchSizes) const;
  /// The same for the part that is made last: the lists of the undivided mesh are freed one by one as they have been used, so
  /// that the two never stand in memory together.
  Mesh lastPart(int p, std::vector<Label>& patchSizes);

 private:
  struct CoupledFace {
    int patch;  ///< -1: a cut
    int neighbourRank;
    Label face;
    auto operator<=>(const CoupledFace&) const = default;
  };

  Label partner(const CoupledFace& coupled) const;
  Mesh layOut(int p, std::vector<Label>& patchSizes) const;
  void addCoupled(int p, Mesh& part) const;
  void addBoundary(int p, Mesh& part, std::vector<Label>& patchSizes) const;
  void connect(Mesh& part) const;
  void placeCells(int p, Mesh& part) const;
  void placeFaces(Mesh& part) const;

  PolyMesh& mesh_;
  PolyGeometry& geometry_;
  const std::vector<int>& cellPart_;
  std::vector<Label> localCell_;  ///< index of each cell in its part
  std::vector<int> partnerPatch_;
  Buckets cells_, internal_, boundary_;
  std::vector<std::vector<CoupledFace>> coupled_;  ///< of each part, sorted as in Mesh
};

/// Position of each cyclic patch's partner; -1 for other patches.
std::vector<int> partnerPatches(const std::vector<PolyPatch>& patches);

/// Works out everything in a mesh that follows from what Division::part gives: names and addressing, interpolation weights
/// and difference coefficients, and the halo. Collective.
void complete(Mesh& mesh, const std::vector<Label>& patchSizes, const comm::Communicator& communicator);

}  // namespace eagre::mesh
