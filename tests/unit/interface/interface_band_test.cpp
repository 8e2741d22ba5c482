// SPDX-License-Identifier: BSD-3-Clause
#include "interface/interface_band.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "unit/interface/interface_case.hpp"

namespace eagre {
namespace {

using interface_::InterfaceBand;
using interface_::purity;

int phase(double a) { return std::abs(a) <= purity ? 0 : std::abs(1 - a) <= purity ? 1 : 2; }

/// The band by its definition: cells, then faces.
std::pair<std::set<Label>, std::set<Label>> expected(const mesh::Mesh& mesh, const fv::CellValues<double>& alpha) {
  std::set<Label> cells, faces;
  const auto side = [&](Label f, bool neighbour) {
    if (!neighbour) return alpha.cells[mesh.owner[f]];
    return f < mesh.nInteriorFaces() ? alpha.cells[mesh.neighbour[f]] : alpha.boundary[f - mesh.nInteriorFaces()];
  };
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const int a = phase(side(f, false)), b = phase(side(f, true));
    if (a == b && a != 2) continue;
    cells.insert(mesh.owner[f]);
    if (f < mesh.nInternalFaces) cells.insert(mesh.neighbour[f]);
  }
  for (Label f = 0; f < mesh.nFaces(); ++f)
    if (cells.count(mesh.owner[f]) || (f < mesh.nInternalFaces && cells.count(mesh.neighbour[f]))) faces.insert(f);
  return {cells, faces};
}

void expectIs(const InterfaceBand& band, const std::pair<std::set<Label>, std::set<Label>>& wanted) {
  EXPECT_THAT(std::vector<Label>(band.cells().begin(), band.cells().end()), testing::UnorderedElementsAreArray(wanted.first));
  EXPECT_THAT(std::vector<Label>(band.faces().begin(), band.faces().end()), testing::UnorderedElementsAreArray(wanted.second));
}

TEST(InterfaceBand, IsBothSidesOfEveryFaceThatIsNotPure) {
  for (const bool periodic : {true, false}) {
    test::Flow flow({.n = 20, .periodic = periodic});
    InterfaceBand band(*flow.setup.mesh);
    band.build(flow.alpha.values());
    const auto wanted = expected(*flow.setup.mesh, flow.alpha.values());
    EXPECT_GT(wanted.first.size(), 10u);
    EXPECT_LT(wanted.first.size(), 300u);
    expectIs(band, wanted);
  }
}

TEST(InterfaceBand, KindsOfFacesComeInOrder) {
  test::Flow flow({.n = 20, .periodic = false});
  const auto& mesh = *flow.setup.mesh;
  test::fillCells<double>(flow.alpha, [](const Vec3& x) { return x.y < 0.5 ? 1.0 : 0.0; });  // crosses boundaries
  InterfaceBand band(mesh);
  band.build(flow.alpha.values());
  for (const Label f : band.internalFaces()) EXPECT_LT(f, mesh.nInternalFaces);
  EXPECT_FALSE(band.boundaryFaces().empty());
  for (const Label f : band.boundaryFaces()) EXPECT_GE(f, mesh.nInteriorFaces());
  EXPECT_EQ(band.faces().size(), band.internalFaces().size() + band.coupledFaces().size() + band.boundaryFaces().size());
}

TEST(InterfaceBand, ExtendsToWhatHasChangedWithinIt) {
  test::Flow flow({.n = 20});
  const auto& mesh = *flow.setup.mesh;
  InterfaceBand band(mesh);
  for (int times = 0; times < 3; ++times) {
    band.build(flow.alpha.values());
    auto wanted = expected(mesh, flow.alpha.values());
    for (int change = 0; change < 3; ++change) {
      for (const Label c : std::vector<Label>(band.cells().begin(), band.cells().end()))
        flow.alpha[c] = (c + change) % 3 ? 0.5 : 0;
      flow.alpha.correctBoundaryConditions();
      band.extend(flow.alpha.values());
      const auto added = expected(mesh, flow.alpha.values());
      EXPECT_GT(added.first.size(), 0u);
      wanted.first.insert(added.first.begin(), added.first.end());
      for (Label f = 0; f < mesh.nFaces(); ++f)
        if (wanted.first.count(mesh.owner[f]) || (f < mesh.nInternalFaces && wanted.first.count(mesh.neighbour[f])))
          wanted.second.insert(f);
      expectIs(band, wanted);
    }
    flow.advance(1);
  }
}

TEST(InterfaceBand, CoversTheOldTimeToo) {
  test::Flow flow({.n = 20});
  const auto& mesh = *flow.setup.mesh;
  const fv::CellValues<double> old = flow.alpha.values();
  test::fillCells<double>(flow.alpha, [](const Vec3&) { return 0.0; });
  InterfaceBand band(mesh);
  band.build(flow.alpha.values());
  EXPECT_TRUE(band.cells().empty());
  band.build(flow.alpha.values(), &old);
  for (const Label c : expected(mesh, old).first) EXPECT_TRUE(phase(old.cells[c]) != 2 || band.contains(c));
  EXPECT_FALSE(band.cells().empty());
}

TEST(InterfaceBand, CanBeEverything) {
  test::Flow flow({.n = 8});
  InterfaceBand band(*flow.setup.mesh);
  band.includeEverything();
  band.build(flow.alpha.values());
  EXPECT_EQ(band.cells().size(), 64u);
  EXPECT_EQ(static_cast<Label>(band.faces().size()), flow.setup.mesh->nFaces());
}

}  // namespace
}  // namespace eagre
