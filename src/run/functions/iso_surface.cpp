// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/iso_surface.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

#include "comm/shares.hpp"
#include "mesh/cell_cut.hpp"

namespace eagre::run {
namespace {

/// A field minus a value at the points of this rank's cells; 0 at others.
std::vector<double> levelAtPoints(const mesh::CornerMesh& corners, const std::vector<double>& field, double value) {
  const auto& mesh = corners.stencils();
  std::vector<double> level(mesh.mesh().points.size(), 0.0);
  std::vector<Label> points;
  for (const Label c : corners.ownedCells())
    for (const Label f : mesh.facesOf(c)) points.insert(points.end(), mesh.cornersOf(f).begin(), mesh.cornersOf(f).end());
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  mesh::Stencils stencils;
  for (const Label p : points) {
    mesh.addPoint(stencils, p, 1);
    stencils.close();
  }
  const auto values = mesh::weightedSums(stencils, field);
  for (std::size_t i = 0; i < points.size(); ++i) level[static_cast<std::size_t>(points[i])] = values[i] - value;
  return level;
}

/// Where a surface has its values, as stencils.
mesh::Stencils valueStencils(const mesh::PointStencils& mesh, const mesh::CellCut& cut, const IsoSurface& iso) {
  mesh::Stencils stencils;
  for (std::size_t i = 0; i < (iso.atPoints ? cut.points.size() : cut.polygons.size()); ++i) {
    iso.atPoints ? mesh.add(stencils, iso.scheme, cut.points[i], cut.pointCells[i]) : stencils.add(cut.polygonCells[i], 1);
    stencils.close();
  }
  return stencils;
}

/// A list of every rank, one after another, on rank 0.
template <class T>
std::vector<T> onMaster(const comm::Communicator& communicator, std::vector<T> list) {
  std::vector<std::size_t> starts(static_cast<std::size_t>(communicator.size()) + 1, list.size());
  starts[0] = 0;
  return comm::deliver(communicator, std::move(list), starts);
}

/// The ranks' cuts in plain lists, on rank 0; points and cells have their labels in the global mesh.
struct Pieces {
  std::vector<Vec3> points;
  std::vector<Label> edges;         ///< of each point, two
  std::vector<Label> cells, sizes;  ///< of each polygon
  std::vector<Label> corners;       ///< of all polygons, in points

  Pieces(const mesh::CornerMesh& mesh, const mesh::CellCut& cut, const comm::Communicator& communicator) {
    const auto counts = communicator.allGather(static_cast<std::int64_t>(cut.points.size()));
    const auto first = static_cast<Label>(std::accumulate(counts.begin(), counts.begin() + communicator.rank(), std::int64_t{0}));
    for (const auto& [a, b] : cut.pointEdges) edges.insert(edges.end(), {mesh.globalPoint(a), mesh.globalPoint(b)});
    for (const Label c : cut.polygonCells) cells.push_back(mesh.globalCell(c));
    for (const auto& polygon : cut.polygons) {
      sizes.push_back(static_cast<Label>(polygon.size()));
      for (const Label p : polygon) corners.push_back(first + p);
    }
    points = onMaster(communicator, cut.points);
    edges = onMaster(communicator, std::move(edges));
    cells = onMaster(communicator, std::move(cells));
    sizes = onMaster(communicator, std::move(sizes));
    corners = onMaster(communicator, std::move(corners));
  }
};

/// Joins the ranks' pieces, polygons in the order of their cells. A point that several ranks have is that of the first polygon
/// with it. Returns which of the pieces' values, at points or of polygons, the surface has.
std::vector<std::size_t> join(const Pieces& pieces, SurfaceShape& shape) {
  std::vector<std::size_t> starts{0}, order(pieces.cells.size()), taken;
  for (const Label n : pieces.sizes) starts.push_back(starts.back() + static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return pieces.cells[a] < pieces.cells[b]; });
  std::map<mesh::CutEdge, Label> labels;
  for (const std::size_t polygon : order) {
    std::vector<Label> face;
    for (std::size_t i = starts[polygon]; i < starts[polygon + 1]; ++i) {
      const auto point = static_cast<std::size_t>(pieces.corners[i]);
      const auto [it, isNew] =
          labels.try_emplace({pieces.edges[2 * point], pieces.edges[2 * point + 1]}, static_cast<Label>(shape.points.size()));
      if (isNew) shape.points.push_back(pieces.points[point]);
      if (isNew && shape.atPoints) taken.push_back(point);
      face.push_back(it->second);
    }
    if (!shape.atPoints) taken.push_back(polygon);
    shape.faceCentres.push_back(mesh::polygonGeometry(shape.points, face).centre);
    shape.faces.push_back(std::move(face));
  }
  return taken;
}

}  // namespace

SampledSurface sampleIsoSurface(const fv::Registry& registry, const mesh::CornerMesh& corners,
                                const comm::Communicator& communicator, const IsoSurface& iso,
                                const std::vector<std::string>& scalars, const std::vector<std::string>& vectors) {
  const auto valuesOf = [&](const auto& field) { return corners.values(field.cells(), field.boundary()); };
  const auto level = levelAtPoints(corners, valuesOf(*registry.scalar(iso.field)), iso.value);
  mesh::CellCut cut = mesh::cutCells(corners.stencils(), level, corners.ownedCells());
  if (iso.triangulate) mesh::triangulate(cut);
  const mesh::Stencils stencils = valueStencils(corners.stencils(), cut, iso);

  SampledSurface surface;
  surface.shape.atPoints = iso.atPoints;
  const auto taken = join(Pieces(corners, cut, communicator), surface.shape);
  const auto addColumn = [&](const std::string& name, const auto& field) {
    using T = typename std::remove_cvref_t<decltype(field.cells())>::value_type;
    const std::vector<T> values = onMaster(communicator, mesh::weightedSums(stencils, valuesOf(field)));
    FieldColumn& column = surface.columns.emplace_back(FieldColumn{name, nComponents<T>});
    for (const std::size_t i : taken)
      for (int c = 0; c < nComponents<T>; ++c) column.values.push_back(component(values[i], c));
  };
  for (const auto& name : scalars) addColumn(name, *registry.scalar(name));
  for (const auto& name : vectors) addColumn(name, *registry.vector(name));
  return surface;
}

}  // namespace eagre::run
