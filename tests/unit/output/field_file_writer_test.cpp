// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/field_file_writer.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>

#include "config/dictionary.hpp"

namespace eagre::output {
namespace {
namespace fs = std::filesystem;

class FieldFileWriterTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::temp_directory_path() / ("eagre_writer_" + std::to_string(::getpid()));
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }
  template <class F>
  std::string written(const FieldFormat& format, F&& content) {
    const fs::path file = directory_ / "file";
    replaceFile(file, false, [&](FileSink& sink) {
      FieldFileWriter writer(sink, format);
      content(writer);
    });
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path directory_;
};

// The texts in these tests were taken from files that OpenFOAM v1912's own interFoam wrote.

TEST_F(FieldFileWriterTest, EqualValuesAreUniform) {
  const std::vector<double> values(6, 0.25);
  EXPECT_EQ(written({}, [&](FieldFileWriter& w) { w.list("internalField", values, 1); }), "internalField   uniform 0.25;\n");
  EXPECT_EQ(written({}, [&](FieldFileWriter& w) { w.list("value", values, 3); }), "value           uniform (0.25 0.25 0.25);\n");
  const std::vector<double> one{7};
  EXPECT_EQ(written({}, [&](FieldFileWriter& w) { w.list("value", one, 1); }), "value           uniform 7;\n");
}

TEST_F(FieldFileWriterTest, ShortAsciiListsStandOnOneLine) {
  const std::vector<double> values{1, 2.5, -3e-7, 0, 0, 0, 0, 0, 0, 1};
  EXPECT_EQ(written({}, [&](FieldFileWriter& w) { w.list("value", values, 1); }),
            "value           nonuniform List<scalar> 10(1 2.5 -3e-07 0 0 0 0 0 0 1);\n");
  const std::vector<double> vectors{1, 0, 0, 0, 1, 0};
  EXPECT_EQ(written({}, [&](FieldFileWriter& w) { w.list("value", vectors, 3); }),
            "value           nonuniform List<vector> 2((1 0 0) (0 1 0));\n");
}

TEST_F(FieldFileWriterTest, AListBehindAnotherWordKeepsTheWord) {
  for (const bool binary : {false, true}) {
    const auto text = written({.binary = binary}, [&](FieldFileWriter& w) {
      w.entries(config::Dictionary::parse("a table List<scalar> 2(1 1); b nonuniform List<scalar> 2(1 1);", "test"));
    });
    EXPECT_EQ(text.find("a               table List<scalar>"), 0U) << text;
    EXPECT_NE(text.find("b               uniform 1;"), std::string::npos) << text;
  }
}

TEST_F(FieldFileWriterTest, AListAmongSeveralWordsIsWrittenAsItIsRead) {
  const auto entries =
      config::Dictionary::parse("d { a / table List<scalar> 2(1 2); b \"c d\" List<vector> 2((1 2 3) (4 5 6)) e; }", "test");
  for (const bool binary : {false, true}) {
    std::string text = written({.binary = binary}, [&](FieldFileWriter& w) { w.entries(entries); });
    if (binary) text = "FoamFile { format binary; arch \"LSB;label=32;scalar=64\"; }\n" + text;
    EXPECT_TRUE(config::Dictionary::parse(text, "written").subDict("d") == entries.subDict("d")) << text;
  }
}

TEST_F(FieldFileWriterTest, LongAsciiListsHaveOneValueALine) {
  std::vector<double> values(11);
  std::iota(values.begin(), values.end(), 0.0);
  std::string expected = "value           nonuniform List<scalar> \n11\n(\n";
  for (int i = 0; i < 11; ++i) expected += std::to_string(i) + "\n";
  EXPECT_EQ(written({}, [&](FieldFileWriter& w) { w.list("value", values, 1); }), expected + ")\n;\n");
}

TEST_F(FieldFileWriterTest, AListMayComeInPieces) {
  std::vector<double> values(200000);
  std::iota(values.begin(), values.end(), 0.5);
  const auto whole = written({}, [&](FieldFileWriter& w) { w.list("internalField", values, 1); });
  const auto pieces = written({}, [&](FieldFileWriter& w) {
    w.beginList("internalField", 200000, 1);
    w.values(std::span(values).first(70001));
    w.values(std::span(values).subspan(70001));
    w.endList();
  });
  EXPECT_EQ(whole, pieces);
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 200000 + 5);
}

