// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_summary.hpp"
#include "output/dumps/packed_mesh.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

std::unique_ptr<hdf5::File> openMeshFile(const fs::path& path) {
  auto file = openOrName(path, hdf5::Access::read);
  for (const hdf5::Item& item : file->items()) {
    const bool isData = item.kind == hdf5::Item::Kind::data;
    if ((!isData && item.kind != hdf5::Item::Kind::group) || item.info.pieced || (isData && item.info.shape.columns > 9))
      failDump(path, fmt::format("{} is nothing that a mesh has", item.path));
  }
  if (!file->exists("/VTKHDF/NumberOfCells") || !file->exists("/eagre") || !file->hasAttribute("/eagre", "meshChecksum"))
    failDump(path, "an HDF5 file, but not the mesh of dumps");
  return file;
}

MeshFile readMeshFile(const fs::path& path) {
  const auto file = openMeshFile(path);
  MeshFile mesh;
  mesh.checksum = static_cast<std::uint32_t>(file->integer("/eagre", "meshChecksum"));
  const auto number = [&](const char* object) {
    std::int64_t value = 0;
    file->read(object, 0, std::as_writable_bytes(std::span(&value, 1)));
    return value;
  };
  mesh.cells = number("/VTKHDF/NumberOfCells");
  mesh.points = number("/VTKHDF/NumberOfPoints");
  mesh.dataSets = summariseAll(*file, {}, true);
  for (DataSetSummary& one : mesh.dataSets) compareChecksums(one);
  if (std::all_of(mesh.dataSets.begin(), mesh.dataSets.end(), [](const auto& one) { return one.damage.empty(); }))
    if (const auto packed = findPackedMesh(path)) mesh.packed = packed->facts;
  return mesh;
}

}  // namespace eagre::output
