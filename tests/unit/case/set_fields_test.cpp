// SPDX-License-Identifier: BSD-3-Clause
#include "case/set_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "support/box_mesh.hpp"

namespace eagre::case_ {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

/// Four cells in a row along x, patches xMin .. zMax.
class SetFields : public testing::Test {
 protected:
  void SetUp() override {
    test::BoxOptions options;
    options.length = {4, 1, 1};
    mesh_ = test::boxMesh(4, 1, 1, options);
    geometry_ = mesh::computeGeometry(mesh_);
    case_ = fs::temp_directory_path() / ("eagre_set_fields_" + std::to_string(::getpid()));
    fs::create_directories(case_ / "0");
    fs::create_directories(case_ / "system");
  }
  void TearDown() override { fs::remove_all(case_); }

  RawField field(const std::string& name, const std::string& patches, bool vector = false) {
    std::ofstream(case_ / "0" / name) << "FoamFile { version 2.0; format ascii; class "
                                      << (vector ? "volVectorField" : "volScalarField") << "; object " << name
                                      << "; }\ndimensions [0 0 0 0 0 0 0];\ninternalField uniform "
                                      << (vector ? "(0 0 0)" : "0.5") << ";\nboundaryField { " << patches << " }\n";
    return readRawField(case_ / "0" / name);
  }
  SetFieldsResult set(const std::string& text) {
    return setFields(config::Dictionary::parse(text, "setFieldsDict"), mesh_, geometry_, fields_, log_);
  }
  std::string errorOf(const std::string& text) {
    try {
      set(text);
    } catch (const Error& e) { return e.what(); }
    return "no error";
  }
  std::vector<double> patchValue(const std::string& name, const std::string& patch) {
    const auto& dict = fields_.at(name).dict.subDict("boundaryField").subDict(patch);
    return readFieldValues(dict.at("value"), fields_.at(name).components, -1, "").values;
  }
  mesh::PolyMesh mesh_;
  mesh::PolyGeometry geometry_;
  std::map<std::string, RawField> fields_;
  Log log_ = Log::silent();
  fs::path case_;
};

TEST_F(SetFields, DefaultsThenRegionsInOrder) {
  fields_["alpha"] = field("alpha", "\".*\" { type zeroGradient; }");
  fields_["U"] = field("U", "\".*\" { type noSlip; }", true);
  const SetFieldsResult result = set(R"(
defaultFieldValues ( volScalarFieldValue alpha 0 );
regions
(
    boxToCell
    {
        box (0 0 0) (2 1 1);
        fieldValues ( volScalarFieldValue alpha 1 volVectorFieldValue U (1 2 3) );
    }
    sphereToCell { origin (1.5 0.5 0.5); radius 0.1; fieldValues ( volScalarFieldValue alpha 0.25 ); }
);
)");
  EXPECT_THAT(fields_["alpha"].internal.values, ElementsAre(1, 0.25, 0, 0));
  EXPECT_THAT(fields_["U"].internal.values, ElementsAre(1, 2, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(result.changed, ElementsAre("U", "alpha"));
  ASSERT_EQ(result.regions.size(), 2u);
  EXPECT_EQ(result.regions[0].selected, 2u);
  EXPECT_EQ(result.regions[1].source, "sphereToCell");
  EXPECT_EQ(result.regions[1].place.line, 10);
}

/// As v1912's setFields has them.
TEST_F(SetFields, Semicolons) {
  fields_["alpha"] = field("alpha", "\".*\" { type zeroGradient; }");
  const auto regions = [](const std::string& behind) {
    return "regions ( boxToCell { box (0 0 0) (1 1 1);; fieldValues ( volScalarFieldValue alpha 1 ); }; "
           "boxToCell { box (1 0 0) (2 1 1); fieldValues ( volScalarFieldValue alpha 2 ); }" +
           behind + " );";
  };
  set(regions(""));
  EXPECT_THAT(fields_["alpha"].internal.values, ElementsAre(1, 2, 0.5, 0.5));
  EXPECT_NE(errorOf(regions(";")), "no error");
}

TEST_F(SetFields, WithoutDefaultsCellsKeepTheirValues) {
  fields_["alpha"] = field("alpha", "\".*\" { type zeroGradient; }");
  set("regions ( boxToCell { box (0 0 0) (1 1 1); fieldValues ( volScalarFieldValue alpha 1 ); } );");
  EXPECT_THAT(fields_["alpha"].internal.values, ElementsAre(1, 0.5, 0.5, 0.5));
}

TEST_F(SetFields, PatchValuesFollowTheCellsWhereAssignmentDoesSomething) {
  fields_["alpha"] = field("alpha",
                           "xMin { type calculated; value uniform 7; } xMax { type fixedValue; value uniform 8; } yMin { type "
                           "inletOutlet; inletValue uniform 0; value uniform 9; } zMin { type zeroGradient; } "
                           "\"[yz]Max\" { type constantAlphaContactAngle; limit gradient; theta0 90; }");
  set("defaultFieldValues ( volScalarFieldValue alpha 0 ); regions ( boxToCell { box (0 0 0) (2 1 1); fieldValues ( "
      "volScalarFieldValue alpha 1 ); } );");
  EXPECT_THAT(patchValue("alpha", "xMin"), ElementsAre(1));
  EXPECT_THAT(patchValue("alpha", "xMax"), ElementsAre(8));
  EXPECT_THAT(patchValue("alpha", "yMin"), ElementsAre(9));
  EXPECT_THAT(patchValue("alpha", "yMax"), ElementsAre(1, 1, 0, 0));
  EXPECT_FALSE(fields_["alpha"].dict.subDict("boundaryField").subDict("zMin").has("value"));
  // Patterns are written out, one patch after another.
  EXPECT_THAT(fields_["alpha"].dict.subDict("boundaryField").toc(), ElementsAre("xMin", "xMax", "yMin", "yMax", "zMin", "zMax"));
}

TEST_F(SetFields, FacesSetPatchValuesOfAnyCondition) {
  fields_["alpha"] =
      field("alpha",
            "\".*\" { type zeroGradient; } xMax { type fixedValue; value uniform 8; } yMin { type fixedValue; value "
            "uniform 9; }");
  set("regions ( boxToFace { box (1 0 0) (3 0.001 1); fieldValues ( volScalarFieldValue alpha 5 ); } patchToFace { patch xMax; "
      "fieldValues ( volScalarFieldValue alpha 6 ); } );");
  EXPECT_THAT(patchValue("alpha", "yMin"), ElementsAre(9, 5, 5, 9));
  EXPECT_THAT(patchValue("alpha", "xMax"), ElementsAre(6));
  EXPECT_FALSE(fields_["alpha"].dict.subDict("boundaryField").subDict("xMin").has("value"));
}

TEST_F(SetFields, RegionsMayLookAtFieldsSetBefore) {
  fields_["alpha"] = field("alpha", "\".*\" { type zeroGradient; }");
  set("regions ( boxToCell { box (0 0 0) (2 1 1); fieldValues ( volScalarFieldValue alpha 1 ); } fieldToCell { field alpha; min "
      "0.9; max 2; fieldValues ( volScalarFieldValue alpha 3 ); } );");
  EXPECT_THAT(fields_["alpha"].internal.values, ElementsAre(3, 3, 0.5, 0.5));
}

TEST_F(SetFields, AFieldThatIsNotThereIsSkipped) {
  fields_["alpha"] = field("alpha", "\".*\" { type zeroGradient; }");
  const auto result = set("defaultFieldValues ( volScalarFieldValue beta 0 volScalarFieldValue alpha 2 ); regions ();");
  EXPECT_THAT(result.changed, ElementsAre("alpha"));
  EXPECT_THAT(fields_["alpha"].internal.values, ElementsAre(2, 2, 2, 2));
}

TEST_F(SetFields, Errors) {
  fields_["alpha"] = field("alpha", "\".*\" { type zeroGradient; }");
  EXPECT_THAT(errorOf("regions ( boxToCell { box (0 0 0) (1 1 1); fieldValues ( volScalarFieldVale alpha 1 ); } );"),
              HasSubstr("did you mean 'volScalarFieldValue'"));
  EXPECT_THAT(errorOf("regions ( boxToCell { box (0 0 0) (1 1 1); fieldValues ( volVectorFieldValue alpha (1 0 0) ); } );"),
              HasSubstr("alpha is a volScalarField"));
  EXPECT_THAT(errorOf("regions ( boxToCell { box (0 0 0) (1 1 1) } );"), HasSubstr("setFieldsDict:1"));
  EXPECT_THAT(errorOf("regions ( boxToCell { box (0 0 0) (1 1 1); } );"), HasSubstr("fieldValues"));
  EXPECT_THAT(errorOf("region ();"), HasSubstr("regions"));
  const std::string both = errorOf(
      "regions ( ballToCell { fieldValues ( volScalarFieldValue alpha 1 ); } cellToCell { set c; fieldValues ( "
      "volScalarFieldValue alpha 1 ); } );");
  EXPECT_THAT(both, testing::AllOf(HasSubstr("ballToCell"), HasSubstr("cellToCell")));
}

TEST_F(SetFields, TheStandAloneCommandWritesWhatItSet) {
  field("alpha", "\".*\" { type zeroGradient; }");
  field("beta", "\".*\" { type zeroGradient; }");
  std::ofstream(case_ / "system/setFieldsDict")
      << "FoamFile { version 2.0; format ascii; class dictionary; object setFieldsDict; }\n"
         "regions ( boxToCell { box (0 0 0) (2 1 1); fieldValues ( volScalarFieldValue "
         "alpha 1 volScalarFieldValue gamma 1 ); } );";
  runSetFields(case_, {}, "0", mesh_, geometry_, {}, log_);
  const RawField alpha = readRawField(case_ / "0/alpha");
  EXPECT_THAT(alpha.internal.values, ElementsAre(1, 1, 0.5, 0.5));
  EXPECT_EQ(alpha.dict.subDict("FoamFile").get<std::string>("location"), "0");
  EXPECT_TRUE(readRawField(case_ / "0/beta").internal.uniform);
  EXPECT_FALSE(fs::exists(case_ / "0/gamma"));
}

}  // namespace
}  // namespace eagre::case_
