// SPDX-License-Identifier: BSD-3-Clause
// The halo of a field that is known everywhere, on every lattice that the ranks can stand in.
#include <gtest/gtest.h>

#include <cmath>

#include "comm/profile.hpp"
#include "core/error.hpp"
#include "grid/halo.hpp"
#include "grid/loops.hpp"
#include "support/lattices.hpp"

namespace eagre::grid {
namespace {

comm::Communicator world() { return comm::Communicator::world(); }

/// A number that tells cells and fields apart, by global index.
double valueAt(const Grid& grid, Int3 cell, int field) {
  for (int d = 0; d < 3; ++d)
    if (grid.periodic[d]) cell[d] = (cell[d] % grid.cells[d] + grid.cells[d]) % grid.cells[d];
  return std::sin(1.0 + cell[0] + 17 * cell[1] + 289 * cell[2] + 0.1 * field);
}

bool inside(const Grid& grid, const Int3& cell) {
  for (int d = 0; d < 3; ++d)
    if (!grid.periodic[d] && (cell[d] < 0 || cell[d] >= grid.cells[d])) return false;
  return true;
}

template <class T>
void fill(const Block& block, BasicField<T>& f, int field) {
  f.fill(-7);
  forRows({"fill"}, block.box(), [&](int j, int k) {
    for (int i = 0; i < block.n()[0]; ++i)
      f(i, j, k) =
          static_cast<T>(valueAt(block.grid(), {i + block.offset()[0], j + block.offset()[1], k + block.offset()[2]}, field));
  });
}

template <class T>
void expectGhosts(const Block& block, const BasicField<T>& f, int field, int width, Reach reach) {
  const Int3& n = block.n();
  for (int k = -width; k < n[2] + width; ++k)
    for (int j = -width; j < n[1] + width; ++j)
      for (int i = -width; i < n[0] + width; ++i) {
        const Int3 cell{i + block.offset()[0], j + block.offset()[1], k + block.offset()[2]};
        const int outside = (i < 0 || i >= n[0]) + (j < 0 || j >= n[1]) + (k < 0 || k >= n[2]);
        if (!inside(block.grid(), cell) || (reach == Reach::faces && outside > 1)) continue;
        ASSERT_EQ(f(i, j, k), static_cast<T>(valueAt(block.grid(), cell, field)))
            << "rank " << world().rank() << " cell " << i << ' ' << j << ' ' << k << " of " << n[0] << ' ' << n[1] << ' ' << n[2];
      }
}

void tryLattice(const Grid& grid, const Int3& lattice) {
  const Block block(grid, world(), lattice);
  Halo halo(block);
  Field a(block), b(block);
  BasicField<float> c(block, 2);
  for (int round = 0; round < 2; ++round) {
    fill(block, a, round);
    fill(block, b, 5);
    fill(block, c, 6);
    halo.update({&a, &b});
    expectGhosts(block, a, round, 3, Reach::all);
    expectGhosts(block, b, 5, 3, Reach::all);
    halo.begin({&c}, 2, Reach::faces);
    halo.end();
    expectGhosts(block, c, 6, 2, Reach::faces);
  }
}

TEST(HaloParallel, EveryLatticeAndPeriodicity) {
  for (int periodic = 0; periodic < 8; ++periodic)
    for (const Int3& lattice : test::latticesOf(world().size()))
      tryLattice({.cells = {17, 16, 19}, .periodic = {periodic % 2 > 0, periodic / 2 % 2 > 0, periodic / 4 > 0}}, lattice);
}

/// Some cells of the band |g| < 0.5 change; updates within the band make all ghosts right, and none from outside of it.
void tryBand(const Grid& grid, const Int3& lattice, Reach reach) {
  const Block block(grid, world(), lattice);
  Halo halo(block);
  Field g(block), f(block);
  const auto distance = [&](const Int3& cell) {
    return 3 + 0.1 * cell[0] * (grid.periodic[0] ? 0 : 1) + std::sin(0.7 * cell[1]) * (grid.periodic[1] ? 0 : 1) - 0.45 * cell[2];
  };
  forRows({"fill"}, block.box(), [&](int j, int k) {
    for (int i = 0; i < block.n()[0]; ++i)
      g(i, j, k) = distance({i + block.offset()[0], j + block.offset()[1], k + block.offset()[2]});
  });
  halo.update({&g});
  const Band band = halo.band(g, 0.5);
  fill(block, f, 0);
  halo.update({&f});
  Field changed(block);
  fill(block, changed, 1);
  forCells({"change"}, block, [&](int i, int j, int k) {
    if (std::abs(g(i, j, k)) < 0.5) f(i, j, k) = changed(i, j, k);
  });
  halo.update({&f}, haloWidth, reach, &band);
  halo.update({&changed});
  const Int3& n = block.n();
  for (int k = -haloWidth; k < n[2] + haloWidth; ++k)
    for (int j = -haloWidth; j < n[1] + haloWidth; ++j)
      for (int i = -haloWidth; i < n[0] + haloWidth; ++i) {
        const Int3 cell{i + block.offset()[0], j + block.offset()[1], k + block.offset()[2]};
        const int outside = (i < 0 || i >= n[0]) + (j < 0 || j >= n[1]) + (k < 0 || k >= n[2]);
        if (!inside(grid, cell) || (reach == Reach::faces && outside > 1)) continue;
        const double expected = std::abs(g(i, j, k)) < 0.5 ? changed(i, j, k) : valueAt(grid, cell, 0);
        ASSERT_EQ(f(i, j, k), expected) << "rank " << world().rank() << " cell " << i << ' ' << j << ' ' << k;
      }
}

TEST(HaloParallel, AnUpdateOfABandMakesAllGhostsRight) {
  for (int periodic = 0; periodic < 4; ++periodic)
    for (const Int3& lattice : test::latticesOf(world().size()))
      for (const Reach reach : {Reach::faces, Reach::all})
        tryBand({.cells = {17, 16, 19}, .periodic = {periodic % 2 > 0, periodic / 2 > 0, false}}, lattice, reach);
}

TEST(HaloParallel, AnUpdateOfABandSendsNoMoreThanIt) {
  const Block block({.cells = {16, 16, 24}, .periodic = {true, true, false}}, world());
  Halo halo(block);
  Field f(block);
  const auto bytesOf = [&](auto&& update) {
    comm::Profile profile;
    {
      const comm::Recording recording(block.communicator(), profile);
      update();
    }
    double bytes = 0;
    for (auto phase : profile.phases()) bytes += phase[comm::Function::isend].bytes;
    return world().sum(bytes);
  };
  forCells({"fill"}, block, [&](int i, int j, int k) { f(i, j, k) = k + block.offset()[2] - 11.5; });
  const double all = bytesOf([&] { halo.update({&f}); });
  const Band few = halo.band(f, 1), none = halo.band(f, 0.1);
  // One layer below and one above, of 24; where parts meet there, the message is of that layer alone.
  EXPECT_LE(bytesOf([&] { halo.update({&f}, haloWidth, Reach::all, &few); }), all / 3);
  EXPECT_EQ(bytesOf([&] { halo.update({&f}, haloWidth, Reach::all, &none); }), 0);
}

TEST(HaloParallel, FacesOnTheUpperBoundaryTravelAlongIt) {
  const Block block({.cells = {17, 16, 19}, .periodic = {false, true, false}}, world());
  Field u(block);
  const Int3& n = block.n();
  const auto value = [&](int j, int k) { return 1000 + (j + block.offset()[1] + 16) % 16 + 100.0 * (k + block.offset()[2]); };
  if (block.atBoundary(0, 1))
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j) u(n[0], j, k) = value(j, k);
  Halo(block).update({&u}, 1);
  if (!block.atBoundary(0, 1)) return;
  for (int k = block.atBoundary(2, 0) ? 0 : -1; k < n[2] + (block.atBoundary(2, 1) ? 0 : 1); ++k)
    for (int j = -1; j <= n[1]; ++j) EXPECT_EQ(u(n[0], j, k), value(j, k)) << j << ' ' << k;
}

TEST(HaloParallel, TwoDimensions) { tryLattice({.cells = {31, 1, 18}, .periodic = {true, true, false}}, {0, 1, 0}); }

TEST(BlockParallel, PartsAreAllCellsOnceAndEven) {
  const Grid grid{.cells = {29, 5, 23}};
  const Block block(grid, world());
  const auto total = world().sum(std::int64_t{block.box().size()});
  EXPECT_EQ(total, grid.nCells());
  for (int d = 0; d < 3; ++d) {
    const double n = block.n()[d];
    EXPECT_LE(world().max(n) - world().min(n), 1);
  }
}

TEST(BlockParallel, PartsThatWouldBeTooThinAreAnError) {
  if (world().size() > 1) { EXPECT_THROW(Block({.cells = {5, 1, 5}}, world()), Error); }
}

}  // namespace
}  // namespace eagre::grid
