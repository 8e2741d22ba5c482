// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "support.hpp"

namespace eagre::config {
using testing::HasSubstr;
using testing::StartsWith;

TEST(Parser, ReadsWordsNumbersStringsAndComments) {
  const Dictionary d = parse(
      "// a comment\n"
      "/* another\n one; { */ application interFoam;\n"
      "deltaT 1e-3; n 5; m -7; half .5; big 9223372036854775808;\n"
      "libs \"lib \\\"a\\\" \\d.so\"; ;\n"
      "empty;\n"
      "div(phi,U) Gauss linearUpwind grad(U);\n"
      "div((nuEff*dev2(T(grad(U))))) Gauss linear;\n"
      "multi\n  a\n  b;");
  EXPECT_EQ(d.get<std::string>("application"), "interFoam");
  EXPECT_EQ(d.get<double>("deltaT"), 1e-3);
  EXPECT_EQ(d.get<int>("n"), 5);
  EXPECT_EQ(d.get<int>("m"), -7);
  EXPECT_EQ(d.get<double>("half"), 0.5);
  EXPECT_FALSE(d.at("big").tokens[0].isInteger);
  EXPECT_EQ(d.get<double>("big"), 9223372036854775808.0);
  EXPECT_EQ(d.get<std::string>("libs"), "lib \"a\" \\d.so");
  EXPECT_TRUE(d.at("empty").tokens.empty());
  EXPECT_EQ(d.at("div(phi,U)").tokens.size(), 3U);
  EXPECT_EQ(d.at("div(phi,U)").tokens[2].text, "grad(U)");
  EXPECT_TRUE(d.has("div((nuEff*dev2(T(grad(U)))))"));
  EXPECT_EQ(d.at("multi").tokens[1].line, 11);
}

TEST(Parser, AParenthesisInPlaceOfAKeywordOpensAList) {
  // As in OpenFOAM: a pattern such as (U|k) must stand in quotes.
  EXPECT_THAT(parseError("(U|k) { a 1; }"), StartsWith("test:1: unexpected ')' behind the keyword 'U|k'"));
  EXPECT_TRUE(parse("\"(U|k)\" { a 1; }").has("k"));
}

TEST(Parser, NestsDictionaries) {
  const Dictionary d = parse("a { b { c 1; } d 2; }\nb{c 3;}");
  EXPECT_EQ(d.subDict("a").subDict("b").get<int>("c"), 1);
  EXPECT_EQ(d.subDict("a").get<int>("d"), 2);
  EXPECT_EQ(d.subDict("a").subDict("b").name(), "test.a.b");
  EXPECT_EQ(d.subDict("b").place().line, 2);
}

TEST(Parser, LaterEntriesReplaceAndDictionariesMerge) {
  const Dictionary d = parse("a 1; d { x 1; y { p 1; } } a 2; d { z 3; y { q 2; } x 4; } e 1; e { f 2; }");
  EXPECT_EQ(d.get<int>("a"), 2);
  EXPECT_EQ(d.subDict("d").toc(), (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(d.subDict("d").get<int>("x"), 4);
  EXPECT_EQ(d.subDict("d").subDict("y").get<int>("p"), 1);
  EXPECT_EQ(d.subDict("d").subDict("y").get<int>("q"), 2);
  EXPECT_EQ(d.subDict("e").get<int>("f"), 2);
}

TEST(Parser, InputModes) {
  const std::string twice = " a 1; d { x 1; } a 2; d { y 2; }";
  const Dictionary merged = parse("#inputMode merge\n" + twice);
  EXPECT_EQ(merged.get<int>("a"), 2);
  EXPECT_EQ(merged.subDict("d").toc(), (std::vector<std::string>{"x", "y"}));
  const Dictionary overwritten = parse("#inputMode overwrite\n" + twice);
  EXPECT_EQ(overwritten.subDict("d").toc(), (std::vector<std::string>{"y"}));
  const Dictionary kept = parse("#inputMode protect\n" + twice + " b 1;");
  EXPECT_EQ(kept.get<int>("a"), 1);
  EXPECT_EQ(kept.subDict("d").toc(), (std::vector<std::string>{"x"}));
  EXPECT_EQ(kept.get<int>("b"), 1);
  EXPECT_EQ(parse("#inputMode protect\n a 1; a $unknown; s { b 1; } s { c $unknown; }").get<int>("a"), 1);  // not even looked at
  EXPECT_THAT(parseError("#inputMode error\n\n a 1;\n a 2;"), StartsWith("test:4: 'a' is already there (line 3)"));
  EXPECT_THAT(parseError("#inputMode meger"), HasSubstr("did you mean 'merge'?"));
  EXPECT_EQ(parse("a 1; #default a 2; #default b 3;").get<int>("a"), 1);
  EXPECT_EQ(parse("a 1; #overwrite a 2;").get<int>("a"), 2);
  EXPECT_THAT(parseError("#overwrite #include \"x\""), HasSubstr("an entry is expected behind it"));
}

TEST(Parser, Removes) {
  const Dictionary d = parse("a1 1; a2 1; b 1; c 1; e 1; #remove \"a.*\"\n #remove b\n #remove (c nothing)\n");
  EXPECT_EQ(d.toc(), std::vector<std::string>{"e"});
  EXPECT_EQ(d.get<int>("e"), 1);
  EXPECT_EQ(parse("s { x 1; y 2; } #remove \"s/x\"").subDict("s").toc(), std::vector<std::string>{"y"});
}

TEST(Parser, ListsOfEntriesAsInPolyMeshBoundary) {
  const Dictionary d =
      parse("FoamFile { class polyBoundaryMesh; }\n2\n(\n left { type wall; nFaces 3; }\n right { type patch; }\n)\n");
  const Dictionary& list = d.subDict("entry0");
  EXPECT_EQ(list.toc(), (std::vector<std::string>{"left", "right"}));
  EXPECT_EQ(list.subDict("left").get<int>("nFaces"), 3);
  EXPECT_THAT(parseError("3 ( a {} b {} )"), StartsWith("test:1: a list of entries says 3 and has 2"));
  EXPECT_THAT(parseError("3 ( a {}"), HasSubstr("not closed"));
}

TEST(Parser, StreamsHoldNestedListsAndBlocks) {
  const Dictionary d = parse("regions ( boxToCell { box (0 0 0) (1 1 1); fieldValues ( volScalarFieldValue alpha 1 ); } );");
  TokenReader reader = d.at("regions").reader();
  reader.expect('(');
  EXPECT_EQ(reader.word(), "boxToCell");
  const Dictionary region = reader.dict("boxToCell");
  reader.expect(')');
  reader.expectEnd();
  TokenReader box = region.at("box").reader();
  EXPECT_EQ(box.vector(), (Vec3{0, 0, 0}));
  EXPECT_EQ(box.vector(), (Vec3{1, 1, 1}));
  EXPECT_EQ(region.at("fieldValues").tokens.size(), 5U);
}

TEST(Parser, VerbatimCodeIsKeptAsText) {
  const Dictionary d = parse("code #{ double x = \"a;b}\"; // }\n #};\nafter 1;");
  EXPECT_EQ(d.get<std::string>("code"), " double x = \"a;b}\"; // }\n ");
  EXPECT_EQ(d.at("after").place.line, 3);
}

TEST(Parser, ScopedKeywordsInQuotes) {
  const Dictionary d = parse("a { b { c 1; } } \"a/b/c\" 5; \"a/new/x\" 6; inner { \"../top\" 7; }");
  EXPECT_EQ(d.subDict("a").subDict("b").get<int>("c"), 5);
  EXPECT_EQ(d.subDict("a").subDict("new").get<int>("x"), 6);
  EXPECT_EQ(d.get<int>("top"), 7);
  EXPECT_THAT(parseError("\"../a\" 1;"), HasSubstr("above the outermost"));
  EXPECT_THAT(parseError("a 1; \"a/b\" 1;"), HasSubstr("'a' in a keyword's path is a value"));
}

TEST(Parser, ACommentThatIsNotClosedGoesOnToTheEndOfTheFile) {
  const Dictionary d = parse("a 1;\n/* b 2;\nc 3;\n");
  EXPECT_EQ(d.get<int>("a"), 1);
  EXPECT_EQ(d.toc().size(), 1U);
  EXPECT_THAT(d.misspeltEntries(), testing::ElementsAre("test:2: comment /* without its */: the rest of the file is not read"));
  EXPECT_THAT(parse("a 1; /* b */").misspeltEntries(), testing::IsEmpty());
}

TEST(Parser, ABraceTooManyAtTheEndIsAWarning) {
  const Dictionary d = parse("a 1;\n};\n// end\n");
  EXPECT_EQ(d.get<int>("a"), 1);
  EXPECT_THAT(d.misspeltEntries(), testing::ElementsAre("test:2: the '}' at the end of the file closes no '{'"));
}

TEST(ParserErrors, SayFileAndLine) {
  EXPECT_THAT(parseError("a 1;\nb {\n c 2;\n"), StartsWith("test:2: dictionary 'b' is not closed"));
  EXPECT_THAT(parseError("a 1;\n}\nb 2;"), StartsWith("test:2: unexpected '}'"));
  EXPECT_THAT(parseError("a {\n b 1\n}\nc 2;"), StartsWith("test:3: unexpected '}' in the entry 'b' of line 2: is the ';'"));
  EXPECT_THAT(parseError("a 1"), StartsWith("test:1: the entry 'a' is not ended by ';'"));
  EXPECT_THAT(parseError("a (1 2\n}; "), StartsWith("test:2: '}' where the '(' of line 1 should be closed"));
  EXPECT_THAT(parseError("a (1 2;"), StartsWith("test:1: '(' is not closed"));
  EXPECT_THAT(parseError("\n\"abc\n"), StartsWith("test:2: string \"abc\" is not closed on its line"));
  EXPECT_THAT(parseError("a \"abc"), HasSubstr("is not closed"));
  EXPECT_THAT(parseError("a /* b;"), HasSubstr("the entry 'a' is not ended by ';'"));
  EXPECT_THAT(parseError("a #{ b;"), HasSubstr("verbatim text #{ without its #}"));
  EXPECT_THAT(parseError("a 1.2.3;"), HasSubstr("'1.2.3' is not a number"));
  EXPECT_THAT(parseError("a 1e999;"), HasSubstr("'1e999' is not a number that can be read"));
  EXPECT_THAT(parseError("1.5 a;"), HasSubstr("expected a keyword, found the number 1.5"));
  EXPECT_THAT(parseError("a ( div(phi U );"), HasSubstr("lacks 1 closing ')'"));
  EXPECT_THAT(parseError(std::string("a \x01\x02 b;")), HasSubstr("unexpected byte 0x01"));
  EXPECT_THAT(parseError("'a 1;"), HasSubstr("string \"a 1;\" is not closed"));
  EXPECT_THAT(parseError("#inculde \"x\""), HasSubstr("unknown directive '#inculde'; did you mean '#include'?"));
  EXPECT_THAT(parseError("a )"), HasSubstr("unexpected ')'"));
  EXPECT_THAT(parseError("\"\" 1;"), HasSubstr("a keyword cannot be empty"));
}

TEST(Parser, AFileMayBeOneBlock) {
  EXPECT_EQ(parse("// c\n{ a 1; }\n").get<int>("a"), 1);
  EXPECT_THAT(parseError("{ a 1;\n"), HasSubstr("the file ends before the '}'"));
  EXPECT_THAT(parseError("{ a 1; }\nb 2;"), StartsWith("test:2: text behind the '}'"));
}

TEST(ParserErrors, CodeIsNamedAsSuch) {
  EXPECT_THAT(parseError("a 1;\nb #codeStream { code #{ #}; };"), StartsWith("test:2: code: it writes nothing"));
}

TEST(ParserErrors, BombsAreRefused) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "a{";
  EXPECT_THAT(parseError(deep), HasSubstr("nested more than"));
  EXPECT_THAT(parseError(std::string("a ") + std::string(100000, '(')), HasSubstr("nested more than"));
  std::string laughs = "a0 (x x x x x x x x x x);\n";
  for (int i = 1; i < 12; ++i) {
    laughs += fmt::format("a{} (", i);
    for (int k = 0; k < 10; ++k) laughs += fmt::format("$a{} ", i - 1);
    laughs += ");\n";
  }
  ReadOptions options;
  options.growthLimit = 10'000'000;
  EXPECT_THAT(errorOf([&] { Dictionary::parse(laughs, "test", options); }), HasSubstr("more memory than a dictionary may take"));
  EXPECT_THAT(parseError(std::string("a #eval{ ") + std::string(100000, '(') + " };"), HasSubstr("nested too deep"));
  std::string merging = "a { b {} }";
  for (int i = 0; i < 1000; ++i) merging += " a { b { $:a; } }";
  EXPECT_THAT(parseError(merging), testing::AnyOf(HasSubstr("deep"), HasSubstr("memory")));
}

}  // namespace eagre::config
