// SPDX-License-Identifier: BSD-3-Clause
// Old volumes and fluxes relative to the faces of a mesh that moves: the law of space conservation.
#include "fv/mesh_flux.hpp"

#include <gtest/gtest.h>

#include "support/moving_mesh.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre {
namespace {

using test::EquationCase;
using test::MovableBox;

/// The volume that a fluid at rest loses through faces that move towards it is that of the cells: a uniform field stays uniform.
class UniformField : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(UniformField, StaysUniformOnAMeshThatMoves) {
  const auto [ddt, convection] = GetParam();
  MovableBox box(comm::Communicator::self(), 5, 4, 3, {.perturbation = 0.2});
  EquationCase setup(std::move(box.mesh),
                     std::string("ddtSchemes { default ") + ddt +
                         "; } gradSchemes { default Gauss linear; } divSchemes { default " + convection +
                         "; } laplacianSchemes { default Gauss linear corrected; } snGradSchemes { default corrected; }",
                     test::tightSolvers);
  fv::VolScalarField psi("psi", dimless, *setup.mesh, 1.0), rho("rho", dimDensity, *setup.mesh, 2.0);
  test::setConditions<double>(psi, {}, [](const Vec3&) { return 1.0; });
  fv::setCalculatedConditions(rho);
  fv::SurfaceScalarField phi("phi", dimVolumeFlux, *setup.mesh), rhoPhi("rhoPhi", dimMassFlux, *setup.mesh);
  fv::Equation<double> equation(psi, setup.context), massEquation(psi, setup.context);
  const std::vector<Vec3> points = setup.mesh->points->shape.points;
  for (int step = 0; step < 3; ++step) {
    setup.time.deltaT0 = setup.time.deltaT;
    setup.time.deltaT = 0.1 + 0.03 * step;
    ++setup.time.index;
    for (auto* f : {&psi, &rho}) f->shiftOldTimes(2);
    mesh::beginMotionStep(*setup.mesh);
    const double size = 0.02 * (step + 1);
    mesh::movePoints(*setup.mesh, test::moved(points, test::wavy(size, false)));
    for (Label f = 0; f < setup.mesh->nFaces(); ++f) phi[f] = dot(Vec3{0.3, 0.2, -0.1}, setup.mesh->Sf[f]);
    fv::fvc::makeRelative(setup.context, "ddt(psi)", phi.faces());
    for (Label f = 0; f < setup.mesh->nFaces(); ++f) rhoPhi[f] = 2 * phi[f];
    equation = fv::fvm::ddt(psi) + fv::fvm::div(phi, psi) - fv::fvm::laplacian(0.1, psi);
    massEquation = fv::fvm::ddt(rho, psi) + fv::fvm::div(rhoPhi, psi);
    for (const double r : test::residual(equation, 0)) EXPECT_NEAR(r, 0, 1e-15);
    for (const double r : test::residual(massEquation, 0)) EXPECT_NEAR(r, 0, 1e-15);
    std::vector<double> there(phi.faces().begin(), phi.faces().end());
    fv::fvc::makeAbsolute(setup.context, "ddt(psi)", there);
    double moved = 0;
    for (Label f = 0; f < setup.mesh->nFaces(); ++f) {
      EXPECT_NEAR(there[f], dot(Vec3{0.3, 0.2, -0.1}, setup.mesh->Sf[f]), 1e-16);
      moved = std::max(moved, std::abs(there[f] - phi[f]));
    }
    EXPECT_GT(moved, 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, UniformField,
                         testing::Combine(testing::Values("Euler", "backward"),
                                          testing::Values("Gauss linear", "Gauss upwind", "Gauss vanLeer")));

TEST(MeshFlux, IsNothingOnAStaticMeshAndAnErrorForSchemesWithoutIt) {
  EquationCase still(test::distributedBox(comm::Communicator::self(), 2, 2, 2), "ddtSchemes { default CrankNicolson 0.9; }");
  std::vector<double> flux(static_cast<std::size_t>(still.mesh->nFaces()), 3.0);
  fv::fvc::makeRelative(still.context, "ddt(U)", flux);
  EXPECT_EQ(flux, std::vector<double>(flux.size(), 3.0));
  MovableBox box(comm::Communicator::self(), 2, 2, 2);
  EquationCase moving(std::move(box.mesh), "ddtSchemes { default CrankNicolson 0.9; steady steadyState; }");
  EXPECT_THROW(fv::fvc::makeRelative(moving.context, "ddt(U)", flux), Error);
  fv::fvc::makeRelative(moving.context, "steady", flux);
  EXPECT_EQ(flux, std::vector<double>(flux.size(), 3.0));
}

}  // namespace
}  // namespace eagre
