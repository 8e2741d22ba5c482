// SPDX-License-Identifier: BSD-3-Clause
// Solving, A, H and flux, relaxation and reference values of an Equation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fv/equation/relaxation.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre::fv {
namespace {

using test::EquationCase;
using test::residual;
using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pointwise;

const char* schemes = R"(
  ddtSchemes { default Euler; }
  gradSchemes { default Gauss linear; }
  divSchemes { default Gauss linear; }
  laplacianSchemes { default Gauss linear corrected; }
  snGradSchemes { default corrected; })";

const test::BoxOptions perturbed{.perturbation = 0.2};
test::BoxOptions channel() {
  test::BoxOptions options;
  options.types = {"patch", "patch", "symmetryPlane", "wall", "", ""};
  options.emptyZ = true;
  return options;
}

/// The momentum equation of a 2D channel with a symmetry plane: components differ on the diagonal.
struct Momentum {
  EquationCase setup;
  const mesh::Mesh& mesh;
  VolVectorField U;
  SurfaceScalarField phi;
  Equation<Vec3> equation;
  explicit Momentum(const std::string& solution = test::tightSolvers)
      : setup(test::distributedBox(comm::Communicator::self(), 4, 3, 1, channel()), schemes, solution),
        mesh(*setup.mesh),
        U("U", dimVelocity, mesh),
        phi(test::uniformFlux(mesh, {1, 0, 0})),
        equation(U, setup.context) {
    test::setConditions<Vec3>(U, {"xMin", "yMax"}, [](const Vec3& x) { return Vec3{x.y, 0.3, 0}; });
    test::fillCells<Vec3>(U, [](const Vec3& x) { return Vec3{std::sin(3 * x.x), x.y * x.x, 0}; });
    U.resetOld();
    assemble();
  }
  void assemble() { equation = fvm::ddt(U) + fvm::div(phi, U) - fvm::laplacian(0.1, U) - fvm::Su(Vec3{1, 2, 0}, U); }
};

TEST(EquationSolve, SetValuesFixesCellsAndLeavesTheOthersTheirNeighbours) {
  EquationCase setup(test::distributedBox(comm::Communicator::self(), 5, 4, 1, channel()), schemes, test::tightSolvers);
  const mesh::Mesh& mesh = *setup.mesh;
  VolScalarField k("k", dimless, mesh);
  const auto phi = test::uniformFlux(mesh, {1, 0, 0});
  test::setConditions<double>(k, {"xMin", "yMax"}, [](const Vec3& x) { return x.x + x.y; });
  test::fillCells<double>(k, [](const Vec3& x) { return 1 + x.x * x.y; });
  k.resetOld();
  Equation<double> equation(k, setup.context);
  const auto assemble = [&] { equation = fvm::ddt(k) + fvm::div(phi, k) - fvm::laplacian(0.1, k) - fvm::Su(3.0, k); };
  assemble();
  std::vector<char> marked(static_cast<std::size_t>(mesh.nCells), 0);
  const std::vector<Label> cells{1, 6, 7, 19};  // two of them neighbours, one in a corner
  for (const Label c : cells) marked[c] = 1, k[c] = 10.0 + c;
  k.correctBoundaryConditions();
  equation.setValues(marked);
  equation.solve("k");
  for (const Label c : cells) EXPECT_NEAR(k[c], 10.0 + c, 1e-12);
  // The other rows of the equation as it was hold.
  assemble();
  const auto left = residual(equation, 0);
  for (Label c = 0; c < mesh.nCells; ++c) {
    if (!marked[c]) { EXPECT_NEAR(left[c], 0, 1e-10) << c; }
  }
}

TEST(EquationSolve, SetValuesTwiceTakesCyclicFacesFromTheDiagonalOnce) {
  test::BoxOptions options;
  options.cyclicX = true;
  EquationCase setup(test::distributedBox(comm::Communicator::self(), 3, 2, 2, options), schemes, test::tightSolvers);
  VolScalarField k("k", dimless, *setup.mesh);
  test::setConditions<double>(k, {"yMin"}, [](const Vec3&) { return 1.0; });
  test::fillCells<double>(k, [](const Vec3& x) { return 1 + x.x * x.y; });
  k.resetOld();
  Equation<double> equation(k, setup.context);
  equation = fvm::ddt(k) - fvm::laplacian(0.1, k);
  std::vector<char> marked(static_cast<std::size_t>(setup.mesh->nCells), 0);
  marked[0] = 1;
  const double whole = equation.matrix().diag[0];
  equation.setValues(marked);
  const double once = equation.matrix().diag[0];
  EXPECT_LT(once, whole);
  equation.setValues(marked);
  EXPECT_EQ(equation.matrix().diag[0], once);
}

