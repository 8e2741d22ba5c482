// SPDX-License-Identifier: BSD-3-Clause
// What is fused or kept gives what its parts give when they are done apart and anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fv/conditions/conditions.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/gradient.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre::fv {
namespace {

using test::EquationCase;
using test::fillCells;
using test::setConditions;
using testing::DoubleNear;
using testing::Each;
using testing::Pointwise;

const char* schemes = R"(
  ddtSchemes { default Euler; }
  gradSchemes { default Gauss linear; }
  divSchemes { div(phi,U) Gauss linearUpwind grad(U); linear Gauss linear; LUST Gauss LUST grad(U);
    limited Gauss limitedLinear 1; }
  laplacianSchemes { default Gauss linear corrected; }
  interpolationSchemes { default linear; }
  snGradSchemes { default corrected; })";

/// A skewed box, cyclic in x, long enough for stretches, with a velocity and a pressure that are neither linear nor zero on the
/// boundary.
struct Box {
  EquationCase setup;
  const mesh::Mesh& mesh;
  VolVectorField U;
  VolScalarField p;
  SurfaceScalarField phi;
  Equation<Vec3> UEqn;
  Equation<double> pEqn;

  static std::unique_ptr<mesh::Mesh> makeMesh() {
    test::BoxOptions options;
    options.perturbation = 0.15;
    options.cyclicX = true;
    return test::distributedBox(comm::Communicator::self(), 14, 4, 3, options);
  }
  Box()
      : setup(makeMesh(), schemes, test::tightSolvers),
        mesh(*setup.mesh),
        U("U", dimVelocity, mesh),
        p("p", dimPressure, mesh),
        phi(test::uniformFlux(mesh, {0.3, -1, 0.2})),
        UEqn(U, setup.context),
        pEqn(p, setup.context) {
    setConditions<Vec3>(U, {"yMin", "zMax"}, [](const Vec3& x) { return Vec3{x.y, 2 * x.z, -x.y}; });
    setConditions<double>(p, {"yMax"}, [](const Vec3& x) { return 1 + x.z; });
    fillCells<Vec3>(U, [](const Vec3& x) { return Vec3{std::sin(6.283 * x.x) + x.y * x.z, x.y * x.y, x.z * x.y}; });
    fillPressure(1);
    U.resetOld();
    for (Label f = 0; f < mesh.nFaces(); f += 7) phi[f] = 0;
  }
  void fillPressure(double amplitude) {
    fillCells<double>(p, [=](const Vec3& x) { return amplitude * (x.y * x.y + std::cos(6.283 * x.x) * x.z); });
  }
  void assembleMomentum() { UEqn = fvm::ddt(U) + fvm::div(phi, U) - fvm::laplacian(0.7, U); }
};

TEST(CellFaces, AroundEachCellAreItsFacesInTheirOrder) {
  Box box;
  const mesh::Mesh& mesh = box.mesh;
  ASSERT_TRUE(std::any_of(mesh.stretches.begin(), mesh.stretches.end(), [](const auto& s) { return s.n == 3; }));
  std::vector<int> visits(static_cast<std::size_t>(mesh.nFaces())), cells(static_cast<std::size_t>(mesh.nCells));
  std::vector<std::vector<Label>> facesOf(static_cast<std::size_t>(mesh.nCells));
  eachCell("visit", mesh, [&](Label c, const auto& around) {
    ++cells[static_cast<std::size_t>(c)];
    auto& faces = facesOf[static_cast<std::size_t>(c)];
    const auto visit = [&](Label f) {
      if (!faces.empty()) { EXPECT_LT(faces.back(), f); }
      faces.push_back(f);
    };
    around(
        [&](Label f, Label N, double sign) {
          visit(f);
          EXPECT_EQ(sign > 0 ? mesh.owner[f] : mesh.neighbour[f], c);
          EXPECT_EQ(sign > 0 ? mesh.neighbour[f] : mesh.owner[f], N);
        },
        visit);
  });
  EXPECT_THAT(cells, Each(1));
  for (const auto& faces : facesOf)
    for (const Label f : faces) ++visits[static_cast<std::size_t>(f)];
  for (Label f = 0; f < mesh.nFaces(); ++f) EXPECT_EQ(visits[f], f < mesh.nInternalFaces ? 2 : 1);
}

