// SPDX-License-Identifier: BSD-3-Clause
// Wave theories against what they promise: the dispersion relation, heights, periods, the equations of motion.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "physics/waves/elliptic.hpp"
#include "physics/waves/wave_theory.hpp"

namespace eagre::physics::waves {
namespace {

constexpr double pi = std::numbers::pi, g = 9.81;

std::unique_ptr<WaveTheory> theory(const std::string& model, double depth, const std::string& entries) {
  return makeWaveTheory(config::Dictionary::parse("waveModel " + model + "; waveAngle 0; " + entries, "waveProperties"),
                        {depth, g, 0});
}

/// Height of a periodic wave: from the highest to the lowest point of a fine sampling of one period.
double heightOf(const WaveTheory& wave, double period) {
  double low = 1e9, high = -1e9;
  for (int i = 0; i < 4000; ++i) {
    const double eta = wave.elevation(0, 0, period * i / 4000);
    low = std::min(low, eta);
    high = std::max(high, eta);
  }
  return high - low;
}

/// du/dx + dw/dz by differences.
double divergence(const WaveTheory& wave, double x, double z, double t) {
  const double d = 1e-5;
  return (wave.velocity(x + d, 0, z, t).x - wave.velocity(x - d, 0, z, t).x + wave.velocity(x, 0, z + d, t).z -
          wave.velocity(x, 0, z - d, t).z) /
         (2 * d);
}

TEST(Waves, LengthSolvesTheDispersionRelation) {
  // The substitutions converge slowly in shallow water, and v1912 makes 100.
  for (const auto& [depth, period, error] : {std::array{0.3, 1.0, 1e-9}, {1.0, 2.0, 1e-9}, {50.0, 3.0, 1e-9}, {0.3, 3.0, 3e-4}}) {
    const double k = 2 * pi / linearWaveLength(depth, period, g), omega = 2 * pi / period;
    EXPECT_NEAR(g * k * std::tanh(k * depth), omega * omega, error * omega * omega);
  }
}

TEST(Waves, PeriodicWavesHaveTheirHeightAndPeriod) {
  const std::string common = "rampTime 1; waveHeight 0.05; wavePeriod 2;";
  for (const char* model : {"StokesI", "StokesII", "cnoidal"}) {
    const auto wave = theory(model, 0.4, common);
    EXPECT_NEAR(heightOf(*wave, 2), 0.05, 1e-6) << model;
    EXPECT_NEAR(wave->elevation(0.3, 0, 0.7), wave->elevation(0.3, 0, 2.7), 1e-9) << model;
  }
  // Its lambda belongs to another wave number than the one of the elevation, but the height comes out near.
  EXPECT_NEAR(heightOf(*theory("StokesV", 0.4, common), 2), 0.05, 2e-3);
}

TEST(Waves, StokesWavesAreFreeOfDivergenceAndRiseWithTheSurface) {
  const std::string common = "rampTime 1; waveHeight 0.02; wavePeriod 2;";
  for (const char* model : {"StokesI", "StokesII", "StokesV"}) {
    const auto wave = theory(model, 0.4, common);
    EXPECT_NEAR(divergence(*wave, 0.2, 0.25, 0.3), 0, 1e-8) << model;
    EXPECT_NEAR(wave->velocity(0.2, 0, 0, 0.3).z, 0, 1e-12) << model << ": through the bottom";
  }
  // w at the surface is d eta/dt to first order.
  const auto airy = theory("StokesI", 0.4, common);
  const double d = 1e-5, rate = (airy->elevation(0.2, 0, 0.3 + d) - airy->elevation(0.2, 0, 0.3 - d)) / (2 * d);
  EXPECT_NEAR(airy->velocity(0.2, 0, 0.4, 0.3).z, rate, 1e-7);
}

TEST(Waves, SmallWavesOfAllOrdersAreTheSame) {
  const std::string common = "rampTime 1; waveHeight 1e-5; wavePeriod 2;";
  const auto first = theory("StokesI", 0.4, common), second = theory("StokesII", 0.4, common),
             fifth = theory("StokesV", 0.4, common);
  for (const double t : {0.1, 0.9, 1.7}) {
    EXPECT_NEAR(second->elevation(0.3, 0, t), first->elevation(0.3, 0, t), 1e-8);
    EXPECT_NEAR(fifth->elevation(0.3, 0, t), first->elevation(0.3, 0, t), 1e-8);
    EXPECT_NEAR(fifth->velocity(0.3, 0, 0.2, t).x, first->velocity(0.3, 0, 0.2, t).x, 1e-7);
  }
  const auto sum =
      makeWaveTheory(config::Dictionary::parse("waveModel irregularMultiDirectional; rampTime 1; wavePeriods ((2)); waveHeights "
                                               "((1e-5)); wavePhases ((4.71238898038469)); waveDirs ((0));",
                                               "waveProperties"),
                     {0.4, g, 0});
  EXPECT_NEAR(sum->elevation(0.3, 0, 0.9), first->elevation(0.3, 0, 0.9), 1e-17);
  EXPECT_NEAR(sum->velocity(0.3, 0, 0.2, 0.9).z, first->velocity(0.3, 0, 0.2, 0.9).z, 1e-17);
}

TEST(Waves, SolitaryWavesRiseToTheirHeightAndVanishFarAway) {
  for (const char* model : {"Boussinesq", "Grimshaw", "McCowan"}) {
    const auto wave = theory(model, 0.15, "waveHeight 0.05;");
    double highest = 0;
    for (int i = 0; i <= 4000; ++i) highest = std::max(highest, wave->elevation(0, 0, 0.002 * i));
    EXPECT_NEAR(highest, 0.05, model == std::string("McCowan") ? 2e-3 : 1e-6) << model;
    EXPECT_NEAR(wave->elevation(100, 0, 0), 0, 2e-5) << model;
    EXPECT_EQ(wave->ramp(0), 1);
  }
}

TEST(Waves, RampsAndAngles) {
  const auto wave = theory("StokesI", 0.4, "rampTime 4; waveHeight 0.05; wavePeriod 2;");
  EXPECT_DOUBLE_EQ(wave->ramp(1), 0.25);
  EXPECT_DOUBLE_EQ(wave->ramp(9), 1);
  const auto oblique = makeWaveTheory(
      config::Dictionary::parse("waveModel StokesI; waveAngle 30; rampTime 4; waveHeight 0.05; wavePeriod 2;", "waveProperties"),
      {0.4, g, 0});
  const Vec3 U = oblique->velocity(0, 0, 0.2, 0.3);
  EXPECT_NEAR(U.y / U.x, std::tan(pi / 6), 1e-12);
  EXPECT_NEAR(mag(Vec3{U.x, U.y, 0}), std::abs(wave->velocity(0, 0, 0.2, 0.3).x), 1e-15);
}

TEST(Waves, EllipticFunctionsMeetTheirTables) {
  const auto [K, E] = completeIntegrals(0.5);  // Abramowitz and Stegun, table 17.1
  EXPECT_NEAR(K, 1.854074677301372, 1e-14);
  EXPECT_NEAR(E, 1.350643881047675, 1e-14);
  EXPECT_NEAR(completeIntegrals(0.99).K, 3.695637362989875, 1e-13);
  const auto [sn, cn, dn] = jacobi(0.2, 0.81);  // Abramowitz and Stegun, 16, example 1: dn and its partners
  EXPECT_NEAR(sn, 0.19762, 1e-5);
  EXPECT_NEAR(sn * sn + cn * cn, 1, 1e-15);
  EXPECT_NEAR(dn * dn + 0.81 * sn * sn, 1, 1e-15);
  EXPECT_NEAR(jacobi(K, 0.5).cn, 0, 1e-14);
}

TEST(Waves, RefusesWhatCannotBe) {
  const auto message = [](const std::string& model, const std::string& entries) -> std::string {
    try {
      theory(model, 0.4, entries);
    } catch (const Error& e) { return e.what(); }
    return {};
  };
  EXPECT_THAT(message("StokesIV", ""), testing::HasSubstr("did you mean 'Stokes"));
  EXPECT_THAT(message("StokesI", "waveHeight -1; wavePeriod 2; rampTime 1;"), testing::HasSubstr("waveHeight must be positive"));
  EXPECT_THAT(message("cnoidal", "waveHeight 0.1; rampTime 1;"), testing::HasSubstr("wavePeriod"));
  EXPECT_THAT(message("irregularMultiDirectional",
                      "rampTime 1; wavePeriods ((1 2)); waveHeights ((1)); wavePhases ((1)); waveDirs ((0));"),
              testing::HasSubstr("2 values in wavePeriods and 1 in waveHeights"));
}

}  // namespace
}  // namespace eagre::physics::waves
