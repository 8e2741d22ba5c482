// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "config/dictionary.hpp"
#include "mesh/poly_mesh.hpp"

/// What OpenFOAM's mirrorMesh does.
namespace eagre::case_ {

struct MirrorPlane {
  Vec3 origin, normal;   ///< the normal has length 1
  double tolerance = 0;  ///< points nearer than this are on the plane (m)
};

/// Reads planeType (pointAndNormal, embeddedPoints, planeEquation) with its sub-dictionary, or point and normal alone, and
/// planeTolerance. Errors (badCase): missing entries, unknown types, points that span no plane.
MirrorPlane readMirrorPlane(const config::Dictionary& dict);

/// The mesh and its image. Faces on the plane become internal; patches and zones get the images of their faces, cells and points.
/// Error (badCase): a cell that lies on both sides of the plane, so that it and its image would overlap.
mesh::PolyMesh mirrorMesh(const mesh::PolyMesh& mesh, const MirrorPlane& plane);

}  // namespace eagre::case_
