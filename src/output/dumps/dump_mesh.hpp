// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_settings.hpp"
#include "output/dumps/packed_mesh.hpp"
#include "output/hdf5/hdf5.hpp"
#include "output/vtk/vtk_cells.hpp"

namespace eagre::output {

/// CRC-32 of points, faces, owners, neighbours and patches: whether a dump belongs to a mesh.
std::uint32_t meshChecksum(const mesh::PolyMesh& mesh);

/// The checksum that a mesh file carries; nothing if it is not there or no such file.
std::optional<std::int64_t> checksumOfMeshFile(const std::filesystem::path& path);

/// Data sets of /VTKHDF in a mesh file, which dumps link to: those of VTKHDF 1.0, and with polyhedra those of 2.5.
std::vector<const char*> gridDataSets(bool polyhedra);
/// Version and Type of /VTKHDF: 1.0, which ParaView reads from 5.11 on, or 2.5 with polyhedra, which needs 6.1 (VTK 9.6).
/// Readers up to VTK 9.5 only warn of a version that they do not know, and crash on polyhedra; those up to 9.4 refuse a type that
/// is not ASCII, so with polyhedra it is marked as UTF-8.
void setGridAttributes(hdf5::File& file, bool polyhedra);

/// Bytes of what the next two write, before the filter.
std::int64_t gridBytes(const mesh::PolyMesh& mesh, const VtkCells& cells);
/// The data sets and attributes of /VTKHDF that make up the grid; points: these, too. Errors: those of the sink.
void writeGrid(DataSink& sink, const mesh::PolyMesh& mesh, const VtkCells& cells, bool points);
/// By which faces of dumps are put in the order of the mesh. Errors: those of the sink.
void writeUpperFaces(DataSink& sink, const mesh::PolyMesh& mesh);

/// How many cells of the mesh in a mesh file are polyhedra: no tetrahedra, hexahedra, wedges or pyramids. Errors: Error(io).
std::int64_t polyhedraOf(const std::filesystem::path& meshFile);

/// Writes dumps/mesh.vtkhdf of a case, whole or not at all, if it is not there yet for this mesh; with `packing` in any case,
/// with what a run reads it from. One of another mesh that dumps still need is kept (keptMeshPath). Rank 0 alone. The log says if
/// there are polyhedra, and which ParaView shows them. Errors: Error(io).
void writeMeshFile(const std::filesystem::path& caseDirectory, const mesh::PolyMesh& mesh, std::uint32_t checksum,
                   const DumpSettings& settings, Log& log, const Packing* packing = nullptr);

}  // namespace eagre::output
