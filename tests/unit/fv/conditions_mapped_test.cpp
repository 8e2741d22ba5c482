// SPDX-License-Identifier: BSD-3-Clause
// mapped: the values of cells inside, brought to a mean; what a patch must say for it.
#include <numeric>

#include "conditions_fixture.hpp"

namespace eagre::fv::fixtures {
namespace {

using testing::HasSubstr;

/// 4 x 3 x 2 cells in a box of 4 x 3 x 2 m; the inlet is mapped, by default from the third row of cells.
mesh::PolyMesh mappedBox(std::vector<std::pair<std::string, std::string>> entries = {{"sampleMode", "nearestCell"},
                                                                                     {"sampleRegion", "region0"},
                                                                                     {"samplePatch", "none"},
                                                                                     {"offset", "(2.4 0 0)"}}) {
  auto mesh = eagre::test::boxMesh(4, 3, 2,
                                   {.length = {4, 3, 2},
                                    .names = {"inlet", "outlet", "floor", "roof", "left", "right"},
                                    .types = {"mappedPatch", "patch", "patch", "patch", "patch", "patch"}});
  mesh.patches[0].otherEntries = std::move(entries);
  return mesh;
}

TEST(Mapped, TakesTheValuesOfCellsAtTheOffset) {
  BoundaryCase c(mappedBox());
  VolScalarField psi("psi", dimless, *c.mesh);
  c.registry.add(psi);
  c.fill(psi, [](Label i) { return 1.0 + i; });
  c.put(psi, "type mapped; interpolationScheme cell; value uniform 7; average 3;");
  EXPECT_EQ(psi.patchValues(c.inlet())[0], 7) << "starts from value";
  psi.correctBoundaryConditions();
  for (Label i = 0; i < 6; ++i) EXPECT_EQ(psi.patchValues(c.inlet())[i], psi[c.inletCell(i) + 2]);
}

/// x components on the inlet, mapped from cells with size (1 + 0.1 c), to the mean 10.
std::vector<double> broughtToTen(double size) {
  BoundaryCase c(mappedBox());
  VolVectorField V("V", dimVelocity, *c.mesh);
  c.registry.add(V);
  c.fill(V, [=](Label i) { return Vec3{size * (1 + 0.1 * i), 0, 0}; });
  c.put(V, "type mapped; interpolationScheme cell; setAverage true; average (10 0 0); value uniform (0 0 0);");
  V.correctBoundaryConditions();
  std::vector<double> x;
  for (const Vec3& v : V.patchValues(c.inlet())) x.push_back(v.x);
  return x;
}

TEST(Mapped, BringsTheMeanToWhatIsPrescribed) {
  const auto near = broughtToTen(8), far = broughtToTen(1);
  for (const auto& x : {near, far}) EXPECT_NEAR(std::accumulate(x.begin(), x.end(), 0.0) / 6, 10, 1e-13);
  EXPECT_NEAR(near[1] / near[0], 1.6 / 1.2, 1e-13) << "by a factor";
  EXPECT_NEAR(far[1] - far[0], 0.4, 1e-13) << "far from the mean: by a shift";
}

TEST(Mapped, WhatAPersonMayHaveWrittenWrongly) {
  const std::string good = "type mapped; interpolationScheme cell; value uniform 0;";
  EXPECT_THAT(BoundaryCase().errorOf<double>(good), HasSubstr("patches of type mappedPatch; this patch is of type patch"));
  const auto errorOf = [&](std::vector<std::pair<std::string, std::string>> entries) {
    return BoundaryCase(mappedBox(std::move(entries))).errorOf<double>(good);
  };
  EXPECT_EQ(errorOf({{"sampleMode", "nearestCell"}, {"offset", "(1 0 0)"}, {"offsetMode", "uniform"}}), "");
  EXPECT_THAT(errorOf({{"offset", "(1 0 0)"}}), HasSubstr("sampleMode"));
  EXPECT_THAT(errorOf({{"sampleMode", "nearestPatchFace"}, {"offset", "(1 0 0)"}}), HasSubstr("nearestCell"));
  EXPECT_THAT(errorOf({{"sampleMode", "nearestCell"}}), HasSubstr("offset"));
  EXPECT_THAT(errorOf({{"sampleMode", "nearestCell"}, {"offset", "(1 0 0)"}, {"sampleRegion", "other"}}), HasSubstr("region0"));
  EXPECT_THAT(errorOf({{"sampleMode", "nearestCell"}, {"offset", "(9 0 0)"}}), HasSubstr("no cell is there"));
  const BoundaryCase c(mappedBox());
  EXPECT_THAT(c.errorOf<double>("type mapped; interpolationScheme cellPoint; value uniform 0;"), HasSubstr("cell"));
  EXPECT_THAT(c.errorOf<double>("type mapped; interpolationScheme cell; setAverage true; value uniform 0;"),
              HasSubstr("average"));
}

}  // namespace
}  // namespace eagre::fv::fixtures
