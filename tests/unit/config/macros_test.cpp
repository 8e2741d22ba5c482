// SPDX-License-Identifier: BSD-3-Clause
#include <cstdlib>

#include "support.hpp"

namespace eagre::config {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Macros, ValuesOfThisAndEnclosingDictionaries) {
  const Dictionary d = parse("a 1; v (1 2 3); s { a 2; b $a; t { c $a; d ${b}; w $v; } }");
  EXPECT_EQ(d.subDict("s").get<int>("b"), 2);
  EXPECT_EQ(d.subDict("s").subDict("t").get<int>("c"), 2);
  EXPECT_EQ(d.subDict("s").subDict("t").get<int>("d"), 2);
  EXPECT_EQ(d.subDict("s").subDict("t").get<Vec3>("w"), (Vec3{1, 2, 3}));
}

TEST(Macros, Scopes) {
  const Dictionary d = parse(
      "k 1; geometry { box { L 5; alpha.water 7; } }\n"
      "s { k 2; t { k 3; top $:k; parent $..k; here $.k; grand $...k; deep $:geometry.box.L; slash $/geometry/box/L;\n"
      "     up $../k; dotted $:geometry.box.alpha.water; caret $^k; } }");
  const Dictionary& t = d.subDict("s").subDict("t");
  EXPECT_EQ(t.get<int>("top"), 1);
  EXPECT_EQ(t.get<int>("parent"), 2);
  EXPECT_EQ(t.get<int>("here"), 3);
  EXPECT_EQ(t.get<int>("grand"), 1);
  EXPECT_EQ(t.get<int>("deep"), 5);
  EXPECT_EQ(t.get<int>("slash"), 5);
  EXPECT_EQ(t.get<int>("up"), 2);
  EXPECT_EQ(t.get<int>("dotted"), 7);
  EXPECT_EQ(t.get<int>("caret"), 1);
}

TEST(Macros, InternalFieldIsNotCaughtByAPatternOfThePatches) {
  const Dictionary d = parse("internalField uniform 3; boundaryField { \".*\" { type x; } wall { value $internalField; } }");
  EXPECT_EQ(d.subDict("boundaryField").subDict("wall").at("value").tokens[1].number, 3);
}

TEST(Macros, ATypedListIsSharedNotLost) {
  const Dictionary d = parse("internalField nonuniform List<scalar> 3(1 2 3); boundaryField { wall { value $internalField; } }");
  EXPECT_EQ(d.subDict("boundaryField").subDict("wall").at("value").tokens[1].list->values, (std::vector<double>{1, 2, 3}));
}

TEST(Macros, NamesMadeOfNames) {
  const Dictionary d = parse("which water; rho_water 1000; a ${rho_${which}}; b ${rho_$which};");
  EXPECT_EQ(d.get<int>("a"), 1000);
  EXPECT_EQ(d.get<int>("b"), 1000);
}

