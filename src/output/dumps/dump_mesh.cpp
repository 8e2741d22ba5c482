// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "comm/communicator.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_surface.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

namespace {

template <class T>
std::span<const std::byte> bytesOf(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

/// A number that a mesh file carries; nothing if the file is not there, no mesh file, or has no such number.
std::optional<std::int64_t> numberOf(const fs::path& path, const char* name) {
  std::error_code ec;
  if (!fs::exists(path, ec)) return std::nullopt;
  try {
    return hdf5::open(path, comm::Communicator::self())->integer("/eagre", name);
  } catch (const Error&) { return std::nullopt; }
}

void logPolyhedra(std::int64_t polyhedra, Log& log) {
  if (polyhedra > 0)
    log.line(fmt::format(
        "Dumps: {} cells are polyhedra: ParaView opens the dumps from 6.1 on (VTK 9.6), their patches any version", polyhedra));
}

}  // namespace

std::vector<const char*> gridDataSets(bool polyhedra) {
  std::vector<const char*> names{"NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds", "Points", "Connectivity",
                                 "Offsets",        "Types"};
  if (polyhedra)
    names.insert(names.end(), {"NumberOfFaces", "NumberOfFaceConnectivityIds", "NumberOfPolyhedronToFaceIds", "FaceConnectivity",
                               "FaceOffsets", "PolyhedronToFaces", "PolyhedronOffsets"});
  return names;
}

std::vector<std::pair<const char*, hdf5::Value>> gridAttributes(bool polyhedra) {
  const std::string type = "UnstructuredGrid";
  return {{"Version", polyhedra ? std::vector<std::int64_t>{2, 5} : std::vector<std::int64_t>{1, 0}},
          {"Type", polyhedra ? hdf5::Value(hdf5::Utf8{type}) : hdf5::Value(type)}};
}

void setGridAttributes(hdf5::File& file, bool polyhedra) {
  for (const auto& [name, value] : gridAttributes(polyhedra)) file.setAttribute("/VTKHDF", name, value);
}

std::int64_t gridBytes(const mesh::PolyMesh& mesh, const VtkCells& cells) {
  const std::size_t faces = cells.facePoints.size() + 2 * cells.faceOffsets.size() + cells.cellFaceOffsets.size();
  return static_cast<std::int64_t>(mesh.points.size() * sizeof(Vec3) + cells.connectivity.size() * 8 + cells.types.size() * 17 +
                                   (cells.polyhedra > 0 ? faces * 8 : 0)) +
         structureBytes;
}

void writeGrid(DataSink& sink, const mesh::PolyMesh& mesh, const VtkCells& cells, bool points) {
  using hdf5::Type;
  sink.group("/VTKHDF");
  for (const auto& [name, value] : gridAttributes(cells.polyhedra > 0)) sink.attribute("/VTKHDF", name, value);
  const auto list = [&](const char* name, Type type, const auto& values) {
    sink.list(fmt::format("/VTKHDF/{}", name), type, values);
  };
  const auto count = [&](const char* name, std::size_t n) {
    list(name, Type::int64, std::vector<std::int64_t>{static_cast<std::int64_t>(n)});
  };
  count("NumberOfPoints", mesh.points.size());
  count("NumberOfCells", cells.types.size());
  count("NumberOfConnectivityIds", cells.connectivity.size());
  if (points) list("Points", Type::real64, mesh.points);
  list("Connectivity", Type::int64, cells.connectivity);
  list("Offsets", Type::int64, cells.offsets);
  list("Types", Type::uint8, cells.types);
  if (cells.polyhedra == 0) return;
  std::vector<std::int64_t> faces(cells.faceOffsets.size() - 1);
  std::iota(faces.begin(), faces.end(), std::int64_t{0});
  count("NumberOfFaces", faces.size());
  count("NumberOfFaceConnectivityIds", cells.facePoints.size());
  count("NumberOfPolyhedronToFaceIds", faces.size());
  list("FaceConnectivity", Type::int64, cells.facePoints);
  list("FaceOffsets", Type::int64, cells.faceOffsets);
  list("PolyhedronToFaces", Type::int64, faces);
  list("PolyhedronOffsets", Type::int64, cells.cellFaceOffsets);
}

void writeUpperFaces(DataSink& sink, const mesh::PolyMesh& mesh) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(mesh.nCells()));
  for (std::size_t f = 0; f < mesh.neighbour.size(); ++f) ++counts[static_cast<std::size_t>(mesh.owner[f])];
  sink.list(upperFacesObject, hdf5::Type::int64, counts);
}

