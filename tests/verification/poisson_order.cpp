// SPDX-License-Identifier: BSD-3-Clause
// Poisson's equation -div(gamma grad p) = f by manufactured solution: p = sin(pi x) cos(pi y) e^z, gamma = 1 + x/2, on
// non-orthogonal boxes. With the explicit non-orthogonal correction iterated to convergence the error falls with the
// second power of the cell size; without it, it does not fall.
#include <gtest/gtest.h>

#include "unit/fv/equation_case.hpp"

namespace eagre::fv {
namespace {

const double pi = std::acos(-1.0);
double exact(const Vec3& x) { return std::sin(pi * x.x) * std::cos(pi * x.y) * std::exp(x.z); }
double gammaOf(const Vec3& x) { return 1 + x.x / 2; }
/// -div(gamma grad p)
double sourceOf(const Vec3& x) {
  return gammaOf(x) * (2 * pi * pi - 1) * exact(x) - 0.5 * pi * std::cos(pi * x.x) * std::cos(pi * x.y) * std::exp(x.z);
}

/// L2 norm of the error on n^3 cells.
double error(Label n, const std::string& snGrad, double distortion) {
  test::EquationCase setup(test::distortedBox(comm::Communicator::world(), n, n, n, distortion),
                           "gradSchemes { default Gauss linear; } laplacianSchemes { default Gauss linear " + snGrad + "; }",
                           "solvers { p { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 1e-3; maxIter 500; } }");
  const mesh::Mesh& mesh = *setup.mesh;
  VolScalarField p("p", dimKinematicPressure, mesh), gamma("gamma", dimViscosity, mesh);
  test::setConditions<double>(p, {"xMin", "xMax", "yMin", "yMax", "zMin", "zMax"}, exact);
  test::setConditions<double>(gamma, {"xMin", "xMax", "yMin", "yMax", "zMin", "zMax"}, gammaOf);
  test::fillCells<double>(gamma, gammaOf);
  std::vector<double> source;
  for (Label c = 0; c < mesh.nCells; ++c) source.push_back(sourceOf(mesh.C[c]));

  Equation<double> equation(p, setup.context);
  for (int corrector = 0; corrector < 60; ++corrector) {
    equation = -fvm::laplacian(gamma, p) - fvm::Su(source, p);
    if (equation.solve("p")[0].initialResidual < 1e-8) break;
  }
  double sum = 0;
  for (Label c = 0; c < mesh.nCells; ++c) sum += mesh.V[c] * sqr(p[c] - exact(mesh.C[c]));
  return std::sqrt(mesh.communicator().sum(sum));
}

TEST(Poisson, SecondOrderOnOrthogonalMeshes) {
  EXPECT_NEAR(std::log2(error(10, "orthogonal", 0) / error(20, "orthogonal", 0)), 2, 0.1);
}

TEST(Poisson, SecondOrderOnDistortedMeshesWithCorrection) {
  const double coarse = error(12, "corrected", 0.12), fine = error(24, "corrected", 0.12);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << coarse << ' ' << fine;
}

TEST(Poisson, LimitedByAThirdIsBetweenCorrectedAndUncorrected) {
  const double corrected = error(12, "corrected", 0.12), limited = error(12, "limited 0.33", 0.12),
               uncorrected = error(12, "uncorrected", 0.12);
  EXPECT_LT(corrected, limited);
  EXPECT_LT(limited, uncorrected);
}

TEST(Poisson, WithoutCorrectionTheOrderIsLost) {
  EXPECT_LT(std::log2(error(12, "uncorrected", 0.12) / error(24, "uncorrected", 0.12)), 0.2);
}

}  // namespace
}  // namespace eagre::fv
