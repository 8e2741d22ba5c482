// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/plane_cut.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace eagre::mesh {
namespace {

using Edge = std::pair<Label, Label>;  ///< its points, the one behind the plane first

class Cutter {
 public:
  Cutter(const PointStencils& mesh, const Vec3& origin, const Vec3& normal) : mesh_(mesh), normal_(normalised(normal)) {
    const auto& points = mesh.mesh().points;
    Vec3 low{vGreat, vGreat, vGreat}, high{-vGreat, -vGreat, -vGreat};
    for (const Vec3& p : points) {
      low = cmptMin(low, p);
      high = cmptMax(high, p);
    }
    const double near = 1e-12 * mag(high - low);
    distance_.reserve(points.size());
    for (const Vec3& p : points) {
      const double d = dot(p - origin, normal_);
      distance_.push_back(std::abs(d) <= near ? 0 : d);
    }
  }

  PlaneCut cut(Label nCells) {
    for (Label c = 0; c < nCells; ++c)
      if (isCut(c)) cutCell(c);
    return std::move(cut_);
  }

 private:
  bool inFront(Label point) const { return distance_[point] >= 0; }

  bool isCut(Label cell) const {
    const bool first = inFront(mesh_.cornersOf(mesh_.facesOf(cell).front()).front());
    return std::ranges::any_of(mesh_.facesOf(cell), [&](Label f) {
      return std::ranges::any_of(mesh_.cornersOf(f), [&](Label p) { return inFront(p) != first; });
    });
  }

  /// On every face, seen from outside, the plane's line leads from the edge where the walk around the face comes in front of the
  /// plane to the edge where it goes behind. Both faces of an edge walk it in opposite senses, so these lines make closed loops.
  void cutCell(Label cell) {
    std::map<Edge, Edge> next;
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
      std::vector<Edge> loop{next.begin()->first};
      for (auto it = next.begin(); it != next.end(); it = next.find(loop.back())) {
        const Edge to = it->second;
        next.erase(it);
        if (to == loop.front()) break;
        loop.push_back(to);
      }
      addPolygon(cell, loop);
    }
  }

  void addPolygon(Label cell, const std::vector<Edge>& loop) {
    std::vector<Edge> places;  // an edge whose end is on the plane is cut there
    for (const Edge& edge : loop) {
      const Edge place = distance_[edge.second] == 0 ? Edge{edge.second, edge.second} : edge;
      if (places.empty() || places.back() != place) places.push_back(place);
    }
    while (places.size() > 1 && places.front() == places.back()) places.pop_back();
    if (places.size() < 3) return;
    std::vector<Label> polygon;
    for (const Edge& place : places) polygon.push_back(pointAt(place, cell));
    if (dot(polygonGeometry(cut_.points, polygon).area, normal_) < 0) std::ranges::reverse(polygon);
    cut_.polygons.push_back(std::move(polygon));
    cut_.polygonCells.push_back(cell);
  }

  Label pointAt(const Edge& place, Label cell) {
    const auto [it, isNew] = pointOf_.try_emplace(place, static_cast<Label>(cut_.points.size()));
    if (isNew) {
      const Vec3 &a = mesh_.mesh().points[place.first], &b = mesh_.mesh().points[place.second];
      const double da = distance_[place.first], db = distance_[place.second];
      cut_.points.push_back(place.first == place.second ? a : a + da / (da - db) * (b - a));
      cut_.pointCells.push_back(cell);
    }
    return it->second;
  }

  const PointStencils& mesh_;
  Vec3 normal_;
  std::vector<double> distance_;  ///< of the mesh's points, in front of the plane [m]
  std::map<Edge, Label> pointOf_;
  PlaneCut cut_;
};

}  // namespace

PlaneCut cutCells(const PointStencils& mesh, const Vec3& origin, const Vec3& normal) {
  return Cutter(mesh, origin, normal).cut(mesh.mesh().nCells());
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
