// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/own_mesh.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <utility>

#include "mesh/slab_mesh.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/dumps/dump_summary.hpp"
#include "output/dumps/dump_surface.hpp"
#include "output/vtk/vtk_cells.hpp"

namespace eagre::output {

namespace {

using hdf5::Type;

const std::string ownGroup = ownMeshGroup, listsGroup = ownGroup + "/lists", zonesGroup = ownGroup + "/zones";

template <class T>
std::vector<std::int64_t> as64Bits(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

/// Each zone is a list of its members by its number, with its kind and its name; beside it are the flips of a zone of faces.
void writeOwnZones(DataSink& sink, const mesh::PolyMesh& mesh) {
  sink.group(zonesGroup);
  int n = 0;
  const auto write = [&](const char* kind, const std::vector<mesh::Zone>& zones) {
    for (const mesh::Zone& zone : zones) {
      const std::string object = fmt::format("{}/{}", zonesGroup, n++);
      sink.list(object, Type::int64, as64Bits(zone.members));
      sink.attribute(object, "kind", std::string(kind));
      sink.attribute(object, "name", zone.name);
      if (!zone.flip.empty()) sink.list(object + ".flips", Type::uint8, zone.flip);
    }
  };
  write("cell", mesh.cellZones);
  write("face", mesh.faceZones);
  write("point", mesh.pointZones);
}

/// Of the dump as it is read: everything in it is looked at before it is taken.
class OwnMeshReader {
 public:
  explicit OwnMeshReader(const std::filesystem::path& path) : file_(openOrName(path, hdf5::Access::read)) {}

  OwnMesh read() {
    OwnMesh own;
    mesh::PolyMesh& mesh = own.mesh;
    mesh.points = list<Vec3>("/VTKHDF/Points", Type::real64, 3);
    mesh.faceOffsets = labels(ownGroup + "/faceOffsets");
    mesh.facePoints = labels(ownGroup + "/facePoints");
    mesh.owner = labels(ownGroup + "/owner");
    mesh.neighbour = labels(ownGroup + "/neighbour");
    try {
      mesh.patches = mesh::meshFacts(file_->readText(ownGroup + "/facts")).patches;
    } catch (const Error& e) { fail(e.what()); }
    Problems problems;
    if (!mesh::checkTopology(mesh, problems)) fail(problems.messages().front());
    readZones(mesh);
    if (file_->exists(pointsAtRestObject)) own.pointsAtRest = list<Vec3>(pointsAtRestObject, Type::real64, 3);
    if (!own.pointsAtRest.empty() && own.pointsAtRest.size() != mesh.points.size())
      fail(fmt::format("{} points at rest of {}", own.pointsAtRest.size(), mesh.points.size()));
    for (const std::string& name : file_->names(listsGroup)) own.extras.lists[name] = labels(listsGroup + "/" + name);
    own.extras.level0Edge = file_->real(ownGroup, "level0Edge");
    return own;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { failDump(file_->path(), "its mesh: " + what); }

  template <class T>
  std::vector<T> list(const std::string& object, Type type, int columns) {
    if (!file_->exists(object)) fail(object + " is missing");
    const hdf5::DataInfo info = file_->info(object);
    if (info.type != type || info.shape.columns != columns) fail(object + " is no list of a mesh");
    std::vector<T> values(static_cast<std::size_t>(info.shape.rows));
    file_->read(object, 0, std::as_writable_bytes(std::span(values)));
    return values;
  }

  std::vector<Label> labels(const std::string& object) {
    const auto values = list<std::int64_t>(object, Type::int64, 1);
    std::vector<Label> narrow;
    narrow.reserve(values.size());
    for (const std::int64_t value : values) {
      if (!std::in_range<Label>(value)) fail(fmt::format("{} has {}", object, value));
      narrow.push_back(static_cast<Label>(value));
    }
    return narrow;
  }

  void readZones(mesh::PolyMesh& mesh) {
    const auto n = static_cast<int>(file_->names(zonesGroup).size());  // of lists, and of flips
    for (int i = 0; i < n; ++i) {
      const std::string object = fmt::format("{}/{}", zonesGroup, i), flips = object + ".flips";
      if (!file_->exists(object)) break;
      mesh::Zone zone;
      zone.name = file_->text(object, "name");
      zone.members = labels(object);
      if (file_->exists(flips)) zone.flip = list<char>(flips, Type::uint8, 1);
      const std::string kind = file_->text(object, "kind");
      const Label end = kind == "cell" ? mesh.nCells() : kind == "face" ? mesh.nFaces() : static_cast<Label>(mesh.points.size());
      for (const Label member : zone.members)
        if (member < 0 || member >= end) fail(fmt::format("zone '{}' has {} {} of {}", zone.name, kind, member, end));
      if (!zone.flip.empty() && zone.flip.size() != zone.members.size()) fail(fmt::format("{} has not its length", flips));
      (kind == "cell" ? mesh.cellZones : kind == "face" ? mesh.faceZones : mesh.pointZones).push_back(std::move(zone));
    }
  }

  std::unique_ptr<hdf5::File> file_;
};

}  // namespace

void writeOwnMesh(DataSink& sink, const OwnMeshToWrite& own) {
  const mesh::PolyMesh& mesh = *own.mesh;
  const VtkCells cells = vtkCells(mesh);
  const bool moves = !own.places.empty();
  const auto faces =
      static_cast<std::int64_t>(mesh.owner.size() + mesh.neighbour.size() + mesh.faceOffsets.size() + mesh.facePoints.size());
  sink.reserve(gridBytes(mesh, cells) + 8 * faces);
  writeGrid(sink, mesh, cells, !moves);
  writeUpperFaces(sink, mesh);
  writeSurfaces(sink, mesh, moves ? own.places : std::span<const Vec3>(mesh.points), ownSurfaceGroup);
  sink.group(ownGroup);
  sink.attribute(ownGroup, "checksum", meshChecksum(mesh));
  sink.attribute(ownGroup, "polyhedra", cells.polyhedra);
  sink.attribute(ownGroup, "level0Edge", own.extras.level0Edge);
  sink.text(ownGroup + "/facts", toText(mesh::factsOf(mesh, *own.geometry)));
  sink.list(ownGroup + "/faceOffsets", Type::int64, as64Bits(mesh.faceOffsets));
  sink.list(ownGroup + "/facePoints", Type::int64, as64Bits(mesh.facePoints));
  sink.list(ownGroup + "/owner", Type::int64, as64Bits(mesh.owner));
  sink.list(ownGroup + "/neighbour", Type::int64, as64Bits(mesh.neighbour));
  if (moves) sink.list(pointsAtRestObject, Type::real64, mesh.points);
  writeOwnZones(sink, mesh);
  sink.group(listsGroup);
  for (const auto& [name, values] : own.extras.lists) sink.list(listsGroup + "/" + name, Type::int64, as64Bits(values));
}

OwnMesh readOwnMesh(const std::filesystem::path& dump) { return OwnMeshReader(dump).read(); }

}  // namespace eagre::output
