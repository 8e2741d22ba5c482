// SPDX-License-Identifier: BSD-3-Clause
// The waves of openfoam.org against what they promise: the equations of motion of water, and means over cut faces and cells.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/waves/level_set.hpp"
#include "physics/waves/plane_wave.hpp"
#include "physics/waves/superposition.hpp"

namespace eagre::physics::waves {
namespace {

constexpr double pi = std::numbers::pi, g = 9.81;

Log& quiet() {
  static Log log = Log::silent();
  return log;
}

std::unique_ptr<PlaneWave> wave(const std::string& model, const std::string& entries, bool linearCelerity = false) {
  return makePlaneWave(model, config::Dictionary::parse(entries, "waveProperties"), g, linearCelerity, quiet());
}

/// Of a wave of length 2 pi, so that the steepness e is its amplitude.
std::string steep(double e, double depth) {
  return fmt::format("length {:.17g}; depth {}; amplitude {}; phase 0.3;", 2 * pi, depth, e);
}

/// How far the surface is from one of constant pressure through which no water goes, in the frame of the wave: the largest
/// deviation from the mean of Bernoulli's constant over g/k, and of the normal velocity over c.
double surfaceError(const PlaneWave& w) {
  const double c = w.celerity(), d = 1e-6;
  constexpr int n = 64;
  double low = 1e9, high = -1e9, through = 0;
  for (int i = 0; i < n; ++i) {
    const double x = 2 * pi * i / n, eta = w.elevation(0, x), slope = (w.elevation(0, x + d) - w.elevation(0, x - d)) / (2 * d);
    const auto u = w.velocity(0, x, eta);
    const double R = 0.5 * (std::pow(u.along - c, 2) + u.up * u.up) + g * eta;
    low = std::min(low, R);
    high = std::max(high, R);
    through = std::max(through, std::abs(u.up - (u.along - c) * slope) / c);
  }
  return std::max((high - low) / (2 * g), through);
}

TEST(SuperposedWaves, LengthOfAPeriodSolvesTheDispersionRelation) {
  for (const double depth : {0.5, 3.0, 200.0}) {
    const auto airy = wave("Airy", fmt::format("period 4; depth {}; amplitude 0.01; phase 0;", depth));
    const double k = 2 * pi / airy->length(), omega = pi / 2;
    EXPECT_NEAR(g * k * std::tanh(k * depth), omega * omega, 1e-10 * omega * omega);
    EXPECT_NEAR(airy->length() / airy->celerity(), 4, 1e-10);
  }
  const auto fifth = wave("Stokes5", "period 4; amplitude 1; phase 0;");
  EXPECT_NEAR(fifth->length() / fifth->celerity(), 4, 1e-10);
  EXPECT_GT(fifth->length(), wave("Airy", "period 4; amplitude 1; phase 0;")->length());
}

TEST(SuperposedWaves, VelocityIsThatOfAPotential) {
  for (const char* model : {"Airy", "Stokes2", "Stokes5"})
    for (const double depth : {0.8, 1e3}) {
      const auto w = wave(model, steep(0.1, depth));
      const double d = 1e-5, x = 0.7, z = -0.4, t = 0.2;
      const auto right = w->velocity(t, x + d, z), left = w->velocity(t, x - d, z), up = w->velocity(t, x, z + d),
                 down = w->velocity(t, x, z - d);
      EXPECT_NEAR((right.along - left.along + up.up - down.up) / (2 * d), 0, 1e-8) << model << ": divergence";
      EXPECT_NEAR((right.up - left.up - up.along + down.along) / (2 * d), 0, 1e-8) << model << ": vorticity";
      if (depth < 10) { EXPECT_NEAR(w->velocity(t, x, -depth).up, 0, 1e-14) << model << ": through the bottom"; }
    }
}

TEST(SuperposedWaves, SurfaceIsAStreamlineOfConstantPressureToTheOrderOfTheTheory) {
  for (const auto& [model, order] : {std::pair{"Airy", 1}, {"Stokes2", 2}, {"Stokes5", 5}})
    for (const double depth : {1.5, 1e3}) {
      const double coarse = surfaceError(*wave(model, steep(0.08, depth))), fine = surfaceError(*wave(model, steep(0.04, depth)));
      // In deep water openfoam.org leaves out the harmonics of the velocity that are of fourth and fifth order.
      const int expected = order == 5 && depth > 10 ? 4 : order + 1;
      EXPECT_NEAR(std::log2(coarse / fine), expected, 0.35) << model << " in water of depth " << depth;
    }
}

TEST(SuperposedWaves, BeforeVersion9AllTravelAsSmallOnes) {
  EXPECT_EQ(wave("Stokes5", steep(0.2, 2), true)->celerity(), wave("Airy", steep(0.2, 2))->celerity());
}

TEST(SuperposedWaves, SolitaryWaveRisesToItsAmplitudeAndNearlyKeepsItsWater) {
  const auto w = wave("solitary", "depth 1; amplitude 0.1; offset 5;");
  EXPECT_NEAR(w->elevation(0, 5), 0.1, 1e-15);
  EXPECT_NEAR(w->elevation(2, 5 + 2 * w->celerity()), 0.1, 1e-15);
  EXPECT_NEAR(w->celerity(), std::sqrt(g / 0.9), 1e-14);
  EXPECT_NEAR(w->velocity(0, 4, -1).up, 0, 1e-14);
  const double d = 1e-4;
  const double divergence = (w->velocity(0, 4 + d, -0.5).along - w->velocity(0, 4 - d, -0.5).along +
                             w->velocity(0, 4, -0.5 + d).up - w->velocity(0, 4, -0.5 - d).up) /
                            (2 * d);
  EXPECT_NEAR(divergence, 0, 0.01 * w->celerity() * 0.1);
}

TEST(SuperposedWaves, RefusesWhatCannotBe) {
  const auto message = [](const std::string& model, const std::string& entries) -> std::string {
    try {
      wave(model, entries);
    } catch (const Error& e) { return e.what(); }
    return {};
  };
  EXPECT_THAT(message("Stokes", "length 1; amplitude 1; phase 0;"), testing::HasSubstr("did you mean 'Stokes"));
  EXPECT_THAT(message("Airy", "amplitude 1; phase 0;"), testing::HasSubstr("give either length or period"));
  EXPECT_THAT(message("Airy", "length 1; period 1; amplitude 1; phase 0;"), testing::HasSubstr("give either length or period"));
  EXPECT_THAT(message("Airy", "length -1; amplitude 1; phase 0;"), testing::HasSubstr("length must be positive"));
  EXPECT_THAT(message("solitary", "depth 1; amplitude 1; offset 0;"), testing::HasSubstr("less than the depth"));
}

Superposition sea(const std::string& entries) {
  return {config::Dictionary::parse("origin (0 0 2); direction (0 1 0); " + entries, "waveProperties"), {0, 0, -g}, quiet()};
}

TEST(SuperposedWaves, SeaIsTheSumOfItsWavesOnTheMeanFlow) {
  const std::string one = "Airy { length 10; amplitude 0.1; phase 0; angle 0; }",
                    other = "Airy { length 6; amplitude 0.05; phase 1; angle 0.5; }";
  auto first = sea("UMean (0 0 0); waves ( " + one + " );"), second = sea("UMean (0 0 0); waves ( " + other + " );"),
       both = sea("UMean (1 0.5 0); waves ( " + one + other + " );");
  for (auto* s : {&first, &second, &both}) s->setTime(3);
  const Vec3 p{0.3, 1.2, 1.5}, carried = p - 3.0 * Vec3{1, 0.5, 0};
  const LevelPoint a = first.at(carried), b = second.at(carried), sum = both.at(p);
  EXPECT_NEAR(sum.level, a.level + b.level - (1.5 - 2), 1e-12);
  EXPECT_NEAR(mag(sum.below - a.below - b.below - Vec3{1, 0.5, 0}), 0, 1e-12);
  EXPECT_NEAR(a.level, 1.5 - 2 - 0.1 * std::cos(2 * pi / 10 * (carried.y - std::sqrt(g * 10 / (2 * pi)) * 3)), 1e-12);
  EXPECT_NEAR(a.below.x, 0, 1e-15);
  // The air is the mirror image of the water.
  const LevelPoint above = first.at({p.x, p.y, 2.5}), below = first.at({p.x, p.y, 1.5});
  EXPECT_NEAR(mag(above.above - Vec3{0, -below.below.y, below.below.z}), 0, 1e-14);
}

TEST(SuperposedWaves, ScaleStaysWhereItIsAndMovedBeforeVersion9) {
  const std::string entries =
      "UMean (0 2 0); scale table ((0 1) (10 0)); waves ( Airy { length 10; amplitude 0.1; phase 0; angle 0; } );";
  auto now = sea(entries), before = sea(entries + " scaleMoves yes;");
  for (auto* s : {&now, &before}) s->setTime(1);
  const double full = sea("UMean (0 2 0); waves ( Airy { length 10; amplitude 0.1; phase 0; angle 0; } );").at({0, 0, 2}).level;
  EXPECT_EQ(sea(entries).at({0, 0, 2}).level, full);
  EXPECT_NEAR(now.at({0, 5, 2}).level / before.at({0, 5, 2}).level, 0.5 / 0.7, 1e-12);
}

TEST(LevelSet, WeightsOfATetrahedronAreItsIntegrals) {
  // Corners (0 0 0), (1 0 0), (0 1 0), (0 0 1); parts below x = a, x > a and x + y = a, and the means of 1 and x there.
  const double a = 0.3, b = 1 - a;
  const auto sum = [](const std::array<double, 4>& w) { return w[0] + w[1] + w[2] + w[3]; };
  const auto three = weightsBelow<4>({-a, 1 - a, -a, -a}), one = weightsBelow<4>({a, a - 1, a, a}),
             two = weightsBelow<4>({-a, 1 - a, 1 - a, -a});
  EXPECT_NEAR(sum(three), 1 - b * b * b, 1e-15);
  EXPECT_NEAR(sum(one), b * b * b, 1e-15);
  EXPECT_NEAR(sum(two), 3 * a * a - 2 * a * a * a, 1e-15);
  EXPECT_NEAR(one[1], b * b * b * (a + b / 4), 1e-15);
  EXPECT_NEAR(three[1], 0.25 - one[1], 1e-15);
  EXPECT_NEAR(two[1], a * a * a - 0.75 * a * a * a * a, 1e-15);
  EXPECT_EQ(sum(weightsBelow<4>({1, 2, 3, 4})), 0);
  EXPECT_EQ(sum(weightsBelow<4>({-1, -2, -3, -4})), 1);
}

TEST(LevelSet, MeanOfASquareThatIsCut) {
  const Vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, centre{0.5, 0.5, 0};
  const auto at = [](const Vec3& p) { return LevelPoint{p.y - 0.25 - 0.5 * p.x, {7, 0, 0}, {p.x, 1, 0}}; };
  LevelPoint points[4];
  for (int i = 0; i < 4; ++i) points[i] = at(corners[i]);
  const LevelMean mean = faceMean(corners, points, centre, at(centre));
  EXPECT_NEAR(mean.below(), 0.5, 1e-15);
  EXPECT_NEAR(mean.velocity().y, 0.5, 1e-15);
  EXPECT_NEAR(mean.velocity().x, 3.5 + 0.125 + 0.5 / 3, 1e-15);  // int x (1/4 + x/2) dx
}

}  // namespace
}  // namespace eagre::physics::waves
