// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "comm/communicator.hpp"
#include "core/log.hpp"
#include "run/case/case_setup.hpp"

/// A mesh that is packed into the mesh file of dumps, from which each rank of a run reads its part alone
/// (output/dumps/packed_mesh.hpp).
namespace eagre::run {

/// `eagre pack`: reads the mesh, or makes it from blockMeshDict, and packs it, together with checksums of the files that it comes
/// from. Rank 0 works. Errors: badCase, io.
void runPack(const comm::Communicator& world, const std::filesystem::path& caseDirectory, Log& log);

/// Whether a run takes its mesh from the pack: it is there, and constant/polyMesh has the files that were packed, byte for byte,
/// or is not there at all. A pack of other files is named in a warning and left alone. Rank 0 only. Errors: without
/// constant/polyMesh, a mesh file that cannot be read (io), or one that was packed from another blockMeshDict (badCase).
bool takesPackedMesh(const std::filesystem::path& caseDirectory, Log& log);

/// The global mesh of a packed case, for setFields alone. Rank 0 only. Error(badCase): constant/polyMesh is not there.
WholeMesh meshToSetFields(CaseDictionaries& dictionaries, const ControlDict& control, Log& log);

}  // namespace eagre::run
