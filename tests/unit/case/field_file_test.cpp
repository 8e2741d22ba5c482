// SPDX-License-Identifier: BSD-3-Clause
#include "case/field_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "case/field_file_pack.hpp"

namespace eagre::case_ {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class FieldFileTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::temp_directory_path() / ("eagre_field_" + std::to_string(::getpid())) / "0";
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_.parent_path()); }
  fs::path file(const std::string& name, const std::string& body, const std::string& className = "volScalarField") {
    std::ofstream(directory_ / name) << "FoamFile\n{\n version 2.0;\n format ascii;\n class " << className << ";\n object "
                                     << name << ";\n}\n"
                                     << body;
    return directory_ / name;
  }
  static std::string errorOf(const std::function<void()>& f) {
    try {
      f();
    } catch (const Error& e) { return e.what(); }
    return "no error";
  }
  fs::path directory_;
};

const std::string dims = "dimensions [0 0 0 0 0 0 0];\n";
const std::string noPatches = "boundaryField {}\n";

TEST_F(FieldFileTest, Uniform) {
  const RawField field = readRawField(file("alpha.water", dims + "internalField uniform 0.5;\n" + noPatches));
  EXPECT_EQ(field.name, "alpha.water");
  EXPECT_TRUE(field.internal.uniform);
  EXPECT_THAT(field.internal.values, ElementsAre(0.5));
}

TEST_F(FieldFileTest, Nonuniform) {
  const RawField U =
      readRawField(file("U", dims + "internalField nonuniform List<vector> 2((1 2 3) (4 5 6));\n" + noPatches, "volVectorField"));
  EXPECT_FALSE(U.internal.uniform);
  EXPECT_EQ(U.components, 3);
  EXPECT_THAT(U.internal.values, ElementsAre(1, 2, 3, 4, 5, 6));
  const RawField p = readRawField(file("p", dims + "internalField nonuniform List<scalar> 3{2.5};\n" + noPatches));
  EXPECT_THAT(p.internal.values, ElementsAre(2.5, 2.5, 2.5));
}

TEST_F(FieldFileTest, Expand) {
  RawField U = readRawField(file("U", dims + "internalField uniform (1 2 3);\n" + noPatches, "volVectorField"));
  U.expand(2);
  EXPECT_FALSE(U.internal.uniform);
  EXPECT_THAT(U.internal.values, ElementsAre(1, 2, 3, 1, 2, 3));
}

TEST_F(FieldFileTest, ErrorsNameFileAndLine) {
  EXPECT_THAT(errorOf([&] { readRawField(file("a", dims + "internalField unifrom 0;\n" + noPatches)); }),
              testing::AllOf(HasSubstr("a:9"), HasSubstr("did you mean 'uniform'")));
  EXPECT_THAT(errorOf([&] { readRawField(file("a", dims + "internalField uniform (0 0 0);\n" + noPatches)); }), HasSubstr("a:9"));
  EXPECT_THAT(errorOf([&] { readRawField(file("a", dims + "internalField uniform 0 0;\n" + noPatches)); }), HasSubstr("a:9"));
  EXPECT_THAT(errorOf([&] { readRawField(file("a", dims + "internalField uniform 0;\n")); }), HasSubstr("boundaryField"));
  EXPECT_THAT(errorOf([&] { readRawField(file("a", dims + noPatches)); }), HasSubstr("internalField"));
  EXPECT_THAT(errorOf([&] { readRawField(file("a", "internalField uniform 0;\n" + noPatches)); }), HasSubstr("dimensions"));
  EXPECT_THAT(errorOf([&] { readRawField(file("a", dims + "internalField uniform 0;\n" + noPatches, "volScalarFeild")); }),
              testing::AllOf(HasSubstr("a:5"), HasSubstr("did you mean 'volScalarField'")));
  EXPECT_THAT(errorOf([&] { readRawField(file("a", dims + "internalField nonuniform List<vector> 1((0 0 0));\n" + noPatches)); }),
              HasSubstr("a list of scalars is expected, not List<vector>"));
  EXPECT_THAT(errorOf([&] { readRawField(file("a", dims + "referenceLevel 1;\ninternalField uniform 0;\n" + noPatches)); }),
              HasSubstr("referenceLevel"));
  EXPECT_THAT(errorOf([&] { readRawField(directory_ / "nowhere"); }), HasSubstr("nowhere"));
}

mesh::PolyPatch patch(const std::string& name, const std::string& type, std::vector<std::string> groups = {}) {
  mesh::PolyPatch p;
  p.name = name;
  p.type = type;
  p.inGroups = std::move(groups);
  return p;
}

std::string typeOf(const std::vector<config::Dictionary>& dicts, std::size_t i) { return dicts[i].get<std::string>("type"); }

