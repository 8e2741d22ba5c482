// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// Makes the mesh that OpenFOAM v1912's blockMesh makes from a blockMeshDict: the same points (to round-off), faces,
/// owners, neighbours, patches and cell zones, in the same order.
///
/// Understood: scale or convertToMeters; vertices, also named; hex blocks with zones; simpleGrading, edgeGrading and their
/// multi-section form; edges line, arc, polyLine, spline, BSpline, bezier; boundary and patches; defaultPatch; collapsed
/// blocks; cyclic patches (faces of the second put in the order of the first); mergePatchPairs of patches that match point
/// by point. Not supported, and an Error: projection onto `geometry`, merging of patches that do not match.
///
/// Log: OpenFOAM's account of the mesh (entry `verbose`). Error (badCase): every problem with file and line.
mesh::PolyMesh blockMesh(const config::Dictionary& blockMeshDict, Log& log);

}  // namespace eagre::case_
