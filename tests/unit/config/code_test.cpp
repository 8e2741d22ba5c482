// SPDX-License-Identifier: BSD-3-Clause
// The subset of C++ that #codeStream is read as: values with C++'s types, and what is refused.
#include <cmath>

#include "config/code/program.hpp"
#include "support.hpp"

namespace eagre::config {
using testing::AllOf;
using testing::HasSubstr;

namespace {

/// What "os << (text)" writes, as a number.
double valueOf(const std::string& text, const std::string& before = "") {
  return parse("a #codeStream { code #{ " + before + " os << (" + text + "); #}; };").get<double>("a");
}

std::string codeError(const std::string& code) { return parseError("a #codeStream { code\n#{\n" + code + "\n#}; };"); }

/// Two cells and a patch of three faces.
struct TestHost : code::Host {
  int level = 0;
  int depth() const override { return level; }
  double time() const override { return 2.5; }
  std::size_t nCells() const override { return 2; }
  std::size_t nPatches() const override { return 2; }
  std::string patchName(std::size_t p) const override { return p == 0 ? "inlet" : "sides"; }
  std::size_t patchFaces(std::size_t p) const override { return p == 0 ? 3 : 5; }
  bool isEmptyPatch(std::size_t p) const override { return p == 1; }
  code::ListPtr cellCentres() const override { return std::make_shared<code::List>(code::List{3, {1, 2, 3, 4, 5, 6}}); }
  code::ListPtr faceCentres(std::size_t) const override {
    return std::make_shared<code::List>(code::List{3, {0, 1, 0, 0, 2, 0, 0, 3, 0}});
  }
};

std::vector<double> listOf(const std::string& text, int level = 0) {
  const code::Program program(text, {"test", 1}, {});
  TestHost host;
  host.level = level;
  const auto tokens = program.tokens(host);
  EXPECT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens.at(0).text, "nonuniform");
  return tokens.at(1).list->values;
}

std::string runError(const std::string& text, int level = 0) {
  try {
    listOf(text, level);
  } catch (const Error& e) { return e.what(); }
  return "no error";
}

const std::string meshOfFile =
    "const IOdictionary& d = static_cast<const IOdictionary&>(dict); const fvMesh& mesh = refCast<const fvMesh>(d.db());\n";
const std::string meshOfPatch =
    "const IOdictionary& d = static_cast<const IOdictionary&>(dict.parent().parent());\n"
    "const fvMesh& mesh = refCast<const fvMesh>(d.db()); const label id = mesh.boundary().findPatchID(\"inlet\");\n"
    "const fvPatch& patch = mesh.boundary()[id];\n";

}  // namespace

TEST(Code, ArithmeticHasTheTypesOfCpp) {
  EXPECT_EQ(valueOf("7/2"), 3);
  EXPECT_EQ(valueOf("-7/2"), -3);
  EXPECT_EQ(valueOf("-7%3"), -1);
  EXPECT_EQ(valueOf("7/2."), 3.5);
  EXPECT_EQ(valueOf("1/2*4.0"), 0);
  EXPECT_EQ(valueOf("(true ? 1 : 2.5)/2"), 0.5);  // the common type is scalar
  EXPECT_EQ(valueOf("true + true"), 2);
  EXPECT_EQ(valueOf("pow(2, 3)/3"), 2);  // of labels: a label
  EXPECT_EQ(valueOf("std::pow(2, 3)/3"), 8. / 3);
  EXPECT_EQ(valueOf("::pow(2, 3)/3"), 8. / 3);
  EXPECT_EQ(valueOf("max(0, 1.5)"), 1.5);
  EXPECT_EQ(valueOf("max(3, 4)/8"), 0);
  EXPECT_EQ(valueOf("mag(-3)/2"), 1);
  EXPECT_EQ(valueOf("label(2.9) + int(-2.9)"), 0);
  EXPECT_EQ(valueOf("(scalar)7/2"), 3.5);
  EXPECT_EQ(valueOf("static_cast<scalar>(7)/2"), 3.5);
  EXPECT_EQ(valueOf("2 + 3*4 - 6/4"), 13);
  EXPECT_EQ(valueOf("1 < 2 && !(3 == 4) || 1/0 > 0"), 1);  // what stands behind || is not evaluated
  EXPECT_EQ(valueOf("x/4", "const label x = 7.9;"), 1);
  EXPECT_EQ(valueOf("x/4", "const scalar x = 7;"), 1.75);
  EXPECT_EQ(valueOf("x/4", "constexpr scalar x = 7;"), 1.75);
  EXPECT_EQ(valueOf("x", "label x = 7; x /= 2; x += 0.9; ++x;"), 4);
}

