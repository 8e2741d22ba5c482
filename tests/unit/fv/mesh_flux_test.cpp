// SPDX-License-Identifier: BSD-3-Clause
// Old volumes and fluxes relative to the faces of a mesh that moves: the law of space conservation.
#include "fv/time/mesh_flux.hpp"

#include <gtest/gtest.h>

#include "fv/conditions/conditions.hpp"
#include "fv/schemes/schemes.hpp"
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
                         testing::Combine(testing::Values("Euler", "backward", "CrankNicolson 0.9"),
                                          testing::Values("Gauss linear", "Gauss upwind", "Gauss vanLeer")));

TEST(MeshFlux, IsNothingOnAStaticMeshAndAnErrorForSchemesWithoutIt) {
  EquationCase still(test::distributedBox(comm::Communicator::self(), 2, 2, 2), "ddtSchemes { default localEuler; }");
  std::vector<double> flux(static_cast<std::size_t>(still.mesh->nFaces()), 3.0);
  fv::fvc::makeRelative(still.context, "ddt(U)", flux);
  EXPECT_EQ(flux, std::vector<double>(flux.size(), 3.0));
  MovableBox box(comm::Communicator::self(), 2, 2, 2);
  EquationCase moving(std::move(box.mesh), "ddtSchemes { default localEuler; steady steadyState; }");
  EXPECT_THROW(fv::fvc::makeRelative(moving.context, "ddt(U)", flux), Error);
  fv::fvc::makeRelative(moving.context, "steady", flux);
  EXPECT_EQ(flux, std::vector<double>(flux.size(), 3.0));
}

/// Walls of a mesh that turns have the velocity of their faces, and nothing flows through them.
TEST(MovingWallVelocity, IsThatOfTheFaces) {
  MovableBox box(comm::Communicator::self(), 4, 3, 2, {.perturbation = 0.1});
  EquationCase setup(std::move(box.mesh), "ddtSchemes { default Euler; }");
  fv::VolVectorField U("U", dimVelocity, *setup.mesh);
  for (const mesh::Patch& patch : setup.mesh->patches)
    U.conditions().push_back(fv::makeBoundaryCondition<Vec3>(
        config::Dictionary::parse("type movingWallVelocity; value uniform (1 2 3);", "U"), patch, setup.context, "U"));
  U.correctBoundaryConditions();
  for (const Vec3& wall : U.boundary()) EXPECT_EQ(wall, (Vec3{1, 2, 3}));  // it has not moved yet
  const double angle = 0.02, c = std::cos(angle), s = std::sin(angle);
  mesh::beginMotionStep(*setup.mesh);
  const auto turned = [&](const Vec3& p) { return Vec3{c * p.x - s * p.y - p.x, s * p.x + c * p.y - p.y, 0.01}; };
  mesh::movePoints(*setup.mesh, test::moved(setup.mesh->points->shape.points, turned));
  U.correctBoundaryConditions();
  for (Label b = 0; b < setup.mesh->nBoundaryFaces; ++b) {
    const Label f = setup.mesh->nInteriorFaces() + b;
    const Vec3 Cf = setup.mesh->faceCentres()(f);
    const double omega = angle / setup.time.deltaT;
    EXPECT_LT(mag(U.boundary()[b] - Vec3{-omega * Cf.y, omega * Cf.x, 0.01 / setup.time.deltaT}), 0.02 * omega);
    EXPECT_NEAR(dot(U.boundary()[b], setup.mesh->Sf[f]), setup.mesh->motion->swept[f] / setup.time.deltaT, 1e-15);
  }
}

/// On a mesh that moves what flowed through a face is the old velocity on it, through the face of now.
TEST(DdtCorrection, TakesTheVelocityOnFacesThatMove) {
  MovableBox box(comm::Communicator::self(), 4, 3, 2, {.perturbation = 0.1});
  EquationCase setup(std::move(box.mesh), "ddtSchemes { default Euler; } interpolationSchemes { default linear; }");
  const mesh::Mesh& mesh = *setup.mesh;
  const auto n = static_cast<std::size_t>(mesh.nFaces());
  fv::VolVectorField U("U", dimVelocity, mesh);
  fv::SurfaceVectorField Uf("Uf", dimVelocity, mesh);
  fv::SurfaceScalarField phi("phi", dimVolumeFlux, mesh, 1.0);
  fv::setCalculatedConditions(U);
  for (Label c = 0; c < mesh.nCells; ++c) U[c] = {1 + 0.1 * std::sin(c), 0.3, -0.2 * std::cos(2 * c)};
  std::vector<Vec3> onFaces;
  fv::interpolateLinear(mesh, U.values(), onFaces);
  for (Label f = 0; f < mesh.nFaces(); ++f) Uf[f] = onFaces[f] + Vec3{0.01, 0.02, 0.03};
  U.shiftOldTimes(1), Uf.shiftOldTimes(1), phi.shiftOldTimes(1);
  mesh::beginMotionStep(*setup.mesh);
  mesh::movePoints(*setup.mesh, test::moved(mesh.points->shape.points, test::wavy(0.02, false)));
  std::vector<double> rAUf(n, 2.0), flux(n, 0.0);
  fv::DdtCorrection(setup.context, U, phi, &Uf).add(rAUf, flux);
  fv::interpolateLinear(mesh, U.values(), onFaces);  // by the weights of now
  for (Label f = 0; f < mesh.nInternalFaces; ++f) {
    const double through = dot(Uf.old()[f], mesh.Sf[f]), D = through - dot(onFaces[f], mesh.Sf[f]);
    const double coupling = 1 - std::min(std::abs(D) / (std::abs(through) + small), 1.0);
    EXPECT_NEAR(flux[f], 2 * coupling * D / setup.time.deltaT, 1e-15);
  }
}

}  // namespace
}  // namespace eagre
