// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/geometric_faces.hpp"

#include <gtest/gtest.h>

#include "unit/interface/interface_case.hpp"

namespace eagre::interface_ {
namespace {

constexpr Label n = 8;

/// Cells (i, j) of the grid; alpha: of each.
template <class Alpha>
std::unique_ptr<test::Flow> flowWith(Alpha alpha) {
  auto flow = std::make_unique<test::Flow>(test::FlowOptions{.n = n});
  const auto& C = flow->setup.mesh->C;
  for (Label c = 0; c < flow->setup.mesh->nCells; ++c)
    flow->alpha[c] = alpha(static_cast<Label>(C[c].x * n), static_cast<Label>(C[c].y * n));
  flow->alpha.correctBoundaryConditions();
  return flow;
}

/// Of the face between the cells (i, j) and (k, l).
double valueBetween(const test::Flow& flow, std::span<const double> values, Label i, Label j, Label k, Label l) {
  const auto& mesh = *flow.setup.mesh;
  const auto is = [&](Label c, Label x, Label y) {
    return static_cast<Label>(mesh.C[c].x * n) == x && static_cast<Label>(mesh.C[c].y * n) == y;
  };
  for (Label f = 0; f < mesh.nInternalFaces; ++f)
    if (is(mesh.owner[f], i, j) && is(mesh.neighbour[f], k, l)) return values[f];
  return vGreat;
}

std::vector<double> valuesOf(test::Flow& flow, GeometricFaces::Kind kind, double sign) {
  GeometricFaces faces(flow.setup.context, kind);
  for (double& phi : flow.phi.faces()) phi *= sign;
  const auto values = faces(flow.alpha, flow.phi.faces());
  return {values.begin(), values.end()};
}

/// Up to the height of 3.3 cells there is phase 1.
TEST(GeometricFaces, OfALayer) {
  const auto flow = flowWith([](Label, Label j) { return j < 3 ? 1 : j == 3 ? 0.3 : 0.0; });
  const auto up = valuesOf(*flow, GeometricFaces::Kind::single, 1);
  EXPECT_NEAR(valueBetween(*flow, up, 3, 3, 4, 3), 0.3, 1e-7);
  EXPECT_EQ(valueBetween(*flow, up, 3, 3, 3, 4), 0);
  EXPECT_LT(valueBetween(*flow, up, 3, 2, 3, 3), 0) << "the upwind cell is full";
  const auto down = valuesOf(*flow, GeometricFaces::Kind::single, -1);
  EXPECT_NEAR(valueBetween(*flow, down, 3, 2, 3, 3), 1, 1e-15);
  EXPECT_NEAR(valueBetween(*flow, down, 3, 3, 4, 3), 0.3, 1e-7);
  EXPECT_LT(valueBetween(*flow, down, 3, 3, 3, 4), 0) << "the upwind cell is empty";
}

/// Two opposite edges of a cell have more of phase 1 than the others.
TEST(GeometricFaces, ACellWithTwoCutsIsForSeveralAlone) {
  const auto flow = flowWith([](Label i, Label j) {
    if (std::abs(i - 3) != 1 || std::abs(j - 3) != 1) return 0.6;
    return i != j ? 0.2 : i == 2 ? 1 : 0.9;
  });
  EXPECT_LT(valueBetween(*flow, valuesOf(*flow, GeometricFaces::Kind::single, 1), 3, 3, 4, 3), 0);
  const double several = valueBetween(*flow, valuesOf(*flow, GeometricFaces::Kind::several, 1), 3, 3, 4, 3);
  EXPECT_GT(several, 0.2);
  EXPECT_LT(several, 0.8);
}

}  // namespace
}  // namespace eagre::interface_