TEST(Code, ConstCastsOfWhatIsOnlyRead) {
  EXPECT_EQ(listOf(meshOfFile +
                   "const fvMesh& other = const_cast<fvMesh&>(mesh);\nscalarField f(const_cast<fvMesh&>(other).nCells(), 2.);\n"
                   "f.writeEntry(\"\", os);"),
            listOf(meshOfFile + "scalarField f(mesh.nCells(), 2.);\nf.writeEntry(\"\", os);"));
  EXPECT_THAT(codeError("const scalarField f(2, 1.); scalarField& g = const_cast<scalarField&>(f); g[0] = 2;"),
              HasSubstr("const_cast"));
  EXPECT_THAT(codeError("const scalar a = 1; const_cast<scalar&>(a) = 2;"), HasSubstr("const_cast"));
}

TEST(Code, FunctionsAndConstants) {
  EXPECT_EQ(valueOf("Foam::pow(cos(constant::mathematical::pi*0.3), 2)"), std::pow(std::cos(M_PI * 0.3), 2));
  EXPECT_EQ(valueOf("sqr(3.0) + pow4(0.5) + sign(-2.) + pos(0.) + pos0(0.) + degToRad(180.)"), 9 + 0.0625 - 1 + 0 + 1 + M_PI);
  EXPECT_EQ(valueOf("atan2(1., 2.) + tanh(M_PI) + std::abs(-2.5) + Foam::exp(SMALL)"),
            std::atan2(1., 2.) + std::tanh(M_PI) + 2.5 + std::exp(1e-15));
}

TEST(Code, Vectors) {
  EXPECT_EQ(valueOf("(vector(1, 2, 3) & vector(4, 5, 6))"), 32);
  EXPECT_EQ(valueOf("(vector(1, 2, 3) ^ vector(4, 5, 6)).y()"), 6);
  EXPECT_EQ(valueOf("mag(2*v - v/2)", "const vector v(3, 0, 4);"), 7.5);
  EXPECT_EQ(valueOf("v.x() + 10*v[1] + 100*v.component(2)", "vector v(1, 2, 3); v.x() = 5; v[1] += 2;"), 345);
  EXPECT_EQ(valueOf("v & vector::one", "vector v = vector::zero; v += vector(1, 0, 2)*3;"), 9);
}

TEST(Code, DiagonalTensorsAreWritten) {
  const Dictionary d = parse(
      "Lx 3; mass 6.; a #codeStream { code #{ scalar s = sqr(scalar($Lx)); os << $mass*diagTensor(s + 1, s, s)/12.0; #}; };");
  EXPECT_EQ(d.get<Vec3>("a"), (Vec3{5, 4.5, 4.5}));
  EXPECT_THAT(codeError("os << vector(1, 2, 3)*diagTensor(1, 2, 3);"), HasSubstr("vector * diagTensor"));
  EXPECT_THAT(codeError("os << (scalarField(2, 1.)*diagTensor(1, 2, 3));"), HasSubstr("scalarField * diagTensor"));
  EXPECT_THAT(codeError("const diagTensor& d = diagTensor(1, 2, 3);"), HasSubstr("variable of type diagTensor"));
  EXPECT_THAT(codeError("diagTensor d(1, 2, 3);"), HasSubstr("diagTensor"));
}

