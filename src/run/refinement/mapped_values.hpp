// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "mesh/poly_addressing.hpp"
#include "mesh/refinement/hex_forest.hpp"

/// How values go from one global mesh to another one that is made of it by dividing cells and putting others together. On rank 0.
namespace eagre::run {

/// A global mesh before and after a change, on rank 0. Of the geometries: areas of faces and volumes of cells.
struct ChangedMesh {
  const mesh::PolyMesh &before, &after;
  const mesh::PolyGeometry &geometryBefore, &geometryAfter;
  const mesh::MeshChange& change;
};

/// Values of cells: a part has that of the whole, a whole the mean of its parts by volume.
std::vector<double> mapCells(const std::vector<double>& old, int nComp, const ChangedMesh& meshes);
/// Values of faces of a patch, of the old one before and the new one afterwards.
std::vector<double> mapPatch(const std::vector<double>& old, int nComp, const mesh::PolyPatch& before,
                             const mesh::PolyPatch& after, const mesh::MeshChange& change);
/// A velocity on all faces; on faces inside of old cells the mean of those around (facesOf: of the mesh after).
std::vector<double> mapVelocity(const std::vector<double>& old, const ChangedMesh& meshes, const mesh::LabelRows& facesOf);
/// A flux as that of the velocity phi S/|S|^2, but where a face stays as it is.
std::vector<double> mapFlux(const std::vector<double>& old, const ChangedMesh& meshes, const mesh::LabelRows& facesOf);

}  // namespace eagre::run
