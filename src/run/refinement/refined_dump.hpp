// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "case/poly_mesh_io.hpp"
#include "output/dumps/own_mesh.hpp"
#include "output/foam/field_file_writer.hpp"

namespace eagre::run {

/// Levels and history as dumps hold them beside their mesh.
output::OwnMeshExtras extrasOf(const case_::MeshLevels& levels);
/// The mesh that a dump holds itself, as the directory polyMesh of a time directory. Where it moves, its points are those at rest
/// here. Serial. Errors: Error(io).
void writeMeshOfDump(const std::filesystem::path& dump, const std::filesystem::path& timeDirectory,
                     const output::FieldFormat& format);

}  // namespace eagre::run
