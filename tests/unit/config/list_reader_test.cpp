// SPDX-License-Identifier: BSD-3-Clause
#include "config/reading/list_reader.hpp"

#include <fmt/format.h>

#include <cstring>

#include "support.hpp"

namespace eagre::config {
using testing::HasSubstr;

namespace {

std::string header(const std::string& className, const std::string& format = "ascii",
                   const std::string& arch = "LSB;label=32;scalar=64") {
  return "FoamFile\n{\n version 2.0;\n format " + format + ";\n arch \"" + arch + "\";\n class " + className +
         ";\n object x;\n}\n";
}

template <class T>
std::string bytes(const std::vector<T>& values) {
  std::string result(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(result.data(), values.data(), result.size());
  return result;
}

std::string labelError(const std::string& text) {
  return errorOf([&] {
    ListFileReader reader(text, "owner");
    reader.readLabelList();
    reader.expectEnd();
  });
}

}  // namespace

TEST(ListFileReader, Ascii) {
  ListFileReader labels(header("labelList") + "// c\n4\n(\n0\n-1\n2 3\n)\n// end\n", "owner");
  EXPECT_EQ(labels.header().className, "labelList");
  EXPECT_EQ(labels.readLabelList(), (std::vector<Label>{0, -1, 2, 3}));
  labels.expectEnd();
  EXPECT_EQ(ListFileReader("3{7}", "x").readLabelList(), (std::vector<Label>{7, 7, 7}));
  EXPECT_EQ(ListFileReader("(1 2)", "x").readLabelList(), (std::vector<Label>{1, 2}));
  EXPECT_TRUE(ListFileReader("0()", "x").readLabelList().empty());
  EXPECT_TRUE(ListFileReader("0", "x").readLabelList().empty());
  EXPECT_EQ(ListFileReader("2((0 1 2)(3.5 -4 1e-3))", "x").readVectorList(), (std::vector<Vec3>{{0, 1, 2}, {3.5, -4, 1e-3}}));
  EXPECT_EQ(ListFileReader("2(0.5 1)", "x").readScalarList(), (std::vector<double>{0.5, 1}));
  const CompactLists faces = ListFileReader(header("faceList") + "2\n(\n4(0 1 2 3)\n3(4 5 6)\n)\n", "faces").readFaceList();
  EXPECT_EQ(faces.offsets, (std::vector<Label>{0, 4, 7}));
  EXPECT_EQ(faces.labels, (std::vector<Label>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(ListFileReader, Binary) {
  const std::vector<double> coordinates{0, 1, 2, 3.5, -4, 1e-3};
  EXPECT_EQ(ListFileReader(header("vectorField", "binary") + "2\n(" + bytes(coordinates) + ")\n", "points").readVectorList(),
            (std::vector<Vec3>{{0, 1, 2}, {3.5, -4, 1e-3}}));
  EXPECT_EQ(ListFileReader(
                header("vectorField", "binary", "LSB;label=32;scalar=32") + "1(" + bytes(std::vector<float>{1, 2, 0.5F}) + ")",
                "points")
                .readVectorList(),
            (std::vector<Vec3>{{1, 2, 0.5}}));
  EXPECT_EQ(ListFileReader(header("labelList", "binary") + "3(" + bytes(std::vector<std::int32_t>{1, -2, 3}) + ")", "owner")
                .readLabelList(),
            (std::vector<Label>{1, -2, 3}));
  EXPECT_EQ(
      ListFileReader(
          header("labelList", "binary", "LSB;label=64;scalar=64") + "2(" + bytes(std::vector<std::int64_t>{1, -2}) + ")", "owner")
          .readLabelList(),
      (std::vector<Label>{1, -2}));
  const std::string noArch = "FoamFile\n{\n format binary;\n class labelList;\n object x;\n}\n2\n(";  // before version 4
  EXPECT_EQ(ListFileReader(noArch + bytes(std::vector<std::int64_t>{7, -2}) + ")\n", "owner").readLabelList(),
            (std::vector<Label>{7, -2}));
  EXPECT_EQ(ListFileReader(noArch + bytes(std::vector<std::int32_t>{7, -2}) + ")\n", "owner").readLabelList(),
            (std::vector<Label>{7, -2}));
  const std::string four = "FoamFile\n{\n format binary;\n class labelList;\n object x;\n}\n4\n(";
  EXPECT_EQ(ListFileReader(four + bytes(std::vector<std::int64_t>{0, 1, 41, 3}) + ")\n", "owner").readLabelList(),
            (std::vector<Label>{0, 1, 41, 3}));  // 41 is ')'
  EXPECT_TRUE(ListFileReader(header("labelList", "binary") + "0\n", "owner").readLabelList().empty());
  ListFileReader reader(header("faceCompactList", "binary") + "3\n(" + bytes(std::vector<std::int32_t>{0, 4, 7}) + ")\n7\n(" +
                            bytes(std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6}) + ")\n",
                        "faces");
  const CompactLists faces = reader.readFaceList();
  reader.expectEnd();
  EXPECT_EQ(faces.offsets, (std::vector<Label>{0, 4, 7}));
  EXPECT_EQ(faces.labels.size(), 7U);
}

TEST(ListFileReaderErrors, SayFileAndLine) {
  EXPECT_EQ(labelError(header("labelList") + "3\n(\n1\n2\n)\n"), "owner:13: the list says 3 values and has 2");
  EXPECT_THAT(labelError("2(1 2 3)"), HasSubstr("more than the 2 values"));
  EXPECT_THAT(labelError("2(1 2"), HasSubstr("the file ends in a list"));
  EXPECT_THAT(labelError("2(1"), HasSubstr("the file ends in a list"));
  EXPECT_THAT(labelError("2(1 2.5)"), HasSubstr("expected an integer"));
  EXPECT_THAT(labelError("1(5000000000)"), HasSubstr("out of the range of 32 bits"));
  EXPECT_THAT(labelError("2(1 2) 3"), HasSubstr("more behind the list"));
  EXPECT_THAT(labelError("x"), HasSubstr("expected a list"));
  EXPECT_THAT(labelError(""), HasSubstr("expected a list"));
  EXPECT_THAT(labelError("4000000000000(1)"), HasSubstr("the file ends in a list of 4000000000000 values"));
  EXPECT_THAT(labelError("4000000000000{1}"), HasSubstr("too long"));
  EXPECT_THAT(labelError(header("labelList", "binary") + "1000000(xxxx)"), HasSubstr("the file ends in a list"));
  EXPECT_THAT(labelError(header("labelList", "binary") + "2(12345678"), HasSubstr("')' expected"));
  EXPECT_THAT(labelError(header("labelList", "binary", "LSB;label=64;scalar=64") + "1(" +
                         bytes(std::vector<std::int64_t>{1LL << 40}) + ")"),
              HasSubstr("out of the range"));
  EXPECT_THAT(labelError(header("labelList", "bianry")), HasSubstr("did you mean 'binary'?"));
}

TEST(ListFileReaderErrors, Faces) {
  const auto message = [](const std::string& text) { return errorOf([&] { ListFileReader(text, "faces").readFaceList(); }); };
  EXPECT_THAT(message("2(3(1 2 3))"), HasSubstr("the faceList says 2 faces and has 1"));
  EXPECT_THAT(message("1(3(1 2 3) 3(1 2 3))"), HasSubstr("more than the 1 faces"));
  EXPECT_THAT(message("1(4(1 2 3))"), HasSubstr("expected an integer"));
  EXPECT_THAT(message("1(2(1 2 3))"), HasSubstr("expected ')' in a face"));
  EXPECT_THAT(message("1((1 2 3))"), HasSubstr("begins with the number of its points"));
  const std::string compact = header("faceCompactList", "binary");
  EXPECT_THAT(
      message(compact + "2(" + bytes(std::vector<std::int32_t>{0, 4}) + ")2(" + bytes(std::vector<std::int32_t>{1, 2}) + ")"),
      HasSubstr("do not rise from 0"));
}

TEST(ListFileReader, HundredsOfThousandsOfPoints) {
  std::string text = "333333\n(\n";
  for (int i = 0; i < 333333; ++i) text += fmt::format("({} 0.25 -1.5e-05)\n", i * 1e-3);
  text += ")\n";
  ListFileReader reader(std::move(text), "points");
  const auto points = reader.readVectorList();
  ASSERT_EQ(points.size(), 333333U);
  EXPECT_EQ(points[8], (Vec3{8e-3, 0.25, -1.5e-5}));
}

}  // namespace eagre::config