TEST(CellFaces, FaceLoopsGiveTheCellsOfEachFaceOnce) {
  Box box;
  const mesh::Mesh& mesh = box.mesh;
  std::vector<int> visits(static_cast<std::size_t>(mesh.nInteriorFaces()));
  eachInteriorFace("visit", mesh, [&](Label f, Label P, Label N) {
    ++visits[static_cast<std::size_t>(f)];
    EXPECT_EQ(P, mesh.owner[f]);
    EXPECT_EQ(N, mesh.neighbour[f]);
  });
  EXPECT_THAT(visits, Each(1));
}

TEST(EquationFused, HbyAIsTheProduct) {
  Box box;
  box.assembleMomentum();
  std::vector<double> A(static_cast<std::size_t>(box.mesh.nCells)), rA(A.size());
  std::vector<Vec3> H(A.size()), HbyA(A.size());
  box.UEqn.A(A);
  box.UEqn.reciprocalA(rA);
  box.UEqn.H(H);
  box.UEqn.HbyA(rA, HbyA);
  for (std::size_t c = 0; c < A.size(); ++c) {
    EXPECT_NEAR(rA[c] * A[c], 1, 1e-15);
    EXPECT_NEAR(mag(HbyA[c] - rA[c] * H[c]), 0, 1e-15 * mag(HbyA[c]));
  }
}

TEST(EquationFused, HIsTheRowWithoutItsDiagonal) {
  Box box;
  box.assembleMomentum();
  std::vector<double> A(static_cast<std::size_t>(box.mesh.nCells));
  std::vector<Vec3> H(A.size());
  box.UEqn.A(A);
  box.UEqn.H(H);
  for (int i = 0; i < 3; ++i) {
    const auto residual = test::residual(box.UEqn, i);
    for (Label c = 0; c < box.mesh.nCells; ++c) EXPECT_NEAR(A[c] * box.U[c][i] - H[c][i], residual[c] / box.mesh.V[c], 1e-11);
  }
}

TEST(EquationFused, FluxesOneByOneAreTheArrayOfFluxes) {
  Box box;
  box.pEqn = fvm::laplacian(2.0, box.p);
  std::vector<double> flux(static_cast<std::size_t>(box.mesh.nFaces())), divergence(flux.size());
  box.pEqn.flux(flux);
  box.pEqn.eachFlux("test", [&](Label f, double value) { EXPECT_DOUBLE_EQ(value, flux[f]); });
  fvc::netOutflow(box.mesh, flux, divergence);
  const auto residual = test::residual(box.pEqn, 0);
  for (Label c = 0; c < box.mesh.nCells; ++c) EXPECT_NEAR(divergence[c], residual[c], 1e-13);
}

// ---- a refreshed equation --------------------------------------------------------------------------------------------

void expectSame(Equation<double>& a, Equation<double>& b) {
  EXPECT_THAT(a.matrix().diag, Pointwise(DoubleNear(1e-14), b.matrix().diag));
  EXPECT_THAT(a.matrix().upper, Pointwise(DoubleNear(1e-14), b.matrix().upper));
  EXPECT_THAT(a.source(), Pointwise(DoubleNear(1e-14), b.source()));
  EXPECT_THAT(a.internalCoeffs(), Pointwise(DoubleNear(1e-14), b.internalCoeffs()));
  EXPECT_THAT(a.boundaryCoeffs(), Pointwise(DoubleNear(1e-14), b.boundaryCoeffs()));
}