TEST_F(FieldFileTest, PatchesAreFoundByNameThenGroupThenPattern) {
  const RawField field = readRawField(file("p", dims + R"(internalField uniform 0;
boundaryField
{
  ".*" { type pattern1; }
  "in.*" { type pattern2; }
  walls { type group1; }
  inlet { type name; }
  wall { type implicitGroup; }
  others { type group2; }
}
)"));
  Problems problems;
  const auto dicts =
      resolvePatches(field,
                     {patch("inlet", "patch", {"walls"}), patch("inlet2", "patch"), patch("outlet", "patch"),
                      patch("floor", "patch", {"walls", "others"}), patch("roof", "wall", {"walls"}), patch("front", "empty")},
                     problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(typeOf(dicts, 0), "name");
  EXPECT_EQ(typeOf(dicts, 1), "pattern2");  // the last pattern that matches
  EXPECT_EQ(typeOf(dicts, 2), "pattern1");
  EXPECT_EQ(typeOf(dicts, 3), "group2");         // the last group
  EXPECT_EQ(typeOf(dicts, 4), "implicitGroup");  // a wall is in the group "wall"
  EXPECT_EQ(typeOf(dicts, 5), "empty");          // needs no entry, patterns do not count
}

TEST_F(FieldFileTest, MissingPatchesAreAllNamed) {
  const RawField field =
      readRawField(file("p", dims + "internalField uniform 0;\nboundaryField { leftWal { type zeroGradient; } }\n"));
  Problems problems;
  resolvePatches(field, {patch("leftWall", "wall"), patch("atmosphere", "patch")}, problems);
  ASSERT_EQ(problems.messages().size(), 2u);
  EXPECT_THAT(problems.messages()[0], HasSubstr("'leftWal'"));
  EXPECT_THAT(problems.messages()[1], HasSubstr("'atmosphere'"));
}

TEST_F(FieldFileTest, FieldValues) {
  const auto entry = [](const std::string& text) { return *config::Dictionary::parse("value " + text + ";", "f").find("value"); };
  EXPECT_THAT(readFieldValues(entry("nonuniform 2(3 4)"), 1, 2, "faces").values, ElementsAre(3, 4));
  EXPECT_THAT(readFieldValues(entry("nonuniform (3 4)"), 1, 2, "faces").values, ElementsAre(3, 4));
  EXPECT_THAT(readFieldValues(entry("nonuniform ((1 2 3) (4 5 6))"), 3, 2, "faces").values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_TRUE(readFieldValues(entry("nonuniform ()"), 3, 0, "faces").values.empty());
  EXPECT_TRUE(readFieldValues(entry("nonuniform 0()"), 1, 0, "faces").values.empty());
  EXPECT_TRUE(readFieldValues(entry("nonuniform 0"), 3, 0, "faces").values.empty());
  EXPECT_THAT(errorOf([&] { readFieldValues(entry("nonuniform 2(3 4)"), 1, 3, "faces of patch 'x'"); }),
              HasSubstr("2 values, but there are 3 faces of patch 'x'"));
}

TEST_F(FieldFileTest, WrittenAndReadAgain) {
  const RawField field = readRawField(file("U", dims + R"(internalField nonuniform List<vector> 2((1 2 3) (4 5 6));
boundaryField
{
  in { type flowRateInletVelocity; volumetricFlowRate table ((0 1) (2 3)); value nonuniform List<vector> 2((0 0 1) (0 0 2)); }
  out { type x; name "a \"b\""; coeffs { list (1 2 3); } value uniform (0 0 0); }
}
)",
                                           "volVectorField"));
  for (const output::FieldFormat format :
       {output::FieldFormat{}, output::FieldFormat{.compressed = true}, output::FieldFormat{.binary = true}}) {
    writeRawField(field, directory_ / "V", "0", format);
    EXPECT_EQ(fs::exists(directory_ / "V.gz"), format.compressed);
    EXPECT_EQ(fs::exists(directory_ / "V"), !format.compressed);
    const RawField again = readRawField(directory_ / "V");
    EXPECT_EQ(again.internal.values, field.internal.values);
    EXPECT_TRUE(again.dict.subDict("boundaryField") == field.dict.subDict("boundaryField"))
        << again.dict.subDict("boundaryField").toString();
  }
}

/// Gives every list back as a single value, as a rank with one face would see it.
class OneFace : public DictionaryUnpacker {
 protected:
  std::shared_ptr<const config::FieldList> nextFaceList(const std::string& type, int components) override {
    return std::make_shared<config::FieldList>(config::FieldList{type, components, {9}});
  }
};

TEST(FieldFilePack, KeepsTokensPlacesAndSubDictionaries) {
  const std::string text = R"(
type x; "a.*" 1e-3;
sub { name "quoted text"; table ((0 1) (2 3)); }
value nonuniform List<scalar> 3(1 2 3);
)";
  const auto dict = config::Dictionary::parse(text, "file");
  std::string bytes;
  std::vector<std::shared_ptr<const config::FieldList>> lists;
  packDictionary(dict, bytes, lists);
  ASSERT_EQ(lists.size(), 1u);
  EXPECT_THAT(lists[0]->values, ElementsAre(1, 2, 3));
  std::string_view rest = bytes;
  const auto copy = OneFace().unpack(rest);
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(copy.name(), dict.name());
  EXPECT_EQ(copy.get<double>("abc"), 1e-3);
  EXPECT_EQ(copy.at("value").place.line, dict.at("value").place.line);
  EXPECT_EQ(copy.at("value").place.file, "file");
  EXPECT_TRUE(copy.subDict("sub") == dict.subDict("sub"));
  EXPECT_THAT(copy.at("value").tokens[1].list->values, ElementsAre(9));
}

}  // namespace
}  // namespace eagre::case_
