// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/refinement/refinement_choice.hpp"

#include <algorithm>
#include <cstdlib>

#include "mesh/poly_addressing.hpp"

namespace eagre::mesh {

namespace {

using Marks = std::vector<char>;

/// f(owner, neighbour) of each internal face.
template <class F>
void eachPair(const PolyMesh& mesh, F&& f) {
  for (Label face = 0; face < mesh.nInternalFaces(); ++face) f(mesh.owner[face], mesh.neighbour[face]);
}

/// The points of each cell, each once, cell by cell.
struct PointsOfCells {
  std::vector<std::size_t> starts{0};
  std::vector<Label> points;

  explicit PointsOfCells(const PolyMesh& mesh) {
    const LabelRows faces = facesOfCells(mesh);
    for (Label c = 0; c < faces.size(); ++c) {
      const auto first = points.size();
      for (const Label f : faces[c]) points.insert(points.end(), mesh.pointsOf(f).begin(), mesh.pointsOf(f).end());
      std::sort(points.begin() + static_cast<std::ptrdiff_t>(first), points.end());
      points.erase(std::unique(points.begin() + static_cast<std::ptrdiff_t>(first), points.end()), points.end());
      starts.push_back(points.size());
    }
  }
  std::span<const Label> operator[](std::size_t c) const {
    return std::span(points).subspan(starts[c], starts[c + 1] - starts[c]);
  }
};

/// Marks the cells across the faces of those that are marked, too.
void extend(const HexForest& forest, Marks& marks) {
  const Marks before = marks;
  const auto mark = [&](Label a, Label b) {
    if (before[a] || before[b]) marks[a] = marks[b] = 1;
  };
  eachPair(forest.mesh(), mark);
  for (const auto& [a, b] : forest.coupledCells()) mark(a, b);
}

/// Marks cells with a point of whose cells the mean value is one that `isWanted`.
template <class F>
void markByPoints(const PolyMesh& mesh, std::span<const double> values, F&& isWanted, Marks& marks) {
  const PointsOfCells points(mesh);
  std::vector<double> sums(mesh.points.size());
  std::vector<Label> n(mesh.points.size());
  for (std::size_t c = 0; c < values.size(); ++c)
    for (const Label p : points[c]) sums[p] += values[c], ++n[p];
  for (std::size_t c = 0; c < values.size(); ++c)
    marks[c] = std::ranges::any_of(points[c], [&](Label p) { return isWanted(sums[p] / n[p]); });
}

/// Cells whose value, or a point of which has a mean value, lies between the two levels; and those around.
Marks candidates(const HexForest& forest, std::span<const double> values, const RefinementCriteria& criteria) {
  const auto isBetween = [&](double value) {
    return std::min(value - criteria.lowerRefineLevel, criteria.upperRefineLevel - value) > 0;
  };
  Marks marks(values.size(), 0);
  if (criteria.byCells)
    std::ranges::transform(values, marks.begin(), isBetween);
  else
    markByPoints(forest.mesh(), values, isBetween, marks);
  for (int layer = 0; layer < criteria.nLayers; ++layer) extend(forest, marks);
  return marks;
}

/// Cells that are not divided, since they cannot be, or since others that cannot be would have to follow.
Marks undivided(const HexForest& forest) {
  const PolyMesh& mesh = forest.mesh();
  const auto& levels = forest.cellLevels();
  Marks marks(levels.size());
  for (std::size_t c = 0; c < levels.size(); ++c) marks[c] = !forest.canDivide(static_cast<Label>(c));
  if (std::ranges::count(marks, 1) == 0) return marks;
  for (bool changed = true; changed;) {
    changed = false;
    eachPair(mesh, [&](Label a, Label b) {
      const bool spreads = (marks[a] && levels[b] > levels[a]) || (marks[b] && levels[a] > levels[b]);
      if (!spreads || (marks[a] && marks[b])) return;
      marks[a] = marks[b] = 1;
      changed = true;
    });
    for (const auto& [a, b] : forest.coupledCells())
      if (marks[a] != marks[b]) marks[a] = marks[b] = 1, changed = true;
  }
  return marks;
}

/// Which candidates are divided, before their neighbours follow.
Marks divided(const HexForest& forest, const Marks& candidates, const RefinementCriteria& criteria) {
  const auto& levels = forest.cellLevels();
  const Marks excluded = undivided(forest);
  const auto room = (criteria.maxCells - static_cast<std::int64_t>(levels.size())) / (forest.nParts() - 1);
  const bool all = std::ranges::count(candidates, 1) < room;
  Marks marks(levels.size(), 0);
  std::int64_t n = 0;
  for (Label level = 0; level < criteria.maxRefinement && (all || n <= room); ++level)
    for (std::size_t c = 0; c < levels.size(); ++c)
      if (candidates[c] && !excluded[c] && levels[c] == level) marks[c] = 1, ++n;
  return marks;
}

/// Neighbours follow, and across cyclic patches each does what the other one does.
void spread(const HexForest& forest, Marks& marks) {
  const auto& levels = forest.cellLevels();
  for (bool changed = true; changed;) {
    changed = false;
    eachPair(forest.mesh(), [&](Label a, Label b) {
      const Label ofA = levels[a] + marks[a], ofB = levels[b] + marks[b];
      if (ofA <= ofB + 1 && ofB <= ofA + 1) return;
      marks[ofA > ofB ? b : a] = 1;
      changed = true;
    });
    for (const auto& [a, b] : forest.coupledCells())
      if (marks[a] != marks[b]) marks[a] = marks[b] = 1, changed = true;
  }
}

/// Families of cells below unrefineLevel of which none is kept, as far as their neighbours allow. newLevels: with what is
/// divided.
std::vector<HexForest::Family> united(const HexForest& forest, std::vector<HexForest::Family> families, const Marks& kept,
                                      std::span<const double> values, const std::vector<Label>& newLevels, double unrefineLevel) {
  std::erase_if(families, [&](const auto& family) {
    return std::ranges::any_of(family.cells, [&](Label c) { return kept[c] || values[c] >= unrefineLevel; });
  });
  for (;;) {
    std::vector<Label> levels = newLevels;
    for (const auto& family : families)
      for (const Label c : family.cells) --levels[c];
    Marks dropped(levels.size(), 0);
    bool any = false;
    for (bool changed = true; changed;) {
      changed = false;
      const auto drop = [&](Label a, Label b, Label most) {
        if (std::abs(levels[a] - levels[b]) <= most) return;
        const Label low = levels[a] < levels[b] ? a : b;
        ++levels[low];
        dropped[low] = 1;
        changed = any = true;
      };
      eachPair(forest.mesh(), [&](Label a, Label b) { drop(a, b, 1); });
      for (const auto& [a, b] : forest.coupledCells()) drop(a, b, 0);
    }
    if (!any) return families;
    std::erase_if(families, [&](const auto& family) {
      return std::ranges::any_of(family.cells, [&](Label c) { return dropped[c] != 0; });
    });
  }
}

}  // namespace

RefinementChoice chooseRefinement(const HexForest& forest, std::span<const double> values, const RefinementCriteria& criteria) {
  RefinementChoice choice;
  Marks kept = candidates(forest, values, criteria);
  std::vector<Label> levels = forest.cellLevels();
  if (static_cast<std::int64_t>(levels.size()) < criteria.maxCells) {
    choice.looked = true;
    Marks marks = divided(forest, kept, criteria);
    spread(forest, marks);
    for (std::size_t c = 0; c < marks.size(); ++c) {
      if (!marks[c]) continue;
      choice.divide.push_back(static_cast<Label>(c));
      ++levels[c];
      kept[c] = 1;
    }
    for (int layer = 0; !choice.divide.empty() && layer < criteria.nBufferLayers; ++layer) extend(forest, kept);
  }
  std::vector<HexForest::Family> families = forest.families();
  choice.nFamilies = families.size();
  std::erase_if(families, [&](const auto& family) {
    return std::ranges::any_of(family.cells, [&](Label c) { return levels[c] != forest.cellLevels()[c]; });
  });
  choice.unite = united(forest, std::move(families), kept, values, levels, criteria.unrefineLevel);
  return choice;
}

}  // namespace eagre::mesh
