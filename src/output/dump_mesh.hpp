// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"
#include "output/dump_settings.hpp"

namespace eagre::output {

/// CRC-32 of points, faces, owners, neighbours and patches: whether a dump belongs to a mesh.
std::uint32_t meshChecksum(const mesh::PolyMesh& mesh);

/// The checksum that a mesh file carries; nothing if it is not there or no such file.
std::optional<std::int64_t> checksumOfMeshFile(const std::filesystem::path& path);

/// Writes dumps/mesh.vtkhdf of a case, whole or not at all, if it is not there yet for this mesh. Rank 0 alone.
/// Cells that are no tetrahedra, hexahedra, wedges or pyramids are convex point sets to VTK; the log says how many.
/// Errors: Error(io).
void writeMeshFile(const std::filesystem::path& caseDirectory, const mesh::PolyMesh& mesh, std::uint32_t checksum,
                   const DumpSettings& settings, Log& log);

}  // namespace eagre::output
