// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/packed_mesh.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "mesh/slabs.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_file.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

namespace {

const std::string group = "/eagre/mesh";

template <class T>
std::span<const std::byte> bytesOf(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

std::string textOf(hdf5::File& file, const std::string& object) {
  std::string text = file.readText(object);
  if (static_cast<std::uint32_t>(file.integer(object, checksumName)) != checksum(std::as_bytes(std::span(text))))
    throw Error(fmt::format("{}: {}: its bytes do not agree with its checksum", file.path().string(), object), ExitCode::io);
  return text;
}

PackedMesh readFacts(hdf5::File& file) {
  try {
    return {mesh::meshFacts(textOf(file, group + "/facts")), static_cast<std::uint32_t>(file.integer("/eagre", "meshChecksum")),
            textOf(file, group + "/sources")};
  } catch (const Error& e) { throw Error(fmt::format("{}: {}", file.path().string(), e.what()), ExitCode::io); }
}

/// One rank's view of the file.
class SlabReader {
 public:
  SlabReader(const comm::Communicator& communicator, hdf5::File& file) : communicator_(communicator), file_(file) {}

  /// This rank's entities of a data set, T being a number of components or a Vec3. Collective.
  template <class T>
  std::vector<T> read(const std::string& name, hdf5::Type type, const std::vector<GlobalLabel>& starts) {
    const std::string object = group + "/" + name;
    const auto rank = static_cast<std::size_t>(communicator_.rank());
    std::vector<T> slab;
    std::uint32_t stated = 0;
    hdf5::agree(communicator_, [&] {
      const hdf5::DataInfo info = file_.info(object);
      const auto each = static_cast<std::int64_t>(sizeof(T) / hdf5::bytesOf(type));
      if (info.type != type || info.shape.rows != starts.back() || info.shape.columns != each)
        throw Error(fmt::format("{}: {} has {} values of {} components, but {} of {} are needed", file_.path().string(), object,
                                info.shape.rows, info.shape.columns, starts.back(), each));
      stated = static_cast<std::uint32_t>(file_.integer(object, checksumName));
      slab.resize(static_cast<std::size_t>(starts[rank + 1] - starts[rank]));
      if (!slab.empty()) file_.read(object, starts[rank], std::as_writable_bytes(std::span(slab)));
    });
    const std::uint32_t whole = combined(checksum(bytesOf(slab)), sizeof(T), starts);
    if (whole != stated)
      throw Error(
          fmt::format("{}: {}: its bytes give the checksum {:08x}, not {:08x}", file_.path().string(), object, whole, stated),
          ExitCode::io);
    return slab;
  }

  std::vector<Label> labels(const std::string& name, const std::vector<GlobalLabel>& starts) {
    const auto values = read<std::int64_t>(name, hdf5::Type::int64, starts);
    return {values.begin(), values.end()};
  }

 private:
  /// The checksum of the whole out of those of the ranks' slabs.
  std::uint32_t combined(std::uint32_t own, std::size_t each, const std::vector<GlobalLabel>& starts) const {
    const std::vector<std::int64_t> parts = communicator_.allGather(own);
    uLong whole = 0;
    for (std::size_t r = 0; r < parts.size(); ++r)
      whole = ::crc32_combine(whole, static_cast<uLong>(parts[r]),
                              static_cast<z_off_t>((starts[r + 1] - starts[r]) * static_cast<GlobalLabel>(each)));
    return static_cast<std::uint32_t>(whole);
  }

  const comm::Communicator& communicator_;
  hdf5::File& file_;
};

}  // namespace

std::int64_t packedBytes(const mesh::PolyMesh& mesh) {
  const auto nFaces = static_cast<std::int64_t>(mesh.owner.size()), nInternal = static_cast<std::int64_t>(mesh.neighbour.size()),
             nCells = static_cast<std::int64_t>(mesh.nCells());
  return nFaces * 64 + (nFaces - nInternal) * 8 + nCells * 40 + 10 * structureBytes;
}

void writePackedMesh(hdf5::File& file, const mesh::PolyMesh& mesh, const Packing& packing, const DumpSettings& settings) {
  using hdf5::Type;
  file.makeGroup(group);
  writeText(file, group + "/facts", toText(mesh::factsOf(mesh, packing.geometry)));
  writeText(file, group + "/sources", packing.sources);
  const auto list = [&](const char* name, Type type, int columns, const auto& values) {
    writeWhole(file, group + "/" + name, type, {static_cast<std::int64_t>(values.size()), columns}, bytesOf(values), settings);
  };
  list("owner", Type::int64, 1, std::vector<std::int64_t>(mesh.owner.begin(), mesh.owner.end()));
  list("neighbour", Type::int64, 1, std::vector<std::int64_t>(mesh.neighbour.begin(), mesh.neighbour.end()));
  list("faceCentres", Type::real64, 3, packing.geometry.faceCentres);
  list("faceAreas", Type::real64, 3, packing.geometry.faceAreas);
  list("wallDistances", Type::real64, 1, packing.geometry.wallDistances);
  if (!packing.geometry.cellWallDistances.empty()) {
    list("boundaryWallDistances", Type::real64, 1, packing.geometry.boundaryWallDistances);
    list("cellWallDistances", Type::real64, 1, packing.geometry.cellWallDistances);
    const auto& nearest = packing.geometry.nearestWallFaces;
    list("nearestWallFaces", Type::int64, 1, std::vector<std::int64_t>(nearest.begin(), nearest.end()));
  }
  list("cellCentres", Type::real64, 3, packing.geometry.cellCentres);
  list("cellVolumes", Type::real64, 1, packing.geometry.cellVolumes);
}

std::optional<PackedMesh> findPackedMesh(const fs::path& path) {
  const auto file = openMeshFile(path);
  if (!file->exists(group)) return std::nullopt;
  return readFacts(*file);
}

mesh::SlabMesh readPackedMesh(const comm::Communicator& communicator, const fs::path& path, bool wallDistances) {
  mesh::SlabMesh slab;
  std::unique_ptr<hdf5::File> file;
  hdf5::agree(communicator, [&] {
    file = openMeshFile(path);
    slab.facts = readFacts(*file).facts;
    if (wallDistances && !file->exists(group + "/cellWallDistances"))
      throw Error(
          fmt::format("{}: packed without the distances to walls that the turbulence model needs: eagre pack packs it again",
                      path.string()),
          ExitCode::badCase);
  });
  slab.cellStarts = mesh::slabStarts(slab.facts.nCells, communicator.size());
  slab.faceStarts = mesh::slabStarts(slab.facts.nFaces, communicator.size());
  std::vector<GlobalLabel> internalStarts = slab.faceStarts;
  for (GlobalLabel& start : internalStarts) start = std::min(start, slab.facts.nInternalFaces);

  SlabReader reader(communicator, *file);
  slab.owner = reader.labels("owner", slab.faceStarts);
  slab.neighbour = reader.labels("neighbour", internalStarts);
  mesh::PolyGeometry& geometry = slab.geometry;
  geometry.faceCentres = reader.read<Vec3>("faceCentres", hdf5::Type::real64, slab.faceStarts);
  geometry.faceAreas = reader.read<Vec3>("faceAreas", hdf5::Type::real64, slab.faceStarts);
  geometry.wallDistances = reader.read<double>("wallDistances", hdf5::Type::real64, mesh::boundaryStarts(slab));
  geometry.cellCentres = reader.read<Vec3>("cellCentres", hdf5::Type::real64, slab.cellStarts);
  geometry.cellVolumes = reader.read<double>("cellVolumes", hdf5::Type::real64, slab.cellStarts);
  if (wallDistances) {
    geometry.boundaryWallDistances = reader.read<double>("boundaryWallDistances", hdf5::Type::real64, mesh::boundaryStarts(slab));
    geometry.cellWallDistances = reader.read<double>("cellWallDistances", hdf5::Type::real64, slab.cellStarts);
    geometry.nearestWallFaces = reader.labels("nearestWallFaces", slab.cellStarts);
  }
  return slab;
}

}  // namespace eagre::output
