// SPDX-License-Identifier: BSD-3-Clause
#include "output/dump_mesh.hpp"

#include <fmt/format.h>

#include "output/dump_data.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5.hpp"
#include "output/vtk_cells.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

namespace {

template <class T>
std::span<const std::byte> bytesOf(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

void writeGrid(hdf5::File& file, const mesh::PolyMesh& mesh, const VtkCells& cells, const DumpSettings& settings) {
  using hdf5::Type;
  file.makeGroup("/VTKHDF");
  file.setAttribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0});
  file.setAttribute("/VTKHDF", "Type", std::string("UnstructuredGrid"));
  const auto list = [&](const char* name, Type type, std::span<const std::byte> bytes) {
    const auto rows = static_cast<std::int64_t>(bytes.size() / hdf5::bytesOf(type));
    writeWhole(file, fmt::format("/VTKHDF/{}", name), type, {rows, 1}, bytes, settings);
  };
  const auto count = [&](const char* name, std::size_t n) {
    list(name, Type::int64, bytesOf(std::vector<std::int64_t>{static_cast<std::int64_t>(n)}));
  };
  count("NumberOfPoints", mesh.points.size());
  count("NumberOfCells", cells.types.size());
  count("NumberOfConnectivityIds", cells.connectivity.size());
  writeWhole(file, "/VTKHDF/Points", Type::real64, {static_cast<std::int64_t>(mesh.points.size()), 3}, bytesOf(mesh.points),
             settings);
  list("Connectivity", Type::int64, bytesOf(cells.connectivity));
  list("Offsets", Type::int64, bytesOf(cells.offsets));
  list("Types", Type::uint8, bytesOf(cells.types));
}

}  // namespace

std::optional<std::int64_t> checksumOfMeshFile(const fs::path& path) {
  std::error_code ec;
  if (!fs::exists(path, ec)) return std::nullopt;
  try {
    return hdf5::open(path, comm::Communicator::self())->integer("/eagre", "meshChecksum");
  } catch (const Error&) { return std::nullopt; }
}

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

void writeMeshFile(const fs::path& caseDirectory, const mesh::PolyMesh& mesh, std::uint32_t checksum,
                   const DumpSettings& settings, Log& log) {
  const fs::path directory = caseDirectory / "dumps", path = directory / "mesh.vtkhdf",
                 partial = directory / ".mesh.vtkhdf.partial";
  const auto present = checksumOfMeshFile(path);
  if (present == checksum) return;
  std::error_code ec;
  if (fs::exists(path, ec))
    log.warnOnce(fmt::format("{} is of another mesh and is replaced; dumps that are there belong to the other", path.string()));
  fs::create_directories(directory, ec);
  if (ec) throw Error(fmt::format("cannot create {}: {}", directory.string(), ec.message()), ExitCode::io);
  const VtkCells cells = vtkCells(mesh);
  if (cells.others > 0)
    log.line(fmt::format("Dumps: {} of {} cells are polyhedra; to ParaView they are convex point sets", cells.others,
                         cells.types.size()));
  std::string failure;
  try {
    const auto file = hdf5::create(partial, comm::Communicator::self());
    file->reserve(
        static_cast<std::int64_t>(mesh.points.size() * sizeof(Vec3) + cells.connectivity.size() * 8 + cells.types.size() * 9) +
        structureBytes);
    writeGrid(*file, mesh, cells, settings);
    file->makeGroup("/eagre");
    file->setAttribute("/eagre", "format", std::int64_t{1});
    file->setAttribute("/eagre", "meshChecksum", checksum);
    file->close();
    failure = syncFile(partial);
  } catch (const Error& e) { failure = e.what(); }
  finishReplacing(partial, path, failure);
}

}  // namespace eagre::output