TEST(Macros, AloneMergesTheDictionary) {
  const Dictionary d = parse("p { solver PCG; tolerance 1e-6; sub { x 1; } } pFinal { $p; tolerance 1e-8; sub { y 2; } }");
  const Dictionary& final = d.subDict("pFinal");
  EXPECT_EQ(final.toc(), (std::vector<std::string>{"solver", "tolerance", "sub"}));
  EXPECT_EQ(final.get<double>("tolerance"), 1e-8);
  EXPECT_EQ(final.subDict("sub").toc(), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(d.subDict("p").get<double>("tolerance"), 1e-6);
  EXPECT_EQ(d.subDict("p").subDict("sub").toc(), std::vector<std::string>{"x"});  // not shared
  EXPECT_EQ(final.subDict("sub").name(), "test.pFinal.sub");
}

TEST(Macros, AKeywordFromAVariable) {
  const Dictionary d = parse("patch inlet; boundary { $patch { type x; } }");
  EXPECT_EQ(d.subDict("boundary").subDict("inlet").get<std::string>("type"), "x");
}

TEST(Macros, DictionaryWithinAList) {
  const Dictionary d = parse("common { type wall; n 2; } list ( left { $common; a 1; } );");
  TokenReader reader = d.at("list").reader();
  reader.expect('(');
  reader.word();
  const Dictionary left = reader.dict("left");
  EXPECT_EQ(left.toc(), (std::vector<std::string>{"type", "n", "a"}));
}

TEST(Macros, EnvironmentIsTheLastResort) {
  setenv("EAGRE_TEST_VALUE", "42", 1);
  EXPECT_EQ(parse("a $EAGRE_TEST_VALUE;").get<int>("a"), 42);
  EXPECT_EQ(parse("EAGRE_TEST_VALUE 1; a $EAGRE_TEST_VALUE;").get<int>("a"), 1);
  ReadOptions options;
  options.variables["EAGRE_TEST_VALUE"] = "43";
  EXPECT_EQ(Dictionary::parse("a $EAGRE_TEST_VALUE;", "test", options).get<int>("a"), 43);
  setenv("EAGRE_TEST_VALUE", "a;b", 1);
  EXPECT_THAT(parseError("a $EAGRE_TEST_VALUE;"), HasSubstr("environment variable"));
  unsetenv("EAGRE_TEST_VALUE");
  EXPECT_THAT(parseError("a $EAGRE_TEST_VALUE;"), HasSubstr("unknown variable '$EAGRE_TEST_VALUE'"));
}

TEST(Macros, NameOfTheProgramIsTheApplication) {
  const std::string text = "application simpleFoam; _simpleFoam { deltaT 1; } _pimpleFoam { deltaT 2; } ${_${FOAM_EXECUTABLE}};";
  EXPECT_EQ(parse(text).get<int>("deltaT"), 1);
  ReadOptions options;
  options.variables["FOAM_EXECUTABLE"] = "pimpleFoam";
  EXPECT_EQ(Dictionary::parse(text, "test", options).get<int>("deltaT"), 2);
}

TEST(Macros, BlanksMayFollowTheDollar) {
  const Dictionary d = parse("a { x 1; } b { $ a; } z 3; c $\t z;");
  EXPECT_EQ(d.subDict("b").get<int>("x"), 1);
  EXPECT_EQ(d.get<int>("c"), 3);
}

TEST(MacroErrors, SayWhatIsThere) {
  EXPECT_THAT(parseError("a 1;\ns { b $c; }"), StartsWith("test:2: unknown variable '$c'"));
  EXPECT_THAT(parseError("s { b 1; }\nc $s;"), HasSubstr("is a dictionary where a value is expected"));
  EXPECT_THAT(parseError("b 1;\ns { $b; }"), HasSubstr("'b' is a value, not a dictionary"));
  EXPECT_THAT(parseError("s { $nothing { b 1; } }"), HasSubstr("there is no 'nothing'"));
  EXPECT_THAT(parseError("a ${b;"), HasSubstr("lacks its '}'"));
  EXPECT_THAT(parseError("a $;"), HasSubstr("without the name"));
  EXPECT_THAT(parseError("s { x 1; a $:s.x; }"), HasSubstr("unknown variable"));  // s is not closed yet
}

/// As OpenFOAM's LES/motorBike has it.
TEST(Macros, ADictionaryThatIsNotThereMergesNothingAndIsReported) {
  const Dictionary d = Dictionary::parse("s { a 1; }\ns { ${nothing}; }\nt { $s; }", "test");
  EXPECT_EQ(d.subDict("s").get<int>("a"), 1);
  EXPECT_THAT(d.misspeltEntries(), ElementsAre(StartsWith("test:2: '${nothing}': there is no such dictionary")));
  EXPECT_EQ(d.subDict("t").toc(), std::vector<std::string>{"a"});
  EXPECT_EQ(Dictionary::parse(d.toString(), "test"), d);
}

TEST(Eval, Arithmetic) {
  const auto value = [](const std::string& text) {
    return parse("a 2; neg -3; angle 30; x #eval{ " + text + " };").get<double>("x");
  };
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("7 / 2"), 3.5);
  EXPECT_EQ(value("2 - -$a"), 4);
  EXPECT_EQ(value("$a-$neg"), 5);
  EXPECT_EQ(value("-2 ^ 2"), -4);
  EXPECT_EQ(value("2 ^ 3 ^ 2"), 512);
  EXPECT_EQ(value("7 % 4"), 3);
  EXPECT_EQ(value("pow(2, 10) + sqrt(16) + max(1, 2) - min(3, 4)"), 1024 + 4 + 2 - 3);
  EXPECT_NEAR(value("sin(degToRad($angle))"), 0.5, 1e-15);
  EXPECT_DOUBLE_EQ(value("radToDeg(pi())"), 180);
  EXPECT_EQ(value("${a} * 1e-3"), 2e-3);
  EXPECT_EQ(value("${missing:-8} + 1"), 9);
  EXPECT_EQ(value("$a < 3 ? 10 : 20"), 10);
  EXPECT_EQ(value("1 + ${{ 2 * $a }}"), 5);
  EXPECT_EQ(parse("a #eval \"2*3\"; ").get<int>("a"), 6);
  EXPECT_EQ(parse("a #eval #{ 2*3 #}; ").get<int>("a"), 6);
  EXPECT_TRUE(parse("a #eval{ 2 > 1 && !(3 == 4) };").get<bool>("a"));
}

TEST(Calc, IsCompiledArithmetic) {
  const auto value = [](const std::string& text) { return parse("n 7; x 0.5; y #calc \"" + text + "\";").get<double>("y"); };
  EXPECT_EQ(value("$n/2"), 3);  // integers, as in C++
  EXPECT_EQ(value("$n/2.0"), 3.5);
  EXPECT_EQ(value("$n/float(2)"), 3.5);
  EXPECT_EQ(value("$n % 4"), 3);
  EXPECT_EQ(value("std::pow($x, 2)"), 0.25);
  EXPECT_DOUBLE_EQ(value("2*constant::mathematical::pi"), 6.283185307179586);
  EXPECT_EQ(value("$n < 8"), 1);
}

