// SPDX-License-Identifier: BSD-3-Clause
// What a person may have written wrongly, and what Eagre does not have.
#include "conditions_fixture.hpp"
#include "fv/conditions/conditions.hpp"

namespace eagre::fv::fixtures {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(ConditionErrors, UnknownTypeNamesTheNearest) {
  const BoundaryCase c;
  EXPECT_THAT(
      c.errorOf<double>("type zeroGradent;", "p"),
      AllOf(HasSubstr("0/p"), HasSubstr("'zeroGradent'"), HasSubstr("did you mean 'zeroGradient'"), HasSubstr("patch inlet")));
  // noSlip is for vectors alone
  EXPECT_THAT(c.errorOf<double>("type noSlip;"),
              HasSubstr("boundary condition 'noSlip' is for fields of vectors, and this is one of scalars"));
  EXPECT_THAT(c.errorOf<double>("value uniform 1;"), HasSubstr("type"));
}

TEST(ConditionErrors, CompiledEntriesAreRefusedWithTheReason) {
  const BoundaryCase c;
  const std::string mixed = "refValue uniform 0; refGradient uniform 0; valueFraction uniform 1; ";
  for (const std::string type : {"codedFixedValue", "codedMixed"})
    EXPECT_THAT(
        c.errorOf<double>("type " + type + "; value uniform 0; name x; " + mixed + "code #{ scalar a = 1; foo(a); a = 2; #};"),
        AllOf(HasSubstr(type), HasSubstr("not supported"), HasSubstr("compiles it at run time"), HasSubstr("table"),
              HasSubstr("'foo'")));
  EXPECT_THAT(c.errorOf<double>(
                  "type codedFixedValue; value uniform 0; name x; code #{ operator==(2*foo(this->db().time().value())); #};"),
              HasSubstr("type exprFixedValue; valueExpr \"2*foo(time())\";"));
}

TEST(ConditionErrors, MissingEntries) {
  const BoundaryCase c;
  EXPECT_THAT(c.errorOf<double>("type fixedValue;"), HasSubstr("fixedValue needs the entry 'value'"));
  EXPECT_THAT(c.errorOf<double>("type inletOutlet; value uniform 0;"), HasSubstr("inletValue"));
  EXPECT_THAT(c.errorOf<double>("type constantAlphaContactAngle; theta0 45;"), HasSubstr("limit"));
  EXPECT_THAT(c.errorOf<double>("type constantAlphaContactAngle; theta0 45; limit gradiant;"), HasSubstr("gradient"));
  EXPECT_THAT(c.errorOf<double>("type totalPressure; p0 uniform 0; psi thermo:psi;"), HasSubstr("gamma"));
  EXPECT_THAT(c.errorOf<Vec3>("type flowRateInletVelocity; value uniform (0 0 0);"), HasSubstr("volumetricFlowRate"));
  EXPECT_THAT(c.errorOf<Vec3>("type pressureInletVelocity;"), HasSubstr("value"));
  EXPECT_THAT(c.errorOf<double>("type advective; lInf -1; fieldInf 0;"), HasSubstr("negative"));
}

TEST(ConditionErrors, UniformValuesHaveNoCoordinatesOfTheirOwn) {
  const BoundaryCase c;
  EXPECT_THAT(c.errorOf<Vec3>("type uniformFixedValue; uniformValue (1 0 0); coordinateSystem { origin (0 0 0); }"),
              AllOf(HasSubstr("0/"), HasSubstr("coordinateSystem is not supported")));
  EXPECT_THAT(c.errorOf<double>("type uniformFixedValue; uniformValue 1; scale1 constant 2;"),
              HasSubstr("scale1 is not supported"));
}

TEST(ConditionErrors, WallFunctionsAreForWalls) {
  const BoundaryCase c;
  for (const std::string type :
       {"nutkWallFunction", "nutkRoughWallFunction", "nutUWallFunction", "nutUSpaldingWallFunction", "epsilonWallFunction",
        "omegaWallFunction", "kqRWallFunction", "v2WallFunction", "fWallFunction"})
    EXPECT_THAT(c.errorOf<double>("type " + type + "; value uniform 0;"),
                AllOf(HasSubstr(type + " is for walls"), HasSubstr("of type patch"), HasSubstr("patch inlet")));
}

TEST(ConditionErrors, TurbulentInletsAreInRange) {
  const BoundaryCase c;
  EXPECT_THAT(c.errorOf<double>("type turbulentIntensityKineticEnergyInlet; intensity 5; value uniform 1;"),
              AllOf(HasSubstr("0 to 1, not 5"), HasSubstr("patch inlet")));
  for (const std::string type : {"turbulentMixingLengthDissipationRateInlet", "turbulentMixingLengthFrequencyInlet"})
    EXPECT_THAT(c.errorOf<double>("type " + type + "; mixingLength 0; value uniform 1;"),
                AllOf(HasSubstr("must be positive"), HasSubstr("patch inlet")));
}

TEST(ConditionErrors, FlowsThatFollowOtherPatches) {
  const BoundaryCase c;
  EXPECT_THAT(c.errorOf<Vec3>("type matchedFlowRateOutletVelocity; inletPatch nowhere; value uniform (0 0 0);"),
              AllOf(HasSubstr("no patch 'nowhere'"), HasSubstr("patch inlet")));
  EXPECT_THAT(c.errorOf<Vec3>("type matchedFlowRateOutletVelocity; inletPatch inlet; value uniform (0 0 0);"),
              HasSubstr("the patch itself"));
  EXPECT_THAT(c.errorOf<double>("type outletMappedUniformInlet; outletPatch nowhere; value uniform 0;"),
              HasSubstr("no patch 'nowhere'"));
  EXPECT_THAT(c.errorOf<Vec3>("type swirlFlowRateInletVelocity; flowRate 1; rpm 1; axis (0 0 0); value uniform (0 0 0);"),
              HasSubstr("axis"));
  EXPECT_THAT(
      c.errorOf<Vec3>("type fixedNormalInletOutletVelocity; fixTangentialInflow no; value uniform (0 0 0); normalVelocity "
                      "{ type fixedValue; value nonuniform List<vector> 4((0 0 0) (0 0 0) (0 0 0) (0 0 0)); }"),
      HasSubstr("within another one"));
}

TEST(ConditionErrors, StoredGas) {
  const BoundaryCase c;
  const std::string plenum =
      "type plenumPressure; gamma 1.4; R 287; supplyMassFlowRate 1; supplyTotalTemperature 300; plenumVolume 1; plenumDensity 1; "
      "plenumTemperature 300; inletAreaRatio 1; inletDischargeCoefficient 0.8; value uniform 0; ";
  const std::string syringe = "type syringePressure; Ap 1; Sp 1; VsI 1; tas 0; tae 1; tds 2; tde 3; psI 1; psi 1; ams 0; ";
  EXPECT_EQ(c.errorOf<double>(plenum), "");
  EXPECT_EQ(c.errorOf<double>(syringe), "");
  for (const std::string word : {"R", "plenumVolume", "inletAreaRatio", "inletDischargeCoefficient"})
    EXPECT_THAT(c.errorOf<double>(plenum + word + " 0;"),
                AllOf(HasSubstr("0/psi"), HasSubstr(word + " must be positive, not 0")));
  EXPECT_THAT(c.errorOf<double>(plenum + "gamma 1;"), HasSubstr("gamma must be above 1"));
  for (const std::string word : {"VsI", "psi"})
    EXPECT_THAT(c.errorOf<double>(syringe + word + " 0;"), HasSubstr(word + " must be positive, not 0"));
  EXPECT_THAT(c.errorOf<double>(syringe + "tds 0.5;"), HasSubstr("tds (0.5) must not be before tae (1)"));
  EXPECT_THAT(c.make<double>(plenum)->missing(*c.context), HasSubstr("as rho is not given"));  // phi is of volume
  EXPECT_EQ(c.make<double>(plenum + "rho 1;")->missing(*c.context), "");
}

TEST(ConditionErrors, ScaledValuesAreThoseOfAConditionThatPrescribesThem) {
  const BoundaryCase c;
  EXPECT_THAT(c.errorOf<double>("type scaledFixedValue; scale 2; refValue { type zeroGradient; }"),
              AllOf(HasSubstr("0/psi"), HasSubstr("refValue must be a condition that prescribes values")));
}

TEST(ConditionErrors, WrongValues) {
  const BoundaryCase c;
  EXPECT_THAT(c.errorOf<double>("type fixedValue; value nonuniform List<scalar> 3(1 2 3);"),
              AllOf(HasSubstr("3 values"), HasSubstr("patch inlet"), HasSubstr("4 faces")));
  EXPECT_THAT(c.errorOf<double>("type fixedValue; value unifrom 3;"), HasSubstr("did you mean 'uniform'"));
  EXPECT_THAT(c.errorOf<double>("type fixedValue; value uniform (1 2 3);"), HasSubstr("value"));
  EXPECT_THAT(c.errorOf<Vec3>("type fixedValue; value uniform 1;"), HasSubstr("value"));
  EXPECT_THAT(c.errorOf<Vec3>("type fixedValue; value nonuniform List<scalar> 4(1 2 3 4);"), Not(testing::IsEmpty()));
  EXPECT_THAT(c.errorOf<double>("type fixedValue; value uniform 1 2;"), Not(testing::IsEmpty()));
}

TEST(ConditionErrors, ConstraintPatchesAndConditionsBelongTogether) {
  const BoundaryCase patch;
  EXPECT_THAT(patch.errorOf<double>("type empty;"), AllOf(HasSubstr("patches of type empty"), HasSubstr("'patch'")));
  EXPECT_THAT(patch.errorOf<double>("type symmetryPlane;"), HasSubstr("symmetryPlane"));
  const BoundaryCase symmetry({.inletType = "symmetryPlane"});
  EXPECT_THAT(symmetry.errorOf<double>("type zeroGradient;"), HasSubstr("needs the boundary condition symmetryPlane"));
  EXPECT_EQ(symmetry.errorOf<double>("type zeroGradient; patchType symmetryPlane;"), "");
}

TEST(ConditionErrors, CalculatedCannotBeSolvedFor) {
  const BoundaryCase c;
  VolScalarField field("k", dimless, *c.mesh);
  setCalculatedConditions(field);
  std::vector<double> a(4), b(4);
  EXPECT_THROW(field.conditions()[0]->valueCoeffs(field, a, b), Error);
  try {
    field.conditions()[0]->gradientCoeffs(field, a, b);
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("calculated on patch inlet of field k"), HasSubstr("zeroGradient")));
  }
}

