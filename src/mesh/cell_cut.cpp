// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/cell_cut.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace eagre::mesh {
namespace {

class Cutter {
 public:
  Cutter(const PointStencils& mesh, std::span<const double> field) : mesh_(mesh), field_(field) {}

  CellCut cut(std::span<const Label> cells) {
    for (const Label c : cells)
      if (isCut(c)) cutCell(c);
    return std::move(cut_);
  }

 private:
  double value(Label point) const { return field_[static_cast<std::size_t>(point)]; }
  bool inFront(Label point) const { return value(point) >= 0; }

  bool isCut(Label cell) const {
    const bool first = inFront(mesh_.cornersOf(mesh_.facesOf(cell).front()).front());
    return std::ranges::any_of(mesh_.facesOf(cell), [&](Label f) {
      return std::ranges::any_of(mesh_.cornersOf(f), [&](Label p) { return inFront(p) != first; });
    });
  }

  /// On every face, seen from outside, a line leads from the edge where the walk around the face comes in front of the surface to
  /// the edge where it goes behind. Both faces of an edge walk it in opposite senses, so these lines make closed loops, with what
  /// is in front on their right.
  void cutCell(Label cell) {
    std::map<CutEdge, CutEdge> next;
    for (const Label f : mesh_.facesOf(cell)) {
      const auto corners = mesh_.cornersOf(f);
      const auto n = corners.size();
      const bool outwards = mesh_.mesh().owner[f] == cell;
      const auto corner = [&](std::size_t i) { return corners[outwards ? i % n : (2 * n - 1 - i % n) % n]; };
      for (std::size_t i = 0; i < n; ++i) {
        if (inFront(corner(i)) || !inFront(corner(i + 1))) continue;
        std::size_t j = i + 1;
        while (inFront(corner(j + 1))) ++j;
        next[{corner(i), corner(i + 1)}] = {corner(j + 1), corner(j)};
      }
    }
    while (!next.empty()) {
      std::vector<CutEdge> loop{next.begin()->first};
      for (auto it = next.begin(); it != next.end(); it = next.find(loop.back())) {
        const CutEdge to = it->second;
        next.erase(it);
        if (to == loop.front()) break;
        loop.push_back(to);
      }
      addPolygon(cell, loop);
    }
  }

  void addPolygon(Label cell, const std::vector<CutEdge>& loop) {
    std::vector<CutEdge> places;  // an edge whose end is on the surface is cut there
    for (const CutEdge& edge : loop) {
      const CutEdge place = value(edge.second) == 0 ? CutEdge{edge.second, edge.second} : edge;
      if (places.empty() || places.back() != place) places.push_back(place);
    }
    while (places.size() > 1 && places.front() == places.back()) places.pop_back();
    if (places.size() < 3) return;
    std::vector<Label> polygon;
    for (const CutEdge& place : places) polygon.push_back(pointAt(place, cell));
    std::ranges::reverse(polygon);
    cut_.polygons.push_back(std::move(polygon));
    cut_.polygonCells.push_back(cell);
  }

  Label pointAt(const CutEdge& place, Label cell) {
    const auto [it, isNew] = pointOf_.try_emplace(place, static_cast<Label>(cut_.points.size()));
    if (isNew) {
      const Vec3 &a = mesh_.mesh().points[place.first], &b = mesh_.mesh().points[place.second];
      const double da = value(place.first), db = value(place.second);
      cut_.points.push_back(place.first == place.second ? a : a + da / (da - db) * (b - a));
      cut_.pointEdges.push_back(place);
      cut_.pointCells.push_back(cell);
    }
    return it->second;
  }

  const PointStencils& mesh_;
  std::span<const double> field_;
  std::map<CutEdge, Label> pointOf_;
  CellCut cut_;
};

}  // namespace

CellCut cutCells(const PointStencils& mesh, std::span<const double> field, std::span<const Label> cells) {
  return Cutter(mesh, field).cut(cells);
}

CellCut cutCells(const PointStencils& mesh, const Vec3& origin, const Vec3& normal) {
  const auto& points = mesh.mesh().points;
  const Vec3 n = normalised(normal);
  Vec3 low{vGreat, vGreat, vGreat}, high{-vGreat, -vGreat, -vGreat};
  for (const Vec3& p : points) {
    low = cmptMin(low, p);
    high = cmptMax(high, p);
  }
  const double near = 1e-12 * mag(high - low);
  std::vector<double> distance;
  distance.reserve(points.size());
  for (const Vec3& p : points) {
    const double d = dot(p - origin, n);
    distance.push_back(std::abs(d) <= near ? 0 : d);
  }
  std::vector<Label> cells(static_cast<std::size_t>(mesh.mesh().nCells()));
  std::iota(cells.begin(), cells.end(), 0);
  return cutCells(mesh, distance, cells);
}

void triangulate(CellCut& cut) {
  std::vector<std::vector<Label>> triangles;
  std::vector<Label> cells;
  for (std::size_t i = 0; i < cut.polygons.size(); ++i) {
    const auto& polygon = cut.polygons[i];
    for (std::size_t k = 2; k < polygon.size(); ++k) {
      triangles.push_back({polygon[0], polygon[k - 1], polygon[k]});
      cells.push_back(cut.polygonCells[i]);
    }
  }
  cut.polygons = std::move(triangles);
  cut.polygonCells = std::move(cells);
}

PolygonGeometry polygonGeometry(const std::vector<Vec3>& points, const std::vector<Label>& polygon) {
  Vec3 middle{};
  for (const Label p : polygon) middle += points[p] / static_cast<double>(polygon.size());
  PolygonGeometry geometry;
  const auto eachTriangle = [&](auto use) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec3 &a = points[polygon[i]], &b = points[polygon[(i + 1) % polygon.size()]];
      use(0.5 * cross(a - middle, b - middle), (a + b + middle) / 3.0);
    }
  };
  eachTriangle([&](const Vec3& area, const Vec3&) { geometry.area += area; });
  const double square = magSqr(geometry.area);
  if (square == 0) return {geometry.area, middle};
  eachTriangle([&](const Vec3& area, const Vec3& centre) { geometry.centre += dot(area, geometry.area) / square * centre; });
  return geometry;
}

}  // namespace eagre::mesh
