// SPDX-License-Identifier: BSD-3-Clause
#include "case/set_expr_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/box_mesh.hpp"

namespace eagre::case_ {
namespace {
using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;

/// Two cells along x with their centres at 0.5 and 1.5, fields p (1, 3) and U (1 2 3).
class SetExprFields : public testing::Test {
 protected:
  SetExprFields() : fields_("nowhere") {
    test::BoxOptions options;
    options.length = {2, 1, 1};
    mesh_ = test::boxMesh(2, 1, 1, options);
    mesh_.cellZones.push_back({"right", {1}, {}});
    geometry_ = mesh::computeGeometry(mesh_);
    add("p", "volScalarField", 1, {1, 3});
    add("U", "volVectorField", 3, {1, 2, 3, 1, 2, 3});
  }
  void add(const std::string& name, const std::string& className, int components, std::vector<double> values) {
    RawField field;
    field.name = name;
    field.className = className;
    field.components = components;
    field.internal = {false, std::move(values)};
    fields_.add(field);
  }
  /// p after its expression.
  std::vector<double> p(const std::string& expression, const std::string& more = "") {
    set("expressions ( a { field p; expression #{" + expression + "#};" + more + " } );");
    return fields_.find("p")->internal.values;
  }
  std::set<std::string> set(const std::string& text) {
    return setExprFields(config::Dictionary::parse(text, "setExprFieldsDict"), mesh_, geometry_, 0.25, 0.5, fields_, log_);
  }
  std::string errorOf(const std::string& expression) {
    try {
      p(expression);
    } catch (const Error& e) { return e.what(); }
    return "no error";
  }
  mesh::PolyMesh mesh_;
  mesh::PolyGeometry geometry_;
  TimeFields fields_;
  Log log_ = Log::silent();
};

TEST_F(SetExprFields, OperatorsBindAsInCxx) {
  EXPECT_THAT(p("1 + 2 * 3 - 4 / 2"), ElementsAre(5, 5));
  EXPECT_THAT(p("-2 * -(1 - 3) % 3"), ElementsAre(-1, -1));
  EXPECT_THAT(p("1 > 2 || 3 > 2 && !(1 == 2) ? 7 : 8"), ElementsAre(7, 7));
  EXPECT_THAT(p("pos().x() < 1 ? 10 : pos().x() < 2 ? 20 : 30"), ElementsAre(10, 20));
  EXPECT_THAT(p("(U & vector(1, 1, 1)) + (U ^ vector::x).z()"), ElementsAre(4, 4));
}

TEST_F(SetExprFields, FieldsComponentsAndFunctions) {
  EXPECT_THAT(p("p * U.y() + time() + deltaT()"), ElementsAre(2.75, 6.75));
  EXPECT_THAT(p("max(pos().x()) + vol() + min(2, pos().x()) + pow(2, 3)"), ElementsAre(11, 12));
  EXPECT_THAT(p("average(pos().x()) + weightSum(pos().x())"), ElementsAre(3, 3));
  EXPECT_THAT(p("cellZone(right) ? 1 : 0"), ElementsAre(0, 1));
  EXPECT_THAT(p("mag(vector(3, 4, 0)) + magSqr(U) + (U * U).xy() + tensor::I.xx()"), ElementsAre(22, 22));
  EXPECT_THAT(p("pos(pos().x() - 1) + neg(-1) + sign(-3)"), ElementsAre(0, 1));
  EXPECT_THAT(p("f() + f(2)", "functions<scalar> { f table ((0 0) (4 4)); }"), ElementsAre(2.25, 2.25));
}

TEST_F(SetExprFields, VariablesAndConstants) {
  EXPECT_THAT(p("b + $c + ($[(vector)d.e]).y() // the end",
                "variables (\"a = pos().x()\" \"b = 2*a; unused = 1\"); c 5; d { e (1 7 2); }"),
              ElementsAre(13, 15));
}

TEST_F(SetExprFields, AConditionChoosesCells) {
  EXPECT_THAT(p("9", "condition \"pos().x() > 1\";"), ElementsAre(1, 9));
  EXPECT_THAT(p("8", "fieldMask #{ true #};"), ElementsAre(8, 8));
}

TEST_F(SetExprFields, LaterEntriesSeeWhatEarlierOnesSetUnlessItIsKept) {
  const std::string text = "expressions ( a { field p; expression \"10\"; } b { field p; expression \"p + 1\"; } );";
  EXPECT_THAT(set(text), ElementsAre("p"));
  EXPECT_THAT(fields_.find("p")->internal.values, ElementsAre(11, 11));
  set("readFields (p); " + text);
  EXPECT_THAT(fields_.find("p")->internal.values, ElementsAre(12, 12));
}

TEST_F(SetExprFields, CreatesFields) {
  set("expressions ( a { field V; create yes; dimensions [0 1 -1 0 0 0 0]; expression \"vector(1, 2, p)\"; } );");
  const RawField& made = *fields_.find("V");
  EXPECT_EQ(made.className, "volVectorField");
  EXPECT_THAT(made.internal.values, ElementsAre(1, 2, 1, 1, 2, 3));
  const auto& patch = made.dict.subDict("boundaryField").subDict("xMax");
  EXPECT_EQ(patch.get<std::string>("type"), "calculated");
  EXPECT_THAT(readFieldValues(patch.at("value"), 3, 1, "faces").values, ElementsAre(1, 2, 3));
}

TEST_F(SetExprFields, ErrorsSayWhereAndWhat) {
  EXPECT_THAT(errorOf("sqrtt(2)"),
              HasSubstr("setExprFieldsDict:1: cannot evaluate \"sqrtt(2)\": unknown function 'sqrtt'; did you mean 'sqrt'"));
  EXPECT_THAT(errorOf("pow(2)"), HasSubstr("pow() takes 2 arguments, not 1"));
  EXPECT_THAT(errorOf("1 +"), HasSubstr("a value is missing at its end"));
  EXPECT_THAT(errorOf("(1"), HasSubstr("')' expected at its end"));
  EXPECT_THAT(errorOf("1 2"), HasSubstr("cannot make sense of '2'"));
  EXPECT_THAT(errorOf("u.x()"), HasSubstr("unknown field or variable 'u'"));
  EXPECT_THAT(errorOf("U"), HasSubstr("gives a vector, but a scalar is needed"));
  EXPECT_THAT(errorOf("log(-1)"), HasSubstr("no finite number"));
  EXPECT_THAT(errorOf("internalField(U)"), HasSubstr("unknown function 'internalField'"));
  EXPECT_THAT(errorOf(std::string(5000, '(')), HasSubstr("nested too deep"));
  EXPECT_THAT(errorOf("cellZone(left)"), HasSubstr("unknown cellZone 'left'"));
}

}  // namespace
}  // namespace eagre::case_
