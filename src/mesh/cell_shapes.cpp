// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/cell_shapes.hpp"

#include <fmt/format.h>

#include <numeric>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "mesh/cell_cutter.hpp"

namespace eagre::mesh {

CellShapes::CellShapes(const PolyMesh& mesh, Label nCells)
    : mesh_(&mesh), starts_(static_cast<std::size_t>(nCells) + 1, 0), tetBases_(static_cast<std::size_t>(mesh.nFaces()), 0) {
  const auto eachSide = [&](auto&& visit) {
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      if (mesh.owner[f] < nCells) visit(mesh.owner[f], f);
      if (f < mesh.nInternalFaces() && mesh.neighbour[f] < nCells) visit(mesh.neighbour[f], f);
    }
  };
  eachSide([&](Label cell, Label) { ++starts_[cell + 1]; });
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  faces_.resize(static_cast<std::size_t>(starts_.back()));
  std::vector<Label> next = starts_;
  eachSide([&](Label cell, Label f) { faces_[next[cell]++] = f; });
  for (Label c = 0; c < nCells; ++c) {
    Label nCorners = 0;
    bool wide = false;
    for (Label i = starts_[c]; i < starts_[c + 1]; ++i) {
      const auto n = static_cast<Label>(mesh.pointsOf(faces_[i]).size());
      nCorners += n;
      wide |= n > SmallPolygon::mostOfFace;
    }
    if (wide || nCorners > CellCutter::maxCorners || starts_[c + 1] - starts_[c] > CellCutter::maxFaces)
      throw Error(fmt::format("cells that are cut by the interface may have {} faces, with {} corners each and {} together: a "
                              "cell has more",
                              CellCutter::maxFaces, SmallPolygon::mostOfFace, CellCutter::maxCorners),
                  ExitCode::badCase);
  }
}

void CellShapes::findCorners(Selection& selection) {
  isSelected_.resize(mesh_->points.size(), 0);
  selection.corners.clear();
  const View shapes = view();
  kernel::sequentialFor("corners of cells", 0, static_cast<Label>(selection.cells.size()), [&](Label i) {
    const Label c = selection.cells[i];
    for (Label k = shapes.cellStarts[c]; k < shapes.cellStarts[c + 1]; ++k)
      for (const Label p : mesh_->pointsOf(shapes.cellFaces[k])) {
        if (!isSelected_[p]) selection.corners.push_back(p);
        isSelected_[p] = 1;
      }
  });
  for (const Label p : selection.corners) isSelected_[p] = 0;
}

void CellShapes::chooseTetBases(const std::vector<Vec3>& centres) {
  const PolyMesh& mesh = *mesh_;
  const auto positive = [&](Label f, Label base, Label cell, double sign) {
    const auto corners = mesh.pointsOf(f);
    const auto n = static_cast<Label>(corners.size());
    const auto at = [&](Label i) { return mesh.points[corners[static_cast<std::size_t>((base + i) % n)]] - centres[cell]; };
    for (Label i = 1; i + 1 < n; ++i)
      if (!(sign * dot(at(0), cross(at(i), at(i + 1))) > 0)) return false;
    return true;
  };
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const auto n = static_cast<Label>(mesh.pointsOf(f).size());
    Label base = 0;
    while (base < n &&
           !(positive(f, base, mesh.owner[f], 1) && (f >= mesh.nInternalFaces() || positive(f, base, mesh.neighbour[f], -1))))
      ++base;
    tetBases_[f] = base % n;
  }
}

}  // namespace eagre::mesh
