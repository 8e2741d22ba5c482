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

}  // namespace
}  // namespace eagre
