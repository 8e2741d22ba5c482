// SPDX-License-Identifier: BSD-3-Clause
// Time schemes: coefficients, orders in time on ordinary differential equations, restart of Crank-Nicolson.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/fv/equation_case.hpp"

namespace eagre::fv {
namespace {

using test::EquationCase;

std::unique_ptr<mesh::Mesh> oneCell() { return test::distributedBox(comm::Communicator::self(), 1, 1, 1); }

DdtScheme parse(const std::string& words) {
  const auto dict = config::Dictionary::parse("s " + words + ";", "fvSchemes");
  auto reader = dict.at("s").reader();
  return parseDdtScheme(reader);
}

TEST(DdtScheme, Words) {
  EXPECT_EQ(parse("Euler").nOldTimes(), 1);
  EXPECT_EQ(parse("backward").kind, DdtScheme::Kind::backward);
  EXPECT_EQ(parse("steadyState").nOldTimes(), 0);
  EXPECT_EQ(parse("localEuler").nOldTimes(), 1);
  EXPECT_EQ(parse("CrankNicolson 0.9").ocCoeff, 0.9);
  EXPECT_TRUE(parse("bounded Euler").isEuler());
  EXPECT_EQ(parse("bounded Euler").bounded, 1);
  EXPECT_EQ(parse("bounded bounded Euler").bounded, 2);
  EXPECT_EQ(parse("Euler").bounded, 0);
  EXPECT_EQ(parse("bounded CrankNicolson 0.9").ocCoeff, 0.9);
  for (const char* wrong :
       {"bounded", "bounded bounded", "bounded Eulr", "euler", "CrankNicolson", "CrankNicolson 1.1", "CrankNicolson -0.1"})
    EXPECT_THROW(parse(wrong), Error) << wrong;
}

TEST(DdtScheme, TheWordOfItsKind) {
  const auto wordOf = [](const std::string& words) {
    const auto dict = config::Dictionary::parse("s " + words + ";", "fvSchemes");
    auto reader = dict.at("s").reader();
    return ddtKindWord(reader);
  };
  EXPECT_EQ(wordOf("backward"), "backward");
  EXPECT_EQ(wordOf("bounded bounded CrankNicolson 0.9"), "CrankNicolson");
  EXPECT_EQ(wordOf("bounded"), "bounded");
  EXPECT_EQ(wordOf("bounded 0.9"), "bounded");
  EXPECT_EQ(wordOf("0.9"), "");
}

TEST(DdtScheme, BackwardStartsWithEuler) {
  TimeState time{.value = 0.1, .deltaT = 0.1, .deltaT0 = 0.1, .index = 1, .startIndex = 0};
  auto c = ddtCoefficients({DdtScheme::Kind::backward}, time);
  EXPECT_NEAR(c.now, 10, 1e-12);
  EXPECT_NEAR(c.oldOld, 0, 1e-12);
  time.index = 2;
  c = ddtCoefficients({DdtScheme::Kind::backward}, time);
  EXPECT_NEAR(c.now, 15, 1e-12);
  EXPECT_NEAR(c.old, 20, 1e-12);
  EXPECT_NEAR(c.oldOld, 5, 1e-12);
  time.deltaT0 = 0.2;  // exact for t^2 on uneven steps: levels 0, -0.1, -0.3
  c = ddtCoefficients({DdtScheme::Kind::backward}, time);
  EXPECT_NEAR(c.now - c.old + c.oldOld, 0, 1e-12);
  EXPECT_NEAR(c.old * 0.1 - c.oldOld * 0.3, 1, 1e-12);
  EXPECT_NEAR(-c.old * 0.01 + c.oldOld * 0.09, 0, 1e-12);
}

/// d(rho y)/dt = -y with rho = 1 + t, so y = 1/(1 + t)^2; or, without rho, y = e^-t. `uneven`: steps alternate by 1 : 2.
struct Decay {
  EquationCase setup;
  VolScalarField rho, y;
  Equation<double> equation;
  bool withRho, uneven;

