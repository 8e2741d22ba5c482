// SPDX-License-Identifier: BSD-3-Clause
// Values of the boundary conditions worked out by hand, case by case, and when they look at other fields.
#include "conditions_fixture.hpp"
#include "fv/conditions/contact_angle.hpp"

namespace eagre::fv::fixtures {
namespace {

/// A scalar field with 1 + c in cell c.
VolScalarField counting(const BoundaryCase& c, const Dimensions& dimensions = dimPressure) {
  VolScalarField field("psi", dimensions, *c.mesh);
  c.fill(field, [](Label i) { return 1.0 + i; });
  return field;
}
VolVectorField flowing(const BoundaryCase& c) {
  VolVectorField field("V", dimVelocity, *c.mesh);
  c.fill(field, [](Label i) { return Vec3{0.5 + i, -0.3 * i, 0.2}; });
  return field;
}

TEST(Conditions, ZeroGradientTakesTheCellsValue) {
  const BoundaryCase c;
  auto field = counting(c);
  c.put(field, "type zeroGradient; value uniform 77;");
  for (Label i = 0; i < 4; ++i) EXPECT_EQ(field.patchValues(c.inlet())[i], field[c.inletCell(i)]);
}

TEST(Conditions, FixedGradientExtrapolates) {
  const BoundaryCase c;
  auto field = counting(c);
  c.put(field, "type fixedGradient; gradient uniform 3;");
  for (Label i = 0; i < 4; ++i) {
    const Vec3 d = c.mesh->faceCentres()(c.inletFace(i)) - c.mesh->C[c.inletCell(i)];
    EXPECT_NEAR(field.patchValues(c.inlet())[i], field[c.inletCell(i)] + 3 * dot(c.normal(i), d), 1e-13);
  }
}

TEST(Conditions, MixedBlends) {
  const BoundaryCase c;
  auto field = counting(c);
  c.put(field, "type mixed; refValue uniform 10; refGradient uniform 0; valueFraction uniform 0.25;");
  for (Label i = 0; i < 4; ++i) EXPECT_NEAR(field.patchValues(c.inlet())[i], 2.5 + 0.75 * field[c.inletCell(i)], 1e-13);
}

TEST(Conditions, SlipRemovesTheNormalComponentOnly) {
  const BoundaryCase c;
  auto field = flowing(c);
  auto& condition = c.put(field, "type slip;");
  EXPECT_FALSE(condition.assignable());
  for (Label i = 0; i < 4; ++i) {
    const Vec3 n = c.normal(i), P = field[c.inletCell(i)];
    expectNear(field.patchValues(c.inlet())[i], P - dot(n, P) * n, 1e-13);
  }
  // the matrix takes |n_i| of the gradient, the source the rest
  std::vector<Vec3> internal(4), boundary(4);
  condition.gradientCoeffs(field, internal, boundary);
  EXPECT_NEAR(internal[0].x, -std::abs(c.normal(0).x) * c.deltaCoeff(0), 1e-13);
  condition.valueCoeffs(field, internal, boundary);
  EXPECT_NEAR(internal[0].y, 1 - std::abs(c.normal(0).y), 1e-13);
}

TEST(Conditions, SymmetryConditionsFollowThePatch) {
  for (const std::string type : {"symmetry", "symmetryPlane"}) {
    const BoundaryCase c({.inletType = type});
    auto field = flowing(c);
    EXPECT_TRUE(c.put(field, "type " + type + ";").assignable());
    std::vector<Vec3> gradient(4);
    field.conditions()[0]->snGrad(field, gradient);
    for (Label i = 0; i < 4; ++i) {
      const Vec3 n = c.normal(i), P = field[c.inletCell(i)];
      expectNear(field.patchValues(c.inlet())[i], P - dot(n, P) * n, 1e-13);
      expectNear(gradient[i], -dot(n, P) * c.deltaCoeff(i) * n, 1e-13);
    }
  }
}

/// One layer of cells in a wedge of 5 degrees about the x axis, symmetric about the plane z = 0.
mesh::PolyMesh wedgeMesh() {
  eagre::test::BoxOptions box;
  box.origin = {0, 1, -1};
  box.length = {1, 1, 2};
  box.names = {"left", "right", "hub", "rim", "inlet", "front"};
  box.types = {"patch", "patch", "patch", "patch", "wedge", "wedge"};
  auto mesh = eagre::test::boxMesh(2, 2, 1, box);
  const double half = 2.5 * std::numbers::pi / 180;
  for (Vec3& p : mesh.points) p = {p.x, p.y * std::cos(half), p.z * p.y * std::sin(half)};
  return mesh;
}

TEST(Conditions, WedgeTurnsVectorsIntoItsSide) {
  const BoundaryCase c(wedgeMesh());
  auto field = flowing(c);
  for (Label k = 0; k < c.mesh->nCells; ++k) field[k] = {0.5, 2, 0};
  auto& condition = c.put(field, "type wedge;");
  const double half = 2.5 * std::numbers::pi / 180;
  std::vector<Vec3> gradient(4), internal(4), boundary(4);
  condition.snGrad(field, gradient);
  condition.gradientCoeffs(field, internal, boundary);
  for (Label i = 0; i < 4; ++i) {
    // a radial vector stays radial: it turns with the angle from the middle to the side, and twice that to the next wedge
    expectNear(field.patchValues(c.inlet())[i], {0.5, 2 * std::cos(half), -2 * std::sin(half)}, 1e-12);
    expectNear(gradient[i], Vec3{0, 2 * std::cos(2 * half) - 2, -2 * std::sin(2 * half)} * 0.5 * c.deltaCoeff(i), 1e-12);
    expectNear(cmptMultiply(internal[i], field[c.inletCell(i)]) + boundary[i], gradient[i], 1e-12);
    EXPECT_NEAR(internal[i].y, -0.5 * (1 - std::cos(2 * half)) * c.deltaCoeff(i), 1e-12);
  }
  auto scalar = counting(c);
  c.put(scalar, "type wedge;");
  for (Label i = 0; i < 4; ++i) EXPECT_EQ(scalar.patchValues(c.inlet())[i], scalar[c.inletCell(i)]);
}

TEST(Conditions, PartialSlipAndFixedNormalSlip) {
  const BoundaryCase c;
  auto field = flowing(c);
  c.put(field, "type partialSlip; valueFraction uniform 0.25; refValue uniform (4 0 0);");
  for (Label i = 0; i < 4; ++i) {
    const Vec3 n = c.normal(i), P = field[c.inletCell(i)];
    expectNear(field.patchValues(c.inlet())[i], Vec3{1, 0, 0} + 0.75 * (P - dot(n, P) * n), 1e-13);
  }
  c.put(field, "type fixedNormalSlip; fixedValue uniform (4 0 0);");
  for (Label i = 0; i < 4; ++i) {
    const Vec3 n = c.normal(i), P = field[c.inletCell(i)];
    expectNear(field.patchValues(c.inlet())[i], 4 * n.x * n + P - dot(n, P) * n, 1e-13);
  }
}

TEST(Conditions, InletOutletSwitchesWithTheFlux) {
  const BoundaryCase c;
  auto field = counting(c);
  c.put(field, "type inletOutlet; inletValue uniform 50; value uniform 5;");
  EXPECT_EQ(field.patchValues(c.inlet())[0], 5);
  for (Label i = 0; i < 4; ++i) c.phi->faces()[c.inletFace(i)] = i - 1.0;  // in, none, out, out
  field.correctBoundaryConditions();
  const auto values = field.patchValues(c.inlet());
  EXPECT_EQ(values[0], 50);
  for (Label i = 1; i < 4; ++i) EXPECT_EQ(values[i], field[c.inletCell(i)]);
  c.put(field, "type outletInlet; outletValue uniform 50;");
  EXPECT_EQ(field.patchValues(c.inlet())[0], 50);
  field.correctBoundaryConditions();
  EXPECT_EQ(field.patchValues(c.inlet())[0], field[c.inletCell(0)]);
  for (Label i = 1; i < 4; ++i) EXPECT_EQ(field.patchValues(c.inlet())[i], 50);
}

TEST(Conditions, OtherFieldsAreLookedAtOnceBetweenUpdateAndEvaluate) {
  const BoundaryCase c;
  auto field = counting(c);
  auto& condition = c.put(field, "type inletOutlet; inletValue uniform 50; value uniform 5;");
  const Label f = c.inletFace(0);
  c.phi->faces()[f] = -1;
  condition.updateCoeffs(field, *c.context);
  c.phi->faces()[f] = 1;
  condition.updateCoeffs(field, *c.context);
  field.correctBoundaryConditions();
  EXPECT_EQ(field.patchValues(c.inlet())[0], 50);
  field.correctBoundaryConditions();
  EXPECT_EQ(field.patchValues(c.inlet())[0], field[c.inletCell(0)]);
}

TEST(Conditions, AFixedValueIsInTheFieldAsSoonAsItIsUpdated) {
  BoundaryCase c;
  auto field = counting(c);
  auto& condition = c.put(field, "type uniformFixedValue; uniformValue table ((0 0) (10 10)); value uniform 0;");
  c.time.value = 4;
  condition.updateCoeffs(field, *c.context);
  EXPECT_DOUBLE_EQ(field.patchValues(c.inlet())[0], 4);
}

TEST(Conditions, WhileSettingUpTheStartValueStands) {
  BoundaryCase c;
  auto field = counting(c);
  auto& condition = c.put(field, "type inletOutlet; phi phiOther; inletValue uniform 50; value uniform 5;");
  c.time.index = c.time.startIndex;
  field.correctBoundaryConditions();
  EXPECT_EQ(field.patchValues(c.inlet())[0], 5);
  c.time.index = c.time.startIndex + 1;
  EXPECT_THROW(field.correctBoundaryConditions(), Error);
  EXPECT_THROW(condition.updateCoeffs(field, *c.context), Error);
  try {
    condition.updateCoeffs(field, *c.context);
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("inletOutlet on patch inlet of field psi needs the flux 'phiOther'"));
  }
}

TEST(Conditions, TotalPressureLosesTheDynamicHeadOfWhatEnters) {
  const BoundaryCase c;
  for (const bool kinematic : {false, true}) {
    auto field = counting(c, kinematic ? dimKinematicPressure : dimPressure);
    c.put(field, "type totalPressure; p0 uniform 1000;");
    EXPECT_EQ(field.patchValues(c.inlet())[0], 1000);
    c.phi->faces()[c.inletFace(0)] = -0.1;
    c.phi->faces()[c.inletFace(1)] = 0.1;
    field.correctBoundaryConditions();
    const double rho = kinematic ? 1 : c.rho->patchValues(c.inlet())[0];
    EXPECT_DOUBLE_EQ(field.patchValues(c.inlet())[0], 1000 - 0.5 * rho * magSqr(c.U->patchValues(c.inlet())[0]));
    EXPECT_EQ(field.patchValues(c.inlet())[1], 1000);
    EXPECT_TRUE(field.conditions()[0]->fixesValue());
  }
  auto old = counting(c, dimPressure);  // OpenFOAM up to 2.2
  c.put(old, "type totalPressure; p0 uniform 1000; rho none;");
  old.correctBoundaryConditions();
  EXPECT_DOUBLE_EQ(old.patchValues(c.inlet())[0], 1000 - 0.5 * magSqr(c.U->patchValues(c.inlet())[0]));
  auto wrong = counting(c, dimVelocity);
  c.put(wrong, "type totalPressure; p0 uniform 1000;");
  EXPECT_THROW(wrong.correctBoundaryConditions(), Error);
}

TEST(Conditions, TotalPressureOfACompressibleGas) {
  const BoundaryCase c;
  auto psi = c.scalar("psi0", dimless, [](Label) { return 1e-2; });
  const_cast<Registry&>(c.registry).add(*psi);
  auto field = counting(c);
  c.put(field, "type totalPressure; p0 uniform 1000; psi psi0; gamma 1.4;");
  c.phi->faces()[c.inletFace(0)] = -0.1;
  field.correctBoundaryConditions();
  const double U2 = magSqr(c.U->patchValues(c.inlet())[0]);
  EXPECT_NEAR(field.patchValues(c.inlet())[0], 1000 / std::pow(1 + 0.2 * 1e-2 * U2 / 1.4, 3.5), 1e-10);
}

TEST(Conditions, EntrainmentPressureTakesTheNormalVelocity) {
  const BoundaryCase c;
  auto field = counting(c);
  c.put(field, "type entrainmentPressure; p0 uniform 1000;");
  c.phi->faces()[c.inletFace(0)] = -0.1;
  c.phi->faces()[c.inletFace(1)] = 0.1;
  field.correctBoundaryConditions();
  const double speed = 0.1 / c.mesh->magSf[c.inletFace(0)];
  const double rho = field.dimensions() == dimPressure ? c.rho->patchValues(c.inlet())[0] : 1;
  EXPECT_DOUBLE_EQ(field.patchValues(c.inlet())[0], 1000 - 0.5 * rho * speed * speed);
  EXPECT_DOUBLE_EQ(field.patchValues(c.inlet())[1], 1000) << "the flux leaves";
}

TEST(Conditions, PrghPressuresTakeTheWeightOff) {
  const BoundaryCase c;
  auto field = counting(c);
  c.put(field, "type prghPressure; p uniform 1000;");
  c.phi->faces()[c.inletFace(0)] = -0.1;
  c.phi->faces()[c.inletFace(1)] = 0.1;
  field.correctBoundaryConditions();
  const double rhoGh = c.rho->patchValues(c.inlet())[0] * (-9.81 * c.mesh->faceCentres()(c.inletFace(0)).z + 2);
  EXPECT_DOUBLE_EQ(field.patchValues(c.inlet())[0], 1000 - rhoGh);
  c.put(field, "type prghTotalPressure; p0 uniform 1000;");
  field.correctBoundaryConditions();
  const double head = 0.5 * c.rho->patchValues(c.inlet())[0] * magSqr(c.U->patchValues(c.inlet())[0]);
  EXPECT_DOUBLE_EQ(field.patchValues(c.inlet())[0], 1000 - head - rhoGh);
  c.put(field, "type prghEntrainmentPressure; p0 uniform 1000;");
  field.correctBoundaryConditions();
  const double speed = 0.1 / c.mesh->magSf[c.inletFace(0)];
  EXPECT_DOUBLE_EQ(field.patchValues(c.inlet())[0], 1000 - rhoGh - 0.5 * c.rho->patchValues(c.inlet())[0] * speed * speed);
  const double weight = c.rho->patchValues(c.inlet())[1] * (-9.81 * c.mesh->faceCentres()(c.inletFace(1)).z + 2);
  EXPECT_DOUBLE_EQ(field.patchValues(c.inlet())[1], 1000 - weight) << "the flux leaves";
}

TEST(Conditions, FixedFluxPressureMustBeSetEveryTimeStep) {
  BoundaryCase c;
  auto field = counting(c);
  auto& condition = c.put(field, "type fixedFluxPressure; value uniform 0;");
  EXPECT_FALSE(condition.fixesValue());
  EXPECT_EQ(field.patchValues(c.inlet())[0], field[c.inletCell(0)]) << "a value alone, without a gradient, is not read";
  EXPECT_THROW(condition.updateCoeffs(field, *c.context), Error);
  auto& fixedFlux = dynamic_cast<FixedFluxCondition&>(condition);
  fixedFlux.setGradient(std::vector<double>{1, 2, 3, 4});
  condition.updateCoeffs(field, *c.context);
  field.correctBoundaryConditions();
  for (Label i = 0; i < 4; ++i)
    EXPECT_NEAR(field.patchValues(c.inlet())[i], field[c.inletCell(i)] + (i + 1) / c.deltaCoeff(i), 1e-13);
  condition.updateCoeffs(field, *c.context);
  ++c.time.index;
  EXPECT_THROW(condition.updateCoeffs(field, *c.context), Error);
}

TEST(Conditions, PressureInletOutletVelocityHasNoTangentialPartWhereFluidEnters) {
  const BoundaryCase c;
  auto field = flowing(c);
  auto& condition = c.put(field, "type pressureInletOutletVelocity; value uniform (9 9 9);");
  EXPECT_EQ(field.patchValues(c.inlet())[0], (Vec3{9, 9, 9}));
  EXPECT_TRUE(condition.fixesValue());
  EXPECT_TRUE(condition.assignable());
  c.phi->faces()[c.inletFace(0)] = -0.1;
  c.phi->faces()[c.inletFace(1)] = 0.1;
  condition.updateCoeffs(field, *c.context);
  const Vec3 n = c.normal(0), P = field[c.inletCell(0)];
  expectNear(field.patchValues(c.inlet())[0], dot(n, P) * n, 1e-13);
  EXPECT_EQ(field.patchValues(c.inlet())[1], field[c.inletCell(1)]);
  std::vector<Vec3> internal(4), boundary(4);
  condition.valueCoeffs(field, internal, boundary);
  EXPECT_NEAR(internal[0].x, 1 - std::sqrt(1 - n.x * n.x), 1e-13);
  expectNear(internal[1], {1, 1, 1}, 0);
  std::swap(c.phi->faces()[c.inletFace(0)], c.phi->faces()[c.inletFace(1)]);  // what has been updated already is updated again
  field.correctBoundaryConditions();
  EXPECT_EQ(field.patchValues(c.inlet())[0], P);
  std::swap(c.phi->faces()[c.inletFace(0)], c.phi->faces()[c.inletFace(1)]);
  c.put(field, "type pressureInletOutletVelocity; tangentialVelocity uniform (1 0 0); value uniform (0 0 0);");
  field.correctBoundaryConditions();
  expectNear(field.patchValues(c.inlet())[0], Vec3{1, 0, 0} - n.x * n + dot(n, P) * n, 1e-13);
}

TEST(Conditions, PermeableConditionsAreOpenForOnePhaseAndAWallForTheOther) {
  const BoundaryCase c;
  for (Label i = 0; i < 4; ++i) c.alpha->patchValues(c.inlet())[i] = i < 2 ? 0 : 0.5;  // air at the first two faces
  for (Label i = 0; i < 4; ++i) c.phi->faces()[c.inletFace(i)] = i % 2 ? 0.1 : -0.1;
  auto U = flowing(c);
  c.put(U, "type permeableAlphaPressureInletOutletVelocity; alpha alpha.water; alphaMin 0.01; value uniform (9 9 9);");
  U.correctBoundaryConditions();
  EXPECT_EQ(U.patchValues(c.inlet())[1], U[c.inletCell(1)]) << "air leaves";
  for (const Label i : {0, 2, 3}) EXPECT_EQ(U.patchValues(c.inlet())[i], Vec3{}) << i;

  auto p = counting(c);
  auto& condition = c.put(p, "type prghPermeableAlphaTotalPressure; alpha alpha.water; alphaMin 0.01; p 1000; value uniform 0;");
  EXPECT_TRUE(condition.fixesValue());
  EXPECT_THROW(condition.updateCoeffs(p, *c.context), Error) << "the solver has not set its gradient";
  dynamic_cast<FixedFluxCondition&>(condition).setGradient(std::vector<double>(4, 3.0));
  condition.updateCoeffs(p, *c.context);
  p.correctBoundaryConditions();
  const double rho = c.rho->patchValues(c.inlet())[0];
  const double head = 0.5 * rho * magSqr(c.U->patchValues(c.inlet())[0]);
  EXPECT_DOUBLE_EQ(p.patchValues(c.inlet())[0], 1000 - head - rho * (-9.81 * c.mesh->faceCentres()(c.inletFace(0)).z + 2));
  for (const Label i : {2, 3}) EXPECT_NEAR(p.patchValues(c.inlet())[i], p[c.inletCell(i)] + 3 / c.deltaCoeff(i), 1e-13);
}

TEST(Conditions, PressureInletOutletVelocityWithoutValueStartsFromTheCells) {
  const BoundaryCase c;
  auto field = flowing(c);
  c.put(field, "type pressureInletOutletVelocity;");
  for (Label i = 0; i < 4; ++i) {
    const Vec3 n = c.normal(i), P = field[c.inletCell(i)];
    expectNear(field.patchValues(c.inlet())[i], dot(n, P) < 0 ? dot(n, P) * n : P, 1e-13);
  }
}

TEST(Conditions, VelocitiesThatCarryTheFlux) {
  for (const Dimensions& flux : {dimVolumeFlux, dimMassFlux}) {
    const BoundaryCase c({.flux = flux});
    const auto through = [&](const VolVectorField& field, Label i) {
      const double rho = flux == dimMassFlux ? c.rho->patchValues(c.inlet())[i] : 1;
      return rho * dot(field.patchValues(c.inlet())[i], c.mesh->Sf[c.inletFace(i)]);
    };
    auto field = flowing(c);
    for (const std::string type :
         {"pressureInletVelocity", "pressureNormalInletOutletVelocity", "pressureInletOutletParSlipVelocity",
          "pressureDirectedInletVelocity", "pressureDirectedInletOutletVelocity"}) {
      SCOPED_TRACE(type);
      for (Label i = 0; i < 4; ++i) c.phi->faces()[c.inletFace(i)] = -0.1 * (i + 1);
      c.put(field, "type " + type + "; inletDirection uniform (1 2 0); value uniform (0 0 0);");
      field.correctBoundaryConditions();
      for (Label i = 0; i < 4; ++i) EXPECT_NEAR(through(field, i), -0.1 * (i + 1), 1e-11);
    }
  }
  const BoundaryCase wrong({.flux = dimVelocity});
  auto field = flowing(wrong);
  wrong.put(field, "type pressureInletVelocity; value uniform (0 0 0);");
  EXPECT_THROW(field.correctBoundaryConditions(), Error);
}

TEST(Conditions, NothingFlowsThroughFacesWithoutArea) {
  eagre::test::BoxOptions box;
  box.names[0] = "inlet";
  auto whole = eagre::test::boxMesh(2, 1, 1, box);
  for (Vec3& p : whole.points)
    if (p.x == 0) p.y = 0;
  const BoundaryCase c(whole);
  c.phi->faces()[c.inletFace(0)] = 0;
  auto field = flowing(c);
  for (const std::string type : {"pressureDirectedInletVelocity", "pressureDirectedInletOutletVelocity"}) {
    c.put(field, "type " + type + "; inletDirection uniform (1 2 0); value uniform (0 0 0);");
    field.correctBoundaryConditions();
    EXPECT_FALSE(std::isnan(mag(field.patchValues(c.inlet())[0]))) << type;
  }
}

double flowOut(const BoundaryCase& c, const VolVectorField& field, bool mass) {
  double sum = 0;
  for (Label i = 0; i < 4; ++i)
    sum += (mass ? c.rho->patchValues(c.inlet())[i] : 1) * dot(field.patchValues(c.inlet())[i], c.mesh->Sf[c.inletFace(i)]);
  return sum;
}

TEST(Conditions, FlowRatesAreMet) {
  BoundaryCase c;
  auto field = flowing(c);
  c.put(field, "type flowRateInletVelocity; volumetricFlowRate table ((0 0) (1 4)); value uniform (0 0 0);");
  field.correctBoundaryConditions();
  EXPECT_NEAR(flowOut(c, field, false), -2, 1e-12);
  expectNear(field.patchValues(c.inlet())[0], -2.0 / 12 * c.normal(0), 1e-12);
  c.put(field, "type flowRateInletVelocity; massFlowRate 3;");
  EXPECT_NEAR(flowOut(c, field, true), -3, 1e-12);
  c.put(field, "type flowRateInletVelocity; massFlowRate 3; rho air; rhoInlet 1.5;");
  EXPECT_NEAR(flowOut(c, field, false), -2, 1e-12);
  c.put(field, "type flowRateInletVelocity; meanVelocity 0.5;");
  expectNear(field.patchValues(c.inlet())[0], -0.5 * c.normal(0), 1e-12);
  // a profile with hardly any flow is shifted, one with much is scaled
  for (const double rate : {0.01, 1000.0}) {
    c.put(field, fmt::format("type flowRateInletVelocity; volumetricFlowRate {}; extrapolateProfile yes;", rate));
    EXPECT_NEAR(flowOut(c, field, false), -rate, 1e-12 * rate);
    c.put(field, fmt::format("type flowRateOutletVelocity; volumetricFlowRate {};", rate));
    EXPECT_NEAR(flowOut(c, field, false), rate, 1e-12 * rate);
  }
}

TEST(Conditions, AMassFlowNeedsADensity) {
  const BoundaryCase c;
  auto field = flowing(c);
  auto& condition = c.put(field, "type flowRateInletVelocity; massFlowRate 3; rho air; value uniform (0 0 0);");
  try {
    condition.updateCoeffs(field, *c.context);
    FAIL();
  } catch (const Error& e) { EXPECT_THAT(e.what(), testing::HasSubstr("density field 'air' or the entry rhoInlet")); }
}

TEST(Conditions, VariableHeightInlets) {
  const BoundaryCase c;
  auto alpha = counting(c, dimless);
  const double cells[4] = {-0.2, 0.4, 1.3, 0.7};
  for (Label i = 0; i < 4; ++i) {
    alpha[c.inletCell(i)] = cells[i];
    c.phi->faces()[c.inletFace(i)] = i < 3 ? -1 : 1;
  }
  c.put(alpha, "type variableHeightFlowRate; lowerBound 0; upperBound 0.9;");
  alpha.correctBoundaryConditions();
  EXPECT_THAT(std::vector<double>(alpha.patchValues(c.inlet()).begin(), alpha.patchValues(c.inlet()).end()),
              testing::ElementsAre(0.0, 0.4, 1.0, 0.7));
  auto field = flowing(c);
  c.put(field, "type variableHeightFlowRateInletVelocity; flowRate 6; alpha alpha.water; value uniform (0 0 0);");
  field.correctBoundaryConditions();
  EXPECT_NEAR(flowOut(c, field, false), -6, 1e-12);
}

TEST(Conditions, MeansAreMet) {
  const BoundaryCase c;
  const auto mean = [&](const VolScalarField& field) {
    double sum = 0;
    for (Label i = 0; i < 4; ++i) sum += c.mesh->magSf[c.inletFace(i)] * field.patchValues(c.inlet())[i] / 12;
    return sum;
  };
  auto field = counting(c);
  for (const double target : {3.0, 100.0, 0.0}) {
    c.put(field, fmt::format("type fixedMean; meanValue {}; value uniform 0;", target));
    field.correctBoundaryConditions();
    EXPECT_NEAR(mean(field), target, 1e-12);
  }
  for (Label i = 0; i < 4; ++i) c.phi->faces()[c.inletFace(i)] = 1;
  c.put(field, "type fixedMeanOutletInlet; meanValue 3; value uniform 0;");
  field.correctBoundaryConditions();
  EXPECT_NEAR(mean(field), 3, 1e-12);
  auto U = flowing(c);
  for (Label k = 0; k < c.mesh->nCells; ++k) U[k] = 5 * c.normal(0);
  c.put(U, "type outletPhaseMeanVelocity; Umean 2; alpha alpha.water; ");
  U.correctBoundaryConditions();
  expectNear(U.patchValues(c.inlet())[0], 2 * c.normal(0), 1e-12);
}

TEST(Conditions, AdvectiveCarriesTheOldValueOut) {
  BoundaryCase c;
  auto field = counting(c);
  c.put(field, "type advective; value uniform 7;");
  field.resetOld();
  c.phi->faces()[c.inletFace(0)] = 30;
  c.phi->faces()[c.inletFace(1)] = -30;
  field.correctBoundaryConditions();
  const double a = 30 / c.mesh->magSf[c.inletFace(0)] * c.time.deltaT * c.deltaCoeff(0);
  EXPECT_NEAR(field.patchValues(c.inlet())[0], (7 + a * field[c.inletCell(0)]) / (1 + a), 1e-12);
  EXPECT_NEAR(field.patchValues(c.inlet())[1], 7, 1e-12);
  c.schemes = config::Dictionary::parse("ddtSchemes { default localEuler; }", "system/fvSchemes");
  const auto rDeltaT = c.scalar("rDeltaT", Dimensions{{0, 0, -1}}, [&](Label i) { return (1.0 + i) / c.time.deltaT; });
  c.time.rDeltaT = rDeltaT.get();
  field.correctBoundaryConditions();
  const double b = a / (101 + c.inlet().start);
  EXPECT_NEAR(field.patchValues(c.inlet())[0], (7 + b * field[c.inletCell(0)]) / (1 + b), 1e-12);
  c.schemes = config::Dictionary::parse("ddtSchemes { default steadyState; }", "system/fvSchemes");
  EXPECT_THROW(field.correctBoundaryConditions(), Error);
}

TEST(Conditions, VelocitiesOfWallsAndPrescribedInlets) {
  BoundaryCase c;
  auto field = flowing(c);
  const auto at = [&](const std::string& entries) {
    c.put(field, entries);
    field.correctBoundaryConditions();
    return field.patchValues(c.inlet())[0];
  };
  const Vec3 n = c.normal(0), Cf = c.mesh->faceCentres()(c.inletFace(0));
  expectNear(at("type noSlip; value uniform (1 1 1);"), {0, 0, 0}, 0);
  expectNear(at("type movingWallVelocity; value uniform (1 2 3);"), {1, 2, 3}, 0);
  expectNear(at("type translatingWallVelocity; U (1 0 0);"), Vec3{1, 0, 0} - n.x * n, 1e-13);
  const Vec3 spin = cross(Vec3{0, 0, 3}, Cf - Vec3{1, 0, 0});
  expectNear(at("type rotatingWallVelocity; origin (1 0 0); axis (0 0 2); omega 3;"), spin - dot(n, spin) * n, 1e-13);
  expectNear(at("type surfaceNormalFixedValue; refValue uniform -2; ramp linearRamp; rampCoeffs { duration 2; }"), -0.5 * n,
             1e-13);
  expectNear(at("type uniformNormalFixedValue; uniformValue -2;"), -2 * n, 1e-13);
  const Vec3 r{Cf.x, Cf.y, 0};
  expectNear(at("type cylindricalInletVelocity; origin (0 0 0); axis (0 0 1); axialVelocity 1; radialVelocity 2; rpm 30; "
                "value uniform (0 0 0);"),
             cross(Vec3{0, 0, std::numbers::pi}, r) + Vec3{0, 0, 1} + 2 * r / mag(r), 1e-12);
  expectNear(at("type swirlInletVelocity; origin (0 0 0); axis (0 0 1); axialVelocity 1; radialVelocity 0; tangentialVelocity "
                "table ((0 0) (100 100)); value uniform (0 0 0);"),
             Vec3{0, 0, 1} + cross(Vec3{0, 0, 1}, r), 1e-12);
}

TEST(Conditions, ContactAngles) {
  BoundaryCase c;
  auto alpha = counting(c, dimless);
  const std::vector<Vec3> nHat(4, Vec3{1, 0, 0});
  std::vector<double> theta(4);
  const auto angle = [&](const std::string& entries) -> ContactAngleCondition& {
    return dynamic_cast<ContactAngleCondition&>(c.put(alpha, entries));
  };
  angle("type constantAlphaContactAngle; theta0 45; limit none;").theta(*c.U, nHat, theta);
  EXPECT_EQ(theta[2], 45);
  angle("type timeVaryingAlphaContactAngle; t0 0; te 2; thetaT0 20; thetaTe 60; limit none;").theta(*c.U, nHat, theta);
  EXPECT_EQ(theta[2], 30);
  angle("type dynamicAlphaContactAngle; theta0 70; uTheta 0.1; thetaA 90; thetaR 50; limit none;").theta(*c.U, nHat, theta);
  const Vec3 n = c.normal(0);
  Vec3 slide = (*c.U)[c.inletCell(0)] - c.U->patchValues(c.inlet())[0], along = nHat[0];
  slide -= dot(slide, n) * n;
  along -= dot(along, n) * n;
  EXPECT_NEAR(theta[0], 70 + 40 * std::tanh(dot(along / mag(along), slide) / 0.1), 1e-9);
}

TEST(Conditions, ContactAngleLimits) {
  const BoundaryCase c;
  const auto valueWith = [&](const std::string& limit) {
    auto alpha = counting(c, dimless);
    for (Label k = 0; k < c.mesh->nCells; ++k) alpha[k] = 0.9;
    auto& condition = c.put(alpha, "type constantAlphaContactAngle; theta0 45; limit " + limit + ";");
    dynamic_cast<ContactAngleCondition&>(condition).setGradient(std::vector<double>(4, 100.0), alpha.patchValues(c.inlet()));
    condition.evaluate(alpha, alpha.patchValues(c.inlet()));
    return alpha.patchValues(c.inlet())[0];
  };
  EXPECT_NEAR(valueWith("none"), 0.9 + 100 / c.deltaCoeff(0), 1e-12);
  EXPECT_NEAR(valueWith("gradient"), 1, 1e-12);
  EXPECT_NEAR(valueWith("alpha"), 1, 1e-12);
  EXPECT_NEAR(valueWith("zeroGradient"), 0.9, 1e-12);
}

TEST(Conditions, FreestreamBlendsWithTheAngle) {
  const BoundaryCase c;
  const Label b = c.inlet().start;
  c.U->boundary()[b] = -3 * c.normal(0);
  c.U->boundary()[b + 1] = 3 * c.normal(1);
  c.U->boundary()[b + 2] = Vec3{};
  auto p = counting(c);
  c.put(p, "type freestreamPressure; freestreamValue uniform 50;");
  p.correctBoundaryConditions();
  EXPECT_NEAR(p.patchValues(c.inlet())[0], p[c.inletCell(0)], 1e-12);
  EXPECT_NEAR(p.patchValues(c.inlet())[1], 50, 1e-12);
  EXPECT_NEAR(p.patchValues(c.inlet())[2], (p[c.inletCell(2)] + 50) / 2, 1e-12);
}

TEST(StoredGas, StartsFromItsFormulaWhateverValueSays) {
  const BoundaryCase c;
  auto p = c.scalar("p", dimPressure, [](Label) { return 0.0; });
  // At 0.5 the piston has moved for 0.3 after its start of 0.2.
  c.put(*p, "type syringePressure; Ap 2; Sp 1; VsI 1; tas 0; tae 0.2; tds 2; tde 3; psI 3; psi 2; ams 1; value uniform 9;");
  EXPECT_THAT(p->patchValues(c.inlet()), testing::Each(testing::DoubleNear(3.5 / 1.8, 1e-14)));
}

TEST(ScaledFixedValue, StartsFromRefValueUnlessItContinues) {
  BoundaryCase c;
  const std::string entries = "type scaledFixedValue; scale 2; refValue { type fixedValue; value uniform 3; } value uniform 9;";
  auto psi = c.scalar("psi", dimless, [](Label) { return 0.0; });
  c.put(*psi, entries);
  EXPECT_THAT(psi->patchValues(c.inlet()), testing::Each(9));
  c.time.index = 0;
  c.put(*psi, entries);
  EXPECT_THAT(psi->patchValues(c.inlet()), testing::Each(6));
}

TEST(ScaledFixedValue, WritesTheStateOfRefValue) {
  const BoundaryCase c;
  auto p = c.scalar("p", dimPressure, [](Label) { return 0.0; });
  const std::string syringe = "Ap 2; Sp 1; VsI 1; tas 0; tae 0.2; tds 2; tde 3; psI 3; psi 2; ";
  auto& condition = c.put(*p, "type scaledFixedValue; scale 2; refValue { type syringePressure; " + syringe + "ams 1; }");
  condition.updateCoeffs(*p, *c.context);
  TextWriter out;
  condition.write(*p, out);
  const auto dict = config::Dictionary::parse(out.text(), "written");
  double flux = 0;
  for (Label i = 0; i < c.inlet().size; ++i) flux += 3.5 / 1.8 * 2 * c.phi->faces()[c.inletFace(i)];
  EXPECT_NEAR(dict.subDict("refValue").get<double>("ams"), 1 + 0.01 * flux, 1e-12);
  EXPECT_EQ(dict.subDict("refValue").get<double>("VsI"), 1);
  const double state = readPatchValues<double>(dict, "refValueState", c.inlet())[0];
  EXPECT_NEAR(state, (3 + (1 + 0.01 * flux) / 2) / 1.8, 1e-12);
}

}  // namespace
}  // namespace eagre::fv::fixtures