TEST_F(FieldFileWriterTest, EmptyListsAreNotUniform) {
  EXPECT_EQ(written({}, [&](FieldFileWriter& w) { w.list("value", {}, 1); }), "value           nonuniform 0();\n");
  EXPECT_EQ(written({.binary = true}, [&](FieldFileWriter& w) { w.list("value", {}, 1); }), "value           nonuniform 0;\n");
}

TEST_F(FieldFileWriterTest, NotANumberIsNotUniform) {
  const std::vector<double> values(2, std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(isUniform(values, 1));
}

TEST_F(FieldFileWriterTest, BinaryListsAreBytes) {
  const std::vector<double> values{1.0 / 3, 2.0 / 3};
  const std::string text = written({.binary = true}, [&](FieldFileWriter& w) { w.list("value", values, 1); });
  const std::string head = "value           nonuniform List<scalar> \n2\n(";
  ASSERT_EQ(text.size(), head.size() + 16 + 3);
  EXPECT_EQ(text.substr(0, head.size()), head);
  EXPECT_EQ(std::memcmp(text.data() + head.size(), values.data(), 16), 0);
  EXPECT_EQ(text.substr(head.size() + 16), ");\n");
}

TEST_F(FieldFileWriterTest, UniformValuesOfABinaryFileReadBackExactly) {
  const double third = 1.0 / 3;
  const std::string text = written({.binary = true}, [&](FieldFileWriter& w) { w.uniform("v", std::span(&third, 1)); });
  EXPECT_EQ(std::stod(text.substr(text.find("uniform") + 8)), third);
}

TEST_F(FieldFileWriterTest, PrecisionOfAsciiNumbers) {
  const double third = 1.0 / 3;
  EXPECT_EQ(written({.precision = 12}, [&](FieldFileWriter& w) { w.uniform("v", std::span(&third, 1)); }),
            "v               uniform 0.333333333333;\n");
}

TEST_F(FieldFileWriterTest, AFileAsOpenFoamWritesIt) {
  const std::string text = written({}, [](FieldFileWriter& w) {
    w.header("surfaceScalarField", "0.01", "phi");
    w.dimensions(dimVolumeFlux, true);
    const double zero = 0;
    w.uniform("internalField", std::span(&zero, 1));
    w.text("\n");
    w.beginBlock("boundaryField");
    w.beginBlock("leftWall");
    w.entry("type", "calculated");
    w.uniform("value", std::span(&zero, 1));
    w.endBlock();
    w.endBlock();
    w.footer();
  });
  const std::string expected = R"(FoamFile
{
    version     2.0;
    format      ascii;
    class       surfaceScalarField;
    location    "0.01";
    object      phi;
}
// * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * //

dimensions      [0 3 -1 0 0 0 0];
oriented        oriented;


internalField   uniform 0;

boundaryField
{
    leftWall
    {
        type            calculated;
        value           uniform 0;
    }
}


// ************************************************************************* //
)";
  EXPECT_EQ(text.substr(text.find("FoamFile\n")), expected);
}

TEST_F(FieldFileWriterTest, GzipReadsBack) {
  const fs::path file = directory_ / "U.gz";
  const std::string content(3 << 20, 'x');
  replaceFile(file, true, [&](FileSink& sink) { sink.write(content); });
  EXPECT_LT(fs::file_size(file), content.size() / 100);
  EXPECT_EQ(config::readFileText(file), content);
}

}  // namespace
}  // namespace eagre::output