  Decay(const std::string& scheme, bool withRho_, bool uneven_ = false)
      : setup(oneCell(), "ddtSchemes { default " + scheme + "; }"),
        rho("rho", dimDensity, *setup.mesh, 1.0),
        y("y", dimless, *setup.mesh, 1.0),
        equation(y, setup.context),
        withRho(withRho_),
        uneven(uneven_) {
    test::setConditions<double>(y, {}, {});
    setup.time = {};
  }
  void step(double deltaT) {
    TimeState& time = setup.time;
    time.deltaT0 = time.deltaT;
    time.deltaT = uneven ? deltaT * (time.index % 2 ? 2.0 / 3 : 4.0 / 3) : deltaT;
    time.value += time.deltaT;
    ++time.index;
    rho.shiftOldTimes(2);
    y.shiftOldTimes(2);
    rho[0] = 1 + time.value;
    for (int outer = 0; outer < 2; ++outer) {  // an outer corrector changes nothing
      if (withRho)
        equation = fvm::ddt(rho, y) + fvm::Sp(1.0, y);
      else
        equation = fvm::ddt(y) + fvm::Sp(1.0, y);
      equation.solve("y");
    }
  }
  double error(int n) {
    for (int i = 0; i < n; ++i) step(1.0 / n);
    return std::abs(y[0] - (withRho ? 0.25 : std::exp(-1.0)));
  }
};

double order(const std::string& scheme, bool withRho, bool uneven = false) {
  return std::log2(Decay(scheme, withRho, uneven).error(64) / Decay(scheme, withRho, uneven).error(128));
}

TEST(DdtScheme, OrderInTime) {
  for (const bool withRho : {false, true}) {
    EXPECT_NEAR(order("Euler", withRho), 1, 0.05);
    EXPECT_NEAR(order("backward", withRho), 2, 0.1);
    EXPECT_NEAR(order("backward", withRho, true), 2, 0.1);
    EXPECT_NEAR(order("CrankNicolson 1", withRho), 2, 0.1);
    EXPECT_NEAR(order("CrankNicolson 0.5", withRho), 1, 0.1);
  }
}

TEST(DdtScheme, CrankNicolsonWithoutCentringIsEuler) {
  Decay euler("Euler", true), off("CrankNicolson 0", true);
  EXPECT_NEAR(euler.error(7), off.error(7), 1e-14);
}

TEST(DdtScheme, CrankNicolsonStepByHand) {
  // y1 = y0/(1 + h) (Euler), ddt0 = (y1 - y0)/h; then c (y2 - y1)/h - f ddt0 = -y2 with c = 1 + f.
  Decay decay("CrankNicolson 0.8", false);
  const double h = 0.1, f = 0.8, c = 1 + f;
  const double y1 = 1 / (1 + h), rate1 = (y1 - 1) / h, y2 = (c / h * y1 + f * rate1) / (c / h + 1);
  const double rate2 = c / h * (y2 - y1) - f * rate1, y3 = (c / h * y2 + f * rate2) / (c / h + 1);
  decay.step(h);
  EXPECT_NEAR(decay.y[0], y1, 1e-15);
  decay.step(h);
  EXPECT_NEAR(decay.y[0], y2, 1e-15);
  decay.step(h);
  EXPECT_NEAR(decay.y[0], y3, 1e-15);
}

TEST(DdtScheme, CrankNicolsonRestartsAsIfItHadNotStopped) {
  Decay whole("CrankNicolson 0.9", true), first("CrankNicolson 0.9", true), second("CrankNicolson 0.9", true);
  for (int i = 0; i < 8; ++i) whole.step(0.1);
  for (int i = 0; i < 5; ++i) first.step(0.1);

  const auto rates = first.equation.oldRates();
  ASSERT_TRUE(rates.contains("ddt0(rho,y)"));
  second.setup.time = first.setup.time;
  second.setup.time.startIndex = second.setup.time.index;
  const auto rate = rates.at("ddt0(rho,y)");
  second.equation.restoreOldRate("ddt0(rho,y)", {rate.begin(), rate.end()});
  for (auto field : {&Decay::rho, &Decay::y}) {
    (second.*field).shiftOldTimes(2);
    (second.*field).old(1) = (first.*field).old(1);
    (second.*field)[0] = (first.*field)[0];
  }
  for (int i = 0; i < 3; ++i) second.step(0.1);
  EXPECT_EQ(second.y[0], whole.y[0]);
  EXPECT_THROW(second.equation.restoreOldRate("ddt0(rho,y)", {1.0, 2.0}), Error);
}

TEST(DdtScheme, LocalEulerStepsEachCellByItsOwn) {
  EquationCase setup(test::distributedBox(comm::Communicator::self(), 4, 1, 1), "ddtSchemes { default localEuler; }");
  const Label n = setup.mesh->nCells;
  VolScalarField rate("rDeltaT", Dimensions{{0, 0, -1}}, *setup.mesh), rho("rho", dimDensity, *setup.mesh, 2.0),
      y("y", dimless, *setup.mesh, 3.0);
  for (Label c = 0; c < n; ++c) rate[c] = 1 + 5 * c;
  test::setConditions<double>(y, {}, {});
  Equation<double> equation(y, setup.context);
  for (auto* f : {&rho, &y}) f->shiftOldTimes();
  for (Label c = 0; c < n; ++c) rho[c] = 4;
  EXPECT_THROW(equation = fvm::ddt(rho, y) + fvm::Sp(1.0, y), Error);  // a solver without local time steps
  setup.time.rDeltaT = &rate;
  equation = fvm::ddt(rho, y) + fvm::Sp(1.0, y);
  equation.solve("y");
  for (Label c = 0; c < n; ++c) EXPECT_NEAR(y[c], rate[c] * 2 * 3 / (rate[c] * 4 + 1), 1e-15) << c;
}

TEST(DdtScheme, SteadyStateIsNothing) {
  EquationCase setup(oneCell(), "ddtSchemes { default steadyState; }");
  VolScalarField y("y", dimless, *setup.mesh, 1.0);
  test::setConditions<double>(y, {}, {});
  Equation<double> equation(y, setup.context);
  equation = fvm::ddt(y) + fvm::Sp(2.0, y) - fvm::Su(6.0, y);
  EXPECT_EQ(equation.matrix().diag[0], 2);
  equation.solve("y");
  EXPECT_EQ(y[0], 3);
}

}  // namespace
}  // namespace eagre::fv
