// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "comm/communicator.hpp"
#include "core/log.hpp"

namespace eagre::run {

/// `eagre clean`: removes what Eagre made in a case, so that a run begins anew, and names each thing that it removes:
///   - time directories that Eagre computed (they have uniform/restart), but the first time of the case never;
///   - dumps of times and for restarts with their series; the mesh of dumps only if constant/polyMesh is there;
///   - postProcessing, pictures, profile.json;
///   - the mesh and the initial fields, if their records say that Eagre made them and nothing has changed them since
///     (case/made_record.hpp): with the mesh the levels of snappyHexMesh beside it; the fields only if 0.orig holds what they
///     were made from, and with them what lies in folders of 0 as it does in 0.orig (0/include).
/// What a user gave stays; a mesh or a field that was changed since it was made is named and stays. Rank 0 works. Errors: badCase
/// (no such case), io.
void clean(const comm::Communicator& world, const std::filesystem::path& caseDirectory, bool dryRun, Log& log);

}  // namespace eagre::run
