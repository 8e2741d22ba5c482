// SPDX-License-Identifier: BSD-3-Clause
#include "fv/schemes/sn_grad.hpp"
#include "unit/fv/schemes_fixture.hpp"

namespace eagre::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const char* const someSchemes = R"foam(
ddtSchemes { default Euler; ddt(U) backward; ddt(p) Eulr; }
gradSchemes { default Gauss linear; grad(U) cellLimited leastSquares 1; limited faceLimited Gauss linear 2; g iterativeGauss; }
divSchemes
{
    default none;
    div(phi,U) Gauss linearUpwind grad(U);
    div(phi,alpha) bounded Gauss vanLeer;
    "div\(phi,(k|omega)\)" Gauss upwind;
    div(a) Gauss limitedLinear;
    div(b) Gauss vanLeeer;
    div(c) Gauss limitedLinearV 1;
    div(d) Gauss upwind 1;
    div(e) Gauss linearFit; div(h) Gauss fixedBlended 0.5 linear localMax;
    div(f) Gaus upwind;
    div(g) Gauss limitedLinear 1.5;
}
laplacianSchemes { default Gauss linear limited corrected 0.33; l Gauss linear faceCorrected; m Gauss linear; u Gauss upwind corrected; }
)foam";

class SchemesLookup : public ::testing::Test {
 protected:
  SchemesCase theCase{rowMesh(3), someSchemes};
  const fv::Context& context = theCase.context;
  std::string text(const std::string& group, const std::string& name) {
    std::string out;
    for (const auto& token : fv::schemeEntry(context, group, name).tokens) out += token.text + " ";
    return out;
  }
  template <class T>
  std::string problem(const std::string& group, const std::string& name) {
    Problems problems;
    fv::checkScheme<T>(context, group, name, problems);
    return problems.empty() ? "" : problems.messages().front();
  }
};

TEST_F(SchemesLookup, ExactThenPatternThenDefault) {
  EXPECT_EQ(text("ddtSchemes", "ddt(U)"), "backward ");
  EXPECT_EQ(text("ddtSchemes", "ddt(rho,U)"), "Euler ");
  EXPECT_EQ(text("divSchemes", "div(phi,omega)"), "Gauss upwind ");
}

TEST_F(SchemesLookup, MissingGroupsHaveOpenFoamsDefaults) {
  EXPECT_EQ(text("interpolationSchemes", "interpolate(x)"), "linear ");
  EXPECT_EQ(text("snGradSchemes", "snGrad(p)"), "corrected ");
}

TEST_F(SchemesLookup, MissingKeyIsNamedWithTheNearest) {
  EXPECT_THAT(messageOf([&] { fv::schemeEntry(context, "divSchemes", "div(phi,V)"); }),
              AllOf(HasSubstr("system/fvSchemes"), HasSubstr("div(phi,V)"), HasSubstr("divSchemes"), HasSubstr("default is none"),
                    HasSubstr("'div(phi,U)'")));
}

TEST_F(SchemesLookup, GoodSchemesPass) {
  EXPECT_EQ(problem<Vec3>("divSchemes", "div(phi,U)"), "");
  EXPECT_EQ(problem<double>("divSchemes", "div(phi,alpha)"), "");
  EXPECT_EQ(problem<Vec3>("divSchemes", "div(c)"), "");
  EXPECT_EQ(problem<Vec3>("gradSchemes", "grad(U)"), "");
  EXPECT_EQ(problem<double>("laplacianSchemes", "laplacian(p)"), "");
  EXPECT_EQ(problem<double>("ddtSchemes", "ddt(alpha)"), "");
  EXPECT_EQ(problem<double>("snGradSchemes", "snGrad(p)"), "");
  EXPECT_EQ(problem<double>("interpolationSchemes", "interpolate(p)"), "");
}

TEST_F(SchemesLookup, BadSchemesAreReported) {
  EXPECT_THAT(problem<double>("ddtSchemes", "ddt(p)"), AllOf(HasSubstr("Eulr"), HasSubstr("Euler")));
  EXPECT_THAT(problem<double>("gradSchemes", "limited"), AllOf(HasSubstr("faceLimited"), HasSubstr("[0, 1]")));
  EXPECT_THAT(problem<double>("gradSchemes", "g"), AllOf(HasSubstr("iterativeGauss"), HasSubstr("not supported")));
  EXPECT_THAT(problem<double>("divSchemes", "div(a)"), AllOf(HasSubstr("limitedLinear"), HasSubstr("coefficient")));
  EXPECT_THAT(problem<double>("divSchemes", "div(b)"), AllOf(HasSubstr("vanLeeer"), HasSubstr("did you mean 'vanLeer'")));
  EXPECT_THAT(problem<double>("divSchemes", "div(c)"), AllOf(HasSubstr("limitedLinearV"), HasSubstr("vector fields")));
  EXPECT_EQ(problem<double>("divSchemes", "div(d)"), "");  // what stands behind a scheme is a warning
  EXPECT_THAT(problem<double>("divSchemes", "div(e)"), AllOf(HasSubstr("linearFit"), HasSubstr("not supported")));
  EXPECT_THAT(problem<double>("divSchemes", "div(h)"), AllOf(HasSubstr("localMax"), HasSubstr("not for divSchemes")));
  EXPECT_THAT(problem<double>("divSchemes", "div(f)"), AllOf(HasSubstr("Gaus"), HasSubstr("Gauss")));
  EXPECT_THAT(problem<double>("divSchemes", "div(g)"), HasSubstr("1.5"));
  EXPECT_THAT(problem<double>("laplacianSchemes", "l"), AllOf(HasSubstr("faceCorrected"), HasSubstr("not supported")));
  EXPECT_NE(problem<double>("laplacianSchemes", "m"), "");
  EXPECT_THAT(problem<double>("laplacianSchemes", "u"), HasSubstr("harmonic"));
  EXPECT_THAT(problem<double>("divScheme", "div(g)"), HasSubstr("divSchemes"));
}

TEST_F(SchemesLookup, TheErrorStandsWhereTheSchemeIs) {
  EXPECT_THAT(problem<double>("divSchemes", "div(b)"), AllOf(HasSubstr("system/fvSchemes"), HasSubstr("11")));
}

TEST_F(SchemesLookup, SnGradSchemesAreRead) {
  const auto read = [](const std::string& text) {
    const config::Entry entry = words(text);
    auto reader = entry.reader();
    return fv::parseSnGradScheme(reader);
  };
  EXPECT_TRUE(read("corrected").corrected);
  EXPECT_FALSE(read("corrected").orthogonalCoeffs);
  EXPECT_FALSE(read("uncorrected").corrected);
  EXPECT_TRUE(read("orthogonal").orthogonalCoeffs);
  EXPECT_DOUBLE_EQ(read("limited 0.33").limitCoeff, 0.33);
  EXPECT_DOUBLE_EQ(read("limited corrected 0.5").limitCoeff, 0.5);
  EXPECT_TRUE(read("limited corrected 0.5").limited);
  EXPECT_THROW(read("limited uncorrected 0.5"), Error);
  EXPECT_THROW(read("limited 1.5"), Error);
  EXPECT_THROW(read("limited"), Error);
  EXPECT_TRUE(read("corrected 1").corrected);  // checkScheme warns of the number
}

}  // namespace
}  // namespace eagre::test
