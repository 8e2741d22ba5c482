// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comm/redistribution.hpp"
#include "mesh/mesh.hpp"
#include "mesh/point_images.hpp"

namespace eagre::mesh {

/// The points of a rank's mesh and the corners of its faces.
struct MeshPoints {
  /// The owned cells with all of their faces, those on empty patches included, in the order of the global mesh, so that their
  /// geometry is that of the global mesh to the last bit. Cells nCells and up are those behind cuts between ranks, of which only
  /// these faces are here. It has no patches.
  PolyMesh shape;
  std::vector<Label> pointGlobal;  ///< of shape's points: index in the global mesh; ascending
  std::vector<Label> faceOf;       ///< of shape's faces: index in Mesh; -1 on empty patches
  GlobalLabel nPointsGlobal = 0;
  PointImages images;  ///< of shape's points, across cyclic patches
};

/// Sets mesh.points. whole: the global mesh on rank 0, nullptr elsewhere; it must be the one from which `mesh` was made.
/// Collective.
void keepPoints(const PolyMesh* whole, Mesh& mesh);

/// The present points in the order of the global mesh, on rank 0; nothing elsewhere. Collective.
std::vector<Vec3> gatherPoints(const Mesh& mesh);
/// The same of values at points, one per point of this rank.
std::vector<Vec3> gatherPoints(const Mesh& mesh, const std::vector<Vec3>& values);
/// The inverse: this rank's, from all of them on rank 0 (elsewhere ignored). Collective. Error (on all ranks): not as many as the
/// mesh has points.
std::vector<Vec3> scatterPoints(const Mesh& mesh, const std::vector<Vec3>& whole);

/// The plan between this rank's and slabs of all of them (mesh/slabs.hpp). Collective.
comm::Redistribution pointSlabs(const Mesh& mesh, int bunch = 0);

}  // namespace eagre::mesh