TEST(EquationRefresh, IsAnAssemblyWithTheMatrixKept) {
  Box box;
  Equation<double> anew(box.p, box.setup.context);
  const std::vector<double> source(static_cast<std::size_t>(box.mesh.nCells), 0.3);
  const auto expression = fvm::laplacian(2.0, box.p) - fvm::Su(source, box.p);
  box.pEqn = expression;
  const auto version = box.pEqn.matrix().version;
  box.fillPressure(-3);  // another non-orthogonal correction
  box.pEqn.refresh(expression);
  anew = expression;
  expectSame(box.pEqn, anew);
  EXPECT_EQ(box.pEqn.matrix().version, version);
  anew = expression;
  EXPECT_NE(anew.matrix().version, version);
}

TEST(EquationRefresh, ReferenceIsAddedOnce) {
  Box box;
  Equation<double> anew(box.p, box.setup.context);
  const auto expression = fvm::laplacian(2.0, box.p);
  box.pEqn = expression;
  box.pEqn.setReference(5, 4.0);
  const auto version = box.pEqn.matrix().version;
  box.pEqn.refresh(expression);
  box.pEqn.setReference(5, 7.0);
  EXPECT_EQ(box.pEqn.matrix().version, version);
  anew = expression;
  anew.setReference(5, 7.0);
  expectSame(box.pEqn, anew);
  box.pEqn = expression;  // a new assembly forgets it
  box.pEqn.setReference(5, 7.0);
  expectSame(box.pEqn, anew);
}

TEST(EquationRefresh, AConditionThatTurnsRoundMakesANewVersion) {
  Box box;
  box.setup.registry.add(box.phi);
  const auto dict = config::Dictionary::parse("type inletOutlet; inletValue uniform 2; value uniform 2;", "p");
  for (auto& condition : box.p.conditions())
    if (condition->patch().name == "yMax")
      condition = makeBoundaryCondition<double>(dict, condition->patch(), box.setup.context, "p");
  const auto expression = fvm::laplacian(2.0, box.p);
  box.pEqn = expression;
  const auto version = box.pEqn.matrix().version;
  box.p.correctBoundaryConditions();
  box.pEqn.refresh(expression);
  EXPECT_EQ(box.pEqn.matrix().version, version);
  for (double& flux : box.phi.faces()) flux = -flux;
  box.p.correctBoundaryConditions();
  box.pEqn.refresh(expression);
  EXPECT_GT(box.pEqn.matrix().version, version);
  Equation<double> anew(box.p, box.setup.context);
  anew = expression;
  expectSame(box.pEqn, anew);
}

TEST(EquationVersion, IsRaisedByWhatChangesEntries) {
  Box box;
  box.pEqn = fvm::laplacian(2.0, box.p);
  auto version = box.pEqn.matrix().version;
  const auto raised = [&] { return std::exchange(version, box.pEqn.matrix().version) < box.pEqn.matrix().version; };
  box.pEqn.setReference(0, 1);
  EXPECT_TRUE(raised());
  box.pEqn.relax(0.5);
  EXPECT_TRUE(raised());
  box.pEqn.diag()[0] += 1;
  EXPECT_TRUE(raised());
  box.pEqn = fvm::laplacian(2.0, box.p);
  EXPECT_TRUE(raised());
  EXPECT_FALSE(raised());
}

// ---- explicit fluxes in the face loop ----------------------------------------------------------------------------------

TEST(EquationFused, LinearUpwindInTheFaceLoopIsItsWeightsAndCorrection) {
  Box box;
  Equation<Vec3> linear(box.U, box.setup.context), mixed(box.U, box.setup.context);
  box.UEqn = fvm::div(box.phi, box.U);
  linear = fvm::div(box.phi, box.U, "linear");
  mixed = fvm::div(box.phi, box.U, "LUST");  // 3/4 linear + 1/4 linearUpwind, by arrays of weights and corrections
  for (int i = 0; i < 3; ++i) {
    const auto a = test::residual(box.UEqn, i), b = test::residual(linear, i), c = test::residual(mixed, i);
    for (std::size_t cell = 0; cell < a.size(); ++cell) EXPECT_NEAR(0.25 * a[cell] + 0.75 * b[cell], c[cell], 1e-14);
  }
}