TEST(Calc, WholeNumberButForRoundingIsAnInteger) {
  EXPECT_NE((1.2 + 0.6) / 0.015, 120);
  EXPECT_EQ(parse("y #calc \"(1.2 + 0.6)/0.015\";").get<int>("y"), 120);
  EXPECT_THROW(parse("y #calc \"120 - 1e-9\";").get<int>("y"), Error);
}

TEST(EvalErrors, SayWhy) {
  EXPECT_THAT(parseError("\na #eval{ 1/0 };"), StartsWith("test:2: cannot evaluate \" 1/0 \": division by zero"));
  EXPECT_THAT(parseError("a #eval{ sqrt(-1) };"), HasSubstr("not a finite number"));
  EXPECT_THAT(parseError("a #eval{ 1 + };"), HasSubstr("a number is missing at its end"));
  EXPECT_THAT(parseError("a #eval{ sqroot(2) };"), HasSubstr("unknown name 'sqroot'"));
  EXPECT_THAT(parseError("a #eval{ sqrt(1,2,3) };"), HasSubstr("wrong number of arguments"));
  EXPECT_THAT(parseError("a #eval{ 1 2 };"), HasSubstr("cannot make sense of '2 '"));
  EXPECT_THAT(parseError("a #eval{ (1 };"), HasSubstr("')' expected"));
  EXPECT_THAT(parseError("a #eval{ };"), HasSubstr("empty"));
  EXPECT_THAT(parseError("a #calc \"2^3\";"), HasSubstr("exclusive or"));
  EXPECT_THAT(parseError("a #calc \"system(1)\";"), HasSubstr("other C++ code is not compiled"));
  EXPECT_THAT(parseError("a #eval 5;"), HasSubstr("expected an expression in quotes or braces"));
  EXPECT_THAT(parseError("#eval \"1\""), HasSubstr("needs a keyword before it"));
}

TEST(Calc, OfVectorsIsCode) {
  const auto value = [](const std::string& text) { return parse("L (1 2 3); a 90; y #calc \"" + text + "\";"); };
  EXPECT_EQ(value("500*cmptProduct($<vector>L)").get<double>("y"), 3000);
  EXPECT_EQ(value("vector(1,2,0) & $<vector>L").get<double>("y"), 5);
  EXPECT_EQ(value("mag(vector(3, 4, 0)) + cmptMax($<vector>L)").get<double>("y"), 8);
  EXPECT_EQ(value("2*$<vector>L").get<Vec3>("y"), (Vec3{2, 4, 6}));
  EXPECT_THAT(parseError("a 1;\ny #calc \"vector(1,0)\";"), HasSubstr("test:2"));
  EXPECT_THAT(parseError("y #calc \"mag(vector(1, 0, 0)); dict.lookup(2)\";"), HasSubstr("test:1"));
}

TEST(Conditionals, ChooseABranch) {
  const std::string text = "#if $on\n a 1;\n#else\n a 2;\n#endif\nb 3;";
  EXPECT_EQ(parse("on true; " + text).get<int>("a"), 1);
  EXPECT_EQ(parse("on no; " + text).get<int>("a"), 2);
  EXPECT_EQ(parse("on 0; " + text).get<int>("b"), 3);
  const std::string chain = "#if #eval \"$n < 1\"\n a 1;\n#elif #eval \"$n < 2\"\n a 2;\n#elif true\n a 3;\n#else\n a 4;\n#endif";
  EXPECT_EQ(parse("n 0; " + chain).get<int>("a"), 1);
  EXPECT_EQ(parse("n 1; " + chain).get<int>("a"), 2);
  EXPECT_EQ(parse("n 2; " + chain).get<int>("a"), 3);
  const std::string equal = "#ifeq $model laminar\n a 1;\n#else\n a 2;\n#endif";
  EXPECT_EQ(parse("model laminar; " + equal).get<int>("a"), 1);
  EXPECT_EQ(parse("model RAS; " + equal).get<int>("a"), 2);
}

TEST(Conditionals, SkippedBranchesMayHoldAnything) {
  const Dictionary d = parse(
      "#if false\n a #codeStream { x 1; };\n #if true\n #else\n #endif\n b $unknown;\n#endif\nc { #if true\n x 1;\n#endif\n}");
  EXPECT_EQ(d.toc(), std::vector<std::string>{"c"});
  EXPECT_EQ(d.subDict("c").get<int>("x"), 1);
  EXPECT_THAT(parseError("\n#if true\n a 1;"), StartsWith("test:2: #if without its #endif"));
  EXPECT_THAT(parseError("#if false\n a 1;"), HasSubstr("without its #endif"));
  EXPECT_THAT(parseError("#endif"), HasSubstr("without its #if"));
  EXPECT_THAT(parseError("a { #if true\n b 1; }"), HasSubstr("without its #endif in the same dictionary"));
  EXPECT_THAT(parseError("#if maybe\n#endif"), HasSubstr("expected true, false"));
}

}  // namespace eagre::config
