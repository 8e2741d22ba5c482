// SPDX-License-Identifier: BSD-3-Clause
#include "grid/grid.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "grid/halo.hpp"
#include "grid/loops.hpp"

namespace eagre::grid {
namespace {

TEST(Grid, KnowsItsPoints) {
  const Grid grid{.cells = {8, 1, 4}, .h = {0.5, 1, 0.25}, .origin = {1, 0, 0}};
  EXPECT_DOUBLE_EQ(grid.face(0, 0), 1);
  EXPECT_DOUBLE_EQ(grid.centre(2, 3), 0.875);
  EXPECT_DOUBLE_EQ(grid.length(0), 4);
  EXPECT_DOUBLE_EQ(grid.cellVolume(), 0.125);
  EXPECT_EQ(grid.nCells(), 32);
}

TEST(Lattice, HasLeastSurface) {
  EXPECT_EQ(chooseLattice({.cells = {64, 64, 64}}, 8, {0, 0, 0}, 3), (Int3{2, 2, 2}));
  EXPECT_EQ(chooseLattice({.cells = {256, 32, 32}}, 4, {0, 0, 0}, 3), (Int3{4, 1, 1}));
  EXPECT_EQ(chooseLattice({.cells = {64, 1, 64}}, 6, {0, 0, 0}, 3), (Int3{2, 1, 3}));
  EXPECT_EQ(chooseLattice({.cells = {65, 33, 47}}, 7, {0, 0, 0}, 3), (Int3{7, 1, 1})) << "no divisor rule";
}

TEST(Lattice, KeepsWhatIsGiven) { EXPECT_EQ(chooseLattice({.cells = {64, 64, 64}}, 8, {1, 0, 2}, 3), (Int3{1, 4, 2})); }

TEST(Lattice, IsNoneWherePartsWouldBeTooThin) {
  EXPECT_EQ(chooseLattice({.cells = {8, 1, 5}}, 3, {0, 0, 0}, 3), (Int3{0, 0, 0}));
  EXPECT_EQ(chooseLattice({.cells = {9, 1, 5}}, 3, {0, 0, 0}, 3), (Int3{3, 1, 1}));
}

TEST(Block, RefusesALatticeOfOtherRanks) {
  EXPECT_THROW(Block({.cells = {8, 8, 8}}, comm::Communicator::self(), {2, 1, 1}), Error);
}

TEST(Block, HasTheFacesOfItsUpperBoundary) {
  const Block block({.cells = {4, 3, 5}, .periodic = {true, false, false}}, comm::Communicator::self());
  EXPECT_EQ(block.faces(0).high, (Int3{4, 3, 5}));
  EXPECT_EQ(block.faces(2).high, (Int3{4, 3, 6}));
  EXPECT_FALSE(block.atBoundary(0, 0));
  EXPECT_TRUE(block.atBoundary(1, 1));
}

TEST(Field, HasRoomForItsGhostsAndRowsOn64Bytes) {
  Field f({5, 2, 3}, haloWidth);
  const Box all = Box{{0, 0, 0}, {5, 2, 3}}.grown({3, 3, 3});
  const auto number = [](int i, int j, int k) { return i + 100. * j + 10000. * k; };
  forRows({"write"}, all, [&](int j, int k) {
    for (int i = all.low[0]; i < all.high[0]; ++i) f(i, j, k) = number(i, j, k);
  });
  forRows({"read"}, all, [&](int j, int k) {
    for (int i = all.low[0]; i < all.high[0]; ++i) ASSERT_EQ(f.view()(i, j, k), number(i, j, k));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&f(0, j, k)) % 64, 0U);
  });
}

TEST(Loops, SumAndMaximumTakeEveryCellOnce) {
  const Box box{{-1, 0, 2}, {12, 3, 4}};
  EXPECT_EQ(sumCells({"sum"}, box, [](int i, int, int) { return i; }), 6 * (11 * 12 / 2 - 1));
  EXPECT_EQ(maxCells({"max"}, box, [](int i, int j, int k) { return i * j * k; }), 11 * 2 * 3);
  EXPECT_TRUE(std::isnan(maxCells({"max"}, box, [](int i, int j, int k) { return i == 3 && j == 1 && k == 2 ? NAN : 1.0; })));
}

TEST(Loops, CombineRowsInTheirOrder) {
  const Box box{{0, -1, 0}, {1, 1, 2}};
  const auto rows = combineRows(
      {"rows"}, box, std::vector<Int3>{},
      [](int j, int k) {
        return Int3{0, j, k};
      },
      [](std::vector<Int3>& all, const Int3& row) { all.push_back(row); });
  EXPECT_EQ(rows, (std::vector<Int3>{{0, -1, 0}, {0, 0, 0}, {0, -1, 1}, {0, 0, 1}}));
}

TEST(Halo, WrapsDirectionsWithFewerCellsThanGhosts) {
  const Block block({.cells = {5, 1, 2}, .periodic = {false, true, true}}, comm::Communicator::self());
  Field f(block);
  forCells({"fill"}, block, [v = f.view()](int i, int j, int k) { v(i, j, k) = 1 + i + 10 * k + 100 * j; });
  Halo halo(block);
  halo.update({&f});
  for (int k = -3; k < 5; ++k)
    for (int j = -3; j < 4; ++j)
      for (int i = 0; i < 5; ++i) EXPECT_EQ(f(i, j, k), 1 + i + 10 * ((k + 4) % 2));
  EXPECT_EQ(f(-1, 0, 0), 0) << "beyond a physical boundary";
}

TEST(Halo, RefusesMoreGhostsThanThereAre) {
  const Block block({.cells = {8, 8, 8}}, comm::Communicator::self());
  BasicField<float> narrow(block, 1);
  EXPECT_THROW(Halo(block).update({&narrow}, 2), Error);
}

}  // namespace
}  // namespace eagre::grid
