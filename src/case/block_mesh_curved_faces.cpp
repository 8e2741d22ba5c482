// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_curved_faces.hpp"

#include <algorithm>

#include "case/block_mesh_shape.hpp"

namespace eagre::case_ {

namespace {

using Ijk = std::array<Label, 3>;

/// The points of one side of a block, by rows along the first of its two directions.
struct Side {
  const BlockFace* onto = nullptr;  ///< nullptr: it stays
  std::array<int, 2> along{};       ///< the two directions
  std::array<Label, 2> n{};         ///< points along them
  std::vector<Vec3> points;

  std::size_t at(Label i, Label j) const { return static_cast<std::size_t>(i + n[0] * j); }
  const Vec3& of(const Ijk& ijk) const { return points[at(ijk[along[0]], ijk[along[1]])]; }
};

/// A row of a side, i from 0 on; direction: which of the two.
struct Row {
  Side& side;
  int direction;
  Label other;

  Label size() const { return side.n[direction]; }
  std::size_t at(Label i) const { return direction == 0 ? side.at(i, other) : side.at(other, i); }
  std::vector<Vec3> points() const {
    std::vector<Vec3> row;
    for (Label i = 0; i < size(); ++i) row.push_back(side.points[at(i)]);
    return row;
  }
};

/// Fractions of the length of a row at its points.
std::vector<double> fractionsAlong(const std::vector<Vec3>& row) {
  std::vector<double> at(row.size(), 0.0);
  for (std::size_t i = 1; i < row.size(); ++i) at[i] = at[i - 1] + mag(row[i] - row[i - 1]);
  if (at.back() > 0)
    for (double& length : at) length /= at.back();
  return at;
}

/// Moves the inner points of all inner rows of a direction to their fractions; the sum of how far [m].
double spread(Side& side, int direction, const std::vector<std::vector<double>>& fractions) {
  double sum = 0;
  for (Label other = 1; other + 1 < side.n[1 - direction]; ++other) {
    const Row row{side, direction, other};
    const std::vector<Vec3> ways = waysAlong(row.points(), fractions[static_cast<std::size_t>(other)]);
    for (Label i = 1; i + 1 < row.size(); ++i) {
      side.points[row.at(i)] += ways[static_cast<std::size_t>(i)];
      sum += mag(ways[static_cast<std::size_t>(i)]);
    }
  }
  return sum;
}

/// Onto the surface and along it by turns, until the ways along it are a tenth of the first ones, at most ten times. A point that
/// the surface is farther from than the face is wide stays.
void project(Side& side) {
  std::array<std::vector<std::vector<double>>, 2> fractions;
  for (int d = 0; d < 2; ++d)
    for (Label other = 0; other < side.n[1 - d]; ++other) fractions[d].push_back(fractionsAlong(Row{side, d, other}.points()));
  const double reach = magSqr(side.points.front() - side.points.back());
  double first = 0, sum = 0;
  constexpr int most = 10;
  for (int iteration = 0; iteration < most; ++iteration) {
    for (Vec3& point : side.points)
      if (const Vec3 near = side.onto->nearest(point); magSqr(near - point) <= reach) point = near;
    if (iteration > 0 && (first < rootVSmall || sum < 0.1 * first)) break;
    sum = spread(side, 0, fractions[0]);
    sum += spread(side, 1, fractions[1]);
    if (iteration == 0) first = sum;
  }
}

/// The weights of a block's corners at a point: of each the product of the fractions along its three edges, of 1 at the corner.
/// In the passes of x and y v1912 takes one fraction from another edge; so it is here, for the same points.
std::array<double, 8> cornerWeights(const std::array<double, 12>& w, int pass) {
  std::array<double, 8> weight{};
  weight.fill(1);
  for (int e = 0; e < 12; ++e) {
    weight[hexEdges[e][0]] *= 1 - w[e];
    weight[hexEdges[e][1]] *= w[e];
  }
  if (pass == 0) weight[6] = w[2] * w[5] * w[10];
  if (pass == 1) weight[0] = (1 - w[4]) * (1 - w[1]) * (1 - w[8]);
  return weight;
}

/// Of a direction: the corners at its low and at its high end.
constexpr std::array<std::array<int, 4>, 6> cornersOfSide{
    {{0, 3, 7, 4}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 2, 6, 7}, {0, 1, 2, 3}, {4, 5, 6, 7}}};

class CurvedBlock {
 public:
  CurvedBlock(const BlockDefinition& block, const BlockIndex& index, const std::array<std::vector<double>, 12>& fractions,
              std::vector<Vec3>& points)
      : block_(block), index_(index), fractions_(fractions), points_(points) {}

