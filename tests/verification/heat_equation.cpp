// SPDX-License-Identifier: BSD-3-Clause
// The heat equation dT/dt = a lap(T) with the decaying mode T = e^(-2 a pi^2 t) sin(pi x) sin(pi y), zero on the boundary.
// On non-orthogonal meshes the error falls with the second power of the cell size when the time step falls with it, by the
// second-order time schemes; Euler's is first.
#include <gtest/gtest.h>

#include "unit/fv/equation_case.hpp"

namespace eagre::fv {
namespace {

const double pi = std::acos(-1.0), diffusivity = 0.1, endTime = 0.5;
double exact(const Vec3& x, double t) {
  return std::exp(-2 * diffusivity * pi * pi * t) * std::sin(pi * x.x) * std::sin(pi * x.y);
}

/// L2 norm of the error at the end on n x n cells in `steps` steps.
double error(Label n, int steps, const std::string& ddt, double distortion) {
  test::EquationCase setup(test::distortedBox(comm::Communicator::world(), n, n, 1, distortion),
                           "ddtSchemes { default " + ddt +
                               "; } gradSchemes { default Gauss linear; } laplacianSchemes { default Gauss linear corrected; }",
                           "solvers { T { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; } }");
  const mesh::Mesh& mesh = *setup.mesh;
  VolScalarField T("T", dimless, mesh);
  test::setConditions<double>(T, {"xMin", "xMax", "yMin", "yMax"}, [](const Vec3&) { return 0.0; });
  test::fillCells<double>(T, [](const Vec3& x) { return exact(x, 0); });
  Equation<double> equation(T, setup.context);
  TimeState& time = setup.time;
  time = {.value = 0, .deltaT = endTime / steps, .deltaT0 = endTime / steps, .index = 0, .startIndex = 0};
  for (int i = 0; i < steps; ++i) {
    ++time.index;
    time.value += time.deltaT;
    T.shiftOldTimes(2);
    for (int corrector = 0; corrector < (mesh.orthogonal ? 1 : 6); ++corrector) {
      equation = fvm::ddt(T) - fvm::laplacian(diffusivity, T);
      equation.solve("T");
    }
  }
  double sum = 0, norm = 0;
  for (Label c = 0; c < mesh.nCells; ++c) {
    sum += mesh.V[c] * sqr(T[c] - exact(mesh.C[c], endTime));
    norm += mesh.V[c] * sqr(exact(mesh.C[c], endTime));
  }
  return std::sqrt(mesh.communicator().sum(sum) / mesh.communicator().sum(norm));
}

TEST(HeatEquation, SecondOrderInSpaceAndTime) {
  for (const std::string ddt : {"backward", "CrankNicolson 1"}) {
    EXPECT_NEAR(std::log2(error(16, 10, ddt, 0) / error(32, 20, ddt, 0)), 2, 0.1) << ddt;
    EXPECT_NEAR(std::log2(error(16, 10, ddt, 0.12) / error(32, 20, ddt, 0.12)), 2, 0.1) << ddt;
  }
}

TEST(HeatEquation, FirstOrderInTimeByEuler) {
  EXPECT_NEAR(std::log2(error(64, 5, "Euler", 0) / error(64, 10, "Euler", 0)), 1, 0.15);
}

}  // namespace
}  // namespace eagre::fv
