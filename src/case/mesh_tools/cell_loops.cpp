// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/cell_loops.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace eagre::case_ {

namespace {

constexpr double pointTolerance = 1e-3, snapTolerance = 0.1;

/// The edge of a quadrilateral that is opposite to one of its edges.
Label opposite(const EdgeMesh& edges, Label face, Label edge) {
  const auto around = edges.ofFace(face);
  const auto at = std::ranges::find(around, edge) - around.begin();
  return around[static_cast<std::size_t>(at + 2) % 4];
}

/// The four parallel edges of a hex, in order around it.
std::vector<Label> parallelEdges(const EdgeMesh& edges, Label cell, Label start) {
  std::vector<Label> ring{start};
  Label from = -1;
  for (Label edge = start; ring.size() <= 4;) {
    const auto faces = edges.facesOf(cell);
    const auto next =
        std::ranges::find_if(faces, [&](Label f) { return f != from && std::ranges::count(edges.ofFace(f), edge) > 0; });
    from = *next;
    edge = opposite(edges, from, edge);
    if (edge == start) break;
    ring.push_back(edge);
  }
  return ring;
}

Vec3 meanDirection(const EdgeMesh& edges, const std::vector<Label>& ring) {
  Vec3 sum{};
  for (const Label e : ring) {
    const Vec3 unit = normalised(edges.vector(e));
    sum += dot(unit, sum) >= 0 ? unit : -unit;
  }
  return normalised(sum);
}

/// Finds the cuts of one cell by a plane.
class PlaneCutter {
 public:
  PlaneCutter(const EdgeMesh& edges, const Vec3& origin, const Vec3& normal) : edges_(edges), origin_(origin), normal_(normal) {}
  void cut(Label edge) {
    const auto [a, b] = edges_.ends(edge);
    const bool useA = takeIfNear(a), useB = takeIfNear(b);
    if (useA || useB) return;
    const Vec3& start = edges_.mesh().points[a];
    const double along = dot(edges_.vector(edge), normal_);
    const double weight = dot(origin_ - start, normal_) / (std::abs(along) > vSmall ? along : vSmall);
    if (weight <= -pointTolerance || weight >= 1 + pointTolerance) return;
    if (weight < snapTolerance)
      add({false, a, 0});
    else if (weight > 1 - snapTolerance)
      add({false, b, 0});
    else
      add({true, edge, weight});
  }
  /// In order of the angle about their mean.
  CellLoop sorted() const {
    Vec3 mean{};
    for (const Cut& c : cuts_) mean += position(edges_, c);
    mean /= static_cast<double>(cuts_.size());
    const Vec3 guess = std::abs(normal_.x) <= 0.8 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 e0 = normalised(guess - dot(guess, normal_) * normal_), e1 = cross(normal_, e0);
    std::vector<std::pair<double, Cut>> byAngle;
    for (const Cut& c : cuts_) {
      const Vec3 out = position(edges_, c) - mean;
      byAngle.emplace_back(std::atan2(dot(out, e1), dot(out, e0)), c);
    }
    std::stable_sort(byAngle.begin(), byAngle.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    CellLoop loop;
    for (const auto& [angle, c] : byAngle) loop.push_back(c);
    return loop;
  }
  std::size_t size() const { return cuts_.size(); }

 private:
  /// Only when the point is met for the first time.
  bool takeIfNear(Label point) {
    if (!seen_.insert(point).second) return false;
    const double distance = std::abs(dot(edges_.mesh().points[point] - origin_, normal_));
    if (distance >= pointTolerance * edges_.shortestAt(point)) return false;
    cuts_.push_back({false, point, 0});
    return true;
  }
  void add(const Cut& c) {
    if (std::ranges::find(cuts_, c) == cuts_.end()) cuts_.push_back(c);
  }

  const EdgeMesh& edges_;
  Vec3 origin_, normal_;
  std::set<Label> seen_;
  CellLoop cuts_;
};

/// Leaves out cuts of edges whose two ends are cut as well, just before and after.
CellLoop withoutDoubles(const EdgeMesh& edges, const CellLoop& loop) {
  CellLoop kept;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Cut &before = loop[(i + loop.size() - 1) % loop.size()], &after = loop[(i + 1) % loop.size()];
    const bool doubled =
        loop[i].onEdge && !before.onEdge && !after.onEdge && edges.between(before.index, after.index) == loop[i].index;
    if (!doubled) kept.push_back(loop[i]);
  }
  return kept;
}

}  // namespace

Vec3 position(const EdgeMesh& edges, const Cut& cut) {
  const auto& points = edges.mesh().points;
  if (!cut.onEdge) return points[cut.index];
  const auto [a, b] = edges.ends(cut.index);
  return cut.weight * points[b] + (1 - cut.weight) * points[a];
}

CellLoop loopOfHex(const EdgeMesh& edges, Label cell, const Vec3& direction) {
  std::vector<Label> best;
  std::set<Label> seen;
  double greatest = -1;
  for (const Label e : edges.edgesOf(cell)) {
    if (seen.count(e)) continue;
    const auto ring = parallelEdges(edges, cell, e);
    seen.insert(ring.begin(), ring.end());
    const double along = std::abs(dot(direction, meanDirection(edges, ring)));
    if (along > greatest) {
      greatest = along;
      best = ring;
    }
  }
  CellLoop loop;
  for (const Label e : best) loop.push_back({true, e, 0.5});
  return loop;
}

CellLoop loopOfPlane(const EdgeMesh& edges, Label cell, const Vec3& centre, const Vec3& direction) {
  PlaneCutter cutter(edges, centre, normalised(direction));
  for (const Label e : edges.edgesOf(cell)) cutter.cut(e);
  if (cutter.size() < 3) return {};
  return withoutDoubles(edges, cutter.sorted());
}

}  // namespace eagre::case_
