// SPDX-License-Identifier: BSD-3-Clause
#include "run/dumps/pack.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include "mesh/wall_wave.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/on_master.hpp"
#include "run/control/dump_controls.hpp"

namespace eagre::run {

namespace {

constexpr std::array polyMeshFiles{"constant/polyMesh/points", "constant/polyMesh/faces", "constant/polyMesh/owner",
                                   "constant/polyMesh/neighbour", "constant/polyMesh/boundary"};
constexpr std::array blockMeshFiles{"system/blockMeshDict", "constant/polyMesh/blockMeshDict"};

/// "constant/polyMesh/points 23472 bytes, checksum 1a2b3c4d"; nothing if neither the file nor its .gz is there.
std::string sourceLine(const fs::path& directory, fs::path name) {
  if (!fileExists(directory / name)) return {};
  std::error_code ec;
  if (!fs::is_regular_file(directory / name, ec)) name += ".gz";
  std::ifstream file(directory / name, std::ios::binary);
  if (!file) throw Error(fmt::format("cannot read {}: {}", (directory / name).string(), std::strerror(errno)), ExitCode::io);
  std::vector<char> piece(1 << 20);
  std::uint32_t crc = 0;
  std::uint64_t size = 0;
  do {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    const auto read = std::span(piece).first(static_cast<std::size_t>(file.gcount()));
    crc = output::checksum(std::as_bytes(read), crc);
    size += read.size();
  } while (file);
  return fmt::format("{} {} bytes, checksum {:08x}\n", name.string(), size, crc);
}

template <class Names>
std::string sourceLines(const fs::path& directory, const Names& names) {
  std::string lines;
  for (const char* name : names) lines += sourceLine(directory, name);
  return lines;
}

}  // namespace

void runPack(const comm::Communicator& world, const fs::path& directory, Log& log) {
  output::onMaster(world, [&] {
    output::hdf5::requireBuiltIn("eagre pack");
    Problems problems;
    CaseDictionaries dictionaries(directory, problems);
    ControlDict control = ControlDict::read(dictionaries.controlDict(), false, problems);
    problems = {};  // of what a mesh has nothing to do with
    const DumpControls dumps = readDump(dictionaries.controlDict(), "", problems);
    problems.throwIfAny(directory.string());
    control.binary = true;  // a mesh that is made now must be read back to the last digit
    control.compressed = false;
    WholeMesh whole = loadOrMakeMesh(dictionaries, control, true, log);
    mesh::addWallDistances(whole.mesh, whole.geometry, true);
    const output::Packing packing{whole.geometry, sourceLines(directory, polyMeshFiles) + sourceLines(directory, blockMeshFiles)};
    output::writeMeshFile(directory, whole.mesh, output::meshChecksum(whole.mesh), dumps.settings, log, &packing);
    log.line(fmt::format("{}: {} cells, {} faces, {} patches; runs read it in parallel and need constant/polyMesh no more",
                         output::dumpMeshPath(directory).string(), whole.mesh.nCells(), whole.mesh.nFaces(),
                         whole.mesh.patches.size()));
  });
}

bool takesPackedMesh(const fs::path& directory, Log& log) {
  const fs::path path = output::dumpMeshPath(directory);
  const bool polyMesh = fileExists(directory / "constant" / "polyMesh" / "faces");
  std::error_code ec;
  if (!output::hdf5::isBuiltIn() || !fs::exists(path, ec)) return false;
  std::optional<output::PackedMesh> packed;
  try {
    packed = output::findPackedMesh(path);
  } catch (const Error& e) {
    if (!polyMesh) throw;
    log.warnOnce(fmt::format("{}; the mesh is read from constant/polyMesh", e.what()));
  }
  if (!packed) return false;
  const auto isPacked = [&](const std::string& line) { return packed->sources.find(line) != std::string::npos; };
  if (polyMesh) {
    for (const char* name : polyMeshFiles) {
      if (const std::string line = sourceLine(directory, name); !line.empty() && isPacked(line)) continue;
      log.warnOnce(
          fmt::format("{} was packed from other files: {} has changed since; it is not used, and the mesh is read from "
                      "constant/polyMesh as a whole (eagre pack packs it again)",
                      path.string(), name));
      return false;
    }
    return true;
  }
  for (const char* name : blockMeshFiles)
    if (!isPacked(sourceLine(directory, name)))
      throw Error(
          fmt::format("{}: {} has changed since the mesh was packed, and constant/polyMesh is not there: eagre pack makes and "
                      "packs the mesh again",
                      path.string(), name),
          ExitCode::badCase);
  return true;
}

WholeMesh meshToSetFields(CaseDictionaries& dictionaries, const ControlDict& control, Log& log) {
  const fs::path polyMesh = dictionaries.directory() / "constant" / "polyMesh";
  if (!fileExists(polyMesh / "faces"))
    throw Error(fmt::format("{}: initial fields (system/setFieldsDict, internalField {{ }}) are still to be set, which takes the "
                            "global mesh, and {} is not "
                            "there: run eagre setFields while it is",
                            dictionaries.directory().string(), polyMesh.string()),
                ExitCode::badCase);
  log.line("setFields takes the global mesh, on rank 0 (eagre setFields before the run spares it)");
  return loadOrMakeMesh(dictionaries, control, false, log);
}

}  // namespace eagre::run
