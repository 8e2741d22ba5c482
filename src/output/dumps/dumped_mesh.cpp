// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dumped_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "output/dumps/dump_file.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {
namespace {

using Corners = std::vector<int>;

/// Faces of VTK's shapes by the numbers of their corners in the cell, normals outward; empty for a polyhedron.
const std::vector<Corners>& facesOfShape(std::uint8_t type) {
  static const std::vector<Corners> tetrahedron{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  static const std::vector<Corners> hexahedron{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                               {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  static const std::vector<Corners> wedge{{0, 1, 2}, {3, 5, 4}, {0, 3, 4, 1}, {1, 4, 5, 2}, {2, 5, 3, 0}};
  static const std::vector<Corners> pyramid{{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  static const std::vector<Corners> polyhedron;
  switch (type) {
    case 10:
      return tetrahedron;
    case 12:
      return hexahedron;
    case 13:
      return wedge;
    case 14:
      return pyramid;
    case 42:
      return polyhedron;
    default:
      throw Error(fmt::format("the mesh of the dumps: a cell of VTK's type {}, which Eagre does not write", type), ExitCode::io);
  }
}

/// Rows [offsets[i], offsets[i + 1]) of a list, each looked at before it is taken.
std::span<const std::int64_t> row(const std::vector<std::int64_t>& list, const std::vector<std::int64_t>& offsets,
                                  std::size_t i) {
  if (i + 1 >= offsets.size() || offsets[i] < 0 || offsets[i + 1] < offsets[i] || offsets[i + 1] > std::ssize(list))
    throw Error("the mesh of the dumps: offsets that do not fit their list", ExitCode::io);
  return std::span(list).subspan(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
}

/// All faces of all cells, those between two cells twice.
class CellFaces {
 public:
  CellFaces(const VtkCells& cells, std::size_t nPoints) : nPoints_(nPoints) {
    for (std::size_t c = 0; c < cells.types.size(); ++c) addCell(cells, c);
  }

  mesh::PolyMesh mesh(std::vector<Vec3> points) {
    // The two faces of one place have the same three lowest points, and no other face has them.
    std::ranges::stable_sort(faces_, {}, [](const Face& f) { return f.lowest; });
    std::vector<Face> boundary, internal;
    for (std::size_t i = 0; i < faces_.size(); ++i) {
      if (i + 1 == faces_.size() || faces_[i].lowest != faces_[i + 1].lowest) {
        boundary.push_back(faces_[i]);
        continue;
      }
      faces_[i].neighbour = faces_[i + 1].owner;  // cells were added in their order: the first one owns the face
      internal.push_back(faces_[i++]);
    }
    std::ranges::sort(internal, {}, [](const Face& f) { return std::pair(f.owner, f.neighbour); });
    std::ranges::stable_sort(boundary, {}, &Face::owner);
    mesh::PolyMesh mesh;
    mesh.points = std::move(points);
    for (const auto* list : {&internal, &boundary})
      for (const Face& face : *list) {
        mesh.facePoints.insert(mesh.facePoints.end(), points_.begin() + face.begin, points_.begin() + face.end);
        mesh.faceOffsets.push_back(static_cast<Label>(mesh.facePoints.size()));
        mesh.owner.push_back(face.owner);
        if (face.neighbour >= 0) mesh.neighbour.push_back(face.neighbour);
      }
    mesh.patches = {{.name = "boundary", .type = "patch", .start = std::ssize(internal), .size = std::ssize(boundary)}};
    return mesh;
  }

 private:
  struct Face {
    std::array<Label, 3> lowest;
    Label owner, neighbour = -1;
    std::int64_t begin, end;  ///< in points_
  };

  void addCell(const VtkCells& cells, std::size_t c) {
    const auto corners = row(cells.connectivity, cells.offsets, c);
    const auto& shape = facesOfShape(cells.types[c]);
    const auto owner = static_cast<Label>(c);
    for (const Corners& face : shape)
      addFace(owner, face.size(), [&](std::size_t i) {
        const auto k = static_cast<std::size_t>(face[i]);
        return k < corners.size() ? corners[k] : -1;
      });
    if (!shape.empty()) return;
    if (c + 1 >= cells.cellFaceOffsets.size() || cells.cellFaceOffsets[c + 1] < cells.cellFaceOffsets[c] + 4)
      throw Error("the mesh of the dumps: polyhedra without faces", ExitCode::io);
    for (std::int64_t f = cells.cellFaceOffsets[c]; f < cells.cellFaceOffsets[c + 1]; ++f) {
      const auto face = row(cells.facePoints, cells.faceOffsets, static_cast<std::size_t>(f));
      addFace(owner, face.size(), [&](std::size_t i) { return face[i]; });
    }
  }

  template <class PointAt>
  void addFace(Label owner, std::size_t n, PointAt pointAt) {
    Face face{.lowest = {}, .owner = owner, .begin = std::ssize(points_), .end = 0};
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t point = pointAt(i);
      if (point < 0 || point >= static_cast<std::int64_t>(nPoints_))
        throw Error(fmt::format("the mesh of the dumps: cell {} has point {} of {}", owner, point, nPoints_), ExitCode::io);
      points_.push_back(static_cast<Label>(point));
    }
    if (n < 3) throw Error(fmt::format("the mesh of the dumps: cell {} has a face of {} points", owner, n), ExitCode::io);
    std::vector<Label> sorted(points_.begin() + face.begin, points_.end());
    std::ranges::partial_sort(sorted, sorted.begin() + 3);
    std::copy_n(sorted.begin(), 3, face.lowest.begin());
    face.end = std::ssize(points_);
    faces_.push_back(face);
  }

  std::size_t nPoints_;
  std::vector<Label> points_;
  std::vector<Face> faces_;
};

template <class T>
std::vector<T> readList(hdf5::File& file, const std::string& name, hdf5::Type type, int columns = 1) {
  const std::string object = "/VTKHDF/" + name;
  const hdf5::DataInfo info = file.info(object);
  if (info.type != type || info.shape.columns != columns)
    throw Error(fmt::format("{}: {} is no list of the mesh of dumps", file.path().string(), object), ExitCode::io);
  std::vector<T> values(static_cast<std::size_t>(info.shape.rows));
  file.read(object, 0, std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace

mesh::PolyMesh polyMeshOf(std::vector<Vec3> points, const VtkCells& cells) {
  if (std::max(points.size(), cells.types.size()) > static_cast<std::size_t>(std::numeric_limits<Label>::max()))
    throw Error("the mesh of the dumps: more cells or points than a serial tool reads", ExitCode::io);
  CellFaces faces(cells, points.size());
  return faces.mesh(std::move(points));
}

mesh::PolyMesh readDumpedMesh(const std::filesystem::path& meshFile) {
  const auto file = openMeshFile(meshFile);
  VtkCells cells;
  const auto list = [&](const char* name) { return readList<std::int64_t>(*file, name, hdf5::Type::int64); };
  cells.connectivity = list("Connectivity");
  cells.offsets = list("Offsets");
  cells.types = readList<std::uint8_t>(*file, "Types", hdf5::Type::uint8);
  if (file->exists("/VTKHDF/FaceConnectivity")) {
    cells.facePoints = list("FaceConnectivity");
    cells.faceOffsets = list("FaceOffsets");
    cells.cellFaceOffsets = list("PolyhedronOffsets");
  }
  return polyMeshOf(readList<Vec3>(*file, "Points", hdf5::Type::real64, 3), cells);
}

}  // namespace eagre::output
