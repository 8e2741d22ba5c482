// SPDX-License-Identifier: BSD-3-Clause
// Syntax of versions other than v1912, and what includes mean where OpenFOAM is not installed.
#include <cstdlib>

#include "config/reading/etc_files.hpp"
#include "support.hpp"

namespace eagre::config {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Reads a controlDict of a case directory, without OpenFOAM's etc directory.
Dictionary readControlDict(const ScratchDirectory& directory, const std::string& text) {
  unsetenv("WM_PROJECT_DIR");
  ReadOptions options;
  options.caseDirectory = directory.path();
  options.tolerantDictionary = "functions";
  return Dictionary::read(directory.write("system/controlDict", text), options);
}

}  // namespace

TEST(Versions, AMinusBeforeAVariable) {
  const Dictionary d = parse("a 2.5; b 3; v (-$a 0 -$b); c -$a; e (1 -2 -$b);");
  EXPECT_EQ(d.get<Vec3>("v"), (Vec3{-2.5, 0, -3}));
  EXPECT_EQ(d.get<double>("c"), -2.5);
  EXPECT_THAT(d.get<std::vector<int>>("e"), ElementsAre(1, -2, -3));
}

TEST(Versions, Neg) {
  const Dictionary d = parse("a 2; b #neg $a; c #neg #calc \"1 + $a\"; v (1 #neg 4 #neg $b);");
  EXPECT_EQ(d.get<int>("b"), -2);
  EXPECT_EQ(d.get<int>("c"), -3);
  EXPECT_EQ(d.get<Vec3>("v"), (Vec3{1, -4, 2}));
  const Dictionary large = parse("a #neg 9139793049366141; b #neg 12345678901234567890;");
  EXPECT_EQ(parse(large.toString()), large);
  EXPECT_THAT(parseError("a #neg word;"), HasSubstr("#neg: a number is expected behind it, found the word 'word'"));
  EXPECT_THAT(parseError("#neg 3;"), HasSubstr("needs a keyword before it"));
}

TEST(Versions, CodeWithoutAKeywordIsNotRun) {
  const Dictionary d = parse("a 1;\n#calc \"Info<< $a << endl\";\nb 2;");
  EXPECT_EQ(d.get<int>("b"), 2);
  EXPECT_THAT(d.misspeltEntries(), ElementsAre(HasSubstr("test:2: #calc without a keyword before it")));
}

TEST(Versions, PrintChangesNothing) { EXPECT_EQ(parse("b { a 1;\n#print\n} c 2;").get<int>("c"), 2); }

TEST(Versions, TypedVariablesInBraces) {
  const Dictionary d = parse("radius 3; a #calc \"$<scalar>{radius}/(2 - 0.5)\";");
  EXPECT_EQ(d.get<double>("a"), 2);
}

TEST(Versions, SingleQuotes) {
  const Dictionary d = parse("a 'two words'; b \"it's\";");
  EXPECT_EQ(d.get<std::string>("a"), "two words");
  EXPECT_EQ(d.get<std::string>("b"), "it's");
  EXPECT_THAT(parseError("a 'open;\n b 1;"), HasSubstr("is not closed on its line"));
}

TEST(Versions, TheTopOfTheFileAndOtherFiles) {
  EXPECT_EQ(parse("x 1; a { x 2; b { c $!x; } }").subDict("a").subDict("b").get<int>("c"), 1);
  EXPECT_EQ(parse("s { t steadyState; } #ifeq ($!s/t steadyState)\n r 1;\n#else\n r 2;\n#endif").get<int>("r"), 1);
  const ScratchDirectory directory;
  directory.write("system/fvSchemes", "ddtSchemes { default Euler; }");
  directory.write("0/U", "#include \"values\"\n");
  directory.write("0/values", "Uinlet 3;");
  const Dictionary d = readControlDict(directory, "s $fvSchemes!ddtSchemes/default; U $../0/U!Uinlet;");
  EXPECT_EQ(d.get<std::string>("s"), "Euler");
  EXPECT_EQ(d.get<int>("U"), 3);
  directory.write("system/other", "y $controlDict!x;");
  EXPECT_THAT(errorOf([&] { readControlDict(directory, "x $other!y;"); }), HasSubstr("just being read"));
}

TEST(Versions, HeadersWithMeta) {
  std::size_t offset = 0;
  const std::string text =
      "FoamFile { version 2.0; format ascii; class regIOobject; meta { names 2 (a b); } object cellZones; }\n5";
  const FoamHeader header = parseHeader(text, "cellZones", offset);
  EXPECT_EQ(header.object, "cellZones");
  EXPECT_EQ(text.substr(offset), "\n5");
}

TEST(Versions, ListsOfWordsInBinaryFiles) {
  const Dictionary d = parse("FoamFile { format binary; }\npatch { inGroups List<word> 2(wall hull); }");
  EXPECT_THAT(d.subDict("patch").get<std::vector<std::string>>("inGroups"), ElementsAre("wall", "hull"));
}

TEST(EtcFiles, WithoutOpenFOAM) {
  const ScratchDirectory directory;
  const Dictionary d = readControlDict(directory,
                                       "boundaryField { #includeEtc \"caseDicts/setConstraintTypes\"\n"
                                       "#include \"$FOAM_ETC/caseDicts/setConstraintTypes\"\n"
                                       "#include \"<etc>/caseDicts/setConstraintTypes\"\n }");
  EXPECT_EQ(d.subDict("boundaryField").subDict("symmetryPlane").get<std::string>("type"), "symmetryPlane");
  EXPECT_EQ(d.subDict("boundaryField").subDict("cyclicAMI").get<std::string>("type"), "cyclicAMI");
  EXPECT_THAT(errorOf([&] { readControlDict(directory, "#includeEtc \"caseDicts/unheardOf\"\n"); }),
              HasSubstr("Eagre has no content of its own for this file"));
  EXPECT_FALSE(builtInFunction("setConstraintTypes"));
  EXPECT_FALSE(builtInFunction("graph.cfg"));
  EXPECT_FALSE(builtInEtcFile("caseDicts/yourpatch.cfg"));
}

