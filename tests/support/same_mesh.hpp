// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "mesh/slab_mesh.hpp"

/// Meshes in slabs, and whether two ways lead to the same mesh.
namespace eagre::test {

/// The slab of a rank whose cells and faces begin at these places.
inline mesh::SlabMesh slabOf(const mesh::PolyMesh& whole, int rank, std::vector<GlobalLabel> cellStarts,
                             std::vector<GlobalLabel> faceStarts) {
  const mesh::PolyGeometry geometry = computeGeometry(whole);
  const auto cut = [rank](const auto& values, const std::vector<GlobalLabel>& starts) {
    const auto size = static_cast<GlobalLabel>(values.size());
    const auto at = [&](int r) { return values.begin() + std::min(starts[static_cast<std::size_t>(r)], size); };
    return std::decay_t<decltype(values)>(at(rank), at(rank + 1));
  };
  mesh::SlabMesh slab;
  slab.facts = factsOf(whole, geometry);
  slab.owner = cut(whole.owner, faceStarts);
  slab.neighbour = cut(whole.neighbour, faceStarts);
  slab.cellStarts = std::move(cellStarts);
  slab.faceStarts = std::move(faceStarts);
  slab.geometry = {cut(geometry.faceCentres, slab.faceStarts), cut(geometry.faceAreas, slab.faceStarts),
                   cut(geometry.cellCentres, slab.cellStarts), cut(geometry.cellVolumes, slab.cellStarts),
                   cut(geometry.wallDistances, boundaryStarts(slab))};
  return slab;
}

inline void expectSamePatches(const std::vector<mesh::PolyPatch>& a, const std::vector<mesh::PolyPatch>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(std::tie(a[i].name, a[i].type, a[i].start, a[i].size, a[i].neighbourPatch, a[i].inGroups, a[i].otherEntries),
              std::tie(b[i].name, b[i].type, b[i].start, b[i].size, b[i].neighbourPatch, b[i].inGroups, b[i].otherEntries));
}

/// Places, areas and volumes, bit by bit.
inline void expectSameGeometry(const mesh::Mesh& a, const mesh::Mesh& b) {
  EXPECT_EQ(a.C, b.C);
  EXPECT_EQ(a.V, b.V);
  EXPECT_EQ(a.Cf, b.Cf);
  ASSERT_EQ(a.Sf.size(), b.Sf.size());
  for (Label f = 0; f < a.nFaces(); ++f) EXPECT_EQ(a.Sf[f], b.Sf[f]);
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.wallDistance, b.wallDistance);
  EXPECT_EQ(a.extent, b.extent);
}

/// All that a division decides, bit by bit.
inline void expectSameMesh(const mesh::Mesh& a, const mesh::Mesh& b) {
  EXPECT_EQ(std::tie(a.nCells, a.nInternalFaces, a.nCoupledFaces, a.nBoundaryFaces),
            std::tie(b.nCells, b.nInternalFaces, b.nCoupledFaces, b.nBoundaryFaces));
  EXPECT_EQ(std::tie(a.nCellsGlobal, a.nFacesGlobal, a.nInternalFacesGlobal, a.totalVolume),
            std::tie(b.nCellsGlobal, b.nFacesGlobal, b.nInternalFacesGlobal, b.totalVolume));
  EXPECT_EQ(a.cellGlobal, b.cellGlobal);
  EXPECT_EQ(a.faceGlobal, b.faceGlobal);
  EXPECT_EQ(a.faceFlipped, b.faceFlipped);
  EXPECT_EQ(a.owner, b.owner);
  EXPECT_EQ(a.neighbour, b.neighbour);
  expectSameGeometry(a, b);
  EXPECT_TRUE(std::equal(a.solutionD, a.solutionD + 3, b.solutionD) && std::equal(a.geometricD, a.geometricD + 3, b.geometricD));
  ASSERT_EQ(a.patches.size(), b.patches.size());
  for (std::size_t i = 0; i < a.patches.size(); ++i)
    EXPECT_EQ(std::tie(a.patches[i].name, a.patches[i].type, a.patches[i].start, a.patches[i].size, a.patches[i].globalSize),
              std::tie(b.patches[i].name, b.patches[i].type, b.patches[i].start, b.patches[i].size, b.patches[i].globalSize));
  ASSERT_EQ(a.coupled.size(), b.coupled.size());
  for (std::size_t i = 0; i < a.coupled.size(); ++i)
    EXPECT_EQ(std::tie(a.coupled[i].patchName, a.coupled[i].globalIndex, a.coupled[i].neighbourRank, a.coupled[i].size),
              std::tie(b.coupled[i].patchName, b.coupled[i].globalIndex, b.coupled[i].neighbourRank, b.coupled[i].size));
  expectSamePatches(a.globalPatches, b.globalPatches);
}

}  // namespace eagre::test
