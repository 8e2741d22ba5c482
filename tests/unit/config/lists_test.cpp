// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "support.hpp"

namespace eagre::config {
using testing::HasSubstr;
using testing::StartsWith;

namespace {

const FieldList& listOf(const Dictionary& d, std::string_view keyword) { return *d.at(keyword).tokens.back().list; }

template <class T>
std::string bytes(const std::vector<T>& values) {
  std::string result(values.size() * sizeof(T), '\0');
  std::memcpy(result.data(), values.data(), result.size());
  return result;
}

std::string binaryHeader(const std::string& arch = "LSB;label=32;scalar=64") {
  return "FoamFile { version 2.0; format binary; arch \"" + arch + "\"; class volScalarField; object p; }\n";
}

}  // namespace

TEST(TypedLists, Ascii) {
  const Dictionary d = parse(
      "s nonuniform List<scalar> 3(1 2.5 -3e-2); v nonuniform List<vector> 2((1 2 3) (4 5 6));\n"
      "l List<label> (3 4 // comment\n 5); u nonuniform List<vector> 2{(0 0 1)}; e nonuniform List<vector> 0(); z nonuniform "
      "List<scalar> 0;\n"
      "t List<tensor> 1((1 2 3 4 5 6 7 8 9)); y List<symmTensor> 1((1 2 3 4 5 6)); h List<sphericalTensor> 2((1) (2));\n"
      "b List<bool> 3(true 0 on);");
  EXPECT_EQ(listOf(d, "s").values, (std::vector<double>{1, 2.5, -3e-2}));
  EXPECT_EQ(listOf(d, "s").type, "scalar");
  EXPECT_EQ(listOf(d, "v").values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(listOf(d, "v").components, 3);
  EXPECT_EQ(listOf(d, "l").values, (std::vector<double>{3, 4, 5}));
  EXPECT_EQ(listOf(d, "u").values, (std::vector<double>{0, 0, 1, 0, 0, 1}));
  EXPECT_TRUE(listOf(d, "e").values.empty());
  EXPECT_TRUE(listOf(d, "z").values.empty());
  EXPECT_EQ(listOf(d, "t").values.size(), 9U);
  EXPECT_EQ(listOf(d, "y").values.size(), 6U);
  EXPECT_EQ(listOf(d, "h").values, (std::vector<double>{1, 2}));
  EXPECT_EQ(listOf(d, "b").values, (std::vector<double>{1, 0, 1}));
}

TEST(TypedLists, WordListsAreTokens) { EXPECT_EQ(parse("w List<word> 2(a b);").at("w").tokens.size(), 6U); }

TEST(TypedLists, Binary) {
  // The bytes of the values hold what would be ';', ')' and '}' in a text.
  const std::vector<double> scalars{1.5, -2, 3.25e10};
  std::vector<double> vectors{1, 2, 3, 4, 5, 6};
  std::memset(&vectors[1], ')', sizeof(double));
  const std::string text = binaryHeader() + "dimensions [0 2 -1 0 0 0 0];\ninternalField nonuniform List<scalar>\n3\n(" +
                           bytes(scalars) + ");\nv nonuniform List<vector> 2(" + bytes(vectors) + ")\n; l List<label> 2(" +
                           bytes(std::vector<std::int32_t>{-1, 70000}) + "); none nonuniform List<vector> 0;\nb List<bool> 2(" +
                           std::string("\x01\x00", 2) + "); boundaryField { wall { value uniform (0 0 1); } }";
  const Dictionary d = parse(text);
  EXPECT_EQ(listOf(d, "internalField").values, scalars);
  EXPECT_EQ(listOf(d, "v").values, vectors);
  EXPECT_EQ(listOf(d, "l").values, (std::vector<double>{-1, 70000}));
  EXPECT_EQ(listOf(d, "b").values, (std::vector<double>{1, 0}));
  EXPECT_TRUE(listOf(d, "none").values.empty());
  EXPECT_EQ(d.subDict("boundaryField").subDict("wall").at("value").tokens.size(), 6U);
}

TEST(TypedLists, BinaryWordSizes) {
  const Dictionary d =
      parse(binaryHeader("LSB;label=64;scalar=32") + "l List<label> 2(" + bytes(std::vector<std::int64_t>{-1, 1LL << 40}) +
            "); s List<scalar> 2(" + bytes(std::vector<float>{0.5F, -8}) + ");");
  EXPECT_EQ(listOf(d, "l").values, (std::vector<double>{-1, 1099511627776.0}));
  EXPECT_EQ(listOf(d, "s").values, (std::vector<double>{0.5, -8}));
  const std::string noArch =
      "FoamFile { format binary; class regIOobject; object cellZones; }\nl List<label> 2(";  // before version 4
  EXPECT_EQ(listOf(parse(noArch + bytes(std::vector<std::int64_t>{3, 4}) + ");"), "l").values, (std::vector<double>{3, 4}));
  EXPECT_EQ(listOf(parse(noArch + bytes(std::vector<std::int32_t>{3, 4}) + ");"), "l").values, (std::vector<double>{3, 4}));
  EXPECT_THAT(parseError(binaryHeader("MSB;label=32;scalar=64")), HasSubstr("big-endian"));
  EXPECT_THAT(parseError(binaryHeader("LSB;label=32;scalar=16")), HasSubstr("scalar=32 or scalar=64 expected"));
  EXPECT_THAT(parseError("FoamFile { format bianry; }"), HasSubstr("did you mean 'binary'?"));
  EXPECT_THAT(parseError(binaryHeader() + "e List<edge> 1(xxxxxxxx);"), HasSubstr("List<edge> in a binary file"));
}

TEST(TypedListErrors, CountsThatDiffer) {
  EXPECT_THAT(parseError("a\nList<scalar>\n3\n(\n1\n2\n);"), StartsWith("test:7: a List<scalar> of 3 values is closed after 2"));
  EXPECT_THAT(parseError("a List<scalar> 2(1 2 3);"), HasSubstr("it has more values, or ')' is missing"));
  EXPECT_THAT(parseError("a List<vector> 2((1 2 3) (4 5 6);"), HasSubstr("')' is missing"));
  EXPECT_THAT(parseError("a List<vector> 1((1 2));"), HasSubstr("expected a number in a list, found '));'"));
  EXPECT_THAT(parseError("a List<vector> 1((1 2 3 4));"), HasSubstr("expected ')' in a value of a List<vector>"));
  EXPECT_THAT(parseError("a List<scalar> 1(x);"), HasSubstr("expected a number in a list, found 'x);'"));
  EXPECT_THAT(parseError("a List<scalar> 1(2x);"), HasSubstr("expected a number"));
  EXPECT_THAT(parseError("a List<label> 1(2.5);"), HasSubstr("expected an integer"));
  EXPECT_THAT(parseError("a List<scalar> uniform;"), HasSubstr("expected the number of values"));
  EXPECT_THAT(parseError("a List<bool> 1(maybe);"), HasSubstr("expected true or false"));
}

TEST(TypedListErrors, BogusCountsAskForNoMemory) {
  EXPECT_THAT(parseError("a List<scalar> 4000000000000(1 2 3);"), HasSubstr("the file ends in"));
  EXPECT_THAT(parseError("a List<vector> 9000000000000000000(1 2 3);"), HasSubstr("the file ends in"));
  EXPECT_THAT(parseError("a List<scalar> 99999999999999999999(1);"), HasSubstr("expected an integer"));
  EXPECT_THAT(parseError("a List<scalar> 4000000000000{1};"), HasSubstr("more memory"));
  EXPECT_THAT(parseError("a List<scalar> 9000000000000000000{1};"), HasSubstr("too long"));
  EXPECT_THAT(parseError(binaryHeader() + "a List<scalar> 4000000000000(xxxx"), HasSubstr("bytes left"));
  EXPECT_THAT(parseError(binaryHeader() + "a List<tensor> 9000000000000000000(xxxx"), HasSubstr("bytes left"));
  EXPECT_THAT(parseError("a List<scalar> 3(1 2"), HasSubstr("the file ends in"));
  EXPECT_THAT(parseError("a List<scalar> (1 2"), HasSubstr("the file ends in a list"));
}

TEST(TypedLists, AMillionNumbers) {
  std::string text = "internalField nonuniform List<scalar> 1000000\n(\n";
  for (int i = 0; i < 1000000; ++i) text += std::to_string(i * 1.25e-3) + "\n";
  text += ");";
  const Dictionary d = parse(text);
  EXPECT_EQ(listOf(d, "internalField").values.size(), 1000000U);
  EXPECT_EQ(listOf(d, "internalField").values[8], 0.01);
}

TEST(PlainLists, EveryForm) {
  const Dictionary d = parse(
      "a (1 2 3); b 3(1 2 3); c 3{7}; w (x \"y z\"); v ((0 0 0) (1 1 1)); i (1 2); e (); z 0; t List<scalar> 2(1 2); ti "
      "List<label> 2(1 2);");
  EXPECT_EQ(d.get<std::vector<double>>("a"), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(d.get<std::vector<double>>("b"), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(d.get<std::vector<double>>("c"), (std::vector<double>{7, 7, 7}));
  EXPECT_EQ(d.get<std::vector<std::string>>("w"), (std::vector<std::string>{"x", "y z"}));
  EXPECT_EQ(d.get<std::vector<Vec3>>("v"), (std::vector<Vec3>{{0, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(d.get<std::vector<int>>("i"), (std::vector<int>{1, 2}));
  EXPECT_TRUE(d.get<std::vector<int>>("e").empty());
  EXPECT_TRUE(d.get<std::vector<double>>("z").empty());
  EXPECT_EQ(d.get<std::vector<double>>("t"), (std::vector<double>{1, 2}));
  EXPECT_EQ(d.get<std::vector<int>>("ti"), (std::vector<int>{1, 2}));
}

TEST(PlainLists, CountsAreChecked) {
  const auto message = [](const std::string& value) {
    const Dictionary d = parse("\na " + value + ";");
    return errorOf([&] { d.get<std::vector<double>>("a"); });
  };
  EXPECT_THAT(message("3(1 2)"), StartsWith("test:2: a: the list says 3 values and has 2"));
  EXPECT_THAT(message("2(1 2 3)"), HasSubstr("more than the 2 values"));
  EXPECT_THAT(message("2000000000{1}"), HasSubstr("longer than is credible"));
  EXPECT_THAT(message("-1(1)"), HasSubstr("cannot have -1 values"));
  EXPECT_THAT(message("(1 2) 3"), HasSubstr("unexpected the number 3 behind the value"));
  EXPECT_THAT(message("5"), HasSubstr("'(' expected at its end"));
}

}  // namespace eagre::config
