// SPDX-License-Identifier: BSD-3-Clause
#include "fv/functions/function1.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "conditions_fixture.hpp"

namespace eagre::fv::fixtures {
namespace {

using config::Dictionary;
using testing::AllOf;
using testing::HasSubstr;

template <class T = double>
std::unique_ptr<Function1<T>> function(const std::string& text, const std::string& file = "0/U") {
  return makeFunction1<T>(Dictionary::parse(text, file), "f");
}
template <class T = double>
std::string errorOf(const std::string& text, const std::string& file = "0/U") {
  try {
    function<T>(text, file);
  } catch (const Error& e) { return e.what(); }
  return {};
}

TEST(Function1, Constants) {
  EXPECT_EQ(function("f 3;")->value(7), 3);
  EXPECT_EQ(function("f constant 3;")->value(7), 3);
  EXPECT_EQ(function("f uniform 3;")->value(7), 3);
  EXPECT_EQ(function("f zero;")->value(7), 0);
  EXPECT_EQ(function<Vec3>("f one;")->value(7), (Vec3{1, 1, 1}));
  EXPECT_EQ(function<Vec3>("f (1 2 3);")->value(7), (Vec3{1, 2, 3}));
  EXPECT_EQ(function<Vec3>("f constant (1 2 3);")->value(7), (Vec3{1, 2, 3}));
  EXPECT_EQ(function("f { type constant; f constant 4; }")->value(7), 4);
}

TEST(Function1, ValuesInADictionaryOfTheirOwn) {
  EXPECT_DOUBLE_EQ(function("f { type table; values ((0 1) (2 5)); }")->value(0.5), 2);
  EXPECT_DOUBLE_EQ(function("f { type table; outOfBounds repeat; values ((0 1) (2 5)); }")->value(2.5), 2);
  EXPECT_DOUBLE_EQ(function("f { type table; f ((0 1) (2 5)); }")->value(0.5), 2);
  EXPECT_EQ(function<Vec3>("f { type constant; value (1 2 3); }")->value(7), (Vec3{1, 2, 3}));
}

TEST(Function1, TableInterpolatesAndClamps) {
  const auto f = function("f table ((0 1) (2 5) (3 4));");
  EXPECT_EQ(f->value(-1), 1);
  EXPECT_EQ(f->value(0), 1);
  EXPECT_DOUBLE_EQ(f->value(0.5), 2);
  EXPECT_DOUBLE_EQ(f->value(2), 5);
  EXPECT_DOUBLE_EQ(f->value(2.75), 4.25);
  EXPECT_EQ(f->value(9), 4);
  EXPECT_EQ(function<Vec3>("f table 2 ((0 (0 0 0)) (1 (1 2 3)));")->value(0.5), (Vec3{0.5, 1, 1.5}));
}

TEST(Function1, TableOutOfBounds) {
  EXPECT_DOUBLE_EQ(function("f table ((1 1) (3 5)); outOfBounds repeat;")->value(6), 3);
  EXPECT_EQ(function("f table ((1 1) (3 5)); outOfBounds clamp;")->value(0), 1);
  const auto strict = function("f table ((1 1) (3 5)); outOfBounds error;");
  EXPECT_EQ(strict->value(3), 5);
  EXPECT_THROW(strict->value(3.01), Error);
  EXPECT_THROW(strict->value(0.99), Error);
  Log log = Log::silent();
  const auto warned = makeFunction1<double>(Dictionary::parse("f table ((1 1) (3 5)); outOfBounds warn;", "0/U"), "f", &log);
  EXPECT_EQ(warned->value(9), 5);
  EXPECT_THROW(function("f table ((1 1) (3 5)); outOfBounds warn;")->value(9), Error);
}

TEST(Function1, SplineIsExactForAParabolaInside) {
  const auto f = function("f table ((0 0) (1 1) (2 4) (3 9)); interpolationScheme spline;");
  EXPECT_NEAR(f->value(1.5), 2.25, 1e-14);
  EXPECT_NEAR(f->value(1), 1, 1e-14);
  // the first interval goes on in a straight line beyond the end: points -1 0 1 4
  EXPECT_NEAR(f->value(0.5), -0.0625 * -1 + 0.5625 * 1 - 0.0625 * 4, 1e-14);
}

TEST(Function1, WavesAndRamps) {
  EXPECT_NEAR(function("f sine; fCoeffs { amplitude 2; frequency 0.25; scale 3; level 10; t0 1; }")->value(2), 16, 1e-14);
  const auto square = function("f { type square; amplitude 1; frequency 1; markSpace 3; scale 2; level 0; }");
  EXPECT_EQ(square->value(0.7), 2);
  EXPECT_EQ(square->value(0.8), -2);
  EXPECT_EQ(function<Vec3>("f { type scale; scale linearRamp; duration 4; value (1 2 3); }")->value(1), (Vec3{0.25, 0.5, 0.75}));
  const std::string ramp = "Ramp; start 1; duration 2;";
  EXPECT_DOUBLE_EQ(function("f linear" + ramp)->value(2), 0.5);
  EXPECT_DOUBLE_EQ(function("f quadratic" + ramp)->value(2), 0.25);
  EXPECT_DOUBLE_EQ(function("f halfCosine" + ramp)->value(1.5), 0.5 * (1 - std::sqrt(0.5)));
  EXPECT_DOUBLE_EQ(function("f quarterCosine" + ramp)->value(2), 1 - std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(function("f quarterSine" + ramp)->value(2), std::sqrt(0.5));
  EXPECT_EQ(function("f linear" + ramp)->value(0), 0);
  EXPECT_EQ(function("f linear" + ramp)->value(5), 1);
}

TEST(Function1, Polynomial) {
  EXPECT_DOUBLE_EQ(function("f polynomial ((1 0) (2 1) (0.5 2));")->value(2), 7);
  EXPECT_EQ(function<Vec3>("f polynomial (((1 2 3) (0 1 2)));")->value(2), (Vec3{1, 4, 12}));
}

/// A directory with the files of a case.
class Files : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::temp_directory_path() / fmt::format("eagre_function1_{}", getpid());
    std::filesystem::create_directories(directory_ / "constant");
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(directory_ / "constant" / name) << text; }
  std::string field() const { return (directory_ / "0" / "U").string(); }
  std::filesystem::path directory_;
};

TEST_F(Files, TableFile) {
  write("rate", "// a comment\n(\n(0 1)\n(2 5)\n)\n");
  for (const std::string path : {"constant/rate", "$FOAM_CASE/constant/rate", "${FOAM_CASE}/constant/rate", "<constant>/rate"})
    EXPECT_DOUBLE_EQ(function("f tableFile; file \"" + path + "\";", field())->value(1), 3) << path;
  EXPECT_DOUBLE_EQ(function("f { type table; file \"<constant>/rate\"; }", field())->value(1), 3);  // openfoam.com from v2006 on
  const std::string older = "fileName \"constant/rate\";";
  EXPECT_DOUBLE_EQ(function("f tableFile; tableFileCoeffs { " + older + " }", field())->value(1), 3);
  EXPECT_DOUBLE_EQ(function("f tableFile; " + older + " tableFileCoeffs { }", field())->value(1), 3);
  EXPECT_DOUBLE_EQ(function("f tableFile; fCoeffs { " + older + " } tableFileCoeffs { }", field())->value(1), 3);
  EXPECT_THAT(errorOf("f tableFile; fCoeffs { file \"constant/rat\"; }", field()), HasSubstr("constant/rat"));
  write("bad", "((0 1) (2");
  EXPECT_NE(errorOf("f tableFile; file \"constant/bad\";", field()), "");
}

TEST_F(Files, CsvFile) {
  write("rate.csv", "time;p;x;y;z\n0;7;1;2;3\n2;9;3;4;5\n\nignored;\n");
  const std::string entries = "nHeaderLine 1; refColumn 0; separator \";\"; mergeSeparators no; file \"constant/rate.csv\";";
  EXPECT_DOUBLE_EQ(function("f csvFile; componentColumns (1); " + entries, field())->value(1), 8);
  EXPECT_EQ(function<Vec3>("f csvFile; componentColumns (2 3 4); " + entries, field())->value(1), (Vec3{2, 3, 4}));
  EXPECT_THAT(errorOf("f csvFile; componentColumns (2 3); " + entries, field()), HasSubstr("componentColumns holds 2"));
  EXPECT_THAT(errorOf("f csvFile; componentColumns (8); " + entries, field()),
              AllOf(HasSubstr("no column 8"), HasSubstr("rate.csv")));
  write("spaces.csv", "0   1\n2  x\n");
  EXPECT_THAT(errorOf("f csvFile; componentColumns (1); nHeaderLine 0; refColumn 0; separator \" \"; mergeSeparators yes; file "
                      "\"constant/spaces.csv\";",
                      field()),
              AllOf(HasSubstr("'x' is not a number"), HasSubstr("spaces.csv"), HasSubstr("2")));
}

TEST(Function1, Errors) {
  EXPECT_THAT(errorOf("g 3;"), HasSubstr("f"));
  EXPECT_THAT(errorOf("f tabel ((0 1));"), AllOf(HasSubstr("'tabel'"), HasSubstr("did you mean 'table'"), HasSubstr("0/U")));
  EXPECT_THAT(errorOf<Vec3>("f linearRamp; duration 1;"), HasSubstr("unknown type of function 'linearRamp'"));
  EXPECT_THAT(errorOf("f table ();"), HasSubstr("empty"));
  EXPECT_THAT(errorOf("f table ((0 1) (0 2));"), HasSubstr("not in rising order"));
  EXPECT_THAT(errorOf("f table ((0 1) (1 2)); outOfBounds clmp;"), HasSubstr("clamp"));
  EXPECT_THAT(errorOf("f sine; fCoeffs { frequency 1; scale 1; level 0; }"), HasSubstr("amplitude"));
  EXPECT_NE(errorOf("f constant;"), "");
  EXPECT_NE(errorOf("f constant 1 2;"), "");
  EXPECT_NE(errorOf("f (1 2 3);"), "");
}

TEST(Function1, WhatIsWrittenReadsBack) {
  for (const std::string text :
       {"f 0.1;", "f constant 0.30000000000000004;", "f table ((0 1) (2 5)); outOfBounds repeat; interpolationScheme spline;",
        "f sine; fCoeffs { amplitude 2; frequency table ((0 1) (1 2)); scale 3; level 10; }",
        "f { type square; amplitude 1; frequency 1; scale 2; level 0; }", "f halfCosineRamp; start 0.2; duration 3;",
        "f scale; scale linearRamp; start 0; duration 4; value polynomial ((1 0) (2 1.5));"}) {
    SCOPED_TRACE(text);
    const auto first = function(text);
    TextWriter out;
    first->write(out);
    const auto second = function(out.text());
    for (const double x : {0.0, 0.3, 1.1, 2.7}) EXPECT_EQ(second->value(x), first->value(x));
    TextWriter again;
    second->write(again);
    EXPECT_EQ(again.text(), out.text());
  }
}

}  // namespace
}  // namespace eagre::fv::fixtures
