// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/stretch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace eagre::kernel {
namespace {

/// The internal faces of a graph of cells; each pair (owner, neighbour) once, in upper-triangular order.
struct Graph {
  Label nCells = 0;
  std::vector<Label> owner, neighbour, ownerStart, losort, losortStart;

  void finish() {
    ownerStart.assign(static_cast<std::size_t>(nCells) + 1, 0);
    losortStart = ownerStart;
    for (Label c : owner) ++ownerStart[c + 1];
    for (Label c : neighbour) ++losortStart[c + 1];
    for (Label c = 0; c < nCells; ++c) {
      ownerStart[c + 1] += ownerStart[c];
      losortStart[c + 1] += losortStart[c];
    }
    losort.resize(owner.size());
    auto next = losortStart;
    for (std::size_t f = 0; f < owner.size(); ++f) losort[next[neighbour[f]]++] = static_cast<Label>(f);
  }
  FaceOrder order(std::span<const Label> outerStart = {}, std::span<const Label> outer = {}) const {
    return {nCells, owner, neighbour, ownerStart, losort, losortStart, outerStart, outer};
  }
};

/// A box of cells, x fastest.
Graph box(std::array<Label, 3> n) {
  Graph g;
  g.nCells = n[0] * n[1] * n[2];
  const std::array<Label, 3> step{1, n[0], n[0] * n[1]};
  for (Label c = 0; c < g.nCells; ++c) {
    const std::array<Label, 3> at{c % n[0], c / n[0] % n[1], c / (n[0] * n[1])};
    for (int d = 0; d < 3; ++d)
      if (at[d] + 1 < n[d]) {
        g.owner.push_back(c);
        g.neighbour.push_back(c + step[d]);
      }
  }
  g.finish();
  return g;
}

/// Stretches cover all cells in order, and what they say of faces and cells is what the lists say.
void expectTrue(const FaceOrder& order, const std::vector<Stretch>& all) {
  Label at = 0;
  for (const Stretch& s : all) {
    ASSERT_EQ(s.begin, at);
    ASSERT_GT(s.end, s.begin);
    at = s.end;
    if (s.n > 0) {
      EXPECT_TRUE(s.known);
      EXPECT_GE(s.size(), 8);
      EXPECT_EQ(s.nOuter, 0);
      EXPECT_EQ(s.nIn, s.n);
      EXPECT_EQ(s.nOut, s.n);
      EXPECT_EQ(s.out[0], 1);
      EXPECT_EQ(s.in[s.n - 1], -1);
      for (int k = 0; k < s.n; ++k) EXPECT_EQ(s.inStep[k], s.n);
    }
    for (Label c = s.begin; s.known && c < s.end; ++c) {
      const Label i = c - s.begin;
      ASSERT_EQ(order.ownerStart[c + 1] - order.ownerStart[c], s.nOut);
      ASSERT_EQ(order.losortStart[c + 1] - order.losortStart[c], s.nIn);
      ASSERT_EQ(order.ownerStart[c], s.outFace + s.nOut * i);
      ASSERT_EQ(order.losortStart[c], s.firstIn + s.nIn * i);
      for (int k = 0; k < s.nOut; ++k) ASSERT_EQ(order.neighbour[order.ownerStart[c] + k], c + s.out[k]);
      for (int k = 0; k < s.nIn; ++k) {
        const Label f = order.losort[order.losortStart[c] + k];
        ASSERT_EQ(f, s.inFace[k] + s.inStep[k] * i);
        ASSERT_EQ(order.owner[f], c + s.in[k]);
      }
      if (order.outerStart.empty()) continue;
      ASSERT_EQ(order.outerStart[c + 1] - order.outerStart[c], s.nOuter);
      for (int k = 0; k < s.nOuter; ++k) ASSERT_EQ(order.outer[order.outerStart[c] + k], s.outer[k] + i);
    }
  }
  EXPECT_EQ(at, order.nCells);
}

Label cellsInLongLines(const std::vector<Stretch>& all) {
  Label n = 0;
  for (const Stretch& s : all) n += s.n > 0 ? s.size() : 0;
  return n;
}
bool allKnown(const std::vector<Stretch>& all) {
  return std::all_of(all.begin(), all.end(), [](const Stretch& s) { return s.known; });
}

TEST(Stretch, LinesOfBoxesAreStretches) {
  const Graph plane = box({20, 6, 1});
  const auto lines = stretches(plane.order());
  expectTrue(plane.order(), lines);
  EXPECT_EQ(cellsInLongLines(lines), 18 * 4) << "lines that have cells on both sides, less their ends";
  EXPECT_TRUE(allKnown(lines)) << "the ends and the lines at the boundary have patterns of their own";
  EXPECT_EQ(lines.size(), 6u * 3) << "a first cell, a line and a last cell each";
  for (const Stretch& s : lines) EXPECT_TRUE(s.n == 0 || s.n == 2);

  const Graph block = box({12, 5, 4});
  const auto of3D = stretches(block.order());
  expectTrue(block.order(), of3D);
  EXPECT_EQ(cellsInLongLines(of3D), 10 * 3 * 2);
  EXPECT_TRUE(allKnown(of3D));
}

/// Cells with a third of the faces that would join them to their next eight.
Graph irregular(Label nCells) {
  std::mt19937 random(7);
  Graph odd;
  odd.nCells = nCells;
  for (Label c = 0; c < odd.nCells; ++c)
    for (Label d = c + 1; d < std::min(c + 9, odd.nCells); ++d)
      if (random() % 3 == 0) {
        odd.owner.push_back(c);
        odd.neighbour.push_back(d);
      }
  odd.finish();
  return odd;
}

TEST(Stretch, IrregularMeshesHaveNoPattern) {
  const Graph odd = irregular(300);
  const auto all = stretches(odd.order());
  expectTrue(odd.order(), all);
  EXPECT_EQ(cellsInLongLines(all), 0);
  EXPECT_LT(all.size(), 10u) << "short patterns stand together as cells without one";
  EXPECT_TRUE(stretches(FaceOrder{}).empty());
}

TEST(Stretch, CellsWithoutAPatternAreCutSoThatThreadsCanShareThem) {
  const Graph odd = irregular(5 * Stretch::mostIrregular);
  const auto all = stretches(odd.order());
  expectTrue(odd.order(), all);
  for (const Stretch& s : all) EXPECT_TRUE(s.known || s.size() <= Stretch::mostIrregular) << s.size();
}

/// Cuts the cells of a graph into parts and holds what StretchRange says of their stretches against the faces.
void expectRangesOf(const Graph& graph, Label nParts) {
  const auto all = stretches(graph.order());
  Label at = 0;
  for (Label part = 0; part < nParts; ++part) {
    const StretchRange range(all, graph.nCells * part / nParts, graph.nCells * (part + 1) / nParts);
    EXPECT_EQ(range.begin, at);
    at = range.end;
    for (Label i = range.first; i < range.last; ++i) {
      const Stretch& s = all[static_cast<std::size_t>(i)];
      bool owners = true, neighbours = true;
      for (Label c = s.begin; c < s.end; ++c) {
        for (Label k = graph.losortStart[c]; k < graph.losortStart[c + 1]; ++k)
          owners &= graph.owner[graph.losort[k]] >= range.begin;
        for (Label f = graph.ownerStart[c]; f < graph.ownerStart[c + 1]; ++f) neighbours &= graph.neighbour[f] < range.end;
      }
      if (range.hasOwnersOf(s)) EXPECT_TRUE(owners) << s.begin;
      if (range.hasNeighboursOf(s)) EXPECT_TRUE(neighbours) << s.begin;
      if (s.known) {
        EXPECT_EQ(range.hasOwnersOf(s), owners) << s.begin;
        EXPECT_EQ(range.hasNeighboursOf(s), neighbours) << s.begin;
      }
    }
  }
  EXPECT_EQ(at, graph.nCells);
}

TEST(Stretch, ARangeKnowsWhichFacesLeaveIt) {
  for (const Label nParts : {1, 2, 3, 7}) {
    expectRangesOf(box({20, 6, 4}), nParts);
    expectRangesOf(box({40, 9, 1}), nParts);
    expectRangesOf(irregular(3000), nParts);
  }
}

TEST(Stretch, OuterFacesBelongToThePattern) {
  const Graph plane = box({40, 3, 1});
  std::vector<Label> outerStart{0}, outer;
  for (Label c = 0; c < plane.nCells; ++c) {
    if (c < 40) outer.push_back(500 + c);            // a wall below
    if (c >= 80) outer.push_back(700 + c);           // one above
    if (c % 40 == 0) outer.push_back(900 + c / 40);  // one on the left
    if (c == 60) outer.push_back(1000);              // and a face in the middle of the middle line
    outerStart.push_back(static_cast<Label>(outer.size()));
  }
  const auto order = plane.order(outerStart, outer);
  const auto all = stretches(order);
  expectTrue(order, all);
  EXPECT_TRUE(allKnown(all));
  EXPECT_EQ(cellsInLongLines(all), 37);
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const Stretch& s) { return s.nOuter == 1 && s.size() >= 38; }), 2);
}

}  // namespace
}  // namespace eagre::kernel
