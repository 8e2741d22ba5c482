// SPDX-License-Identifier: BSD-3-Clause
// What is kept of an interface and of MULES is that of the moved mesh after a motion.
#include "support/moving_mesh.hpp"

#include <gtest/gtest.h>

#include "interface/advection/mules.hpp"
#include "interface/curvature/curvature_model.hpp"
#include "interface/interface_state.hpp"
#include "unit/interface/interface_case.hpp"

namespace eagre {
namespace {

using interface_::InterfaceState;
using interface_::Mules;
using test::Flow;

constexpr Label n = 16;

/// A flow whose mesh can move.
struct MovingFlow : Flow {
  MovingFlow() : Flow({.n = n, .periodic = false}) {
    const mesh::PolyMesh whole = test::boxMesh(n, n, 1, {.emptyZ = true});
    mesh::allowMotion(&whole, *setup.mesh);
  }
  void move(const test::Displacement& displacement) {
    mesh::movePoints(*setup.mesh, test::moved(setup.mesh->points->shape.points, displacement));
    alpha.correctBoundaryConditions();
  }
};

std::vector<double> normals(InterfaceState& state, const mesh::Mesh& mesh) {
  const auto nHatf = state.nHatf();
  std::vector<double> values;
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) values.push_back(nHatf(f));
  for (const Vec3& normal : state.boundaryNormals()) values.insert(values.end(), {normal.x, normal.y, normal.z});
  return values;
}

TEST(InterfaceOnAMovedMesh, HasTheNormalsAndTheForceOfItsPlace) {
  MovingFlow flow;
  const mesh::Mesh& mesh = *flow.setup.mesh;
  const auto normalsBefore = normals(*flow.interface, mesh), forceBefore = flow.surfaceTension();
  flow.move(test::wavy(0.02, true));
  const auto normalsAfter = normals(*flow.interface, mesh), forceAfter = flow.surfaceTension();
  EXPECT_NE(normalsAfter, normalsBefore);
  EXPECT_NE(forceAfter, forceBefore);
  InterfaceState fresh(flow.setup.context, flow.alpha, flow.alpha2, flow.U);
  const auto force = interface_::makeSurfaceForce(config::Dictionary(), {flow.setup.context, fresh, 0.07});
  std::vector<double> forceOfFresh(forceAfter.size());
  (*force)(forceOfFresh);
  EXPECT_EQ(normalsAfter, normals(fresh, mesh));
  EXPECT_EQ(forceAfter, forceOfFresh);
}

/// deltaN follows the mean volume of a cell, which shows where the gradient is as small as it.
TEST(InterfaceOnAMovedMesh, HasTheDeltaNOfItsCells) {
  MovingFlow flow;
  flow.interface->update();
  EXPECT_NEAR(flow.interface->nHatf().deltaN, 1e-8 * std::cbrt(n * n), 1e-20);
  flow.move([](const Vec3& p) { return Vec3{7 * p.x, 0, 0}; });
  EXPECT_NEAR(flow.interface->nHatf().deltaN, 1e-8 * std::cbrt(n * n / 8.0), 1e-20);
}

/// Within a Hold everything stays as it was left.
TEST(InterfaceOnAMovedMesh, FollowsAfterAHold) {
  MovingFlow flow;
  const Vec3 before = flow.interface->gradient()[n * 6 + 4];
  ASSERT_GT(mag(before), 0.1);
  {
    const InterfaceState::Hold hold(*flow.interface);
    flow.move([](const Vec3& p) { return p; });
    EXPECT_EQ(flow.interface->gradient()[n * 6 + 4], before);
  }
  EXPECT_NEAR(mag(flow.interface->gradient()[n * 6 + 4] - 0.5 * before), 0, 1e-12);
}

/// A correction that is below round-off of the cells as they were, and above it in cells that have shrunk.
TEST(MulesOnAMovedMesh, LeavesOutWhatIsNegligibleInTheCellsAsTheyAre) {
  MovingFlow flow;
  const mesh::Mesh& mesh = *flow.setup.mesh;
  const interface_::MulesControls controls;
  const double least = interface_::negligibleChange / flow.setup.time.deltaT * mesh.V[0];
  const std::vector<Label> faces{0};
  const auto corrected = [&](Mules& mules) {
    fv::VolScalarField psi("psi", dimless, mesh, 0.5);
    test::setConditions<double>(psi, {}, [](const Vec3&) { return 0.0; });
    psi[0] = 1;
    psi.correctBoundaryConditions();
    std::vector<double> flux(static_cast<std::size_t>(mesh.nFaces()), 0.0);
    mules.correct(psi, faces, std::vector<double>{0.1 * least}, {}, flux);
    return flux[0];
  };
  Mules mules(flow.setup.context, controls);
  EXPECT_EQ(corrected(mules), 0);
  flow.move([](const Vec3& p) { return Vec3{-0.99 * p.x, 0, 0}; });
  Mules fresh(flow.setup.context, controls);
  EXPECT_EQ(corrected(mules), corrected(fresh));
  EXPECT_EQ(corrected(mules), 0.1 * least);
}

/// Cells grow by what their faces sweep: what stood in them is thinned as its flux says, and something uniform stays uniform. Of
/// a sub-cycle the volumes are those at its two ends.
class ExplicitMulesOnAMovedMesh : public testing::TestWithParam<int> {};

TEST_P(ExplicitMulesOnAMovedMesh, KeepsWhatIsUniformAndAllThatThereIs) {
  const int parts = GetParam();
  MovingFlow flow;
  const mesh::Mesh& mesh = *flow.setup.mesh;
  mesh::beginMotionStep(*flow.setup.mesh);
  flow.move([](const Vec3& p) { return Vec3{0.02 * std::sin(7 * p.x) * (1 - p.x), 0.03 * p.y * (1 - p.y) * p.x, 0}; });
  const double deltaT = flow.setup.time.deltaT;
  std::vector<double> phi(static_cast<std::size_t>(mesh.nFaces())), flux(phi.size());
  for (Label f = 0; f < mesh.nFaces(); ++f) phi[f] = -mesh.motion->swept[f] / deltaT;  // a fluid at rest
  std::vector<Label> faces;
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) faces.push_back(f);
  interface_::MulesControls controls;
  controls.globalBounds = true;
  Mules mules(flow.setup.context, controls);
  fv::VolScalarField uniform("uniform", dimless, mesh, 0.25), front("front", dimless, mesh);
  test::setConditions<double>(uniform, {}, [](const Vec3&) { return 0.0; });
  test::setConditions<double>(front, {}, [](const Vec3&) { return 0.0; });
  test::fillCells<double>(front, [](const Vec3& x) { return x.x < 0.5 ? 1.0 : 0.0; });
  double before = 0, after = 0;
  for (Label c = 0; c < mesh.nCells; ++c) before += front[c] * mesh.motion->V0[c];
  flow.setup.time.deltaT = deltaT / parts;
  for (int part = 0; part < parts; ++part) {
    flow.setup.time.partStart = static_cast<double>(part) / parts;
    flow.setup.time.partEnd = static_cast<double>(part + 1) / parts;
    for (auto* psi : {&uniform, &front}) {
      const std::vector<double> old = psi->cells();
      for (Label b = 0; b < mesh.nBoundaryFaces; ++b)
        flux[mesh.nInteriorFaces() + b] = phi[mesh.nInteriorFaces() + b] * psi->boundary()[b];
      std::vector<double> highOrder;
      for (const Label f : faces) highOrder.push_back(phi[f] * 0.5 * ((*psi)[mesh.owner[f]] + (*psi)[mesh.neighbour[f]]));
      mules.explicitSolve(*psi, old, phi, faces, highOrder, flux);
    }
  }
  for (Label c = 0; c < mesh.nCells; ++c) {
    EXPECT_NEAR(uniform[c], 0.25, 1e-14);
    after += front[c] * mesh.V[c];
  }
  EXPECT_NEAR(after, before, 1e-14);  // the boundary stands still
  EXPECT_GT(std::abs(mesh.V[0] - mesh.motion->V0[0]), 1e-3 * mesh.V[0]);
}

INSTANTIATE_TEST_SUITE_P(Parts, ExplicitMulesOnAMovedMesh, testing::Values(1, 3));

}  // namespace
}  // namespace eagre
