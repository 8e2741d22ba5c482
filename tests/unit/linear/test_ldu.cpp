// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel/stretch.hpp"
#include "linear/recurrence.hpp"
#include "linear/row_matrix.hpp"
#include "unit/linear/grid_system.hpp"

namespace eagre::linear {
namespace {

using ::testing::ElementsAreArray;
using testing::Grid;
using testing::GridSystem;

std::vector<double> someField(const GridSystem& s) {
  std::vector<double> x = s.guess();
  for (Label c = 0; c < s.addressing.nCells; ++c) x[c] = std::cos(1.3 * c);
  return x;
}

TEST(Multiply, TwoByTwoByHand) {
  GridSystem s(
      {{2, 1, 1}}, [](GlobalLabel a, GlobalLabel, int) { return a == 0 ? 3.0 : 5.0; }, 10.0, false);
  std::vector<double> x{1.0, 2.0}, y(2);  // diag 7, 5; upper 3, lower 5
  multiply(s.matrix, x, y);
  EXPECT_THAT(y, ElementsAreArray({7.0 * 1 + 3 * 2, 5.0 * 2 + 5 * 1}));
}

TEST(Multiply, CyclicGhostsAreExchanged) {
  GridSystem s({{1, 4, 1}, true, comm::Communicator::self()}, testing::transport, 0.5, false);
  std::vector<double> x{1, 2, 3, 4, -99, -99}, y(4);
  multiply(s.matrix, x, y);
  // Row 0: diagonal 2 + 0.5, couples to 1 (-1) and, around the end, to 3 (-1); rows 1, 2: -1.8 down, -1 up; row 3: -1.8 both.
  EXPECT_THAT(y, ElementsAreArray({2.5 * 1 - 2 - 4, 3.3 * 2 - 1.8 * 1 - 3, 3.3 * 3 - 1.8 * 2 - 4, 4.1 * 4 - 1.8 * 3 - 1.8 * 1}));
  EXPECT_EQ(x[4], 4);
  EXPECT_EQ(x[5], 1);
}

TEST(RowMatrix, AddsInFaceOrder) {
  GridSystem s(
      {{7, 6, 5}, true, comm::Communicator::self()},
      [](GlobalLabel a, GlobalLabel b, int d) { return -1.0 / (3.0 + a + 2 * b + d); }, 0.1, false);
  RowMatrix rows(s.addressing);
  rows.assign(s.matrix);
  std::vector<double> x = someField(s), y(x.size()), z(x.size());
  multiply(s.matrix, x, y);
  rows.multiply(x, z);
  EXPECT_THAT(z, ElementsAreArray(y));  // to the last bit

  const double product = rows.multiplyDot(x, z);
  double expected = 0;
  for (Label c = 0; c < s.addressing.nCells; ++c) expected += x[c] * y[c];
  EXPECT_NEAR(product, expected, 1e-13 * std::abs(expected));
}

TEST(RowMatrix, ResidualRowSumAndOffDiagonal) {
  GridSystem s({{5, 4, 1}, true, comm::Communicator::self()}, testing::transport, 0.25, false);
  RowMatrix rows(s.addressing);
  rows.assign(s.matrix);
  std::vector<double> x = someField(s), y(x.size()), sum(x.size()), r(x.size()), off(x.size()), b = s.source();
  rows.multiplyRowSum(x, y, sum);
  rows.residual(x, b, r);
  rows.multiplyOffDiagonal(x, off);
  for (Label c = 0; c < s.addressing.nCells; ++c) {
    EXPECT_NEAR(sum[c], 0.25, 1e-14);
    EXPECT_NEAR(r[c], b[c] - y[c], 1e-14);
    EXPECT_NEAR(off[c], y[c] - s.matrix.diag[c] * x[c], 1e-14);
  }
}

/// Long lines and rows without a pattern.
TEST(RowMatrix, WorksInPiecesToTheSameLastBit) {
  GridSystem s(
      {{31, 30, 1}, true, comm::Communicator::self()},
      [](GlobalLabel a, GlobalLabel b, int d) { return -1.0 / (3.0 + a + 2 * b + d); }, 0.1, false);
  auto& a = s.addressing;
  const auto stretches = kernel::stretches({a.nCells, a.owner, a.neighbour, a.ownerStart, a.losort, a.losortStart, {}, {}});
  ASSERT_GT(stretches.size(), 20u);
  for (const bool patterns : {false, true}) {
    if (patterns) a.stretches = stretches;
    RowMatrix rows(a);
    rows.assign(s.matrix);
    EXPECT_EQ(nPieces(rows.rows()), 4);
    std::vector<double> x = someField(s), y(x.size()), z(x.size());
    comm::PendingSum none;
    rows.multiply(x, y);
    rows.multiplyMeanwhile(x, z, none);
    EXPECT_THAT(z, ElementsAreArray(y));
    IncompleteDiagonal factor;
    factor.assign(rows);
    factor.apply(x.data(), y.data());
    factor.applyMeanwhile(x.data(), z.data(), none);
    EXPECT_THAT(z, ElementsAreArray(y));
  }
}

}  // namespace
}  // namespace eagre::linear