TEST(Code, Statements) {
  EXPECT_EQ(valueOf("s", "scalar s = 0; for (label i = 0; i < 5; i++) { if (i == 1) continue; if (i > 3) break; s += i; }"), 5);
  EXPECT_EQ(valueOf("s", "label s = 0, i = 3; while (i > 0) { s += i; i--; } do i++; while (i < 3);"), 6);
}

TEST(Code, Lists) {
  EXPECT_EQ(valueOf("p[3].z() + p.size()",
                    "pointField p(2); p[0] = point(1, 0, -0.5); p[1] = point(2, 1, 3); label sz = p.size(); "
                    "p.setSize(2*sz); for (label i = 0; i < sz; i++) { const point& pt = p[i]; "
                    "p[i + sz] = point(pt.x(), pt.y(), -pt.z()); }"),
            1);
  EXPECT_EQ(valueOf("p[1].y() + p[3].x()",
                    "pointField p({{1, 2, 3}, point(4, 5, 6)}); p.append(cmptMultiply(p, vector(-1, 1, 1))); p.replace(1, 7.0);"),
            3);
  EXPECT_EQ(valueOf("b", "scalarField f(3, 1.0); scalar& a = f[1]; f[1] = 4; const scalar b = a + sum(f*2) + max(f);"), 20);
  EXPECT_EQ(valueOf("f[0] + g[0]", "scalarField f(2, 1.); scalarField g = f; scalarField& h = f; h[0] = 5;"),
            6);  // g is a copy, h is f
}

TEST(Code, CellsOfAMesh) {
  EXPECT_EQ(
      listOf(meshOfFile +
             "scalarField f(mesh.nCells(), 0.); forAll(f, i) { const scalar y = mesh.C()[i][1]; if (y >= 3) { f[i] = 1.; } }\n"
             "f.writeEntry(\"\", os);"),
      (std::vector<double>{0, 1}));
  EXPECT_EQ(listOf(meshOfFile + "vectorField U(mesh.nCells(), vector(0, 0, 0)); const volVectorField& C = mesh.C(); forAll(C, i) "
                                "U[i].y() = i/2 + C[i].x();"
                                "writeEntry(os, \"\", U);"),
            (std::vector<double>{0, 1, 0, 0, 4, 0}));
  EXPECT_EQ(
      listOf(meshOfFile +
             "const scalarField x = mesh.C().component(0); os << \"nonuniform \" << scalarField(2.*x + mesh.time().value());"),
      (std::vector<double>{4.5, 10.5}));
}

TEST(Code, FacesOfAPatch) {
  EXPECT_EQ(
      listOf(
          meshOfPatch +
              "scalarField S(patch.size(), scalar(0)); forAll(S, i) { const scalar y = patch.Cf()[i][1]; S[i] = y > 1 ? y : 0; }"
              "S.writeEntry(\"\", os);",
          2),
      (std::vector<double>{0, 2, 3}));
  EXPECT_EQ(
      listOf(meshOfPatch +
                 "scalarField S(mesh.boundary()[\"sides\"].size() + mesh.boundaryMesh()[1].size(), 1.); writeEntry(os, \"\", S);",
             2)
          .size(),
      5u);
}

TEST(Code, MacrosAreReplaced) {
  const Dictionary d = parse(
      "L 1.5; v (1 2 3); n 7; a #codeStream { code #{ // $nothing is no macro here\n os << $L*$n/2 + ($<vector>v & vector(1, 0, "
      "0)); #}; };");
  EXPECT_EQ(d.get<double>("a"), 1.5 * 7 / 2 + 1);
}

TEST(Code, WhatItWritesIsTheEntry) {
  const Dictionary d = parse(
      "a #codeStream { code #{ for (label i = 0; i < 2; ++i) os << \"arc \" << i << ' ' << vector(i, 0.5, 0) << nl; #}; }; b 1;");
  EXPECT_EQ(d.toString(), parse("a arc 0 (0 0.5 0) arc 1 (1 0.5 0); b 1;").toString());
  EXPECT_EQ(
      parse("a #codeStream { code #{ os << pointField(2, vector(1, 2, 3)) << \";\"; #}; };").get<std::vector<Vec3>>("a").size(),
      2u);
}