TEST(EquationSolve, AAndHAreTheEquation) {
  Momentum m;
  std::vector<double> A(static_cast<std::size_t>(m.mesh.nCells));
  std::vector<Vec3> H(A.size());
  m.equation.A(A);
  m.equation.H(H);
  for (int i = 0; i < 2; ++i) {
    const auto r = residual(m.equation, i);
    for (Label c = 0; c < m.mesh.nCells; ++c) EXPECT_NEAR(A[c] * m.U[c][i] - H[c][i], r[c] / m.mesh.V[c], 1e-11);
  }
  for (const Vec3& h : H) EXPECT_EQ(h.z, 0);
  // the mean over three components of coefficients that differ: at the symmetry plane y alone is fixed
  const Label b = m.mesh.findPatch("yMin")->start, P = m.mesh.owner[m.mesh.nInteriorFaces() + b];
  EXPECT_NE(m.equation.internalCoeffs()[b].y, m.equation.internalCoeffs()[b].x);
  double diag = m.equation.matrix().diag[P];
  for (Label f = 0; f < m.mesh.nBoundaryFaces; ++f)
    if (m.mesh.owner[m.mesh.nInteriorFaces() + f] == P) diag += cmptAv(m.equation.internalCoeffs()[f]);
  EXPECT_NEAR(A[P], diag / m.mesh.V[P], 1e-12);
}

