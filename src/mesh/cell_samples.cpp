// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/cell_samples.hpp"

#include <algorithm>
#include <numeric>

#include "kernel/parallel_for.hpp"

namespace eagre::mesh {
namespace {

/// The points of all ranks, one rank's after another's.
struct AllPoints {
  std::vector<Vec3> points;
  std::vector<GlobalLabel> starts;  ///< as many as ranks, and the end
};

AllPoints gather(const comm::Communicator& communicator, std::span<const Vec3> own) {
  AllPoints all{{}, {0}};
  std::vector<int> counts, offsets;
  for (const std::int64_t n : communicator.allGather(static_cast<std::int64_t>(own.size()))) {
    counts.push_back(static_cast<int>(3 * n));
    offsets.push_back(static_cast<int>(3 * all.starts.back()));
    all.starts.push_back(all.starts.back() + n);
  }
  all.points.resize(static_cast<std::size_t>(all.starts.back()));
  std::vector<double> from, to(3 * all.points.size());
  for (const Vec3& p : own) from.insert(from.end(), {p.x, p.y, p.z});
  communicator.allGather(from, to, counts, offsets);
  for (std::size_t i = 0; i < all.points.size(); ++i) all.points[i] = {to[3 * i], to[3 * i + 1], to[3 * i + 2]};
  return all;
}

/// Calls use(i) for the points that are near another one, quickly: they are sorted along the axis in which they spread most.
class PointSearch {
 public:
  explicit PointSearch(const std::vector<Vec3>& points) : points_(points), order_(points.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    if (points.empty()) return;
    Vec3 lowest = points.front(), highest = lowest;
    for (const Vec3& p : points) {
      lowest = cmptMin(lowest, p);
      highest = cmptMax(highest, p);
    }
    const Vec3 spread = highest - lowest;
    axis_ = static_cast<int>(std::max_element(&spread.x, &spread.x + 3) - &spread.x);
    std::sort(order_.begin(), order_.end(), [&](Label a, Label b) { return points_[a][axis_] < points_[b][axis_]; });
  }
  template <class Use>
  void near(const Vec3& centre, double radius, Use use) const {
    const double end = centre[axis_] + radius;
    auto i =
        std::partition_point(order_.begin(), order_.end(), [&](Label p) { return points_[p][axis_] < centre[axis_] - radius; });
    for (; i != order_.end() && points_[*i][axis_] <= end; ++i)
      if (magSqr(points_[*i] - centre) <= radius * radius) use(*i);
  }

 private:
  const std::vector<Vec3>& points_;
  std::vector<Label> order_;
  int axis_ = 0;
};

/// Where a point lies among this rank's cells.
struct Hit {
  Label cell = -1;
  double distance = vGreat;
};

std::vector<Hit> search(const Mesh& mesh, const std::vector<Vec3>& points) {
  std::vector<Hit> hits(points.size());
  const PointSearch sorted(points);
  const auto Cf = mesh.faceCentres();
  std::vector<double> radius(static_cast<std::size_t>(mesh.nCells), 0);
  std::vector<std::vector<Label>> candidates(static_cast<std::size_t>(mesh.nCells));
  const auto eachSide = [&](auto&& use) {
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      use(f, mesh.owner[f], 1.0);
      if (f < mesh.nInternalFaces) use(f, mesh.neighbour[f], -1.0);
    }
  };
  eachSide([&](Label f, Label c, double) { radius[c] = std::max(radius[c], mag(Cf(f) - mesh.C[c])); });
  // No corner of a convex cell is farther away than a simplex's: three times its farthest face's centre. The faces of empty
  // patches are not here, but cells are as thick as the box of the mesh there.
  double thickness = 0;
  for (int d = 0; d < 3; ++d)
    if (mesh.solutionD[d] == -1) thickness = mesh.extent[d];
  for (Label c = 0; c < mesh.nCells; ++c)
    sorted.near(mesh.C[c], 3 * radius[c] + thickness, [&](Label p) { candidates[c].push_back(p); });
  eachSide([&](Label f, Label c, double sign) {
    std::erase_if(candidates[c], [&](Label p) { return sign * dot(points[p] - Cf(f), mesh.Sf[f]) > 0; });
  });
  for (Label c = 0; c < mesh.nCells; ++c)
    for (const Label p : candidates[c])
      if (const double d = mag(mesh.C[c] - points[p]); d < hits[p].distance) hits[p] = {c, d};
  return hits;
}

}  // namespace

CellSamples::CellSamples(const Mesh& mesh, std::span<const Vec3> wanted) {
  const auto& communicator = mesh.communicator();
  const AllPoints all = gather(communicator, wanted);
  const std::vector<Hit> hits = search(mesh, all.points);
  std::vector<double> distance(hits.size()), first(hits.size());
  std::transform(hits.begin(), hits.end(), distance.begin(), [](const Hit& hit) { return hit.distance; });
  communicator.min(distance);
  for (std::size_t p = 0; p < hits.size(); ++p) {
    if (distance[p] == vGreat && !missed_) missed_ = all.points[p];
    const bool here = hits[p].cell >= 0 && hits[p].distance == distance[p];
    first[p] = here ? mesh.cellGlobal[hits[p].cell] : great;
  }
  communicator.min(first);
  if (missed_) return;
  std::vector<Label> places;
  for (std::size_t p = 0; p < hits.size(); ++p) {
    if (hits[p].cell < 0 || mesh.cellGlobal[hits[p].cell] != first[p]) continue;
    cells_.push_back(hits[p].cell);
    places.push_back(static_cast<Label>(p));
  }
  plan_.emplace(communicator, places, all.starts);
}

}  // namespace eagre::mesh
