// SPDX-License-Identifier: BSD-3-Clause
// Filter and widths: one answer on any number of ranks.
#include <gtest/gtest.h>

#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "mesh/slab_mesh.hpp"
#include "mesh/wall_wave.hpp"
#include "physics/turbulence/les_delta.hpp"
#include "physics/turbulence/les_filter.hpp"
#include "physics/turbulence/nearest_wall.hpp"
#include "support/box_mesh.hpp"

namespace eagre::physics {
namespace {

/// compute(mesh) on one rank and on all of them: the same numbers in every cell.
template <class Compute>
void expectSameOnAllRanks(const test::BoxOptions& options, Compute compute, double tolerance) {
  const auto one = test::distributedBox(comm::Communicator::self(), 9, 7, 5, options);
  const auto many = test::distributedBox(comm::Communicator::world(), 9, 7, 5, options);
  const std::vector<double> expected = compute(*one), values = compute(*many);
  ASSERT_GE(values.size(), static_cast<std::size_t>(many->nCells));
  for (Label c = 0; c < many->nCells; ++c) EXPECT_NEAR(values[c], expected[many->cellGlobal[c]], tolerance);
}

TEST(Les, SmoothWidth) {
  for (const bool cyclic : {false, true})
    expectSameOnAllRanks(
        {.cyclicX = cyclic},
        [](const mesh::Mesh& mesh) {
          fv::VolScalarField width("delta", dimLength, mesh);
          for (Label c = 0; c < mesh.nCells; ++c) width[c] = 1 + std::abs(std::sin(3.0 * mesh.cellGlobal[c]));
          smoothWidth(1.07, width);
          return width.cells();
        },
        0);
}

TEST(Les, SmoothWidthGoesThroughCyclicPatches) {
  const auto mesh = test::distributedBox(comm::Communicator::world(), 6, 1, 1, {.cyclicX = true});
  fv::VolScalarField width("delta", dimLength, *mesh, 1.0);
  for (Label c = 0; c < mesh->nCells; ++c)
    if (mesh->cellGlobal[c] == 0) width[c] = 4;
  smoothWidth(2, width);
  const double expected[]{4, 2, 1, 1, 1, 2};
  for (Label c = 0; c < mesh->nCells; ++c) EXPECT_EQ(width[c], expected[mesh->cellGlobal[c]]) << mesh->cellGlobal[c];
}

TEST(Les, Filter) {
  expectSameOnAllRanks(
      {.types = {"patch", "patch", "symmetry", "symmetryPlane", "patch", "patch"}, .perturbation = 0.2},
      [](const mesh::Mesh& mesh) {
        const SimpleFilter filter(mesh);
        fv::CellValues<SymmTensor> psi{std::vector<SymmTensor>(mesh.nAllCells()), std::vector<SymmTensor>(mesh.nBoundaryFaces)};
        for (Label c = 0; c < mesh.nCells; ++c)
          for (int i = 0; i < 6; ++i) psi.cells[c][i] = std::sin(2.0 * mesh.cellGlobal[c] + i);
        mesh.halo->update(psi.cells);
        const auto filtered = filter(filter(psi));
        std::vector<double> yz;
        for (Label c = 0; c < mesh.nCells; ++c) yz.push_back(filtered.cells[c].yz + 3 * filtered.cells[c].xx);
        return yz;
      },
      1e-14);
}

/// A box between walls at y = 0 and 1 that knows its distances to them.
std::unique_ptr<mesh::Mesh> betweenWalls() {
  const auto world = comm::Communicator::world();
  mesh::PolyMesh whole;
  mesh::PolyGeometry geometry;
  std::vector<int> part;
  if (world.master()) {
    whole = test::boxMesh(5, 6, 4, {.types = {"patch", "patch", "wall", "wall", "patch", "patch"}});
    geometry = mesh::computeGeometry(whole);
    mesh::addWallDistances(whole, geometry, true);
    part = mesh::partition(geometry.cellCentres, world.size());
  }
  return mesh::distribute(world, mesh::slabOnMaster(world, std::move(whole), std::move(geometry)), part);
}

TEST(Les, EachCellKnowsTheWallFaceNearestToIt) {
  const auto mesh = betweenWalls();
  std::vector<Vec3> centres;
  for (Label b = 0; b < mesh->nBoundaryFaces; ++b) centres.push_back(mesh->faceCentres()(mesh->nInteriorFaces() + b));
  const std::vector<Vec3> nearest = NearestWall(*mesh)(centres);
  for (Label c = 0; c < mesh->nCells; ++c) {
    const Vec3 foot{mesh->C[c].x, std::round(mesh->C[c].y), mesh->C[c].z};
    EXPECT_LT(mag(nearest[c] - foot), 1e-12) << mesh->cellGlobal[c];
    EXPECT_NEAR(mesh->cellWallDistance[c], mag(mesh->C[c] - foot), 1e-12);
  }
}

TEST(Les, VanDriestDampsTheWidthAtWalls) {
  const auto mesh = betweenWalls();
  const auto schemes = config::Dictionary::parse("gradSchemes { default Gauss linear; }", "fvSchemes");
  fv::TimeState time{.value = 1, .deltaT = 1, .deltaT0 = 1, .index = 1};
  fv::Registry registry;
  Log log = Log::silent();
  fv::Context context{*mesh, schemes, schemes, time, registry, log};
  fv::VolVectorField U("U", dimVelocity, *mesh);
  fv::SurfaceScalarField phi("phi", dimVolumeFlux, *mesh);
  fv::VolScalarField nu("nu", dimViscosity, *mesh, 0.01), nut("nut", dimViscosity, *mesh, 0.0);
  for (const mesh::Patch& patch : mesh->patches)
    U.conditions().push_back(fv::makeFixedValue<Vec3>(patch, std::vector<Vec3>(static_cast<std::size_t>(patch.size))));
  for (Label c = 0; c < mesh->nCells; ++c) U[c] = {3, 0, 0};
  U.correctBoundaryConditions();
  const auto les =
      config::Dictionary::parse("delta vanDriest; vanDriestCoeffs { delta cubeRootVol; Aplus 20; Cdelta 0.2; }", "LES");
  const auto delta = makeLesDelta(les, {Flow{context, U, phi, nu}, nut});
  const double geometric = std::cbrt(1.0 / 120);
  EXPECT_NEAR(delta->width()[0], geometric, 1e-14) << "before the first step";
  delta->correct();
  const double unit = 0.01 / std::sqrt(0.01 * 3 * 12);  // nu/u_tau: U changes by 3 over half a cell, 1/12
  for (Label c = 0; c < mesh->nCells; ++c) {
    const double y = std::min(mesh->C[c].y, 1 - mesh->C[c].y);
    EXPECT_NEAR(delta->width()[c], std::min(geometric, 0.41 / 0.2 * y * (1 - std::exp(-y / unit / 20))), 1e-13);
  }
}

}  // namespace
}  // namespace eagre::physics
