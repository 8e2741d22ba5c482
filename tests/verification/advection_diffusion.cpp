// SPDX-License-Identifier: BSD-3-Clause
// Advection and diffusion. Steady boundary layer in one dimension, U dT/dx = a d2T/dx2, T(0) = 0, T(1) = 1, with
// T = (e^(Pe x) - 1)/(e^Pe - 1); and a wave T = e^(-a k^2 t) sin(k (x - U t)) in a periodic box, k = 2 pi.
#include <gtest/gtest.h>

#include "unit/fv/equation_case.hpp"

namespace eagre::fv {
namespace {

const double pi = std::acos(-1.0);

std::string schemes(const std::string& div) {
  return "ddtSchemes { default CrankNicolson 1; } gradSchemes { default Gauss linear; } divSchemes { default Gauss " + div +
         "; } laplacianSchemes { default Gauss linear corrected; }";
}

template <class Exact>
double norm(const VolScalarField& T, Exact&& exact) {
  const mesh::Mesh& mesh = T.mesh();
  double sum = 0;
  for (Label c = 0; c < mesh.nCells; ++c) sum += mesh.V[c] * sqr(T[c] - exact(mesh.C[c]));
  return std::sqrt(mesh.communicator().sum(sum));
}

double boundaryLayerError(Label n, const std::string& div) {
  const double peclet = 5;
  const auto exact = [&](const Vec3& x) { return std::expm1(peclet * x.x) / std::expm1(peclet); };
  test::EquationCase setup(test::distributedBox(comm::Communicator::world(), n, 1, 1), schemes(div), test::tightSolvers);
  VolScalarField T("T", dimless, *setup.mesh);
  test::setConditions<double>(T, {"xMin", "xMax"}, exact);
  const auto phi = test::uniformFlux(*setup.mesh, {1, 0, 0});
  Equation<double> equation(T, setup.context);
  for (int corrector = 0; corrector < 60; ++corrector) {
    equation = fvm::div(phi, T) - fvm::laplacian(1 / peclet, T);
    if (equation.solve("T")[0].initialResidual < 1e-10) break;
  }
  return norm(T, exact);
}

double waveError(Label n, const std::string& div) {
  const double diffusivity = 0.01, k = 2 * pi, endTime = 0.5;
  const auto exact = [&](const Vec3& x, double t) { return std::exp(-diffusivity * k * k * t) * std::sin(k * (x.x - t)); };
  test::EquationCase setup(test::distributedBox(comm::Communicator::world(), n, 2, 2, {.cyclicX = true}), schemes(div),
                           test::tightSolvers);
  VolScalarField T("T", dimless, *setup.mesh);
  test::setConditions<double>(T, {}, {});
  test::fillCells<double>(T, [&](const Vec3& x) { return exact(x, 0); });
  const auto phi = test::uniformFlux(*setup.mesh, {1, 0, 0});
  Equation<double> equation(T, setup.context);
  TimeState& time = setup.time;
  time = {.value = 0, .deltaT = endTime / n, .deltaT0 = endTime / n, .index = 0, .startIndex = 0};
  for (Label i = 0; i < n; ++i) {
    ++time.index;
    time.value += time.deltaT;
    T.shiftOldTimes(2);
    for (int corrector = 0; corrector < 3; ++corrector) {
      equation = fvm::ddt(T) + fvm::div(phi, T) - fvm::laplacian(diffusivity, T);
      equation.solve("T");
    }
  }
  return norm(T, [&](const Vec3& x) { return exact(x, endTime); });
}

double order(double coarse, double fine) { return std::log2(coarse / fine); }

TEST(AdvectionDiffusion, SteadyBoundaryLayer) {
  EXPECT_NEAR(order(boundaryLayerError(32, "linear"), boundaryLayerError(64, "linear")), 2, 0.1);
  EXPECT_NEAR(order(boundaryLayerError(32, "upwind"), boundaryLayerError(64, "upwind")), 1, 0.15);
  EXPECT_NEAR(order(boundaryLayerError(64, "linearUpwind grad(T)"), boundaryLayerError(128, "linearUpwind grad(T)")), 2, 0.25);
}

TEST(AdvectionDiffusion, PeriodicWave) {
  EXPECT_NEAR(order(waveError(20, "linear"), waveError(40, "linear")), 2, 0.2);
  EXPECT_NEAR(order(waveError(40, "linearUpwind grad(T)"), waveError(80, "linearUpwind grad(T)")), 2, 0.3);
  EXPECT_NEAR(order(waveError(80, "upwind"), waveError(160, "upwind")), 1, 0.25);
}

}  // namespace
}  // namespace eagre::fv
