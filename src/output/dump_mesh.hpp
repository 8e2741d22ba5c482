// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>

#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"
#include "output/dump_settings.hpp"
#include "output/packed_mesh.hpp"

namespace eagre::output {

/// CRC-32 of points, faces, owners, neighbours and patches: whether a dump belongs to a mesh.
std::uint32_t meshChecksum(const mesh::PolyMesh& mesh);

/// Writes dumps/mesh.vtkhdf of a case, whole or not at all, if it is not there yet for this mesh; with `packing` in any case,
/// with what a run reads it from. Rank 0 alone. Cells that are no tetrahedra, hexahedra, wedges or pyramids are convex point sets
/// to VTK; the log says how many. Errors: Error(io).
void writeMeshFile(const std::filesystem::path& caseDirectory, const mesh::PolyMesh& mesh, std::uint32_t checksum,
                   const DumpSettings& settings, Log& log, const Packing* packing = nullptr);

}  // namespace eagre::output
