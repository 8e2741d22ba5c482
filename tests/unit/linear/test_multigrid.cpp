// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "linear/agglomeration.hpp"
#include "linear/dense.hpp"
#include "linear/solver.hpp"
#include "unit/linear/grid_system.hpp"

namespace eagre::linear {
namespace {

using ::testing::ElementsAre;
using testing::Grid;
using testing::GridSystem;

int iterations(const std::array<Label, 3>& n, const GridSystem::Entry& entry, const std::string& text) {
  GridSystem s({n, false, {}, 2.0}, entry, 0.0, true);
  const auto dict = config::Dictionary::parse(text + " tolerance 1e-9;", "fvSolution");
  auto solver = makeSolver("p", true, dict, s.addressing, std::vector<double>(s.addressing.owner.size(), 1.0));
  auto x = s.guess();
  const auto b = s.source();
  const auto performance = solver->solve(s.matrix, x, b);
  EXPECT_TRUE(performance.converged) << text;
  return performance.iterations;
}

TEST(Multigrid, CyclesHardlyGrowWithTheGrid) {
  for (const char* smoother : {"GaussSeidel", "DICGaussSeidel", "symGaussSeidel"}) {
    const std::string text = fmt::format("solver GAMG; smoother {};", smoother);
    const int coarse = iterations({32, 32, 1}, testing::laplacian, text),
              fine = iterations({128, 128, 1}, testing::laplacian, text);
    EXPECT_LT(fine, 1.5 * coarse) << smoother;
    EXPECT_LT(fine, 30) << smoother;
  }
}

TEST(Multigrid, CyclesHardlyGrowInThreeDimensions) {
  const std::string text = "solver GAMG; smoother GaussSeidel;";
  EXPECT_LT(iterations({32, 32, 32}, testing::laplacian, text), 1.5 * iterations({16, 16, 16}, testing::laplacian, text));
}

TEST(Multigrid, PreconditionsThroughJumps) {
  const std::string multigrid = "solver PCG; preconditioner { preconditioner GAMG; smoother DIC; agglomerator algebraicPair; }";
  EXPECT_LT(10 * iterations({60, 60, 1}, testing::jump, multigrid),
            iterations({60, 60, 1}, testing::jump, "solver PCG; preconditioner DIC;"));
}

TEST(Multigrid, TooSmallASystemIsAnError) {
  GridSystem s({{1, 1, 1}}, testing::laplacian, 1.0, true);
  auto solver = makeSolver("p", true, config::Dictionary::parse("solver GAMG; smoother GaussSeidel;", "f"), s.addressing);
  std::vector<double> x{0}, b{1};
  EXPECT_THROW(solver->solve(s.matrix, x, b), Error);
}

TEST(Pairing, TakesTheHeaviestFreeNeighbour) {
  GridSystem s({{5, 1, 1}}, testing::laplacian, 1.0, true);
  std::vector<Label> map;
  // Forward: 0 goes with 1; 2 with 4's side? Its faces weigh 1 (to 1, taken) and 2 (to 3): 2-3; 4 joins 3.
  EXPECT_EQ(pairCells(s.addressing, std::vector<double>{3, 1, 2, 5}, true, map), 2);
  EXPECT_THAT(map, ElementsAre(0, 0, 1, 1, 1));
  // Backward: 4 with 3, 2 (3 is taken) with 1, 0 joins 1; numbered from the front again.
  EXPECT_EQ(pairCells(s.addressing, std::vector<double>{3, 1, 2, 5}, false, map), 2);
  EXPECT_THAT(map, ElementsAre(0, 0, 0, 1, 1));
}

TEST(Coarsening, FacesMergeAndKnowTheirDirection) {
  GridSystem s({{2, 2, 1}}, testing::laplacian, 1.0, true);  // faces 0-1, 0-2, 1-3, 2-3
  const Coarsening c = coarsen(s.addressing, {1, 0, 1, 0}, 2);
  EXPECT_THAT(c.owner, ElementsAre(0));
  EXPECT_THAT(c.neighbour, ElementsAre(1));
  EXPECT_THAT(c.faceMap, ElementsAre(0, -2, -1, 0));
  EXPECT_THAT(c.faceFlipped, ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(c.ownerStart, ElementsAre(0, 1, 1));
  EXPECT_THAT(c.losortStart, ElementsAre(0, 0, 1));
}

TEST(Coarsening, CoupledFacesMergeByPairsOfCells) {
  GridSystem s({{4, 2, 1}, true, comm::Communicator::self()}, testing::laplacian, 1.0, true);
  const Coarsening c = coarsen(s.addressing, {0, 0, 1, 1, 2, 2, 3, 3}, 4);
  // Below row 0 stands row 1 and the other way round; two faces a pair become one.
  EXPECT_THAT(c.coupledOwner, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(c.coupledMap, ElementsAre(0, 0, 1, 1, 2, 2, 3, 3));
  std::vector<double> x{10, 11, 12, 13, 0, 0, 0, 0};
  c.halo->update(x, 1);
  EXPECT_THAT(x, ElementsAre(10, 11, 12, 13, 12, 13, 10, 11));
}

TEST(Coarsening, BothSidesAgreeOnTheOrderOfFaces) {
  // Cells 0 1 2 3 face 7 6 5 4: each side by itself would sort the two coarse faces the other way.
  const std::vector<Label> one{0, 1, 2, 3}, other{7, 6, 5, 4};
  std::vector<Label> coupledOwner = one;
  coupledOwner.insert(coupledOwner.end(), other.begin(), other.end());
  const std::vector<Label> start(9, 0);
  const comm::Exchange halo(comm::Communicator::self(), 8, {{0, 1, 0, one, 0, 4}, {0, 0, 1, other, 4, 4}});
  LduAddressing fine;
  fine.nCells = 8;
  fine.ownerStart = fine.losortStart = start;
  fine.coupledOwner = coupledOwner;
  fine.halo = &halo;
  const Coarsening c = coarsen(fine, {0, 0, 1, 1, 2, 2, 3, 3}, 4);
  std::vector<double> x{10, 11, 12, 13, 0, 0, 0, 0};
  c.halo->update(x, 1);
  for (Label f = 0; f < 8; ++f) {
    const Label here = c.cellMap[coupledOwner[f]], there = c.cellMap[coupledOwner[(f + 4) % 8]];
    EXPECT_EQ(c.coupledOwner[c.coupledMap[f]], here);
    EXPECT_EQ(x[4 + c.coupledMap[f]], 10 + there) << "the ghost behind face " << f;
  }
}

TEST(Agglomeration, MergedLevelsAreTheStepsInOne) {
  GridSystem s({{16, 16, 1}}, testing::transport, 1.0, false);
  const std::vector<double> weights(s.addressing.owner.size(), 1.0);
  MultigridSettings settings;
  const auto single = agglomerate(s.addressing, weights, settings);
  settings.mergeLevels = 2;
  const auto merged = agglomerate(s.addressing, weights, settings);
  ASSERT_EQ(single.size(), 4u);  // 128, 64, 32, 16 cells
  ASSERT_EQ(merged.size(), 2u);
  EXPECT_EQ(single[3].nCells, 16);
  EXPECT_EQ(merged[1].nCells, 16);
  for (Label c = 0; c < s.addressing.nCells; ++c) EXPECT_EQ(merged[0].cellMap[c], single[1].cellMap[single[0].cellMap[c]]);
  EXPECT_EQ(merged[0].owner, single[1].owner);
  // A merged face map must agree with the cell map, direction included.
  for (std::size_t f = 0; f < merged[0].faceMap.size(); ++f) {
    const Label own = merged[0].cellMap[s.addressing.owner[f]], nei = merged[0].cellMap[s.addressing.neighbour[f]];
    const Label g = merged[0].faceMap[f];
    if (own == nei) {
      EXPECT_EQ(g, -1 - own);
    } else {
      EXPECT_EQ(merged[0].owner[g], std::min(own, nei));
      EXPECT_EQ(merged[0].neighbour[g], std::max(own, nei));
      EXPECT_EQ(merged[0].faceFlipped[f] != 0, own > nei);
    }
  }
}

TEST(FaceAreaPairWeights, PreferLaterDirectionsAmongEquals) {
  const std::vector<Vec3> Sf{{4, 0, 0}, {0, 4, 0}, {0, 0, -4}, {0, 9, 0}};
  const auto w = faceAreaPairWeights(Sf);
  EXPECT_DOUBLE_EQ(w[0], 2.0);
  EXPECT_DOUBLE_EQ(w[1], 2.02);
  EXPECT_DOUBLE_EQ(w[2], 2.04);
  EXPECT_DOUBLE_EQ(w[3], 3.03);
}

TEST(Dense, PivotsAndRefusesSingular) {
  GridSystem s(
      {{2, 1, 1}}, [](GlobalLabel a, GlobalLabel, int) { return a == 0 ? 2.0 : 4.0; }, 0.0, false);
  s.matrix.diag = {0.0, 1.0};  // [[0 2], [4 1]]
  DenseSolver solver(s.addressing);
  solver.assign(s.matrix);
  std::vector<double> x(2), b{6, 11};
  solver.solve(b, x);
  EXPECT_DOUBLE_EQ(x[0], 2.0);
  EXPECT_DOUBLE_EQ(x[1], 3.0);
  s.matrix.diag = {1.0, 8.0};  // [[1 2], [4 8]]
  EXPECT_THROW(solver.assign(s.matrix), Error);
}

TEST(Dense, SolvesACoupledSystem) {
  GridSystem s({{3, 4, 1}, true, comm::Communicator::self()}, testing::transport, 0.1, false);
  DenseSolver solver(s.addressing);
  solver.assign(s.matrix);
  std::vector<double> x = s.guess(), y(x.size()), b = s.source();
  solver.solve(b, x);
  multiply(s.matrix, x, y);
  for (Label c = 0; c < s.addressing.nCells; ++c) EXPECT_NEAR(y[c], b[c], 1e-12);
}

}  // namespace
}  // namespace eagre::linear
