// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "mesh/slab_mesh.hpp"
#include "output/dumps/dump_settings.hpp"
#include "output/hdf5/hdf5.hpp"

/// What `eagre pack` adds to the mesh file of dumps, so that each rank of a run reads its own slab of the mesh (docs/dumps.md).
namespace eagre::output {

/// Of a mesh that has passed checkPolyMesh; distances to walls are packed if the geometry has them. sources: a text by which a
/// pack is known to be of the files that are there.
struct Packing {
  const mesh::PolyGeometry& geometry;
  std::string sources;
};

/// Bytes that writePackedMesh adds to a file, before the filter.
std::int64_t packedBytes(const mesh::PolyMesh& mesh);
/// Adds the group /eagre/mesh. Serial. Errors: Error(io).
void writePackedMesh(hdf5::File& file, const mesh::PolyMesh& mesh, const Packing& packing, const DumpSettings& settings);

/// What can be known of a packed mesh without reading it.
struct PackedMesh {
  mesh::MeshFacts facts;
  std::uint32_t checksum = 0;  ///< meshChecksum() of the mesh
  std::string sources;
};
/// Nothing if the file is a mesh of dumps that is not packed. Serial. Errors: Error(io) that says what stands there instead.
std::optional<PackedMesh> findPackedMesh(const std::filesystem::path& path);

/// Each rank opens the file, reads its slab and compares it with the checksums, together with all others. Ranks read each by
/// itself: one that meets a damaged chunk leaves none waiting in a collective read. Collective.
/// Errors: Error(io) on all ranks, with the data set that is damaged.
/// wallDistances: those of all cells are read too.
mesh::SlabMesh readPackedMesh(const comm::Communicator& communicator, const std::filesystem::path& path,
                              bool wallDistances = false);

}  // namespace eagre::output
