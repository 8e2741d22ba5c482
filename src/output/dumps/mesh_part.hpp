// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "output/dumps/dump_settings.hpp"

namespace eagre::output {

/// Writes dumps/mesh.<bunch>of<bunches>.vtkhdf: the cells of a bunch (mesh::Bunches) with the points that they use, so that the
/// bunch's file can be opened alone; whole or not at all, if it is not there yet for this mesh. Taken from mesh.vtkhdf, of which
/// a bunch's range alone is held. One rank alone. Errors: Error(io).
void writeMeshPart(const std::filesystem::path& directory, int bunch, int bunches, const DumpSettings& settings);

}  // namespace eagre::output
