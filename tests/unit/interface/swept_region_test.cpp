// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/swept_region.hpp"

#include <gtest/gtest.h>

#include "support/box_mesh.hpp"

namespace eagre::interface_ {
namespace {

/// What flows out of the middle one of 27 cubes of 1/3 through a face, the corners being moved by a field of displacements.
template <class Displacement>
double outflow(const Vec3& through, const InterfacePlane& plane, double total, const Displacement& displacement) {
  const auto mesh = test::boxMesh(3, 3, 3, {});
  const auto geometry = mesh::computeGeometry(mesh);
  const mesh::CellShapes shapes(mesh, mesh.nCells());
  const auto view = shapes.view();
  constexpr Label cell = 13;
  for (Label k = view.cellStarts[cell]; k < view.cellStarts[cell + 1]; ++k) {
    const Label f = view.cellFaces[k];
    if (dot(geometry.faceCentres[f] - geometry.cellCentres[cell], through) > 1e-9)
      return SweptRegion{view, f, cell}.fluxOf(plane, total, [&](const Vec3& x, Label) { return x - displacement(x); });
  }
  return 0;
}

const Vec3 x{1, 0, 0}, y{0, 1, 0};
constexpr double h = 1.0 / 3;

TEST(CutTetrahedron, IsExactForAnyNumberOfCornersBelow) {
  const std::array<Vec3, 4> corners{Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const double d : {0.2, 0.7}) {
    const auto corner = cutTetrahedron(corners, {{d, 0, 0}, Vec3{1, 1, 1} / std::sqrt(3.0)});
    EXPECT_NEAR(corner.whole, 1.0 / 6, 1e-15);
    EXPECT_NEAR(corner.below, d * d * d / 6, 1e-15);
    const auto slab = cutTetrahedron(corners, {{d, 0, 0}, x});
    EXPECT_NEAR(slab.below, (1 - std::pow(1 - d, 3)) / 6, 1e-15);
    // Two and two: sections x + y = s have the height 1 - s.
    const auto two = cutTetrahedron(corners, {{d, 0, 0}, Vec3{1, 1, 0} / std::sqrt(2.0)});
    EXPECT_NEAR(two.below, d * d / 2 - d * d * d / 3, 1e-15);
  }
  EXPECT_NEAR(cutTetrahedron({corners[0], corners[1], corners[3], corners[2]}, {{0.2, 0, 0}, x}).whole, -1.0 / 6, 1e-15);
}

/// A region of width a, cut by planes across it and along it, out of faces whose normals point out of the cell and into it.
TEST(SweptRegion, HasTheExactPartOfASlantedRegion) {
  constexpr double a = 0.1, total = a * h * h;
  for (const double sense : {1.0, -1.0}) {
    const Vec3 n = sense * x;
    const auto slanted = [&](const Vec3&) { return a * n + 0.05 * y; };
    const Vec3 face = Vec3{0.5, 0.5, 0.5} + 0.5 * h * n;
    EXPECT_NEAR(outflow(n, {face - 0.03 * n, n}, sense * total, slanted), sense * (a - 0.03) * h * h, 1e-15);
    EXPECT_NEAR(outflow(n, {face - 0.03 * n, -1 * n}, sense * total, slanted), sense * 0.03 * h * h, 1e-15);
    EXPECT_NEAR(outflow(n, {face, y}, sense * total, slanted), sense * a * h * (0.5 * h + 0.025), 1e-15);
  }
}

/// A velocity that grows along the face: phase 1 below its middle has less than half of the flux.
TEST(SweptRegion, SeesHowTheVelocityVariesAlongTheFace) {
  const auto sheared = [](const Vec3& p) { return (0.1 + 0.6 * (p.y - 0.5)) * x; };
  const double below = h * (0.5 * h * 0.1 - 0.6 * h * h / 8);
  EXPECT_NEAR(outflow(x, {{0.5, 0.5, 0.5}, y}, 0.1 * h * h, sheared), below, 1e-15);
}

TEST(SweptRegion, HasTheVolumeOfTheFluxAndStaysWithinIt) {
  const auto uniform = [](const Vec3&) { return 0.1 * x; };
  constexpr double total = 0.13 * h * h;
  const InterfacePlane beyond{{2, 0, 0}, x}, before{{-2, 0, 0}, x}, half{{0.5, 0.5, 0.5}, y};
  EXPECT_NEAR(outflow(x, beyond, total, uniform), total, 1e-16);
  EXPECT_EQ(outflow(x, before, total, uniform), 0);
  EXPECT_NEAR(outflow(x, half, total, uniform), 0.5 * total, 1e-16);
}

}  // namespace
}  // namespace eagre::interface_
