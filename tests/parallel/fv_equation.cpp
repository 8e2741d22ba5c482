// SPDX-License-Identifier: BSD-3-Clause
// Equations on 1..N ranks: the solution, A, H and flux of the divided mesh are those of the global one.
#include <gtest/gtest.h>

#include "unit/fv/equation_case.hpp"

namespace eagre::fv {
namespace {

const char* schemes = R"(
  ddtSchemes { default Euler; }
  gradSchemes { default Gauss linear; }
  divSchemes { div(phi,U) Gauss limitedLinearV 1; div(phi,T) bounded Gauss linearUpwind grad(T); }
  laplacianSchemes { default Gauss linear corrected; }
  snGradSchemes { default corrected; })";

struct Values {
  std::vector<Vec3> U, H;
  std::vector<double> T, A, div;
};

/// Values of all cells by global number, on every rank (tests run on small meshes).
template <class T>
std::vector<T> gather(const mesh::Mesh& mesh, const std::vector<T>& cells) {
  std::vector<T> all(static_cast<std::size_t>(mesh.nCellsGlobal));
  for (Label c = 0; c < mesh.nCells; ++c) all[static_cast<std::size_t>(mesh.cellGlobal[c])] = cells[static_cast<std::size_t>(c)];
  mesh.communicator().sum(std::span<double>(reinterpret_cast<double*>(all.data()), all.size() * nComponents<T>));
  return all;
}

/// A step of momentum with relaxation and one of a scalar, on a skewed box that is cyclic in y.
Values step(const comm::Communicator& communicator) {
  test::EquationCase setup(test::distributedBox(communicator, 7, 6, 5, {.cyclicY = true, .perturbation = 0.15}), schemes,
                           test::tightSolvers);
  const mesh::Mesh& mesh = *setup.mesh;
  VolVectorField U("U", dimVelocity, mesh);
  VolScalarField rho("rho", dimDensity, mesh), T("T", dimless, mesh);
  test::setConditions<Vec3>(U, {"xMin", "zMin"}, [](const Vec3& x) { return Vec3{x.z, x.z * x.z, 0.1}; });
  test::setConditions<double>(T, {"xMax"}, [](const Vec3& x) { return x.z; });
  test::setConditions<double>(rho, {}, {});
  const double k = 2 * std::acos(-1.0);
  test::fillCells<Vec3>(U, [&](const Vec3& x) { return Vec3{std::sin(k * x.y), x.x * x.z, std::cos(k * x.y) * x.x}; });
  test::fillCells<double>(rho, [](const Vec3& x) { return x.x > 0.5 ? 1000.0 : 1.0; });
  test::fillCells<double>(T, [](const Vec3& x) { return x.x * x.x; });
  for (auto* field : {&rho, &T}) field->resetOld();
  U.resetOld();
  const auto phi = test::uniformFlux(mesh, {1, 0.7, -0.4});

  Equation<Vec3> UEqn(U, setup.context);
  UEqn = fvm::ddt(rho, U) + fvm::div(phi, U) - fvm::laplacian(rho, U) - fvm::Su(Vec3{0, 0, -9.81}, U);
  UEqn.relax(0.9);
  UEqn.solve("U");
  const auto n = static_cast<std::size_t>(mesh.nCells);
  std::vector<double> A(n), flux(static_cast<std::size_t>(mesh.nFaces())), div(n);
  std::vector<Vec3> H(n);
  UEqn.A(A);
  UEqn.H(H);

  Equation<double> TEqn(T, setup.context);
  TEqn = fvm::ddt(T) + fvm::div(phi, T) - fvm::laplacian(0.3, T);
  TEqn.solve("T");
  TEqn.flux(flux);
  fvc::div(mesh, flux, div);
  return {gather(mesh, U.cells()), gather(mesh, H), gather(mesh, T.cells()), gather(mesh, A), gather(mesh, div)};
}

template <class T>
void expectEqual(const std::vector<T>& a, const std::vector<T>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  double scale = 0, difference = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    scale = std::max(scale, mag(b[c]));
    difference = std::max(difference, mag(a[c] - b[c]));
  }
  EXPECT_LT(difference, 1e-10 * scale) << what;
}

TEST(EquationParallel, EqualsTheUndividedMesh) {
  const Values serial = step(comm::Communicator::self()), parallel = step(comm::Communicator::world());
  expectEqual(parallel.U, serial.U, "U");
  expectEqual(parallel.H, serial.H, "H");
  expectEqual(parallel.A, serial.A, "A");
  expectEqual(parallel.T, serial.T, "T");
  expectEqual(parallel.div, serial.div, "div of flux");
}

TEST(EquationParallel, FluxesOfTheTwoSidesOfACutAreOpposite) {
  const auto world = comm::Communicator::world();
  test::EquationCase setup(test::distributedBox(world, 6, 5, 4, {.perturbation = 0.15}), schemes);
  const mesh::Mesh& mesh = *setup.mesh;
  VolScalarField T("T", dimless, mesh);
  test::setConditions<double>(T, {}, {});
  test::fillCells<double>(T, [](const Vec3& x) { return x.x * x.y + std::sin(x.z); });
  const auto phi = test::uniformFlux(mesh, {1, 0.7, -0.4});
  Equation<double> equation(T, setup.context);
  equation = fvm::divUpwind(phi, T) - fvm::laplacian(0.3, T);
  std::vector<double> flux(static_cast<std::size_t>(mesh.nFaces()));
  equation.flux(flux);

  std::vector<double> sum(static_cast<std::size_t>(mesh.nFacesGlobal)), largest(sum.size());
  for (Label f = mesh.nInternalFaces; f < mesh.nInteriorFaces(); ++f) {
    const auto global = static_cast<std::size_t>(mesh.faceGlobal[f]);
    sum[global] += flux[f];
    largest[global] = std::abs(flux[f]);
  }
  world.sum(sum);
  world.sum(largest);
  bool cut = false;
  for (std::size_t f = 0; f < sum.size(); ++f) {
    EXPECT_LE(std::abs(sum[f]), 1e-14) << f;
    cut = cut || largest[f] > 1e-3;
  }
  EXPECT_EQ(cut, world.parallel());
}

}  // namespace
}  // namespace eagre::fv
