// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// What OpenFOAM's setsToZones does: every set in polyMeshDir/sets becomes the zone of its name in `mesh`, in the place of one
/// that is there. orient: a faceSet f needs the cellSet fSlaveCells (which becomes no zone); a face is flipped unless its owner
/// is in it. Errors (badCase): no such cellSet; an internal face with both or none of its cells in it; a set of another mesh.
void setsToZones(const std::filesystem::path& polyMeshDir, mesh::PolyMesh& mesh, bool orient, Log& log);

}  // namespace eagre::case_
