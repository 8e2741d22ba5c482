// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/point_distance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "mesh/mesh_points.hpp"

namespace eagre::mesh {

PointDistance::PointDistance(const PolyMesh* whole, const std::vector<std::string>& patches, Seeds order) {
  if (!whole) return;
  gatherEdges(*whole);
  gatherSeeds(*whole, patches, order);
}

void PointDistance::gatherSeeds(const PolyMesh& whole, const std::vector<std::string>& patches, Seeds order) {
  std::vector<const PolyPatch*> chosen;
  for (const PolyPatch& patch : whole.patches)
    if (std::find(patches.begin(), patches.end(), patch.name) != patches.end()) chosen.push_back(&patch);
  const auto placeOf = [&](const PolyPatch* patch) { return std::find(patches.begin(), patches.end(), patch->name); };
  if (order == Seeds::asListed)
    std::sort(chosen.begin(), chosen.end(), [&](const auto* a, const auto* b) { return placeOf(a) < placeOf(b); });
  std::vector<char> isSeed(whole.points.size(), 0);
  for (const PolyPatch* patch : chosen)
    for (auto f = static_cast<Label>(patch->start); f < patch->start + patch->size; ++f)
      for (const Label p : whole.pointsOf(f))
        if (!std::exchange(isSeed[p], 1)) seeds_.push_back(p);
}

void PointDistance::gatherEdges(const PolyMesh& whole) {
  for (Label f = 0; f < whole.nFaces(); ++f) {
    const auto points = whole.pointsOf(f);
    for (std::size_t i = 0; i < points.size(); ++i)
      edges_.push_back(
          {std::min(points[i], points[(i + 1) % points.size()]), std::max(points[i], points[(i + 1) % points.size()])});
  }
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  starts_.assign(whole.points.size() + 1, 0);
  for (const Edge& edge : edges_)
    for (const Label p : {edge.first, edge.second}) ++starts_[p + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  edgesOf_.resize(static_cast<std::size_t>(starts_.back()));
  std::vector<Label> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t e = 0; e < edges_.size(); ++e)
    for (const Label p : {edges_[e].first, edges_[e].second}) edgesOf_[next[p]++] = static_cast<Label>(e);
}

namespace {

double distanceOf(const Nearest& nearest) {
  constexpr double unreached = 1e15;
  return nearest.distSqr < 0 ? unreached : std::sqrt(nearest.distSqr);
}

}  // namespace

std::vector<Nearest> PointDistance::wave(const std::vector<Vec3>& points) const {
  std::vector<Nearest> ofPoints(points.size()), ofEdges(edges_.size());
  Changes changedPoints(static_cast<Label>(points.size())), changedEdges(static_cast<Label>(edges_.size()));
  for (const Label p : seeds_)
    if (ofPoints[p].take(points[p], points[p], p)) changedPoints.add(p);
  while (!changedPoints.empty()) {
    changedPoints.passOn([&](Label p) {
      for (Label i = starts_[p]; i < starts_[p + 1]; ++i) {
        const Label e = edgesOf_[i];
        const Vec3 middle = 0.5 * (points[edges_[e].first] + points[edges_[e].second]);
        if (ofEdges[e].take(middle, ofPoints[p].origin, ofPoints[p].source)) changedEdges.add(e);
      }
    });
    changedEdges.passOn([&](Label e) {
      for (const Label p : {edges_[e].first, edges_[e].second})
        if (ofPoints[p].take(points[p], ofEdges[e].origin, ofEdges[e].source)) changedPoints.add(p);
    });
  }
  return ofPoints;
}

std::vector<double> PointDistance::find(const Mesh& mesh) const {
  std::vector<Vec3> whole;
  const std::vector<Vec3> points = gatherPoints(mesh);
  if (mesh.communicator().master())
    for (const Nearest& nearest : wave(points)) whole.push_back({distanceOf(nearest), 0, 0});
  std::vector<double> own;
  for (const Vec3& distance : scatterPoints(mesh, whole)) own.push_back(distance.x);
  return own;
}

PointDistance::Carried PointDistance::carry(const Mesh& mesh, const std::vector<Vec3>& values) const {
  std::vector<Vec3> distances, carried;
  const std::vector<Vec3> points = gatherPoints(mesh), all = gatherPoints(mesh, values);
  if (mesh.communicator().master())
    for (const Nearest& nearest : wave(points)) {
      distances.push_back({distanceOf(nearest), 0, 0});
      carried.push_back(nearest.source < 0 ? Vec3{} : all[nearest.source]);
    }
  Carried own;
  for (const Vec3& distance : scatterPoints(mesh, distances)) own.distances.push_back(distance.x);
  own.values = scatterPoints(mesh, carried);
  return own;
}

}  // namespace eagre::mesh