std::int64_t polyhedraOf(const fs::path& meshFile) {
  return hdf5::open(meshFile, comm::Communicator::self())->integer("/eagre", "polyhedra");
}

std::optional<std::int64_t> checksumOfMeshFile(const fs::path& path) { return numberOf(path, "meshChecksum"); }

std::uint32_t meshChecksum(const mesh::PolyMesh& mesh) {
  std::uint32_t crc = checksum(bytesOf(mesh.points));
  for (const auto* list : {&mesh.faceOffsets, &mesh.facePoints, &mesh.owner, &mesh.neighbour})
    crc = checksum(bytesOf(*list), crc);
  for (const mesh::PolyPatch& patch : mesh.patches) {
    const std::string text = fmt::format("{} {} {} {}\n", patch.name, patch.type, patch.start, patch.size);
    crc = checksum(std::as_bytes(std::span(text)), crc);
  }
  return crc;
}

namespace {

/// Whether there are dumps of this mesh, those for restarts included.
bool hasDumpsOf(const fs::path& caseDirectory, std::int64_t meshChecksum) {
  std::vector<std::string> names = findRestartDumps(caseDirectory);
  for (const TimeDir& dump : findDumps(caseDirectory)) names.push_back(dump.name);
  return std::any_of(names.begin(), names.end(),
                     [&](const auto& name) { return numberOf(dumpPath(caseDirectory, name), "meshChecksum") == meshChecksum; });
}

/// The mesh that another one is about to replace stays beside it if there are dumps of it: they are of no use without.
void keepMesh(const fs::path& caseDirectory, std::int64_t meshChecksum, Log& log) {
  const fs::path path = dumpMeshPath(caseDirectory);
  if (!hasDumpsOf(caseDirectory, meshChecksum)) return;
  const fs::path kept = keptMeshPath(path.parent_path(), static_cast<std::uint32_t>(meshChecksum));
  std::error_code ec;
  fs::rename(path, kept, ec);
  if (ec) throw Error(fmt::format("cannot rename {} to {}: {}", path.string(), kept.string(), ec.message()), ExitCode::io);
  log.warnOnce(
      fmt::format("{0} is of another mesh and is replaced; it is now {1}. The dumps of it are left out of the series, and "
                  "whole again in a directory of their own in which {1} is mesh.vtkhdf",
                  path.string(), kept.filename().string()));
}

}  // namespace

void writeMeshFile(const fs::path& caseDirectory, const mesh::PolyMesh& mesh, std::uint32_t checksum,
                   const DumpSettings& settings, Log& log, const Packing* packing) {
  const fs::path directory = caseDirectory / "dumps", path = directory / "mesh.vtkhdf",
                 partial = directory / ".mesh.vtkhdf.partial";
  const auto present = checksumOfMeshFile(path), polyhedra = numberOf(path, "polyhedra");
  if (present == checksum && polyhedra && numberOf(path, "format") == layoutFormat && !packing)
    return logPolyhedra(*polyhedra, log);
  std::error_code ec;
  if (!present && fs::exists(path, ec)) log.warnOnce(fmt::format("{} cannot be read and is replaced", path.string()));
  makeDirectory(directory);
  const VtkCells cells = vtkCells(mesh);
  logPolyhedra(cells.polyhedra, log);
  std::string failure;
  try {
    const auto file = hdf5::create(partial, comm::Communicator::self());
    file->reserve(gridBytes(mesh, cells) + (packing ? packedBytes(mesh) : 0));
    FileDataSink sink(*file, settings);
    writeGrid(sink, mesh, cells, true);
    writeSurfaces(sink, mesh, mesh.points, surfaceGroup);
    writeUpperFaces(sink, mesh);
    file->setAttribute("/eagre", "format", layoutFormat);
    file->setAttribute("/eagre", "meshChecksum", checksum);
    file->setAttribute("/eagre", "polyhedra", cells.polyhedra);
    if (packing) writePackedMesh(*file, mesh, *packing, settings);
    file->close();
    failure = syncFile(partial);
    if (failure.empty() && present && present != checksum) keepMesh(caseDirectory, *present, log);
  } catch (const Error& e) { failure = e.what(); }
  finishReplacing(partial, path, failure);
  fs::remove(keptMeshPath(directory, checksum), ec);  // it was kept for the dumps of this mesh
}

}  // namespace eagre::output
