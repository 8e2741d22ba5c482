// SPDX-License-Identifier: BSD-3-Clause
#include "output/vtk/vtk_cells.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace eagre::output {
namespace {

enum VtkType : std::uint8_t { tetrahedron = 10, hexahedron = 12, wedge = 13, pyramid = 14, polyhedron = 42 };

/// The faces of each cell, ascending.
struct CellFaces {
  std::vector<Label> start, faces;
  explicit CellFaces(const mesh::PolyMesh& mesh) : start(static_cast<std::size_t>(mesh.nCells()) + 2, 0) {
    for (const auto* list : {&mesh.owner, &mesh.neighbour})
      for (const Label c : *list) ++start[c + 2];
    for (std::size_t c = 2; c < start.size(); ++c) start[c] += start[c - 1];
    faces.resize(mesh.owner.size() + mesh.neighbour.size());
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      faces[start[mesh.owner[f] + 1]++] = f;
      if (f < mesh.nInternalFaces()) faces[start[mesh.neighbour[f] + 1]++] = f;
    }
  }
  std::span<const Label> of(Label cell) const {
    return std::span(faces).subspan(start[cell], static_cast<std::size_t>(start[cell + 1] - start[cell]));
  }
};

/// One cell, looked at as a shape.
class Shape {
 public:
  Shape(const mesh::PolyMesh& mesh, const CellFaces& cellFaces, Label cell)
      : mesh_(mesh), cell_(cell), faces_(cellFaces.of(cell)) {
    for (const Label f : faces_) {
      const auto n = points(f).size();
      triangles_ += n == 3;
      quadrilaterals_ += n == 4;
    }
  }

  VtkType type() const {
    const auto n = faces_.size();
    if (n == 4 && triangles_ == 4) return tetrahedron;
    if (n == 6 && quadrilaterals_ == 6) return hexahedron;
    if (n == 5 && triangles_ == 2 && quadrilaterals_ == 3) return wedge;
    if (n == 5 && triangles_ == 4 && quadrilaterals_ == 1) return pyramid;
    return polyhedron;
  }

  /// Its points in VTK's order; false if the faces are those of the shape, but do not meet as they should.
  bool addPoints(VtkType type, std::vector<std::int64_t>& into) const {
    const Label base = firstFace(type == hexahedron || type == pyramid ? 4 : 3);
    // VTK's base has its normal into the cell; the wedge's points out of it.
    std::vector<Label> corners(points(base).begin(), points(base).end());
    if ((mesh_.owner[base] == cell_) != (type == wedge)) std::reverse(corners.begin(), corners.end());
    const bool prism = type == hexahedron || type == wedge;
    std::vector<Label> tops;
    for (const Label corner : corners) {
      const Label top = across(base, corner);
      if (top < 0 || (!prism && !tops.empty() && tops.front() != top)) return false;
      if (prism && std::find(tops.begin(), tops.end(), top) != tops.end()) return false;
      if (prism || tops.empty()) tops.push_back(top);
    }
    into.insert(into.end(), corners.begin(), corners.end());
    into.insert(into.end(), tops.begin(), tops.end());
    return true;
  }

  void addAllPoints(std::vector<std::int64_t>& into) const {
    std::vector<Label> all;
    for (const Label f : faces_) all.insert(all.end(), points(f).begin(), points(f).end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    into.insert(into.end(), all.begin(), all.end());
  }

  void addFaces(VtkCells& into) const {
    for (const Label f : faces_) {
      const auto p = points(f);
      if (mesh_.owner[f] == cell_)
        into.facePoints.insert(into.facePoints.end(), p.begin(), p.end());
      else
        into.facePoints.insert(into.facePoints.end(), p.rbegin(), p.rend());
      into.faceOffsets.push_back(static_cast<std::int64_t>(into.facePoints.size()));
    }
  }

 private:
  std::span<const Label> points(Label face) const {
    return std::span(mesh_.facePoints)
        .subspan(mesh_.faceOffsets[face], static_cast<std::size_t>(mesh_.faceOffsets[face + 1] - mesh_.faceOffsets[face]));
  }
  Label firstFace(std::size_t nPoints) const {
    return *std::find_if(faces_.begin(), faces_.end(), [&](Label f) { return points(f).size() == nPoints; });
  }
  /// The point that an edge leads to from a corner of the base away from it; -1 if edges lead to several.
  Label across(Label base, Label corner) const {
    const auto ofBase = points(base);
    Label found = -1;
    for (const Label f : faces_) {
      if (f == base) continue;
      const auto p = points(f);
      for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] != corner) continue;
        for (const Label next : {p[(i + 1) % p.size()], p[(i + p.size() - 1) % p.size()]}) {
          if (std::find(ofBase.begin(), ofBase.end(), next) != ofBase.end() || next == found) continue;
          if (found >= 0) return -1;
          found = next;
        }
      }
    }
    return found;
  }

  const mesh::PolyMesh& mesh_;
  Label cell_;
  std::span<const Label> faces_;
  int triangles_ = 0, quadrilaterals_ = 0;
};

VtkCells cellsOf(const mesh::PolyMesh& mesh, const CellFaces& cellFaces, bool asWedges) {
  VtkCells cells;
  const Label n = mesh.nCells();
  cells.types.reserve(n);
  cells.offsets.reserve(static_cast<std::size_t>(n) + 1);
  cells.cellFaceOffsets.reserve(static_cast<std::size_t>(n) + 1);
  cells.connectivity.reserve(static_cast<std::size_t>(n) * 8);
  for (Label c = 0; c < n; ++c) {
    const Shape shape(mesh, cellFaces, c);
    VtkType type = shape.type();
    if (type == polyhedron || (type == wedge && !asWedges) || !shape.addPoints(type, cells.connectivity)) {
      type = polyhedron;
      shape.addAllPoints(cells.connectivity);
      shape.addFaces(cells);
      ++cells.polyhedra;
    }
    cells.types.push_back(type);
    cells.offsets.push_back(static_cast<std::int64_t>(cells.connectivity.size()));
    cells.cellFaceOffsets.push_back(static_cast<std::int64_t>(cells.faceOffsets.size()) - 1);
  }
  return cells;
}

}  // namespace

VtkCells vtkCells(const mesh::PolyMesh& mesh) {
  const CellFaces cellFaces(mesh);
  VtkCells cells = cellsOf(mesh, cellFaces, true);
  const bool hasWedges = std::find(cells.types.begin(), cells.types.end(), wedge) != cells.types.end();
  if (cells.polyhedra > 0 && hasWedges) cells = cellsOf(mesh, cellFaces, false);
  return cells;
}

}  // namespace eagre::output
