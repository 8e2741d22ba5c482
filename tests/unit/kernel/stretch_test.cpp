// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/stretch.hpp"

#include <gtest/gtest.h>

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
  FaceOrder order() const { return {nCells, owner, neighbour, ownerStart, losort, losortStart}; }
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
void expectTrue(const Graph& g, const std::vector<Stretch>& all) {
  Label at = 0;
  for (const Stretch& s : all) {
    ASSERT_EQ(s.begin, at);
    ASSERT_GT(s.end, s.begin);
    at = s.end;
    if (s.n == 0) continue;
    EXPECT_GE(s.size(), 8);
    EXPECT_EQ(s.out[0], 1);
    EXPECT_EQ(s.in[s.n - 1], -1);
    for (Label c = s.begin; c < s.end; ++c) {
      const Label shift = s.n * (c - s.begin);
      ASSERT_EQ(g.ownerStart[c + 1] - g.ownerStart[c], s.n);
      ASSERT_EQ(g.losortStart[c + 1] - g.losortStart[c], s.n);
      ASSERT_EQ(g.ownerStart[c], s.outFace + shift);
      ASSERT_EQ(g.losortStart[c], s.firstIn + shift);
      for (int k = 0; k < s.n; ++k) {
        ASSERT_EQ(g.neighbour[g.ownerStart[c] + k], c + s.out[k]);
        const Label f = g.losort[g.losortStart[c] + k];
        ASSERT_EQ(f, s.inFace[k] + shift);
        ASSERT_EQ(g.owner[f], c + s.in[k]);
      }
    }
  }
  EXPECT_EQ(at, g.nCells);
}

Label regularCells(const std::vector<Stretch>& all) {
  Label n = 0;
  for (const Stretch& s : all) n += s.n > 0 ? s.size() : 0;
  return n;
}

TEST(Stretch, LinesOfBoxesAreStretches) {
  const Graph plane = box({20, 6, 1});
  const auto lines = stretches(plane.order());
  expectTrue(plane, lines);
  EXPECT_EQ(regularCells(lines), 18 * 4) << "lines that have cells on both sides, less their ends";
  for (const Stretch& s : lines) EXPECT_TRUE(s.n == 0 || s.n == 2);

  const Graph block = box({12, 5, 4});
  const auto of3D = stretches(block.order());
  expectTrue(block, of3D);
  EXPECT_EQ(regularCells(of3D), 10 * 3 * 2);
}

TEST(Stretch, ShortLinesAndOddCellsHaveNoPattern) {
  const Graph narrow = box({9, 6, 1});
  const auto none = stretches(narrow.order());
  ASSERT_EQ(none.size(), 1u) << "lines of 7 cells do not pay";
  EXPECT_EQ(none[0].n, 0);

  std::mt19937 random(7);
  Graph odd;
  odd.nCells = 300;
  for (Label c = 0; c < odd.nCells; ++c)
    for (Label d = c + 1; d < std::min(c + 9, odd.nCells); ++d)
      if (random() % 3 == 0) {
        odd.owner.push_back(c);
        odd.neighbour.push_back(d);
      }
  odd.finish();
  expectTrue(odd, stretches(odd.order()));
  EXPECT_TRUE(stretches(FaceOrder{}).empty());
}

TEST(Stretch, CellsWithFurtherFacesEndAStretch) {
  const Graph plane = box({40, 3, 1});
  std::vector<Label> outerStart(static_cast<std::size_t>(plane.nCells) + 1, 5);
  for (Label c = 0; c <= 60; ++c) outerStart[c] = 4;  // cell 60, in the middle of the middle line, has one
  const auto all = stretches(plane.order(), outerStart);
  expectTrue(plane, all);
  EXPECT_EQ(regularCells(all), 37);
  for (const Stretch& s : all)
    if (s.n > 0) { EXPECT_EQ(s.firstOuter, outerStart[s.begin]); }
}

}  // namespace
}  // namespace eagre::kernel
