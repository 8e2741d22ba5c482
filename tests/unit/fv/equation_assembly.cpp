// SPDX-License-Identifier: BSD-3-Clause
// Coefficients of every term against values worked out by hand on rows of three unit cubes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/fv/equation_case.hpp"

namespace eagre::fv {
namespace {

using test::EquationCase;
using test::setConditions;
using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

const char* schemes = R"(
  ddtSchemes { default Euler; }
  gradSchemes { default Gauss linear; }
  divSchemes { div(phi,T) Gauss upwind; linear Gauss linear; bounded bounded Gauss upwind; vanLeer Gauss vanLeer;
    corrected Gauss linearUpwind grad(T); wrong Gaus linear; tooLong Gauss upwind linear; }
  laplacianSchemes { default Gauss linear corrected; harmonic Gauss harmonic corrected; wrong Gauss vanLeer corrected; }
  interpolationSchemes { default linear; }
  snGradSchemes { default corrected; })";

std::unique_ptr<mesh::Mesh> row(bool cyclic = false, Label n = 3) {
  test::BoxOptions options;
  options.length = {static_cast<double>(n), 1, 1};
  options.cyclicX = cyclic;
  return test::distributedBox(comm::Communicator::self(), n, 1, 1, options);
}

/// A row of unit cubes with T = 10, 20, 40 and T = 5 on xMin.
struct Row {
  EquationCase setup;
  const mesh::Mesh& mesh;
  VolScalarField T;
  Equation<double> equation;
  explicit Row(bool cyclic = false)
      : setup(row(cyclic), schemes), mesh(*setup.mesh), T("T", dimless, mesh), equation(T, setup.context) {
    T.cells() = {10, 20, 40};
    T.cells().resize(static_cast<std::size_t>(mesh.nAllCells()));
    setConditions<double>(T, {"xMin"}, [](const Vec3&) { return 5.0; });
    T.resetOld();
    T.shiftOldTimes(2);
  }
  /// Boundary face of a patch (one each in a row).
  Label face(const std::string& patch) const { return mesh.findPatch(patch)->start; }
};

TEST(EquationAssembly, LaplacianOfUniformGamma) {
  Row r;
  r.equation = fvm::laplacian(2.0, r.T);
  EXPECT_TRUE(r.equation.matrix().symmetric());
  EXPECT_THAT(r.equation.matrix().upper, ElementsAre(2, 2));
  EXPECT_THAT(r.equation.matrix().diag, ElementsAre(-2, -4, -2));
  EXPECT_THAT(r.equation.source(), ElementsAre(0, 0, 0));
  const Label inlet = r.face("xMin");
  EXPECT_DOUBLE_EQ(r.equation.internalCoeffs()[inlet], -4);   // gamma |Sf| (-1/0.5)
  EXPECT_DOUBLE_EQ(r.equation.boundaryCoeffs()[inlet], -20);  // -gamma |Sf| 5/0.5
  const Label outlet = r.face("xMax");
  EXPECT_EQ(r.equation.internalCoeffs()[outlet], 0);
  EXPECT_EQ(r.equation.boundaryCoeffs()[outlet], 0);
}

TEST(EquationAssembly, LaplacianOfFieldsAsGamma) {
  Row r;
  VolScalarField gamma("gamma", dimViscosity, r.mesh);
  gamma.cells() = {1, 3, 9};
  gamma.boundary().assign(gamma.boundary().size(), 7.0);
  r.equation = -fvm::laplacian(gamma, r.T);
  EXPECT_THAT(r.equation.matrix().upper, Pointwise(DoubleEq(), {-2.0, -6.0}));
  EXPECT_DOUBLE_EQ(r.equation.internalCoeffs()[r.face("xMin")], 14);
  r.equation = -fvm::laplacian(gamma, r.T, "harmonic");
  EXPECT_THAT(r.equation.matrix().upper, Pointwise(DoubleNear(1e-13), {-1.5, -4.5}));

  SurfaceScalarField gammaf("gammaf", dimViscosity, r.mesh, 1.0);
  gammaf[0] = 8;
  gammaf.atBoundary(r.face("xMin")) = 3;
  r.equation = fvm::laplacian(gammaf, r.T);
  EXPECT_THAT(r.equation.matrix().upper, ElementsAre(8, 1));
  EXPECT_DOUBLE_EQ(r.equation.internalCoeffs()[r.face("xMin")], -6);
}

TEST(EquationAssembly, UpwindConvection) {
  Row r;
  auto phi = test::uniformFlux(r.mesh, {2, 0, 0});
  r.equation = fvm::div(phi, r.T);
  EXPECT_FALSE(r.equation.matrix().symmetric());
  EXPECT_THAT(r.equation.matrix().lower, ElementsAre(-2, -2));
  EXPECT_THAT(r.equation.matrix().upper, ElementsAre(0, 0));
  EXPECT_THAT(r.equation.matrix().diag, ElementsAre(2, 2, 0));
  EXPECT_DOUBLE_EQ(r.equation.internalCoeffs()[r.face("xMin")], 0);
  EXPECT_DOUBLE_EQ(r.equation.boundaryCoeffs()[r.face("xMin")], 10);  // -phi 5, phi = -2
  EXPECT_DOUBLE_EQ(r.equation.internalCoeffs()[r.face("xMax")], 2);
  EXPECT_DOUBLE_EQ(r.equation.boundaryCoeffs()[r.face("xMax")], 0);
  for (double& flux : phi.faces()) flux = -flux;
  r.equation = fvm::div(phi, r.T);
  EXPECT_THAT(r.equation.matrix().lower, ElementsAre(0, 0));
  EXPECT_THAT(r.equation.matrix().upper, ElementsAre(-2, -2));
  EXPECT_THAT(r.equation.matrix().diag, ElementsAre(0, 2, 2));
  const auto upper = r.equation.matrix().upper;
  r.equation = fvm::divUpwind(phi, r.T);
  EXPECT_EQ(r.equation.matrix().upper, upper);
}

TEST(EquationAssembly, LinearConvection) {
  Row r;
  const auto phi = test::uniformFlux(r.mesh, {2, 0, 0});
  r.equation = fvm::div(phi, r.T, "linear");
  EXPECT_THAT(r.equation.matrix().lower, Pointwise(DoubleEq(), {-1.0, -1.0}));
  EXPECT_THAT(r.equation.matrix().upper, Pointwise(DoubleEq(), {1.0, 1.0}));
  EXPECT_THAT(r.equation.matrix().diag, Pointwise(DoubleEq(), {1.0, 0.0, -1.0}));
}

TEST(EquationAssembly, BoundedConvectionLeavesUniformFieldsAlone) {
  Row r;
  r.T.cells().assign(r.T.cells().size(), 3.0);
  setConditions<double>(r.T, {"xMin"}, [](const Vec3&) { return 3.0; });
  auto phi = test::uniformFlux(r.mesh, {2, 0, 0});
  phi[0] = 5;  // not divergence-free
  r.equation = fvm::div(phi, r.T, "bounded");
  for (const double value : test::residual(r.equation, 0)) EXPECT_NEAR(value, 0, 1e-14);
  EXPECT_THAT(r.equation.matrix().lower, ElementsAre(-5, -2));
  EXPECT_THAT(r.equation.matrix().diag, ElementsAre(5 - 3, 2 + 3, -2 + 2 - 2 + 2));
  r.equation = fvm::div(phi, r.T);
  EXPECT_THAT(test::residual(r.equation, 0), Pointwise(DoubleNear(1e-14), {9.0, -9.0, 0.0}));
}

TEST(EquationAssembly, LimitedConvectionTakesTheWeightsOfTheScheme) {
  Row r;
  const auto phi = test::uniformFlux(r.mesh, {2, 0, 0});
  const auto entry = config::Dictionary::parse("s vanLeer;", "s");
  auto reader = entry.at("s").reader();
  std::vector<double> weights(2);
  makeInterpolationScheme<double>(r.setup.context, reader)->weights(r.T, phi.faces(), weights);
  ASSERT_NE(weights[1], 1);
  r.equation = fvm::div(phi, r.T, "vanLeer");
  EXPECT_THAT(r.equation.matrix().lower, Pointwise(DoubleEq(), {-2 * weights[0], -2 * weights[1]}));
  EXPECT_THAT(r.equation.matrix().upper, Pointwise(DoubleEq(), {2 - 2 * weights[0], 2 - 2 * weights[1]}));
}

TEST(EquationAssembly, CorrectedConvectionIsExplicitInTheSource) {
  Row r;
  const auto phi = test::uniformFlux(r.mesh, {2, 0, 0});
  const auto entry = config::Dictionary::parse("s linearUpwind grad(T);", "s");
  auto reader = entry.at("s").reader();
  std::vector<double> correction(2);
  makeInterpolationScheme<double>(r.setup.context, reader)->correction(r.T, phi.faces(), correction);
  ASSERT_NE(correction[0], 0);
  r.equation = 3.0 * fvm::div(phi, r.T, "corrected");
  EXPECT_THAT(r.equation.matrix().lower, ElementsAre(-6, -6));
  EXPECT_THAT(r.equation.source(),
              Pointwise(DoubleEq(), {-6 * correction[0], 6 * correction[0] - 6 * correction[1], 6 * correction[1]}));
}

TEST(EquationAssembly, Sources) {
  Row r;
  const std::vector<double> s{1, -2, 3};
  r.equation = fvm::Sp(s, r.T) - 2.0 * fvm::Sp(5.0, r.T);
  EXPECT_THAT(r.equation.matrix().diag, ElementsAre(-9, -12, -7));
  r.equation = -fvm::Su(s, r.T) + fvm::Su(0.5, r.T);
  EXPECT_THAT(r.equation.source(), ElementsAre(0.5, -2.5, 2.5));
  EXPECT_THAT(r.equation.matrix().diag, ElementsAre(0, 0, 0));
  r.equation = fvm::SuSp(s, r.T);
  EXPECT_THAT(r.equation.matrix().diag, ElementsAre(1, 0, 3));
  EXPECT_THAT(r.equation.source(), ElementsAre(0, 40, 0));
}

TEST(EquationAssembly, SumsOfTermsAreTheSumsOfTheirCoefficients) {
  Row r;
  const auto phi = test::uniformFlux(r.mesh, {2, 0, 0});
  const std::vector<double> s{1, -2, 3};
  r.equation = fvm::ddt(r.T) + fvm::div(phi, r.T) - fvm::laplacian(2.0, r.T) - fvm::Su(s, r.T);
  EXPECT_THAT(r.equation.matrix().lower, ElementsAre(-4, -4));
  EXPECT_THAT(r.equation.matrix().upper, ElementsAre(-2, -2));
  EXPECT_THAT(r.equation.matrix().diag, Pointwise(DoubleEq(), {10.0 + 2 + 2, 10.0 + 2 + 4, 10.0 + 0 + 2}));
  EXPECT_THAT(r.equation.source(), Pointwise(DoubleEq(), {101.0, 198.0, 403.0}));
  EXPECT_DOUBLE_EQ(r.equation.internalCoeffs()[r.face("xMin")], 4);
  EXPECT_DOUBLE_EQ(r.equation.boundaryCoeffs()[r.face("xMin")], 10 + 20);
}

TEST(EquationAssembly, CyclicFacesAreFacesLikeOthers) {
  Row r(true);
  const auto phi = test::uniformFlux(r.mesh, {2, 0, 0});
  r.equation = fvm::div(phi, r.T) - fvm::laplacian(3.0, r.T);
  EXPECT_THAT(r.equation.matrix().diag, ElementsAre(2 + 6, 2 + 6, 2 + 6));
  ASSERT_EQ(r.mesh.nCoupledFaces, 2);
  for (Label i = 0; i < 2; ++i) {
    const bool outlet = r.mesh.owner[r.mesh.nInternalFaces + i] == 2;
    EXPECT_DOUBLE_EQ(r.equation.matrix().coupled[i], outlet ? -3 : -5);
  }
  std::vector<double> flux(static_cast<std::size_t>(r.mesh.nFaces()));
  r.equation.flux(flux);
  EXPECT_DOUBLE_EQ(flux[0], 2 * 10 - 3 * (20 - 10));
  for (Label f = r.mesh.nInternalFaces; f < r.mesh.nInteriorFaces(); ++f)
    EXPECT_DOUBLE_EQ(flux[f], (r.mesh.owner[f] == 2 ? 1 : -1) * (2 * 40 - 3 * (10 - 40)));
}

TEST(EquationAssembly, SchemesAreResolvedOnce) {
  Row r;
  const auto phi = test::uniformFlux(r.mesh, {2, 0, 0});
  r.equation = fvm::div(phi, r.T, "linear");
  const auto upper = r.equation.matrix().upper;
  r.setup.schemes.setDict("divSchemes").set("linear", "Gauss upwind");
  r.equation = fvm::div(phi, r.T, "linear");
  EXPECT_EQ(r.equation.matrix().upper, upper);
}

template <class F>
std::string messageOf(F&& f) {
  try {
    f();
  } catch (const Error& e) { return e.what(); }
  return "no error";
}

TEST(EquationAssembly, ErrorsNameWhatIsWrong) {
  using testing::HasSubstr;
  Row r;
  const auto phi = test::uniformFlux(r.mesh, {2, 0, 0});
  EXPECT_THAT(messageOf([&] { r.equation = fvm::div(phi, r.T, "wrong"); }), HasSubstr("'Gaus'; did you mean 'Gauss'"));
  EXPECT_THAT(messageOf([&] { r.equation = fvm::div(phi, r.T, "div(phi,S)"); }), HasSubstr("div(phi,S)"));
  EXPECT_EQ(messageOf([&] { r.equation = fvm::div(phi, r.T, "tooLong"); }), "no error");  // checkScheme warns of the word
  EXPECT_THAT(messageOf([&] { r.equation = fvm::laplacian(1.0, r.T, "wrong"); }), HasSubstr("vanLeer"));
  VolScalarField S("S", dimless, r.mesh);
  EXPECT_THAT(messageOf([&] { r.equation = fvm::ddt(r.T) + fvm::ddt(S); }), HasSubstr("equation of T was given a term of S"));
  VolScalarField rho("rho", dimDensity, r.mesh);
  EXPECT_THAT(messageOf([&] { r.equation = fvm::ddt(rho, r.T); }), HasSubstr("old levels of rho"));
}

}  // namespace
}  // namespace eagre::fv
