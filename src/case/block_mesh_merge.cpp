// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace eagre::case_ {

namespace {

/// Disjoint sets whose representative is the lowest member.
class Sets {
 public:
  explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  Label find(Label i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(Label a, Label b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<Label> parent_;
};

/// Finds points near a place in a grid of cubes, each as wide as the search distance.
class PointGrid {
 public:
  PointGrid(const std::vector<Vec3>& points, const std::vector<Label>& members, const Vec3& origin, double distance)
      : points_(points), origin_(origin), distance_(distance), next_(members.size(), -1), members_(members) {
    for (std::size_t m = 0; m < members.size(); ++m) {
      const auto [it, isNew] = head_.try_emplace(key(cube(points[members[m]])), static_cast<Label>(m));
      if (!isNew) {
        next_[m] = it->second;
        it->second = static_cast<Label>(m);
      }
    }
  }
  template <class F>
  void forNear(const Vec3& at, F&& f) const {
    const auto centre = cube(at);
    for (int n = 0; n < 27; ++n) {
      const auto it = head_.find(key({centre[0] + n % 3 - 1, centre[1] + n / 3 % 3 - 1, centre[2] + n / 9 - 1}));
      if (it == head_.end()) continue;
      for (Label m = it->second; m >= 0; m = next_[m])
        if (magSqr(points_[members_[m]] - at) < distance_ * distance_) f(m);
    }
  }

 private:
  using Cube = std::array<std::int64_t, 3>;
  Cube cube(const Vec3& p) const {
    const Vec3 q = (p - origin_) / distance_;
    return {static_cast<std::int64_t>(std::floor(q.x)), static_cast<std::int64_t>(std::floor(q.y)),
            static_cast<std::int64_t>(std::floor(q.z))};
  }
  /// Different cubes may share a key; the distance decides.
  static std::uint64_t key(const Cube& c) {
    return static_cast<std::uint64_t>(c[0]) * 0x9E3779B97F4A7C15ull ^ static_cast<std::uint64_t>(c[1]) * 0xC2B2AE3D27D4EB4Full ^
           static_cast<std::uint64_t>(c[2]) * 0x165667B19E3779F9ull;
  }
  const std::vector<Vec3>& points_;
  Vec3 origin_;
  double distance_;
  std::unordered_map<std::uint64_t, Label> head_;
  std::vector<Label> next_;
  const std::vector<Label>& members_;
};

class Merger {
 public:
  Merger(const BlockMeshDict& dict, const std::vector<BlockIndex>& blocks, const std::vector<Vec3>& points)
      : dict_(dict), blocks_(blocks), points_(points), sets_(points.size()), tolerance_(blocks.size()) {}

  /// Unites the points of the quads of a side that coincide; keeps the tolerance for its partner.
  void collapseSide(BlockSide s) {
    const double zero = 10 * small * blockSize(s.block);
    double shortest = great;
    blocks_[s.block].forSide(s.side, [&](Label i, Label j, Label k) {
      const auto corners = blocks_[s.block].corners(i, j, k);
      for (int a = 0; a < 4; ++a) {
        for (int b = a + 1; b < 4; ++b) {
          const Label pa = corners[hexFaces[s.side][a]], pb = corners[hexFaces[s.side][b]];
          const double distance = magSqr(points_[pa] - points_[pb]);
          if (distance < zero * zero)
            sets_.unite(pa, pb);
          else
            shortest = std::min(shortest, distance);
        }
      }
    });
    // A side that is one point has no shortest edge.
    tolerance_[s.block][s.side] = shortest < great ? std::sqrt(shortest / 10) : zero;
  }

  void join(BlockSide a, BlockSide b) {
    checkCounts(a, b);
    const double tolerance = tolerance_[a.block][a.side];
    const std::vector<Label> pa = sidePoints(a), pb = sidePoints(b);
    const PointGrid grid(points_, pb, points_[pa.front()], tolerance);
    std::vector<char> met(pb.size(), 0);
    for (const Label p : pa) {
      bool found = false;
      grid.forNear(points_[p], [&](Label m) {
        sets_.unite(p, pb[m]);
        met[m] = 1;
        found = true;
      });
      if (!found) failJoint(a, b, points_[p]);
    }
    const auto lonely = std::find(met.begin(), met.end(), 0);
    if (lonely != met.end()) failJoint(a, b, points_[pb[lonely - met.begin()]]);
  }

  PointMerge number() {
    PointMerge result;
    result.newPoint.resize(points_.size());
    for (Label p = 0; p < static_cast<Label>(points_.size()); ++p) {
      const Label first = sets_.find(p);
      result.newPoint[p] = first == p ? result.nPoints++ : result.newPoint[first];
    }
    return result;
  }

 private:
  double blockSize(Label b) const {
    Vec3 low = uniformValue<Vec3>(vGreat), high = uniformValue<Vec3>(-vGreat);
    for (const Label v : dict_.blocks[b].vertices) {
      low = cmptMin(low, dict_.vertices[v]);
      high = cmptMax(high, dict_.vertices[v]);
    }
    return mag(high - low);
  }

  /// The points of a side, of those that coincide only the representative.
  std::vector<Label> sidePoints(BlockSide s) {
    std::vector<Label> result;
    blocks_[s.block].forSide(s.side, [&](Label i, Label j, Label k) {
      const auto corners = blocks_[s.block].corners(i, j, k);
      for (const int c : hexFaces[s.side]) result.push_back(sets_.find(corners[c]));
    });
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  std::pair<Label, Label> counts(BlockSide s) const {
    const auto& n = blocks_[s.block].n;
    const int normal = s.side / 2;
    return {n[normal == 0 ? 1 : 0], n[normal == 2 ? 1 : 2]};
  }

  void checkCounts(BlockSide a, BlockSide b) const {
    const auto [a0, a1] = counts(a);
    const auto [b0, b1] = counts(b);
    if (!dict_.checkFaceCorrespondence || GlobalLabel{1} * a0 * a1 == GlobalLabel{1} * b0 * b1) return;
    throw Error(
        dict_.blocks[b.block].place,
        fmt::format("blocks {} and {} share a side but not its division: {} x {} cells there in block {}, {} x {} in block {}",
                    a.block, b.block, a0, a1, a.block, b0, b1, b.block));
  }

  [[noreturn]] void failJoint(BlockSide a, BlockSide b, const Vec3& p) const {
    const Quad v = sideVertices(dict_.blocks[a.block], a.side);
    throw Error(
        dict_.blocks[b.block].place,
        fmt::format(
            "inconsistent point locations between blocks {} and {} on their shared side ({} {} {} {}): the point ({:g} {:g} "
            "{:g}) of one has no partner in the other; numbers of cells, gradings and edges must agree there",
            a.block, b.block, v[0], v[1], v[2], v[3], p.x, p.y, p.z));
  }

  const BlockMeshDict& dict_;
  const std::vector<BlockIndex>& blocks_;
  const std::vector<Vec3>& points_;
  Sets sets_;
  std::vector<std::array<double, 6>> tolerance_;
};

}  // namespace

PointMerge mergeBlockPoints(const BlockMeshDict& dict, const std::vector<BlockIndex>& blocks, const BlockTopology& topology,
                            const std::vector<Vec3>& points) {
  Merger merger(dict, blocks, points);
  for (Label b = 0; b < static_cast<Label>(blocks.size()); ++b)
    for (int side = 0; side < 6; ++side) merger.collapseSide({b, side});
  for (const auto& [a, b] : topology.joints) merger.join(a, b);
  return merger.number();
}

}  // namespace eagre::case_