TEST(Code, CodeOfAMeshIsKeptUntilThereIsOne) {
  const Dictionary d = parse("a #codeStream { code #{ " + meshOfFile + " os << mesh.nCells(); #}; };");
  EXPECT_EQ(parse(d.toString()), d);
  try {
    d.get<double>("a");
    FAIL();
  } catch (const Error& e) { EXPECT_THAT(e.what(), HasSubstr("looks at 'dict'")); }
}

TEST(Code, WhatIsOutsideIsNamedWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"os << system(\"ls\");", "the function 'system'"},
      {"\nos << foo;", "test:4: code: the name 'foo'"},
      {"#include \"x\"\n", "preprocessor"},
      {"auto f = [&](label i) { return i; };", "'['"},
      {"scalar* p = 0;", "'*'"},
      {"os << 010;", "octal"},
      {"os << 1.0f;", "a suffix"},
      {"os << 3000000000;", "32 bits"},
      {"os << vector(1, 2, 3)*vector(1, 2, 3);", "vector * vector"},
      {"os << abs(-0.5);", "abs of a scalar without std::"},
      {"os << sine(1.);", "did you mean 'sin'"},
      {"const scalar x = 1; x = 2;", "const"},
      {"const scalarField f(1, 0.); f[0] = 1;", "const"},
      {"scalarField f(2, 1.); const scalarField& g = f; vectorField& h = g;", "reference"},
      {"switch (1) { }", "'switch'"},
      {"int i = 0; int i = 1;", "declared twice"},
      {"IFstream f(\"/etc/passwd\"); os << 1;", "'IFstream'"},
      {"volScalarField& p = dict.lookupObject<volScalarField>(\"p\");", "lookupObject<volScalarField>(string) of dictionary"},
      {"os << 1; }", "'}'"},
      {"os << (1;", "')'"},
      {"1 + 2;", "does nothing"},
      {"label s = 0, i = 3; s += i--;", "'--'"},
      {"label s, i; s = i = 1;", "one assignment"},
      {"for (label i : list) {}", "forAll"},
      {std::string(300, '(') + "1", "nested"},
  };
  for (const auto& [code, message] : wrong) EXPECT_THAT(codeError(code), AllOf(HasSubstr("code: "), HasSubstr(message))) << code;
  EXPECT_THAT(codeError("os << foo;"), HasSubstr("docs/code.md"));
}

TEST(Code, WhatGoesWrongWhileItRuns) {
  EXPECT_THAT(codeError("for (;;) { }"), HasSubstr("does not end within"));
  EXPECT_THAT(codeError("label n = 2000000000; scalarField f(n, 0.);"), HasSubstr("longer than"));
  EXPECT_THAT(codeError("scalar x;\nos << x;"), HasSubstr("test:4: code: a variable is used before it has a value"));
  EXPECT_THAT(codeError("scalarField f(3);\nos << f[1];"), HasSubstr("used before it is set"));
  EXPECT_THAT(codeError("scalarField f(3, 1.); os << f[3];"), HasSubstr("index 3 of 3 values"));
  EXPECT_THAT(codeError("label i = 0; os << 1/i;"), HasSubstr("divided by zero"));
  EXPECT_THAT(codeError("label i = 100000; os << i*i;"), HasSubstr("beyond 32 bits"));
  EXPECT_THAT(codeError("scalar x = 0; os << 1/x;"), HasSubstr("the number that is written is inf"));
  EXPECT_THAT(codeError("scalar x = 1;"), HasSubstr("writes nothing"));
  EXPECT_THAT(codeError("os << \"(\";"), HasSubstr("not closed"));
  EXPECT_THAT(codeError("os << \"1; b 2\";"), HasSubstr("behind the ';'"));
  EXPECT_THAT(codeError("pointField p(1, Zero); const point& a = p[0]; p.setSize(0); os << a.x();"), HasSubstr("shortened"));
  EXPECT_THAT(runError(meshOfFile + "os << 1;", 2), HasSubstr("it is 2 levels below"));
  EXPECT_THAT(runError(meshOfPatch + "os << 1;", 1), HasSubstr("parent()"));
  EXPECT_THAT(runError(meshOfFile + "os << mesh.lookupObject<volScalarField>(\"p\").boundaryField()[0][0];", 0),
              HasSubstr("a field of the run"));
  EXPECT_THAT(
      runError(meshOfFile + "const label id = mesh.boundary().findPatchID(\"nowhere\"); os << mesh.boundary()[id].size();"),
      AllOf(HasSubstr("index -1"), HasSubstr("inlet, sides")));
  EXPECT_THAT(runError(meshOfFile + "scalarField f(mesh.nCells()); f[0] = 1; f.writeEntry(\"\", os);"),
              HasSubstr("value 1 of the list that is written has not been set"));
}

