// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/point_stencils.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace eagre::mesh {
namespace {

/// A tetrahedron with its apex in the cell's centre.
struct Tetrahedron {
  Vec3 apex, a, b, c;
  /// 6 times the volume, with its sign.
  double volume6() const { return dot(a - apex, cross(b - apex, c - apex)); }
  /// Barycentric coordinates of a point: of the apex, a, b, c.
  std::array<double, 4> coordinates(const Vec3& p) const {
    const double all = volume6();
    if (std::abs(all) < std::numeric_limits<double>::min()) return {-1, 0, 0, 0};
    const Vec3 r = p - apex;
    const double u = dot(r, cross(b - apex, c - apex)) / all;
    const double v = dot(a - apex, cross(r, c - apex)) / all;
    const double w = dot(a - apex, cross(b - apex, r)) / all;
    return {1 - u - v - w, u, v, w};
  }
};

double smallest(const std::array<double, 4>& values) { return *std::min_element(values.begin(), values.end()); }

/// Rows of a table from (row, entry) pairs, without doubles.
void makeRows(std::vector<std::pair<Label, Label>> pairs, Label nRows, std::vector<Label>& list, std::vector<Label>& starts) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  starts.assign(static_cast<std::size_t>(nRows) + 1, 0);
  list.clear();
  for (const auto& [row, entry] : pairs) {
    ++starts[row + 1];
    list.push_back(entry);
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
}

}  // namespace

PointScheme pointScheme(const std::string& name) {
  return static_cast<PointScheme>(std::find(pointSchemeNames.begin(), pointSchemeNames.end(), name) - pointSchemeNames.begin());
}

PointStencils::PointStencils(const PolyMesh& mesh, const PolyGeometry& geometry)
    : mesh_(mesh), geometry_(geometry), nCells_(static_cast<Label>(geometry.cellCentres.size())) {
  std::vector<std::pair<Label, Label>> pairs;
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    pairs.emplace_back(mesh.owner[f], f);
    if (f < mesh.nInternalFaces()) pairs.emplace_back(mesh.neighbour[f], f);
  }
  makeRows(std::move(pairs), nCells_, cellFaces_, cellFaceStarts_);
  makePointNeighbours();
}

const PolyPatch& PointStencils::patchOf(Label face) const {
  return *std::find_if(mesh_.patches.begin(), mesh_.patches.end(),
                       [&](const PolyPatch& patch) { return face >= patch.start && face < patch.start + patch.size; });
}

void PointStencils::makePointNeighbours() {
  const auto nPoints = static_cast<Label>(mesh_.points.size());
  std::vector<char> onPatch(mesh_.points.size(), 0);
  std::vector<std::pair<Label, Label>> pairs;
  for (const PolyPatch& patch : mesh_.patches)
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size && patch.type != "empty"; ++f)
      for (const Label point : cornersOf(f)) {
        onPatch[point] = 1;
        pairs.emplace_back(point, nCells_ + f - mesh_.nInternalFaces());
      }
  for (Label f = 0; f < mesh_.nFaces(); ++f)
    for (const Label point : cornersOf(f)) {
      if (onPatch[point]) continue;
      pairs.emplace_back(point, mesh_.owner[f]);
      if (f < mesh_.nInternalFaces()) pairs.emplace_back(point, mesh_.neighbour[f]);
    }
  makeRows(std::move(pairs), nPoints, pointSources_, pointSourceStarts_);
}

void PointStencils::addPoint(Stencils& stencils, Label point, double weight) const {
  const auto around = row(pointSources_, pointSourceStarts_, point);
  const auto inverseDistance = [&](Label source) {
    const Vec3& centre =
        source < nCells_ ? geometry_.cellCentres[source] : geometry_.faceCentres[source - nCells_ + mesh_.nInternalFaces()];
    return 1 / mag(mesh_.points[point] - centre);
  };
  double sum = 0;
  for (const Label source : around) sum += inverseDistance(source);
  for (const Label source : around) stencils.add(source, weight * inverseDistance(source) / sum);
}

void PointStencils::addFace(Stencils& stencils, Label face, double weight) const {
  const Label owner = mesh_.owner[face];
  if (face >= mesh_.nInternalFaces()) {
    stencils.add(patchOf(face).type == "empty" ? owner : nCells_ + face - mesh_.nInternalFaces(), weight);
    return;
  }
  const Label neighbour = mesh_.neighbour[face];
  const Vec3 &S = geometry_.faceAreas[face], &Cf = geometry_.faceCentres[face];
  const double toOwner = std::abs(dot(S, Cf - geometry_.cellCentres[owner]));
  const double toNeighbour = std::abs(dot(S, geometry_.cellCentres[neighbour] - Cf));
  stencils.add(owner, weight * toNeighbour / (toOwner + toNeighbour));
  stencils.add(neighbour, weight * toOwner / (toOwner + toNeighbour));
}