TEST(EquationFused, AKnownGradientIsTakenIfItHasTheNameThatIsAskedFor) {
  Box box;
  Equation<Vec3> own(box.U, box.setup.context);
  own = fvm::div(box.phi, box.U);
  CellValues<Tensor> gradient;
  fvc::grad(box.setup.context, box.U, "grad(U)", gradient);
  box.UEqn = fvm::div(box.phi, box.U, KnownGradient<Vec3>{"grad(U)", gradient.cells.data()});
  EXPECT_EQ(box.UEqn.source(), own.source());
  for (Tensor& g : gradient.cells) g *= 2;
  box.UEqn = fvm::div(box.phi, box.U, KnownGradient<Vec3>{"another(U)", gradient.cells.data()});
  EXPECT_EQ(box.UEqn.source(), own.source());
  box.UEqn = fvm::div(box.phi, box.U, KnownGradient<Vec3>{"grad(U)", gradient.cells.data()});
  for (Label c = 0; c < box.mesh.nCells; ++c) EXPECT_NEAR(mag(box.UEqn.source()[c] - 2 * own.source()[c]), 0, 1e-14);
}

TEST(EquationFused, TheGradientOfALimitedSchemeServesTheNonOrthogonalCorrectionToo) {
  Box box;
  Equation<double> both(box.p, box.setup.context), diffusion(box.p, box.setup.context);
  for (const double amplitude : {1.0, 3.0}) {
    box.fillPressure(amplitude);
    both = fvm::div(box.phi, box.p, "limited") - fvm::laplacian(0.7, box.p);
    box.pEqn = fvm::div(box.phi, box.p, "limited");
    diffusion = -fvm::laplacian(0.7, box.p);
    const auto sum = test::residual(both, 0), a = test::residual(box.pEqn, 0), b = test::residual(diffusion, 0);
    for (std::size_t c = 0; c < sum.size(); ++c) EXPECT_NEAR(sum[c], a[c] + b[c], 1e-13);
  }
}

TEST(EquationFused, TransposedStressIsTheDivergenceOfItsTractions) {
  Box box;
  const mesh::Mesh& mesh = box.mesh;
  VolScalarField mu("mu", dimless, mesh);
  setCalculatedConditions(mu);
  fillCells<double>(mu, [](const Vec3& x) { return 1 + x.y + x.z * x.z; });
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) mu.boundary()[b] = 1 + 0.1 * b;
  CellValues<Tensor> gradU;
  fvc::grad(box.setup.context, box.U, "grad(U)", gradU);
  std::vector<Vec3> traction, divergence(static_cast<std::size_t>(mesh.nCells));
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    const double w = mesh.weights[f];
    const Tensor stress = dev2(transpose(w * mu[P] * gradU.cells[P] + (1 - w) * mu[N] * gradU.cells[N]));
    traction.push_back(dot(mesh.Sf[f], stress));
  }
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b)
    traction.push_back(dot(mesh.Sf[mesh.nInteriorFaces() + b], mu.boundary()[b] * dev2(transpose(gradU.boundary[b]))));
  fvc::surfaceIntegrate<Vec3>(mesh, traction, divergence);
  box.UEqn = fvm::ddt(box.U) - fvm::divTransposedStress(mu.values(), gradU, box.mesh, box.U);
  Equation<Vec3> without(box.U, box.setup.context);
  without = fvm::ddt(box.U);
  for (Label c = 0; c < mesh.nCells; ++c)
    EXPECT_NEAR(mag(box.UEqn.source()[c] - without.source()[c] - mesh.V[c] * divergence[c]), 0, 1e-14);
}

}  // namespace
}  // namespace eagre::fv
