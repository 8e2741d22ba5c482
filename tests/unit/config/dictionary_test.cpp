// SPDX-License-Identifier: BSD-3-Clause
#include "config/dictionary.hpp"

#include <fmt/format.h>

#include "support.hpp"

namespace eagre::config {
using testing::HasSubstr;
using testing::StartsWith;

TEST(Lookup, ExactFirstThenTheLastPattern) {
  const Dictionary d = parse("\".*\" { n 1; } \"(U|k).*\" { n 2; } U { n 3; } \"Fi\" { n 4; }");
  const auto n = [&](std::string_view keyword) { return d.subDict(keyword).get<int>("n"); };
  EXPECT_EQ(n("U"), 3);
  EXPECT_EQ(n("UFinal"), 2);  // the later of two patterns
  EXPECT_EQ(n("p"), 1);
  EXPECT_EQ(n("pFinal"), 1);  // "Fi" does not match the whole keyword
  EXPECT_EQ(d.findExact("p"), nullptr);
  EXPECT_EQ(parse("\"a.*\" 1; \"ab.*\" 2; \"a.*\" 3;").get<int>("abc"), 3);  // defined again: now the last
}

TEST(Lookup, PatternsArePosixExtended) {
  EXPECT_TRUE(parse("\"div\\(phi,(k|epsilon)\\)\" 1;").has("div(phi,k)"));
  EXPECT_TRUE(parse("\"(?i).*WALL\" 1;").has("leftWall"));
  EXPECT_TRUE(parse("\"[a-c]+[0-9]?\" 1;").has("abc1"));
  EXPECT_FALSE(parse("\"[a-c]+[0-9]?\" 1;").has("abcd"));
  EXPECT_TRUE(parse("\"a|ab\" 1;").has("ab"));
  EXPECT_FALSE(parse("\"Wall\" 1;").has("leftWall"));
  EXPECT_FALSE(parse("\"left\" 1;").has("leftWall"));
  EXPECT_THAT(parseError("\n\"(a\" 1;"), StartsWith("test:2: \"(a\" is not a valid regular expression"));
  EXPECT_THAT(parseError("\"(a)\\1\" 1;"), HasSubstr("back-references"));
  EXPECT_THAT(parseError("\"((a{99}){99}){99}\" 1;"), HasSubstr("repeats too much"));
  EXPECT_THAT(parseError(fmt::format("\"a{}\" 1;", std::string(60, '+'))), HasSubstr("repeats a repetition"));
  EXPECT_THAT(parseError("\"a{2}{3}\" 1;"), HasSubstr("repeats a repetition"));
  EXPECT_THAT(parseError("\"a{2\" 1;"), HasSubstr("not a valid regular expression"));
  const std::string deep(60, '('), closed(60, ')');
  EXPECT_THAT(parseError(fmt::format("\"{}a{}\" 1;", deep, closed)), HasSubstr("nests groups"));
  EXPECT_TRUE(parse("\"[*+?{(]{2}x[[:digit:]]+\" 1;").has("+*x12"));
  EXPECT_TRUE(parse("\"(a)+(b)+(c)+(d)+(e)+(f)+(g)+(h)+(i)+(j)+(k)+(l)+\" 1;").has("abcdefghijkl"));
  std::string nested = "a";
  for (int i = 0; i < 20; ++i) nested = fmt::format("({})+", nested);
  EXPECT_THAT(parseError(fmt::format("\"{}\" 1;", nested)), HasSubstr("repeats too much"));
  EXPECT_TRUE(parse("\"([a-z]+_)+[0-9]{2,3}\" 1;").has("a_bc_12"));
}

TEST(Lookup, Typed) {
  const Dictionary d =
      parse("n 3; x 0.5; w word; s \"a b\"; yes on; no false; v (1 2 3); dims [0 2 -1 0 0 0 0]; big 12345678901;");
  EXPECT_EQ(d.get<int>("n"), 3);
  EXPECT_EQ(d.get<double>("n"), 3);
  EXPECT_EQ(d.get<std::int64_t>("big"), 12345678901);
  EXPECT_EQ(d.get<std::string>("w"), "word");
  EXPECT_EQ(d.get<std::string>("s"), "a b");
  EXPECT_TRUE(d.get<bool>("yes"));
  EXPECT_FALSE(d.get<bool>("no"));
  EXPECT_EQ(d.get<Vec3>("v"), (Vec3{1, 2, 3}));
  EXPECT_TRUE(d.get<Dimensions>("dims") == dimViscosity);
  EXPECT_EQ(d.getOr<int>("missing", 7), 7);
  EXPECT_EQ(d.getOr("missing", "default"), "default");
  EXPECT_EQ(d.getOr<int>("n", 7), 3);
}

TEST(Lookup, AWholeNumberMayBeWrittenAsARealOne) {
  const Dictionary d = Dictionary::parse("maxCells 3e6; n 2.0; less -1e1; half 0.5; huge 1e20; list (1e2 3);", "x");
  EXPECT_EQ(d.get<int>("maxCells"), 3000000);
  EXPECT_EQ(d.get<std::int64_t>("n"), 2);
  EXPECT_EQ(d.get<int>("less"), -10);
  EXPECT_THAT(errorOf([&] { d.get<int>("half"); }), HasSubstr("expected an integer, found the number 0.5"));
  EXPECT_THAT(errorOf([&] { d.get<std::int64_t>("huge"); }), HasSubstr("expected an integer"));
}

TEST(Lookup, ErrorsNamePlaceWordAndNearest) {
  const Dictionary d =
      Dictionary::parse("solvers\n{\n  p\n  {\n    sovler PCG;\n    n 1.5;\n    big 12345678901;\n  }\n}", "system/fvSolution");
  const Dictionary& p = d.subDict("solvers").subDict("p");  // that a macro took it is no use
  EXPECT_EQ(errorOf([&] { p.get<std::string>("solver"); }),
            "system/fvSolution:3: keyword 'solver' is missing in solvers.p; did you mean 'sovler'? There are: sovler, n, big");
  EXPECT_EQ(errorOf([&] { d.get<int>("x"); }), "system/fvSolution: keyword 'x' is missing; there are: solvers");
  EXPECT_THAT(errorOf([&] { p.get<int>("n"); }), StartsWith("system/fvSolution:6: n: expected an integer, found the number 1.5"));
  EXPECT_THAT(errorOf([&] { p.get<int>("big"); }), HasSubstr("out of the range"));
  EXPECT_THAT(errorOf([&] { p.get<double>("sovler"); }), HasSubstr("expected a number, found the word 'PCG'"));
  EXPECT_THAT(errorOf([&] { p.get<bool>("sovler"); }), HasSubstr("expected true, false, on, off"));
  EXPECT_THAT(errorOf([&] { p.get<Vec3>("n"); }), HasSubstr("expected '('"));
  EXPECT_THAT(errorOf([&] { d.get<int>("solvers"); }), HasSubstr("is a dictionary where a value is expected"));
  EXPECT_THAT(errorOf([&] { p.subDict("n"); }), HasSubstr("is a value where a dictionary"));
  EXPECT_THAT(errorOf([&] { p.subDict("relTol"); }), HasSubstr("is missing"));
  const std::vector<std::string> valid{"solver", "n", "big"};
  EXPECT_EQ(errorOf([&] { p.checkKeywords(valid); }),
            "system/fvSolution:5: unknown keyword of solvers.p 'sovler'; did you mean 'solver'? Valid: solver, n, big");
}

TEST(Lookup, LeftoverTokensTellOfAMissingSemicolon) {
  const Dictionary d = parse("a 1\nb 2;\nc 1 2;\nd;");
  EXPECT_EQ(errorOf([&] { d.get<int>("a"); }),
            "test:2: a: unexpected the word 'b' behind the value; is a ';' missing at the end of line 1?");
  EXPECT_THAT(errorOf([&] { d.get<int>("c"); }), HasSubstr("unexpected the number 2"));
  EXPECT_THAT(errorOf([&] { d.get<int>("d"); }), HasSubstr("a value is missing"));
}

TEST(Lookup, Choice) {
  const Dictionary d = parse("\nddt Eular;\nok steadyState;");
  const std::vector<std::string> valid{"Euler", "steadyState"};
  EXPECT_EQ(d.getChoice("ok", valid), "steadyState");
  EXPECT_EQ(errorOf([&] { d.getChoice("ddt", valid); }),
            "test:2: unknown ddt 'Eular'; did you mean 'Euler'? Valid: Euler, steadyState");
}

TEST(Lookup, Dimensioned) {
  const Dictionary d = parse(
      "a 1e-6; b [0 2 -1 0 0 0 0] 2e-6; c nu [0 2 -1 0 0] 3e-6; d d 4e-6; e e [m^2 s^-1] 5e-6; bad [0 1 -1 0 0 0 0] 1;\n"
      "g g [0 1 -2 0 0 0 0] (0 0 -9.81); h (1 2 3);");
  EXPECT_EQ(d.getDimensioned("a", dimViscosity), 1e-6);
  EXPECT_EQ(d.getDimensioned("b", dimViscosity), 2e-6);
  EXPECT_EQ(d.getDimensioned("c", dimViscosity), 3e-6);
  EXPECT_EQ(d.getDimensioned("d", dimViscosity), 4e-6);
  EXPECT_EQ(d.getDimensioned("e", dimViscosity), 5e-6);
  EXPECT_EQ(d.getDimensionedVector("g", dimAcceleration), (Vec3{0, 0, -9.81}));
  EXPECT_EQ(d.getDimensionedVector("h", dimAcceleration), (Vec3{1, 2, 3}));
  EXPECT_EQ(d.get<double>("c"), 3e-6);
  EXPECT_EQ(errorOf([&] { d.getDimensioned("bad", dimViscosity); }),
            "test:1: bad: has the dimensions [0 1 -1 0 0 0 0], but [0 2 -1 0 0 0 0] are expected");
}

TEST(Dimensions, Symbolic) {
  const auto dims = [](const std::string& text) { return parse("d " + text + ";").get<Dimensions>("d"); };
  EXPECT_TRUE(dims("[kg m^-1 s^-2]") == dimPressure);
  EXPECT_TRUE(dims("[Pa]") == dimPressure);
  EXPECT_TRUE(dims("[m^2/s^2]") == dimKinematicPressure);
  EXPECT_TRUE(dims("[N/m]") == dimSurfaceTension);
  EXPECT_TRUE(dims("[kg/(m*s^2)]") == dimPressure);
  EXPECT_TRUE(dims("[ m s^-1 ]") == dimVelocity);
  EXPECT_TRUE(dims("[]") == dimless);
  EXPECT_TRUE(dims("[m^0.5]") == (Dimensions{{0, 0.5}}));
  EXPECT_THAT(errorOf([&] { dims("[m foo]"); }), HasSubstr("unknown unit 'foo'"));
  EXPECT_THAT(errorOf([&] { dims("[0 1 2]"); }), HasSubstr("5 or 7 exponents"));
  EXPECT_THAT(errorOf([&] { dims("[0 1 2 3 4 5 6 7]"); }), HasSubstr("found more"));
  EXPECT_THAT(errorOf([&] { dims("[m^]"); }), HasSubstr("cannot make sense"));
  EXPECT_THAT(errorOf([&] { dims("[m"); }), HasSubstr("a value is missing at its end"));
}

TEST(Change, SetRemoveMerge) {
  Dictionary d = parse("a 1; b { x 1; }");
  d.set("a", "2 3");
  d.set("c", "uniform (0 0 1)");
  d.setDict("b").set("y", "5");
  d.setDict("e").set("z", "6");
  EXPECT_EQ(d.at("a").tokens.size(), 2U);
  EXPECT_EQ(d.subDict("b").toc(), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(d.subDict("e").name(), "test.e");
  EXPECT_TRUE(d.remove("a"));
  EXPECT_FALSE(d.remove("a"));
  EXPECT_EQ(d.toc(), (std::vector<std::string>{"b", "c", "e"}));
  EXPECT_EQ(d.subDict("e").get<int>("z"), 6);  // found where it moved to
  d.merge(parse("b { x 9; } e 1;"));
  EXPECT_EQ(d.subDict("b").get<int>("x"), 9);
  EXPECT_EQ(d.subDict("b").get<int>("y"), 5);
  EXPECT_EQ(d.get<int>("e"), 1);
}

TEST(Change, CopiesAreDeep) {
  const Dictionary original = parse("a { x 1; }");
  Dictionary copy = original;
  copy.setDict("a").set("x", "2");
  EXPECT_EQ(original.subDict("a").get<int>("x"), 1);
  EXPECT_EQ(copy.subDict("a").get<int>("x"), 2);
}

TEST(Unused, EntriesThatNobodyAskedFor) {
  const Dictionary d = parse("FoamFile { version 2; } a 1; b { c 1; d 2; } e { f 1; } base { g 1; } user { $base; }");
  d.get<int>("a");
  d.subDict("b").get<int>("c");
  EXPECT_EQ(d.unusedEntries(), (std::vector<std::string>{"test.b.d", "test.e", "test.user"}));  // base has served as a macro
}

TEST(Unused, ASlipOfThePenIsNamedWithWhatWasMeant) {
  const Dictionary d = parse(
      "application interFoam;\nmaxCoo 1;\nminIter 1;\nsolvers { p { relTool 0; tolerance 1e-6; } q { $p; } }\n\"maxC.\" 2;");
  d.get<std::string>("application");
  EXPECT_EQ(d.getOr("maxCo", 5.0), 2);                      // found by its pattern: nothing was missed
  EXPECT_EQ(d.getOr("maxIter", 7), 7);                      // two letters away from minIter, which is another word
  const Dictionary& p = d.subDict("solvers").subDict("p");  // that a macro took it is no use
  EXPECT_EQ(p.getOr("relTol", 0.1), 0.1);
  EXPECT_EQ(p.getOr("tolerance", 0.1), 1e-6);
  EXPECT_EQ(d.misspeltEntries(), (std::vector<std::string>{"test:4: 'relTool' is not used; did you mean 'relTol'?"}));
  d.getOr("maxCo1", 0);
  EXPECT_EQ(d.misspeltEntries().size(), 2u);
  p.get<double>("relTool");
  EXPECT_EQ(d.misspeltEntries(), (std::vector<std::string>{"test:2: 'maxCoo' is not used; did you mean 'maxCo1'?"}));
  // What is put there after it was looked for, as the words of other versions are, is no slip of the pen.
  Dictionary translated = parse("U 1;");
  EXPECT_FALSE(translated.has("UFinal"));
  translated.set("UFinal", "1");
  EXPECT_TRUE(translated.misspeltEntries().empty());
}

TEST(Write, ReadAgainGivesTheSame) {
  const std::string text =
      "FoamFile { version 2.0; format ascii; class dictionary; object x; }\n"
      "a 1; b -1.5e-300; word some(thing,else); list (1 (a b) { c d; }); \"patt.*\\(ern\" { x 1; y \"quoted \\\" \\\\ text\"; }\n"
      "code #{ line 1\n \"line\" 2; #}; tail #{ends in a backslash \\#}; s nonuniform List<scalar> 3(0.1 1e-30 "
      "123456789.123456789);\n"
      "v nonuniform List<vector> 2((1 2 3) (4 5 6)); l List<label> 2(123456789012 -5); e List<vector> 0(); d [0 1 -1 0 0 0 0];\n"
      "minus - 5; empty; nested { a { b { } } } t List<sphericalTensor> 1((2));";
  const Dictionary d = parse(text);
  const std::string written = d.toString();
  const Dictionary again = parse(written);
  EXPECT_TRUE(d == again) << written;
  EXPECT_EQ(again.toString(), written);
}

TEST(Write, EqualityIsNotBlind) {
  const Dictionary d = parse("a 1; b { c x; } l List<scalar> 2(1 2);");
  EXPECT_TRUE(d == parse("a  1; b { c x; } l List<scalar> (1 2);"));
  EXPECT_FALSE(d == parse("a 2; b { c x; } l List<scalar> 2(1 2);"));
  EXPECT_FALSE(d == parse("a 1; b { c y; } l List<scalar> 2(1 2);"));
  EXPECT_FALSE(d == parse("a 1; b { c x; } l List<scalar> 2(1 3);"));
  EXPECT_FALSE(d == parse("a 1; b { c x; }"));
  EXPECT_FALSE(d == parse("a 1; \"b\" { c x; } l List<scalar> 2(1 2);"));
}

}  // namespace eagre::config