bool PointStencils::isPositive(Label face, std::size_t base) const {
  const auto corners = cornersOf(face);
  const auto n = corners.size();
  const auto all = [&](Label cell, double sign) {
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const Tetrahedron t{geometry_.cellCentres[cell], mesh_.points[corners[base]], mesh_.points[corners[(base + i) % n]],
                          mesh_.points[corners[(base + i + 1) % n]]};
      if (!(sign * t.volume6() > 0)) return false;
    }
    return true;
  };
  return all(mesh_.owner[face], 1) && (face >= mesh_.nInternalFaces() || all(mesh_.neighbour[face], -1));
}

std::vector<std::array<Label, 3>> PointStencils::triangles(Label face) const {
  const auto corners = cornersOf(face);
  const auto n = corners.size();
  std::size_t base = 0;
  while (base < n && !isPositive(face, base)) ++base;
  base %= n;
  std::vector<std::array<Label, 3>> found;
  for (std::size_t i = 1; i + 1 < n; ++i) found.push_back({corners[base], corners[(base + i) % n], corners[(base + i + 1) % n]});
  return found;
}

void PointStencils::add(Stencils& stencils, PointScheme scheme, const Vec3& position, Label cell) const {
  if (scheme == PointScheme::cell) return stencils.add(cell, 1);
  const Vec3& centre = geometry_.cellCentres[cell];
  std::array<double, 4> best{-great, 0, 0, 0};
  std::array<Label, 3> corners{};  // of cellPointFace: the face and two points
  for (const Label f : facesOf(cell)) {
    const auto consider = [&](const Vec3& a, const std::array<Label, 3>& labels) {
      const auto w = Tetrahedron{centre, a, mesh_.points[labels[1]], mesh_.points[labels[2]]}.coordinates(position);
      if (smallest(w) > smallest(best)) best = w, corners = labels;
    };
    if (scheme == PointScheme::cellPoint) {
      for (const auto& t : triangles(f)) consider(mesh_.points[t[0]], t);
    } else {
      const auto around = cornersOf(f);
      for (std::size_t i = 0; i < around.size(); ++i)
        consider(geometry_.faceCentres[f], {f, around[i], around[(i + 1) % around.size()]});
    }
  }
  stencils.add(cell, best[0]);
  scheme == PointScheme::cellPoint ? addPoint(stencils, corners[0], best[1]) : addFace(stencils, corners[0], best[1]);
  addPoint(stencils, corners[1], best[2]);
  addPoint(stencils, corners[2], best[3]);
}

double PointStencils::inside(Label cell, const Vec3& position) const {
  double best = -great;
  for (const Label f : facesOf(cell))
    for (const auto& t : triangles(f))
      best = std::max(
          best, smallest(Tetrahedron{geometry_.cellCentres[cell], mesh_.points[t[0]], mesh_.points[t[1]], mesh_.points[t[2]]}
                             .coordinates(position)));
  return best;
}

Label PointStencils::locate(std::span<const BoxedCell> cells, const Vec3& position, double tolerance) const {
  Label found = -1;
  double best = -tolerance;
  for (const auto& [cell, low, high] : cells) {
    if (!(cmptMin(low, position) == low && cmptMax(high, position) == high)) continue;
    if (const double here = inside(cell, position); here > best) {
      best = here;
      found = cell;
    }
  }
  return found;
}

std::vector<PointStencils::BoxedCell> PointStencils::cellsAround(std::span<const Vec3> points) const {
  Vec3 low = points[0], high = points[0];
  for (const Vec3& p : points) {
    low = cmptMin(low, p);
    high = cmptMax(high, p);
  }
  const bool isSegment = points.size() == 2;
  const Vec3 direction = points.back() - points.front();
  std::vector<BoxedCell> cells;
  for (Label c = 0; c < nCells_; ++c) {
    Vec3 boxLow = geometry_.cellCentres[c], boxHigh = boxLow;
    for (const Label f : facesOf(c))
      for (const Label point : cornersOf(f)) {
        boxLow = cmptMin(boxLow, mesh_.points[point]);
        boxHigh = cmptMax(boxHigh, mesh_.points[point]);
      }
    const Vec3 margin = 0.01 * (boxHigh - boxLow);
    boxLow -= margin;
    boxHigh += margin;
    double from = 0, to = 1;
    for (int i = 0; i < 3; ++i) {
      const double l = boxLow[i], h = boxHigh[i];
      if (low[i] > h || high[i] < l) to = -1;
      if (!isSegment || std::abs(direction[i]) < rootVSmall) continue;
      const double first = (l - points[0][i]) / direction[i], second = (h - points[0][i]) / direction[i];
      from = std::max(from, std::min(first, second));
      to = std::min(to, std::max(first, second));
    }
    if (from <= to) cells.push_back({c, boxLow, boxHigh});
  }
  return cells;
}

}  // namespace eagre::mesh