TEST(EquationSolve, ComponentsOneAfterAnotherWithExtraSource) {
  Momentum m;
  std::FILE* file = std::tmpfile();
  m.setup.log = Log(file);
  std::vector<Vec3> extra(static_cast<std::size_t>(m.mesh.nCells), Vec3{0.5, -0.25, 7});
  const auto diag = m.equation.matrix().diag;
  const auto performances = m.equation.solve("U", extra);
  ASSERT_EQ(performances.size(), 2u);  // z is empty
  EXPECT_EQ(performances[0].fieldName, "Ux");
  EXPECT_EQ(performances[1].fieldName, "Uy");
  EXPECT_TRUE(performances[1].converged);
  EXPECT_EQ(m.equation.matrix().diag, diag);
  for (int i = 0; i < 2; ++i)
    for (const double r : residual(m.equation, i)) EXPECT_NEAR(r, extra[0][i], 1e-12);
  for (Label c = 0; c < m.mesh.nCells; ++c) EXPECT_EQ(m.U[c].z, 0);
  // boundary values follow
  const Label b = m.mesh.findPatch("xMax")->start;
  EXPECT_EQ(m.U.boundary()[b], m.U[m.mesh.owner[m.mesh.nInteriorFaces() + b]]);

  m.setup.log.flush();
  std::rewind(file);
  std::string text(1000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  EXPECT_THAT(text, HasSubstr("Solving for Ux, Initial residual = "));
  EXPECT_LT(text.find("Solving for Ux"), text.find("Solving for Uy"));
}

TEST(EquationSolve, ErrorsAndNoIterations) {
  Momentum m("solvers { other {} U { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-9; maxIter 0; } }");
  const auto before = m.U.cells();
  EXPECT_TRUE(m.equation.solve("U").empty());
  EXPECT_EQ(m.U.cells(), before);
  EXPECT_THROW(m.equation.solve("UFinal"), Error);
  EXPECT_THROW(m.equation.solve("U", std::vector<Vec3>(2)), Error);
}

/// A pressure equation on a skewed mesh.
struct Pressure {
  EquationCase setup;
  const mesh::Mesh& mesh;
  VolScalarField p;
  Equation<double> equation;
  std::vector<double> source;
  explicit Pressure(const std::vector<std::string>& fixed = {"xMin"})
      : setup(test::distributedBox(comm::Communicator::self(), 5, 4, 3, perturbed), schemes, test::tightSolvers),
        mesh(*setup.mesh),
        p("p", dimKinematicPressure, mesh),
        equation(p, setup.context) {
    test::setConditions<double>(p, fixed, [](const Vec3& x) { return x.y; });
    test::fillCells<double>(p, [](const Vec3& x) { return x.x * x.y; });
    for (Label c = 0; c < mesh.nCells; ++c) source.push_back(std::cos(5 * mesh.C[c].x));
  }
};

TEST(EquationSolve, FluxOfASolvedEquationBalancesTheSource) {
  Pressure q;
  ASSERT_FALSE(q.mesh.orthogonal);
  q.equation = fvm::laplacian(2.0, q.p) - fvm::Su(q.source, q.p);
  EXPECT_TRUE(q.equation.solve("p")[0].converged);
  std::vector<double> flux(static_cast<std::size_t>(q.mesh.nFaces())), div(static_cast<std::size_t>(q.mesh.nCells));
  q.equation.flux(flux);
  fvc::div(q.mesh, flux, div);
  EXPECT_THAT(div, Pointwise(DoubleNear(1e-11), q.source));
  // without the explicit part it would not
  const auto& A = q.equation.matrix();
  const Label f = 7;
  EXPECT_GT(std::abs(flux[f] - A.upper[f] * (q.p[q.mesh.neighbour[f]] - q.p[q.mesh.owner[f]])), 1e-6);
}

TEST(EquationSolve, ConvectiveFluxOfTheMatrix) {
  Pressure q;
  const auto phi = test::uniformFlux(q.mesh, {1, -2, 0.5});
  q.p.resetOld();
  q.equation = fvm::ddtEuler(q.p) + fvm::divUpwind(phi, q.p) - fvm::laplacian(0.01, q.p);
  q.equation.solve("asymmetric");
  std::vector<double> flux(static_cast<std::size_t>(q.mesh.nFaces())), div(static_cast<std::size_t>(q.mesh.nCells));
  q.equation.flux(flux);
  fvc::div(q.mesh, flux, div);
  for (Label c = 0; c < q.mesh.nCells; ++c) EXPECT_NEAR((q.p[c] - q.p.old(1).cells[c]) / q.setup.time.deltaT + div[c], 0, 1e-10);
}

TEST(EquationSolve, ReferencePinsASingularEquation) {
  Pressure q(std::vector<std::string>{});
  double mean = 0;
  for (Label c = 0; c < q.mesh.nCells; ++c) mean += q.source[c] * q.mesh.V[c] / q.mesh.totalVolume;
  for (double& s : q.source) s -= mean;
  for (int corrector = 0; corrector < 40; ++corrector) {
    q.equation = fvm::laplacian(1.0, q.p) - fvm::Su(q.source, q.p);
    const double diag = q.equation.diag()[3];
    q.equation.setReference(-1, 99);
    q.equation.setReference(3, 2.5);
    EXPECT_DOUBLE_EQ(q.equation.diag()[3], 2 * diag);
    q.equation.solve("p");
  }
  EXPECT_NEAR(q.p[3], 2.5, 1e-8);
}

TEST(EquationRelax, RowByHand) {
  test::BoxOptions options;
  options.length = {2, 1, 1};
  EquationCase setup(test::distributedBox(comm::Communicator::self(), 2, 1, 1, options), schemes);
  VolScalarField T("T", dimless, *setup.mesh);
  T.cells() = {10, 20};
  test::setConditions<double>(T, {"xMin"}, [](const Vec3&) { return 5.0; });
  Equation<double> equation(T, setup.context);
  const auto phi = test::uniformFlux(*setup.mesh, {8, 0, 0});
  equation = fvm::div(phi, T) - fvm::laplacian(1.0, T);
  // central differences: lower -5, upper 3; the outlet cell has 8 - 3 from its faces, the inlet cell 5 + 2 (wall)
  ASSERT_THAT(equation.matrix().diag, ElementsAre(5, -3));
  equation.relax(0.5);
  // row 0: max(5 + 2, 3)/0.5 - 2 = 12; row 1: max(|-3 + 8|, 5)/0.5 - 8 = 2
  EXPECT_THAT(equation.matrix().diag, Pointwise(DoubleNear(1e-13), {12.0, 2.0}));
  EXPECT_THAT(equation.source(), Pointwise(DoubleNear(1e-13), {(12.0 - 5) * 10, (2.0 + 3) * 20}));
}

TEST(EquationRelax, KeepsTheResidualAndDominates) {
  Momentum m;
  const auto before0 = residual(m.equation, 0), before1 = residual(m.equation, 1);
  m.equation.relax(0.7);
  EXPECT_THAT(residual(m.equation, 0), Pointwise(DoubleNear(1e-12), before0));
  EXPECT_THAT(residual(m.equation, 1), Pointwise(DoubleNear(1e-12), before1));
}

TEST(EquationRelax, FactorsOfTheDictionary) {
  const auto factorOf = [](const std::string& relaxationFactors, bool final) {
    Momentum m(relaxationFactors.empty() ? "" : "relaxationFactors { " + relaxationFactors + " }");
    const double diag = m.equation.matrix().diag[5];  // not at the boundary
    m.equation.relax(final);
    return diag / m.equation.matrix().diag[5];
  };
  EXPECT_NEAR(factorOf("", false), 1, 1e-14);
  EXPECT_NEAR(factorOf("equations { U 0.8; UFinal 0.9; }", false), 0.8, 1e-14);
  EXPECT_NEAR(factorOf("equations { U 0.8; UFinal 0.9; }", true), 0.9, 1e-14);
  EXPECT_NEAR(factorOf("equations { U 0.8; }", true), 1, 1e-14);
  EXPECT_NEAR(factorOf("equations { \"U.*\" 0.6; }", true), 0.6, 1e-14);
  EXPECT_NEAR(factorOf("equations { default 0.5; }", false), 0.5, 1e-14);
  EXPECT_NEAR(factorOf("U 0.4;", false), 0.4, 1e-14);
  EXPECT_NEAR(factorOf("fields { U 0.4; }", false), 1, 1e-14);
  EXPECT_THROW(factorOf("equations { default 0; }", false), Error);
}

TEST(EquationRelax, FollowsAChangeOfTheDictionary) {
  Momentum m("solvers { U { solver PBiCGStab; preconditioner none; tolerance 1e-12; relTol 0; } } relaxationFactors { U 0.5; }");
  const auto factor = [&m] {
    m.assemble();
    const double diag = m.equation.matrix().diag[5];
    m.equation.relax(false);
    return diag / m.equation.matrix().diag[5];
  };
  const auto residual = [&m] {
    m.assemble();
    return m.equation.solve("U").front().finalResidual;
  };
  EXPECT_NEAR(factor(), 0.5, 1e-14);
  EXPECT_LT(residual(), 1e-12);
  m.setup.solution.setDict("relaxationFactors").set("U", "0.8");
  m.setup.solution.setDict("solvers").setDict("U").set("tolerance", "10");
  EXPECT_NEAR(factor(), 0.5, 1e-14);  // until it is told
  ++m.setup.context.solutionVersion;
  EXPECT_NEAR(factor(), 0.8, 1e-14);
  test::fillCells<Vec3>(m.U, [](const Vec3& x) { return Vec3{x.x, x.y, 0}; });
  EXPECT_GT(residual(), 1e-6);
}

TEST(FieldRelax, FactorsOfTheDictionary) {
  const auto factorOf = [](const std::string& relaxationFactors, const std::string& name) {
    return fieldRelaxation(config::Dictionary::parse("relaxationFactors { " + relaxationFactors + " }", "fvSolution"), name);
  };
  EXPECT_EQ(fieldRelaxation(config::Dictionary::parse("", "fvSolution"), "p"), std::nullopt);
  EXPECT_EQ(factorOf("fields { p_rgh 0.8; }", "p_rgh"), 0.8);
  EXPECT_EQ(factorOf("fields { p_rgh 0.8; }", "p_rghFinal"), std::nullopt);
  EXPECT_EQ(factorOf("fields { \"p.*\" 0.8; }", "p_rghFinal"), 0.8);
  EXPECT_EQ(factorOf("fields { default 0.7; }", "p_rghFinal"), 0.7);
  EXPECT_THROW(factorOf("fields { default 0; }", "p_rgh"), Error);
  EXPECT_EQ(factorOf("equations { p_rgh 0.8; }", "p_rgh"), std::nullopt);
  // the old form
  EXPECT_EQ(factorOf("p_rgh 0.6; U 0.5;", "p_rgh"), 0.6);
  EXPECT_EQ(factorOf("p_rgh 0.6; U 0.5;", "U"), std::nullopt);
  EXPECT_EQ(factorOf("\"p.*\" 0.6; default 0.5;", "p_rgh"), std::nullopt);
}

}  // namespace
}  // namespace eagre::fv
