// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/mesh_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "mesh/slabs.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

namespace {

/// The cells [first, end) of a mesh file, as VTK has them.
struct Cells {
  std::vector<std::int64_t> connectivity, offsets;
  std::vector<std::uint8_t> types;
};

template <class T>
std::vector<T> rows(hdf5::File& file, const char* object, std::int64_t first, std::int64_t end) {
  if (first < 0 || end < first || end > file.info(object).shape.rows)
    throw Error(fmt::format("{}: {} has no rows {} to {}", file.path().string(), object, first, end), ExitCode::io);
  std::vector<T> values(static_cast<std::size_t>(end - first));
  file.read(object, first, std::as_writable_bytes(std::span(values)));
  return values;
}

Cells readCells(hdf5::File& mesh, std::int64_t first, std::int64_t end) {
  // A polyhedron is what VTK calls so only with its faces; its points alone are a convex point set.
  constexpr std::uint8_t polyhedron = 42, convexPointSet = 41;
  Cells cells;
  cells.offsets = rows<std::int64_t>(mesh, "/VTKHDF/Offsets", first, end + 1);
  cells.connectivity = rows<std::int64_t>(mesh, "/VTKHDF/Connectivity", cells.offsets.front(), cells.offsets.back());
  cells.types = rows<std::uint8_t>(mesh, "/VTKHDF/Types", first, end);
  std::replace(cells.types.begin(), cells.types.end(), polyhedron, convexPointSet);
  const std::int64_t start = cells.offsets.front();
  for (std::int64_t& offset : cells.offsets) offset -= start;
  return cells;
}

/// Numbers the points of the cells anew, in their order in the whole mesh; returns which they were.
std::vector<std::int64_t> renumberPoints(Cells& cells) {
  std::vector<std::int64_t> points = cells.connectivity;
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  for (std::int64_t& point : cells.connectivity) point = std::lower_bound(points.begin(), points.end(), point) - points.begin();
  return points;
}

/// Coordinates of these points, x y z of each, read a piece of the mesh's points at a time.
std::vector<double> readPoints(hdf5::File& mesh, const std::vector<std::int64_t>& points) {
  constexpr std::int64_t pieceRows = 65536;
  std::vector<double> coordinates, piece;
  for (auto next = points.begin(); next != points.end();) {
    const std::int64_t first = *next, end = std::min(first + pieceRows, points.back() + 1);
    piece.resize(static_cast<std::size_t>(end - first) * 3);
    mesh.read("/VTKHDF/Points", first, std::span(piece));
    for (; next != points.end() && *next < end; ++next)
      for (int k = 0; k < 3; ++k) coordinates.push_back(piece[static_cast<std::size_t>((*next - first) * 3 + k)]);
  }
  return coordinates;
}

void writePart(hdf5::File& file, const Cells& cells, const std::vector<double>& points, const DumpSettings& settings) {
  using hdf5::Type;
  file.makeGroup("/VTKHDF");
  file.setAttribute("/VTKHDF", "Version", std::vector<std::int64_t>{1, 0});
  file.setAttribute("/VTKHDF", "Type", std::string("UnstructuredGrid"));
  const auto list = [&](const std::string& name, Type type, int columns, const auto& values) {
    writeWhole(file, "/VTKHDF/" + name, type, {static_cast<std::int64_t>(values.size()) / columns, columns},
               std::as_bytes(std::span(values)), settings);
  };
  const auto count = [&](const std::string& name, std::size_t n) {
    list(name, Type::int64, 1, std::vector<std::int64_t>{static_cast<std::int64_t>(n)});
  };
  count("NumberOfPoints", points.size() / 3);
  count("NumberOfCells", cells.types.size());
  count("NumberOfConnectivityIds", cells.connectivity.size());
  list("Points", Type::real64, 3, points);
  list("Connectivity", Type::int64, 1, cells.connectivity);
  list("Offsets", Type::int64, 1, cells.offsets);
  list("Types", Type::uint8, 1, cells.types);
}

}  // namespace

void writeMeshPart(const fs::path& directory, int bunch, int bunches, const DumpSettings& settings) {
  const auto mesh = openMeshFile(directory / "mesh.vtkhdf");
  const auto meshChecksum = mesh->integer("/eagre", "meshChecksum");
  const std::string name = dumpPartName("mesh", bunch, bunches, false);
  const fs::path path = directory / name, partial = directory / ("." + name + ".partial");
  if (checksumOfMeshFile(path) == meshChecksum) return;
  const mesh::Bunches parts(bunches, 1);
  const std::int64_t n = mesh->info("/VTKHDF/Types").shape.rows, first = parts.first(n, bunch);
  Cells cells = readCells(*mesh, first, parts.first(n, bunch + 1));
  const std::vector<double> points = readPoints(*mesh, renumberPoints(cells));
  std::string failure;
  try {
    const auto file = hdf5::create(partial, comm::Communicator::self());
    file->reserve(static_cast<std::int64_t>(points.size() * 8 + cells.connectivity.size() * 8 + cells.types.size() * 9) +
                  structureBytes);
    writePart(*file, cells, points, settings);
    file->makeGroup("/eagre");
    file->setAttribute("/eagre", "format", layoutFormat);
    file->setAttribute("/eagre", "meshChecksum", static_cast<std::uint32_t>(meshChecksum));
    file->setAttribute("/eagre", "bunch", std::int64_t{bunch});
    file->setAttribute("/eagre", "bunches", std::int64_t{bunches});
    file->setAttribute("/eagre", "first", first);
    file->close();
    failure = syncFile(partial);
  } catch (const Error& e) { failure = e.what(); }
  finishReplacing(partial, path, failure);
}

}  // namespace eagre::output
