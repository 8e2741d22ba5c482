// SPDX-License-Identifier: BSD-3-Clause
// turbulentInlet: its numbers are random but never change; their statistics are those that were asked for.
#include <cmath>

#include "conditions_fixture.hpp"

namespace eagre::fv::fixtures {
namespace {

/// A box whose inlet has 20 x 20 faces.
struct Inlet : BoundaryCase {
  Inlet() : BoundaryCase(eagre::test::boxMesh(1, 20, 20, {.names = {"inlet", "outlet", "floor", "roof", "left", "right"}})) {}
  void nextStep(VolVectorField& V) {
    ++time.index;
    V.conditions()[0]->updateCoeffs(V, *context);
    V.conditions()[0]->evaluate(V, V.patchValues(inlet()));
  }
};

const char* entries = "type turbulentInlet; referenceField uniform (10 0 0); fluctuationScale (0.02 0.01 0.005); alpha 0.2;";

TEST(TurbulentInlet, MeanDeviationAndCorrelationInTime) {
  Inlet c;
  VolVectorField V("V", dimVelocity, *c.mesh);
  c.fill(V, [](Label) { return Vec3{}; });
  c.put(V, entries);
  EXPECT_EQ(V.patchValues(c.inlet())[0], (Vec3{10, 0, 0})) << "starts from the mean";
  for (int i = 0; i < 60; ++i) c.nextStep(V);
  const int steps = 400;
  const double n = steps * 400;
  Vec3 mean, square, lagged;
  for (int step = 0; step < steps; ++step) {
    const std::vector<Vec3> before(V.patchValues(c.inlet()).begin(), V.patchValues(c.inlet()).end());
    c.nextStep(V);
    for (Label i = 0; i < 400; ++i) {
      const Vec3 v = V.patchValues(c.inlet())[i] - Vec3{10, 0, 0};
      mean += v;
      square += cmptMultiply(v, v);
      lagged += cmptMultiply(v, before[i] - Vec3{10, 0, 0});
    }
  }
  const Vec3 expected{0.2, 0.1, 0.05};
  for (int j = 0; j < 3; ++j) {
    const double deviation = std::sqrt(square[j] / n);
    EXPECT_NEAR(deviation, expected[j], 0.02 * expected[j]) << j;
    EXPECT_NEAR(mean[j] / n, 0, 0.02 * expected[j]) << j;
    EXPECT_NEAR(lagged[j] / square[j], 0.8, 0.01) << "autocorrelation 1 - alpha after a step, component " << j;
  }
}

TEST(TurbulentInlet, NumbersFollowFromFaceStepAndFieldAlone) {
  Inlet a, b;
  const auto valuesAt = [](Inlet& c, const std::string& name) {
    VolVectorField V(name, dimVelocity, *c.mesh);
    c.fill(V, [](Label) { return Vec3{}; });
    c.put(V, entries);
    c.nextStep(V);
    const auto values = V.patchValues(c.inlet());
    return std::vector<Vec3>(values.begin(), values.end());
  };
  const auto first = valuesAt(a, "V"), again = valuesAt(b, "V"), later = valuesAt(b, "V");
  EXPECT_EQ(first, again);
  EXPECT_NE(first, later);
  Inlet c;
  EXPECT_NE(first, valuesAt(c, "W")) << "another field has other numbers";
}

TEST(TurbulentInlet, NewNumbersOnceAStepOnly) {
  Inlet c;
  VolVectorField V("V", dimVelocity, *c.mesh);
  c.fill(V, [](Label) { return Vec3{}; });
  c.put(V, entries);
  c.nextStep(V);
  const Vec3 first = V.patchValues(c.inlet())[7];
  V.conditions()[0]->evaluate(V, V.patchValues(c.inlet()));
  EXPECT_EQ(V.patchValues(c.inlet())[7], first);
  c.nextStep(V);
  EXPECT_NE(V.patchValues(c.inlet())[7], first);
}

TEST(TurbulentInlet, AlphaBelongsBetween0And1) {
  const BoundaryCase c;
  EXPECT_THAT(c.errorOf<double>("type turbulentInlet; referenceField uniform 1; fluctuationScale 0.1; alpha 1.5;"),
              testing::HasSubstr("(0, 1]"));
  EXPECT_THAT(c.errorOf<double>("type turbulentInlet; referenceField uniform 1;"), testing::HasSubstr("fluctuationScale"));
}

}  // namespace
}  // namespace eagre::fv::fixtures