  /// Whether one of its sides is projected.
  bool find(const std::vector<BlockFace>& faces) {
    bool any = false;
    for (int s = 0; s < 6; ++s) {
      std::array<Label, 4> own{};
      for (std::size_t i = 0; i < 4; ++i) own[i] = block_.vertices[static_cast<std::size_t>(cornersOfSide[s][i])];
      std::ranges::sort(own);
      const auto face = std::ranges::find_if(faces, [&](const BlockFace& f) { return f.vertices == own; });
      sides_[s].onto = face == faces.end() ? nullptr : &*face;
      any = any || sides_[s].onto;
    }
    return any;
  }

  void correct() {
    for (int s = 0; s < 6; ++s) {
      takePoints(s);
      if (sides_[s].onto) project(sides_[s]);
    }
    for (int d = 0; d < 3; ++d) pass(d);
  }

 private:
  Label last(int d) const { return index_.n[d]; }
  Vec3& point(const Ijk& ijk) const { return points_[static_cast<std::size_t>(index_.point(ijk[0], ijk[1], ijk[2]))]; }

  void takePoints(int s) {
    Side& side = sides_[s];
    const int normal = s / 2;
    side.along = {normal == 0 ? 1 : 0, normal == 2 ? 1 : 2};
    side.n = {last(side.along[0]) + 1, last(side.along[1]) + 1};
    Ijk ijk{};
    ijk[normal] = s % 2 ? last(normal) : 0;
    for (ijk[side.along[1]] = 0; ijk[side.along[1]] < side.n[1]; ++ijk[side.along[1]])
      for (ijk[side.along[0]] = 0; ijk[side.along[0]] < side.n[0]; ++ijk[side.along[0]]) side.points.push_back(point(ijk));
  }

  /// On a side that is not projected, or on an edge.
  bool stays(const Ijk& ijk) const {
    int ends = 0;
    for (int d = 0; d < 3; ++d) {
      const bool low = ijk[d] == 0, high = ijk[d] == last(d);
      if ((low && !sides_[2 * d].onto) || (high && !sides_[2 * d + 1].onto)) return true;
      ends += low || high;
    }
    return ends > 1;
  }

  /// The low side last: until then it is where the others have been corrected from.
  void pass(int d) {
    const int a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2;
    Ijk ijk{};
    for (Label k = 1; k <= last(d) + 1; ++k) {
      ijk[d] = k % (last(d) + 1);
      for (ijk[a] = 0; ijk[a] <= last(a); ++ijk[a])
        for (ijk[b] = 0; ijk[b] <= last(b); ++ijk[b])
          if (!stays(ijk)) move(ijk, d);
    }
  }

  void move(const Ijk& ijk, int d) {
    std::array<double, 12> w{};
    for (int e = 0; e < 12; ++e) w[e] = fractions_[e][static_cast<std::size_t>(ijk[e / 4])];
    const std::array<double, 8> weights = cornerWeights(w, d);
    double low = 0, high = 0;
    for (const int c : cornersOfSide[2 * d]) low += weights[c];
    for (const int c : cornersOfSide[2 * d + 1]) high += weights[c];
    Ijk atLow = ijk, atHigh = ijk;
    atLow[d] = 0;
    atHigh[d] = last(d);
    point(ijk) +=
        (low * (sides_[2 * d].of(ijk) - point(atLow)) + high * (sides_[2 * d + 1].of(ijk) - point(atHigh))) / (low + high);
  }

  const BlockDefinition& block_;
  const BlockIndex& index_;
  const std::array<std::vector<double>, 12>& fractions_;
  std::vector<Vec3>& points_;
  std::array<Side, 6> sides_;
};

}  // namespace

void projectBlockFaces(const BlockMeshDict& dict, const BlockDefinition& block, const BlockIndex& index,
                       const std::array<std::vector<double>, 12>& fractions, std::vector<Vec3>& points) {
  if (dict.faces.empty()) return;
  CurvedBlock curved(block, index, fractions, points);
  if (curved.find(dict.faces)) curved.correct();
}

}  // namespace eagre::case_
