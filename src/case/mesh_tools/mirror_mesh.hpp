// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "case/plane_entry.hpp"
#include "config/dictionary.hpp"
#include "mesh/poly_mesh.hpp"

/// What OpenFOAM's mirrorMesh does.
namespace eagre::case_ {

struct MirrorPlane : PlaneEntry {
  double tolerance = 0;  ///< points nearer than this are on the plane (m)
};

/// Reads a plane, whose planeType may be missing, and planeTolerance. Errors (badCase): those of readPlane, a negative tolerance.
MirrorPlane readMirrorPlane(const config::Dictionary& dict);

/// The mesh and its image. Faces on the plane become internal; patches and zones get the images of their faces, cells and points.
/// Error (badCase): a cell that lies on both sides of the plane, so that it and its image would overlap.
mesh::PolyMesh mirrorMesh(const mesh::PolyMesh& mesh, const MirrorPlane& plane);

}  // namespace eagre::case_
