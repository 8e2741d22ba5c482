// SPDX-License-Identifier: BSD-3-Clause
// Curvatures of a sphere, of a circle between cyclic patches and of one on cells that are halved are the same on any number of
// ranks.
#include <gtest/gtest.h>

#include "interface/curvature/curvature_model.hpp"
#include "mesh/mesh_points.hpp"
#include "support/round_bodies.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre::test {
namespace {

struct Shape {
  Label n;
  BoxOptions box;
  std::string model;
};

/// K of all cells in the order of the global mesh, on each rank (0 elsewhere than in its own cells, and where there is none).
std::vector<double> curvatures(const comm::Communicator& communicator, const Shape& shape) {
  const bool sphere = !shape.box.emptyZ;
  const Label n = shape.n;
  const mesh::PolyMesh whole = boxMesh(n, n, sphere ? n : 1, shape.box);
  const mesh::PolyMesh* onMaster = communicator.master() ? &whole : nullptr;
  auto part = mesh::distribute(
      communicator, onMaster,
      onMaster ? mesh::partition(mesh::computeGeometry(whole).cellCentres, communicator.size()) : std::vector<int>());
  mesh::keepPoints(onMaster, *part);
  EquationCase setup(std::move(part), "gradSchemes { default Gauss linear; } interpolationSchemes { default linear; }",
                     "solvers { alpha { } }");
  const mesh::Mesh& mesh = *setup.mesh;
  fv::VolScalarField alpha("alpha", dimless, mesh), alpha2("alpha2", dimless, mesh);
  fv::VolVectorField U("U", dimVelocity, mesh);
  setConditions<double>(alpha, {}, [](const Vec3&) { return 0.0; });
  fv::setCalculatedConditions(alpha2);
  fv::setCalculatedConditions(U);
  const Vec3 half = Vec3{1, 1, 1} / (2.0 * n), centre{shape.box.cyclicX ? 0.02 : 0.48, 0.51, 0.53};
  for (Label c = 0; c < mesh.nCells; ++c) {
    const auto fraction = [&](const Vec3& middle) {
      const Vec3 low = mesh.C[c] - half, high = mesh.C[c] + half;
      return sphere ? sphereFraction(middle, 0.33, low, high) : circleFraction(middle, 0.33, low, high);
    };
    alpha[c] = fraction(centre) + (shape.box.cyclicX ? fraction(centre + Vec3{1, 0, 0}) : 0);
  }
  alpha.correctBoundaryConditions();
  interface_::InterfaceState state(setup.context, alpha, alpha2, U);
  const auto model = interface_::makeCurvatureModel(
      config::Dictionary::parse("curvatureModel " + shape.model + ";", "surfaceForces"), setup.context, state);
  const auto& K = (*model)();
  std::vector<double> all(static_cast<std::size_t>(mesh.nCellsGlobal), 0);
  for (Label c = 0; c < mesh.nCells; ++c)
    if (alpha[c] > 1e-6 && alpha[c] < 1 - 1e-6) all[mesh.cellGlobal[c]] = K[c];
  return all;
}

class CurvatureOnRanks : public testing::TestWithParam<Shape> {};

TEST_P(CurvatureOnRanks, IsThatOfOneRank) {
  const auto world = comm::Communicator::world();
  const auto expected = curvatures(comm::Communicator::self(), GetParam());
  const auto ours = curvatures(world, GetParam());
  double difference = 0, largest = 0;
  for (std::size_t c = 0; c < ours.size(); ++c) {
    if (ours[c] != 0) difference = std::max(difference, std::abs(ours[c] - expected[c]));
    largest = std::max(largest, std::abs(expected[c]));
  }
  EXPECT_LT(largest, 10);
  EXPECT_LE(world.max(difference), 1e-9 * largest);
}

INSTANTIATE_TEST_SUITE_P(Models, CurvatureOnRanks,
                         testing::Values(Shape{24, {}, "heightFunction"},
                                         Shape{40, {.cyclicX = true, .emptyZ = true}, "heightFunction"},
                                         Shape{16, {}, "fitParaboloid"}, Shape{30, {.emptyZ = true}, "fitParaboloid"},
                                         Shape{16, {}, "RDF"}, Shape{30, {.emptyZ = true}, "RDF"}));

/// Columns go through cyclic patches: as if the circle were in the middle.
TEST(HeightsOfACircle, GoThroughCyclicPatches) {
  const auto all = curvatures(comm::Communicator::self(), {40, {.cyclicX = true, .emptyZ = true}, "heightFunction"});
  for (const double K : all) EXPECT_NEAR(K != 0 ? K * 0.33 : 1, 1, 0.01);
}

}  // namespace
}  // namespace eagre::test