TEST(EtcFiles, OfTheTwoForks) {
  EXPECT_THAT(*builtInEtcFile("caseDicts/postProcessing/graphs/graph.cfg"), HasSubstr("$setConfig"));
  EXPECT_THAT(*builtInEtcFile("caseDicts/functions/graphs/graph.cfg"), testing::Not(HasSubstr("$setConfig")));
}

TEST(IncludeFunc, ArgumentsCountBeforeTheFile) {
  const ScratchDirectory directory;
  directory.write("system/mine",
                  "type probes; name <patchName>; points ((9 9 9)); sets (a { start $start; }); operation sum; operation max;");
  const Dictionary d = readControlDict(directory,
                                       "functions\n{\n"
                                       "  #includeFunc patchAverage(patch=inlet,fields=(p U))\n"
                                       "  #includeFunc probes(name=five, points=((0 1 0) (2 3 4)), \"alpha.*\", U)\n"
                                       "  #includeFunc  mine(start = (1 2 3), points=((0 0 0)))\n"
                                       "  last { type Q; }\n}");
  const Dictionary& functions = d.subDict("functions");
  EXPECT_THAT(functions.toc(),
              ElementsAre("patchAverage(patch=inlet,fields=(p_U))", "five", "mine(start=(1_2_3),points=((0_0_0)))", "last"));
  const Dictionary& average = functions.subDict("patchAverage(patch=inlet,fields=(p_U))");
  EXPECT_EQ(average.get<std::string>("type"), "surfaceFieldValue");
  EXPECT_EQ(average.get<std::string>("patch"), "inlet");
  EXPECT_THAT(average.get<std::vector<std::string>>("fields"), ElementsAre("p", "U"));
  EXPECT_THAT(functions.subDict("five").get<std::vector<Vec3>>("points"), ElementsAre(Vec3{0, 1, 0}, Vec3{2, 3, 4}));
  EXPECT_THAT(functions.subDict("five").get<std::vector<std::string>>("fields"), ElementsAre("alpha.*", "U"));
  const Dictionary& mine = functions.subDict("mine(start=(1_2_3),points=((0_0_0)))");
  EXPECT_THAT(mine.get<std::vector<Vec3>>("points"), ElementsAre(Vec3{0, 0, 0}));
  EXPECT_EQ(mine.get<std::string>("operation"), "max");
  EXPECT_FALSE(mine.has("name"));
  EXPECT_EQ(mine.at("sets").tokens.size(), 12U);  // ( a { start ( 1 2 3 ) ; } )
  EXPECT_THAT(errorOf([&] { parse("#includeFunc probes(points=((0 0 0)), p /* no end)"); }), HasSubstr("is no name"));
  // Arguments on lines of their own; a name beside the patch, which v1912 calls name.
  const auto rate = parse("#includeFunc patchFlowRate\n  (\n    name=out,\n    patch=outlet,\n    phi\n  )\nbehind 1;");
  EXPECT_EQ(rate.subDict("out").get<std::string>("name"), "outlet");
  EXPECT_TRUE(rate.has("behind"));
  EXPECT_THAT(errorOf([&] { parse("#includeFunc probes(points=((0 0 0))"); }), HasSubstr("lacks 1 closing ')'"));
  EXPECT_EQ(Dictionary::parse(d.toString(), "written"), d);
  EXPECT_THAT(readControlDict(directory, "functions\n{\n#include \"bad\"\n#includeFunc probes(name=a, points={ 1; })\n}")
                  .subDict("functions")
                  .toc(),
              testing::IsEmpty());
}

TEST(TolerantDictionary, LosesOnlyTheBrokenEntry) {
  const ScratchDirectory directory;
  directory.write("system/half", "early { type Q; }\nopen { a 1;\n");
  const Dictionary d = readControlDict(directory,
                                       "functions\n{\n  #includeFunc nothing\n  #include \"half\"\n"
                                       "  one { a (1 $unknown); b 2; }\n  code { a #codeStream { code #{ x; #}; }; }\n"
                                       "  two { a 1; }\n}\nendTime 3;");
  const Dictionary& functions = d.subDict("functions");
  EXPECT_THAT(functions.toc(), ElementsAre("early", "one", "code", "two"));
  EXPECT_THAT(functions.subDict("one").defect(), HasSubstr("system/controlDict:5: unknown variable '$unknown'"));
  EXPECT_EQ(functions.subDict("one").get<int>("b"), 2);
  EXPECT_THAT(functions.subDict("code").defect(), HasSubstr("code: the name 'x'"));
  EXPECT_THAT(functions.subDict("two").defect(), IsEmpty());
  EXPECT_EQ(d.get<int>("endTime"), 3);
  EXPECT_THAT(d.misspeltEntries(), ElementsAre(HasSubstr("controlDict:3: #includeFunc nothing: no file 'nothing'"),
                                               HasSubstr("system/half:2: dictionary 'open' is not closed")));
  EXPECT_THAT(errorOf([&] { readControlDict(directory, "a { b $unknown; }"); }), HasSubstr("unknown variable"));
}

}  // namespace eagre::config