TEST(ConditionErrors, AFixedValueMadeInCodeHasOneValueAFace) {
  const BoundaryCase c;
  EXPECT_THROW(makeFixedValue<double>(c.inlet(), {1, 2}), Error);
}

TEST(ReadPatchValues, FormsOfAPatchField) {
  const BoundaryCase c;
  const auto read = [&](const std::string& text) {
    return readPatchValues<double>(config::Dictionary::parse("v " + text + ";", "0/p"), "v", c.inlet());
  };
  EXPECT_THAT(read("uniform 2"), testing::Each(2));
  EXPECT_THAT(read("2.5"), testing::Each(2.5));
  EXPECT_THAT(read("nonuniform List<scalar> 4(1 2 3 4)"), testing::ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(read("nonuniform 4(1 2 3 4)"), testing::ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(read("nonuniform List<scalar> 4{7}"), testing::ElementsAre(7, 7, 7, 7));
  const auto vectors = readPatchValues<Vec3>(config::Dictionary::parse("v (1 2 3);", "0/U"), "v", c.inlet());
  EXPECT_EQ(vectors[3], (Vec3{1, 2, 3}));
  mesh::Patch nothing = c.inlet();
  nothing.size = 0;
  for (const std::string text : {"nonuniform List<scalar> 0()", "nonuniform 0()", "nonuniform List<scalar> 0", "uniform 3"})
    EXPECT_TRUE(readPatchValues<double>(config::Dictionary::parse("v " + text + ";", "0/p"), "v", nothing).empty()) << text;
}

TEST(BoundaryConditionTypes, ListsWhatTheReaderTakes) {
  EXPECT_THAT(boundaryConditionTypes<double>(), testing::IsSupersetOf({"zeroGradient", "fixedFluxPressure", "wedge"}));
  EXPECT_THAT(boundaryConditionTypes<Vec3>(), testing::IsSupersetOf({"noSlip", "pressureInletOutletVelocity", "cyclic"}));
}

TEST(NeedsReference, IsTrueIfNoPatchFixesThePressure) {
  const BoundaryCase c;
  VolScalarField p("p", dimPressure, *c.mesh);
  c.fill(p, [](Label) { return 0.0; });
  EXPECT_TRUE(needsReference(p));
  c.put(p, "type fixedFluxPressure;");
  EXPECT_TRUE(needsReference(p));
  c.put(p, "type totalPressure; p0 uniform 0;");
  EXPECT_FALSE(needsReference(p));
}

}  // namespace
}  // namespace eagre::fv::fixtures
