// SPDX-License-Identifier: BSD-3-Clause
// What holds for every boundary condition: the coefficients reproduce evaluate() and snGrad(), and what is written reads back as
// the same condition.
#include "conditions_fixture.hpp"

namespace eagre::fv::fixtures {
namespace {

using config::Dictionary;

constexpr const char* four = "nonuniform List<scalar> 4(0.1 0.7 -0.3 0.4)";
constexpr const char* fourVectors = "nonuniform List<vector> 4((1 0 0) (0.2 -1 0.3) (0 0 2) (0.5 0.5 0.5))";

std::vector<std::string> scalarConditions() {
  const std::string v = four;
  return {
      "type fixedValue; value " + v + ";",
      "type zeroGradient;",
      "type fixedGradient; gradient " + v + ";",
      "type mixed; refValue uniform 2; refGradient " + v + "; valueFraction " + v + ";",
      "type slip;",
      "type partialSlip; valueFraction uniform 0;",
      "type inletOutlet; inletValue uniform 0.25; value uniform 0.5;",
      "type outletInlet; outletValue uniform 0.25; value uniform 0.5;",
      "type uniformInletOutlet; uniformInletValue table ((0 1) (1 3)); value uniform 0.5;",
      "type freestream; freestreamValue uniform 3;",
      "type fixedMeanOutletInlet; meanValue 2; value uniform 1;",
      "type uniformFixedValue; uniformValue constant 3;",
      "type uniformFixedValue; uniformValue sine; uniformValueCoeffs { amplitude 1; frequency 3; scale 2; level 0.5; }",
      "type uniformFixedGradient; uniformGradient 0.3;",
      "type codedFixedValue; name x; scale 2; value uniform 0; code #{ // \"scale\"\n operator==($scale*patch().magSf()); #};",
      "type codedMixed; name x; refValue uniform 0; refGradient uniform 0; valueFraction uniform 1; code #{ refValue() = "
      "patchInternalField() + db().time().value(); this->refGrad() = 3; valueFraction() = 0.25; #};",
      "type fixedMean; meanValue 2; value uniform 1;",
      "type fixedProfile; profile polynomial ((1 0) (2 1)); direction (1 2 0); origin 0.5;",
      "type advective; value uniform 1;",
      "type turbulentInlet; referenceField uniform 2; fluctuationScale 0.1; value uniform 1;",
      "type advective; lInf 0.4; fieldInf 3; value uniform 1;",
      "type variableHeightFlowRate; lowerBound 0.01; upperBound 0.99;",
      "type totalPressure; p0 uniform 10;",
      "type uniformTotalPressure; p0 table ((0 1) (1 5));",
      "type rotatingTotalPressure; p0 uniform 10; omega table ((0 (0 0 1)) (1 (0 1 5)));",
      "type prghPressure; p uniform 10;",
      "type prghTotalPressure; p0 uniform 10;",
      "type uniformDensityHydrostaticPressure; rho 1000; pRefValue 1e5; pRefPoint (0 0 1);",
      "type phaseHydrostaticPressure; phaseFraction alpha.water; rho 1000; pRefValue 1e5; pRefPoint (0 0 1);",
      "type freestreamPressure; freestreamValue uniform 1;",
      "type constantAlphaContactAngle; theta0 45; limit none; gradient " + v + ";",
      "type dynamicAlphaContactAngle; theta0 45; uTheta 1; thetaA 60; thetaR 30; limit zeroGradient;",
      "type timeVaryingAlphaContactAngle; t0 0; thetaT0 30; te 1; thetaTe 60; limit zeroGradient;"};
}

std::vector<std::string> vectorConditions() {
  const std::string v = fourVectors;
  return {
      "type fixedValue; value " + v + ";",
      "type zeroGradient;",
      "type fixedGradient; gradient " + v + ";",
      "type mixed; refValue uniform (2 1 0); refGradient " + v + "; valueFraction uniform 0.3;",
      "type noSlip;",
      "type slip;",
      "type partialSlip; valueFraction uniform 0.3; refValue " + v + ";",
      "type fixedNormalSlip; fixedValue " + v + ";",
      "type inletOutlet; inletValue uniform (1 2 3); value uniform (0 0 0);",
      "type outletInlet; outletValue uniform (1 2 3); value uniform (0 0 0);",
      "type uniformInletOutlet; uniformInletValue (1 2 3); value uniform (0 0 0);",
      "type freestream; freestreamValue uniform (1 2 3);",
      "type freestreamVelocity; freestreamValue uniform (1 2 3);",
      "type uniformFixedValue; uniformValue " + v + ";",
      "type uniformFixedValue; uniformValue { type table; uniformValue table ((0 (1 0 0)) (1 (2 4 6))); }",
      "type uniformFixedGradient; uniformGradient (1 2 3);",
      "type codedFixedValue; name x; value uniform (0 0 0); code #{ vectorField& f = *this; const vectorField n(patch().nf()); "
      "forAll(f, i) f[i] = -2*n[i]; #};",
      "type advective; value uniform (1 0 0);",
      "type turbulentInlet; referenceField uniform (2 1 0); fluctuationScale (0.1 0.2 0.1); alpha 0.3;",
      "type pressureInletVelocity; value uniform (0 0 0);",
      "type pressureInletUniformVelocity; value uniform (0 0 0);",
      "type pressureDirectedInletVelocity; inletDirection uniform (1 0 0); value uniform (0 0 0);",
      "type pressureNormalInletOutletVelocity; value uniform (0 0 0);",
      "type pressureInletOutletParSlipVelocity; value uniform (0 0 0);",
      "type pressureDirectedInletOutletVelocity; inletDirection uniform (1 0 0); value uniform (0 0 0);",
      "type pressureInletOutletVelocity; value uniform (0 0 0);",
      "type pressureInletOutletVelocity; tangentialVelocity uniform (1 2 3); value uniform (0 0 0);",
      "type flowRateInletVelocity; volumetricFlowRate constant 0.2;",
      "type flowRateInletVelocity; massFlowRate 200; extrapolateProfile true; value uniform (0 0 0);",
      "type flowRateInletVelocity; massFlowRate 200; rho none; value uniform (0 0 0);",
      "type flowRateOutletVelocity; massFlowRate 2; rho no; rhoOutlet 1.2; value uniform (0 0 0);",
      "type outletPhaseMeanVelocity; Umean 0.1; alpha alpha.water;",
      "type variableHeightFlowRateInletVelocity; flowRate 0.1; alpha alpha.water; value uniform (0 0 0);",
      "type movingWallVelocity; value uniform (1 0 0);",
      "type translatingWallVelocity; U (1 2 3);",
      "type rotatingWallVelocity; origin (0 0 0); axis (0 0 2); omega 3;",
      "type surfaceNormalFixedValue; refValue uniform -1; ramp linearRamp; rampCoeffs { duration 2; }",
      "type uniformNormalFixedValue; uniformValue -2; ramp halfCosineRamp; duration 2;",
      "type cylindricalInletVelocity; origin (0 0 0); axis (0 0 1); axialVelocity 1; radialVelocity -1; rpm 10; value "
      "uniform (0 0 0);",
      "type swirlInletVelocity; origin (0 0 0); axis (0 0 1); axialVelocity 1; radialVelocity 0; tangentialVelocity "
      "table ((0 0) (10 3)); value uniform (0 0 0);",
      "type swirlFlowRateInletVelocity; flowRate table ((0 0.1) (1 2)); rpm 10; value uniform (0 0 0);",
      "type swirlFlowRateInletVelocity; flowRate 0.1; rpm 10; origin (0 0 1); axis (1 0 0.1); value uniform (0 0 0);",
      "type interstitialInletVelocity; inletVelocity " + v + "; alpha alpha.water; value uniform (1 0 0);",
      "type rotatingPressureInletOutletVelocity; omega (0 0.1 2); value uniform (0 0 0);",
      "type fixedNormalInletOutletVelocity; fixTangentialInflow yes; normalVelocity { type uniformFixedValue; uniformValue "
      "table ((0 (1 0 0)) (1 (2 4 6))); } value uniform (0 0 0);"};
}

template <class T>
T start(Label i);
template <>
double start<double>(Label i) {
  return 0.6 + 0.3 * std::sin(1.3 * i);
}
template <>
Vec3 start<Vec3>(Label i) {
  return {std::cos(0.9 * i), 0.5 * std::sin(1.3 * i + 1), 0.3 + 0.2 * std::sin(2.0 * i)};
}

template <class T>
VolField<T> makeField(const BoundaryCase& c, const std::string& entries) {
  VolField<T> field("psi", nComponents<T> == 1 ? dimPressure : dimVelocity, *c.mesh);
  c.fill(field, start<T>);
  c.put(field, entries);
  field.resetOld();
  return field;
}

/// The coefficients of the inlet's condition, after an update.
template <class T>
struct Coefficients {
  Coefficients(const BoundaryCase& c, VolField<T>& field) : vi(4), vb(4), gi(4), gb(4) {
    auto& condition = *field.conditions()[0];
    condition.updateCoeffs(field, *c.context);
    condition.valueCoeffs(field, vi, vb);
    condition.gradientCoeffs(field, gi, gb);
  }
  std::vector<T> vi, vb, gi, gb;
};

template <class T>
void checkLinearisation(const BoundaryCase& c, const std::string& entries) {
  SCOPED_TRACE(entries);
  VolField<T> field = makeField<T>(c, entries);
  const Coefficients<T> a(c, field);
  field.conditions()[0]->evaluate(field, field.patchValues(c.inlet()));
  std::vector<T> gradient(4);
  field.conditions()[0]->snGrad(field, gradient);
  for (Label i = 0; i < 4; ++i) {
    const T P = field[c.inletCell(i)], value = field.patchValues(c.inlet())[i];
    const double scale = 1e-13 * (1 + mag(value));
    expectNear(cmptMultiply(a.vi[i], P) + a.vb[i], value, scale);
    expectNear(cmptMultiply(a.gi[i], P) + a.gb[i], gradient[i], 10 * scale);
    expectNear(T((value - P) * c.deltaCoeff(i)), gradient[i], 10 * scale);
  }
}

TEST(Conditions, CoefficientsReproduceValueAndGradient) {
  const BoundaryCase c;
  for (const auto& entries : scalarConditions()) checkLinearisation<double>(c, entries);
  for (const auto& entries : vectorConditions()) checkLinearisation<Vec3>(c, entries);
}

TEST(Conditions, CoefficientsReproduceValueAndGradientWithAMassFlux) {
  const BoundaryCase c({.flux = dimMassFlux});
  for (const auto& entries : scalarConditions()) checkLinearisation<double>(c, entries);
  for (const auto& entries : vectorConditions()) checkLinearisation<Vec3>(c, entries);
}

template <class T>
std::string written(const VolField<T>& field) {
  TextWriter out;
  field.conditions()[0]->write(field, out);
  EXPECT_THAT(out.text(), testing::StartsWith("type "));
  return out.text();
}

/// Values on the inlet, to the last bit, as text that a failure can show.
template <class T>
std::string inletValues(const BoundaryCase& c, const VolField<T>& field) {
  std::string text;
  for (const T& value : field.patchValues(c.inlet()))
    for (int k = 0; k < nComponents<T>; ++k) text += fmt::format("{} ", component(value, k));
  return text;
}

/// A field that has lived for a while, and one read from what it wrote: the same patch values, bit by bit, at once and after
/// another evaluation, and the same text.
template <class T>
void checkRoundTrip(const BoundaryCase& c, const std::string& entries) {
  SCOPED_TRACE(entries);
  VolField<T> field = makeField<T>(c, entries);
  field.correctBoundaryConditions();
  const std::string text = written(field);
  VolField<T> again = makeField<T>(c, text);
  EXPECT_EQ(inletValues(c, again), inletValues(c, field));
  EXPECT_EQ(written(again), text);
  again.old().boundary = field.old().boundary;
  field.correctBoundaryConditions();
  again.correctBoundaryConditions();
  EXPECT_EQ(inletValues(c, again), inletValues(c, field));
}

TEST(Conditions, WhatIsWrittenReadsBack) {
  const BoundaryCase c;
  for (const auto& entries : scalarConditions()) checkRoundTrip<double>(c, entries);
  for (const auto& entries : vectorConditions()) checkRoundTrip<Vec3>(c, entries);
}

TEST(Conditions, PatchTypeIsWritten) {
  const BoundaryCase c;
  VolField<double> field = makeField<double>(c, "type zeroGradient; patchType patch;");
  EXPECT_EQ(written(field), "type zeroGradient;\npatchType patch;\n");
}

}  // namespace
}  // namespace eagre::fv::fixtures
