// SPDX-License-Identifier: BSD-3-Clause
// Rates of condensation and evaporation by hand, and what is wrong in a case.
#include "physics/cavitation/phase_change.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/error.hpp"

namespace eagre::physics {
namespace {

using testing::HasSubstr;

const std::string coefficients = R"(
  pSat [1 -1 -2 0 0] 2300;
  KunzCoeffs { UInf 20; tInf 0.005; Cc 1000; Cv 500; }
  MerkleCoeffs { UInf [0 1 -1 0 0] 20; tInf 0.005; Cc 80; Cv 1e-3; }
  SchnerrSauerCoeffs { n 1.6e13; dNuc 2e-6; Cc 2; Cv 3; })";

TwoPhaseProperties waterAndVapour() {
  TwoPhaseProperties p;
  p.rho1 = 1000;
  p.rho2 = 0.02;
  return p;
}

config::Dictionary dictionary(const std::string& text) { return config::Dictionary::parse(text, "transportProperties"); }

struct Rates {
  double Su = 0, Sp = 0, S = 0;
};
Rates rates(const std::string& model, double alpha, double p) {
  const auto change = makePhaseChange(dictionary("phaseChangeTwoPhaseMixture " + model + ";" + coefficients), waterAndVapour());
  Rates r;
  change->alphaSource({&alpha, 1}, {&p, 1}, {&r.Su, 1}, {&r.Sp, 1});
  change->pressureCoefficient({&alpha, 1}, {&p, 1}, {&r.S, 1});
  return r;
}

/// Rates that follow from m+ and m- [kg/(m^3 s)] at alpha = 0.25 and p - pSat = dp.
void expectRates(const std::string& model, double dp, double condensation, double evaporation) {
  SCOPED_TRACE(model);
  const double alpha = 0.25, perMass = 1 / 1000.0 + alpha * (1 / 0.02 - 1 / 1000.0), expansion = 1 / 0.02 - 1 / 1000.0;
  const Rates r = rates(model, alpha, 2300 + dp);
  EXPECT_NEAR(r.Su / (perMass * condensation + 1e-300), condensation > 0 ? 1 : 0, 1e-13);
  EXPECT_NEAR(r.Sp / (perMass * (evaporation - condensation)), 1, 1e-13);
  EXPECT_NEAR(r.S * dp / (expansion * (condensation * (1 - alpha) + evaporation * alpha)), 1, 1e-13);
}

TEST(PhaseChange, RatesOfCondensation) {
  expectRates("Kunz", 1000, 1000 * 0.02 / 0.005 * 0.0625, 0);
  expectRates("Kunz", 11.5, 1000 * 0.02 / 0.005 * 0.0625 * 0.5, 0);  // half of 0.01 pSat
  expectRates("Merkle", 1000, 80 * 1000 / (0.5 * 400 * 0.005), 0);
}

TEST(PhaseChange, RatesOfEvaporation) {
  expectRates("Kunz", -1000, 0, -500 * 0.02 * 1000 / (0.5 * 1000 * 400 * 0.005));
  expectRates("Merkle", -1000, 0, -1e-3 * 1000 * 1000 / (0.5 * 400 * 0.005 * 0.02));
}

TEST(PhaseChange, RatesOfSchnerrAndSauer) {
  const double a = 0.25, v = 1.6e13 * std::numbers::pi * 8e-18 / 6, nuclei = v / (1 + v), rho = a * 1000 + 0.75 * 0.02;
  const double perRadius = std::pow(4 * std::numbers::pi * 1.6e13 / 3 * a / (1 + nuclei - a), 1.0 / 3);
  const double C = 3 * 1000 * 0.02 / rho * std::sqrt(2.0 / 3000) * perRadius / std::sqrt(1000 + 23.0);
  expectRates("SchnerrSauer", 1000, 2 * a * C * 1000, 0);
  expectRates("SchnerrSauer", -1000, 0, -3 * (1 + nuclei - a) * C * 1000);
}

TEST(PhaseChange, AlphaOutsideItsBoundsIsClipped) {
  for (const char* model : {"Kunz", "Merkle", "SchnerrSauer"}) {
    SCOPED_TRACE(model);
    EXPECT_DOUBLE_EQ(rates(model, -0.1, 5000).S, rates(model, 0, 5000).S);
    EXPECT_DOUBLE_EQ(rates(model, 1.1, 1000).S, rates(model, 1, 1000).S);
    EXPECT_EQ(rates(model, 1, 5000).S, 0);  // no vapour to condense
    EXPECT_EQ(rates(model, 0, 1000).S, 0);  // no liquid to evaporate
  }
}

/// A bubble's radius grows at a constant rate, dR/dt = sqrt(2/(3 rho1)) |dp|/sqrt(|dp| + 0.01 pSat), where the pressure is
/// constant: alpha = (1 + aNuc)/(1 + 4/3 pi n R^3), R = R0 + (1 + aNuc) dR/dt t. Steps as the phase equation takes them are of
/// order 1.
TEST(PhaseChange, ABubbleOfSchnerrAndSauerGrowsAsItsEquationSays) {
  const auto change = makePhaseChange(
      dictionary("phaseChangeTwoPhaseMixture SchnerrSauer; pSat 2300; n 1.6e13; dNuc 2e-6; Cc 1; Cv 1;"), waterAndVapour());
  const double n = 1.6e13, v = n * std::numbers::pi * 8e-18 / 6, nuclei = v / (1 + v), dp = -1000, p = 2300 + dp, end = 5e-5;
  const double perVolume = 4 * std::numbers::pi * n / 3;
  const double growth = std::sqrt(2.0 / 3000) * 1000 / std::sqrt(1000 + 23.0);
  const auto exact = [&](double t) {
    const double R = std::cbrt(nuclei / perVolume) + (1 + nuclei) * growth * t;
    return (1 + nuclei) / (1 + perVolume * R * R * R);
  };
  double errors[2];
  for (int k : {0, 1}) {
    const int steps = 2000 << k;
    const double rDeltaT = steps / end;
    double alpha = 1;
    for (int i = 0; i < steps; ++i) {
      double Su, Sp;
      change->alphaSource({&alpha, 1}, {&p, 1}, {&Su, 1}, {&Sp, 1});
      alpha = (alpha * rDeltaT + Su) / (rDeltaT - Sp);
    }
    errors[k] = std::abs(alpha - exact(end));
  }
  EXPECT_GT(exact(end), 0.1);
  EXPECT_LT(exact(end), 0.9);
  EXPECT_LT(errors[1], 2e-3);
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 1, 0.05);
}

std::string problemOf(const std::string& text) {
  try {
    makePhaseChange(dictionary(text), waterAndVapour());
  } catch (const Error& e) { return e.what(); }
  return "";
}

TEST(PhaseChange, WrongCases) {
  EXPECT_THAT(problemOf("phaseChangeTwoPhaseMixture SchnerSauer;" + coefficients), HasSubstr("did you mean 'SchnerrSauer'"));
  EXPECT_THAT(problemOf("pSat 2300;"), HasSubstr("phaseChangeTwoPhaseMixture"));
  const std::string several =
      problemOf("phaseChangeTwoPhaseMixture Kunz; pSat -1; KunzCoeffs { UInf 20; tInf [0 1 0 0 0] 1; Cc -2; }");
  for (const char* part : {"pSat is -1; it must be positive", "tInf", "Cc is -2; it must not be negative", "Cv"})
    EXPECT_THAT(several, HasSubstr(part));
}

}  // namespace
}  // namespace eagre::physics
