// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "linear/strand_sweeps.hpp"
#include "unit/linear/grid_system.hpp"

namespace eagre::linear {
namespace {

using testing::GridSystem;

/// Strands have an order of their own; what makes a sweep one of Gauss and Seidel holds in any.
TEST(Sweeps, InStrandsAreGaussSeidelAndKnowTheirResidual) {
  for (const auto& cells : {std::array<Label, 3>{1, 1, 1}, {3, 1, 1}, {5, 4, 3}, {16, 16, 1}, {13, 7, 5}}) {
    GridSystem s({cells, false, {}, 2.0}, testing::jump, 0, true);
    const auto n = static_cast<std::size_t>(s.addressing.nCells);
    std::vector<float> conductance, diag(s.matrix.diag.begin(), s.matrix.diag.end());
    for (const double a : s.matrix.upper) conductance.push_back(static_cast<float>(-a));
    StrandSweeps A(s.addressing);
    A.assign(conductance, diag);
    const auto sine = [n](double k) {
      std::vector<float> v(n);
      for (std::size_t c = 0; c < n; ++c) v[c] = static_cast<float>(std::sin(k * static_cast<double>(c + 1)));
      return v;
    };
    const auto dot = [](const auto& a, const auto& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); };
    const auto norm = [&](const auto& a) { return std::sqrt(dot(a, a)); };
    const auto b = sine(1), d = sine(3);
    std::vector<float> x(n, std::nanf("")), r(n), again(n), residual(n);
    A.sweepForwardFromZero(b.data(), x.data());
    A.residualAfterForward(x.data(), r.data());
    A.residual(b.data(), x.data(), residual.data());
    for (std::size_t c = 0; c < n; ++c) EXPECT_NEAR(r[c], residual[c], 1e-5 * diag[c]);
    A.sweepForward(b.data(), again.data());
    EXPECT_EQ(again, x) << "from zero, whatever stood there";

    const auto symmetric = [&](const std::vector<float>& source) {
      std::vector<float> solution(n);
      A.sweepForwardFromZero(source.data(), solution.data());
      A.sweepBackward(source.data(), solution.data());
      return solution;
    };
    EXPECT_NEAR(dot(symmetric(b), d), dot(b, symmetric(d)), 1e-5 * norm(b) * norm(d)) << "forward and backward are transposed";

    double energy = 0;  // x.Ax/2 - b.x, which no sweep of Gauss and Seidel raises
    x.assign(n, 0.0F);
    for (int i = 0; i < 40; ++i) {
      i % 2 == 0 ? A.sweepForward(b.data(), x.data()) : A.sweepBackward(b.data(), x.data());
      A.residual(b.data(), x.data(), residual.data());
      const double now = -0.5 * (dot(residual, x) + dot(b, x));
      EXPECT_LE(now, energy + 1e-6 * std::abs(energy));
      energy = now;
    }
    EXPECT_LT(energy, 0);
  }
}

/// Entries are halves of floats, and columns take two bytes below 65,536 rows: the matrix is that of the rounded conductances.
TEST(Sweeps, InStrandsHaveTheMatrixOfTheRoundedConductances) {
  for (const auto& cells : {std::array<Label, 3>{256, 256, 1}, {257, 256, 1}}) {  // with two bytes, and not
    GridSystem s({cells, false, {}, 2.0}, testing::jump, 0, true);
    const auto n = static_cast<std::size_t>(s.addressing.nCells);
    StrandSweeps A(s.addressing);
    std::vector<float> given, diag(n, 0.25F), x(n), b(n), r(n);
    for (Label f = 0; f < s.addressing.nFaces(); ++f) given.push_back(1 + 0.37F * static_cast<float>(f % 101));
    std::vector<float> conductance = given;
    A.round(conductance);
    for (std::size_t f = 0; f < given.size(); ++f) EXPECT_NEAR(conductance[f] / given[f], 1, 1.0 / 256);
    const std::vector<float> once = conductance;
    A.round(conductance);
    EXPECT_EQ(conductance, once);
    EXPECT_NE(once, given);
    for (std::size_t c = 0; c < n; ++c) x[c] = std::sin(static_cast<float>(c)), b[c] = std::cos(static_cast<float>(3 * c));
    std::vector<double> expected(n);
    for (Label f = 0; f < s.addressing.nFaces(); ++f) {
      const Label P = s.addressing.owner[f], N = s.addressing.neighbour[f];
      diag[P] += once[f];
      diag[N] += once[f];
      expected[P] += once[f] * x[N];
      expected[N] += once[f] * x[P];
    }
    A.assign(conductance, diag);
    A.residual(b.data(), x.data(), r.data());
    for (std::size_t c = 0; c < n; ++c) EXPECT_NEAR(r[c], b[c] - diag[c] * x[c] + expected[c], 1e-6 * diag[c]);
  }
}

/// Where rows of a slice were coupled to one another, values that alternate from strand to strand would stay as they are.
TEST(Sweeps, InStrandsCoupleNoRowsOfASlice) {
  GridSystem s({{16, 16, 1}, false, {}, 2.0}, testing::laplacian, 0, true);  // a strand for each line
  std::vector<float> conductance, diag(256, 0.01F), x(256), b(256), r(256);
  for (Label f = 0; f < s.addressing.nFaces(); ++f) {
    const Label P = s.addressing.owner[f], N = s.addressing.neighbour[f];
    conductance.push_back(N - P == 16 ? 100.0F : 1.0F);
    diag[P] += conductance.back();
    diag[N] += conductance.back();
  }
  StrandSweeps A(s.addressing);
  A.assign(conductance, diag);
  for (std::size_t c = 0; c < 256; ++c) x[c] = c / 16 % 2 == 0 ? 1.0F : -1.0F;
  const auto energy = [&] {
    A.residual(b.data(), x.data(), r.data());
    return -std::inner_product(x.begin(), x.end(), r.begin(), 0.0);
  };
  const double before = energy();
  A.sweepForward(b.data(), x.data());
  EXPECT_LT(energy(), 0.3 * before);
}

}  // namespace
}  // namespace eagre::linear