// As the transform.H of openfoam.org 10 and 7 have it: the other way round before version 9.
TEST(Code, RotationsTurnByTheRuleOfTheVersion) {
  const auto turned = [](const std::string& axis, const std::string& version) {
    ReadOptions options;
    if (!version.empty()) options.variables["WM_PROJECT_VERSION"] = version;
    const std::string code = "const point p = transform(" + axis + "(degToRad(30)), point(1, 2, 3)); os << p;";
    return Dictionary::parse("a #codeStream { code #{ " + code + " #}; };", "test", options).get<Vec3>("a");
  };
  const double c = std::sqrt(0.75), s = 0.5;
  for (const char* later : {"9", "10", "dev"}) {
    EXPECT_LT(mag(turned("Rz", later) - Vec3{c - 2 * s, s + 2 * c, 3}), 1e-14) << later;
    EXPECT_LT(mag(turned("Rx", later) - Vec3{1, 2 * c - 3 * s, 2 * s + 3 * c}), 1e-14) << later;
    EXPECT_LT(mag(turned("Ry", later) - Vec3{c + 3 * s, 2, -s + 3 * c}), 1e-14) << later;
  }
  for (const char* before : {"", "v1912", "v2206", "7", "2.3"})
    EXPECT_LT(mag(turned("Rz", before) - Vec3{c + 2 * s, -s + 2 * c, 3}), 1e-14) << before;
  const Dictionary list =
      parse("a #codeStream { code #{ const pointField p({point(1, 0, 0), point(0, 1, 0)}); os << transform(Rz(0), p); #}; };");
  EXPECT_EQ(list.at("a").reader().vectorList(), (std::vector<Vec3>{{1, 0, 0}, {0, 1, 0}}));
  EXPECT_THAT(codeError("os << transform(2, vector(1, 0, 0));"), HasSubstr("transform(label, vector)"));
}

TEST(Code, WithoutAKeywordMayPrint) {
  const Dictionary d = parse("a 2; #message \"twice ${a}\"\n#codeStream { code #{ Info<< $a << nl; #}; }\nd 4;");
  EXPECT_EQ(d.get<int>("d"), 4);
  EXPECT_THAT(parseError("a 1;\n#codeStream { code #{ os << 1; #}; }"), HasSubstr("test:2"));
}

TEST(Code, TypedVariablesMayHaveUnits) {
  EXPECT_NEAR(parse("angle 90 [deg]; a #codeStream { code #{ os << sin($<scalar>angle); #}; };").get<double>("a"), 1, 1e-15);
}

TEST(Code, CalcTakesTypedVectors) {  // of the floating bodies of openfoam.org's dev
  const Dictionary d = parse(
      "L (3.2 1.2 0.6); rho 500; mass #calc \"$<scalar>rho*cmptProduct($<vector>L)\";\n"
      "z #calc \"$<vector>{L}.z() + 0.4\";");
  EXPECT_NEAR(d.get<double>("mass"), 1152, 1e-9);
  EXPECT_NEAR(d.get<double>("z"), 1, 1e-12);
}

}  // namespace eagre::config
