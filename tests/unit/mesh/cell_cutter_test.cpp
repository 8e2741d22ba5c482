// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/cell_cutter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mesh/box_cut.hpp"
#include "mesh/cell_tetrahedra.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

/// The cells of a box of 3 x 3 x 3 cells whose middle one is distorted; cell 13 is in the middle.
struct Cells {
  PolyMesh mesh;
  PolyGeometry geometry;
  CellShapes shapes;
  explicit Cells(double perturbation)
      : mesh(test::boxMesh(3, 3, 3, {.perturbation = perturbation})),
        geometry(computeGeometry(mesh)),
        shapes(mesh, mesh.nCells()) {}
  template <class Level>
  CellCutter cutter(Label cell, Level level) const {
    return {shapes.view(), cell, geometry.cellCentres[cell], [level](Label, const Vec3& x) { return level(x); }};
  }
};

TEST(CellCutter, HasTheVolumeOfTheCell) {
  const Cells cells(0.2);
  for (Label c = 0; c < 27; ++c) {
    const auto cutter = cells.cutter(c, [](const Vec3& x) { return x.x; });
    EXPECT_NEAR(cutter.volume(), cells.geometry.cellVolumes[c], 1e-15);
    EXPECT_NEAR(cutter.cut(-1).fraction, 1, 1e-14);
    EXPECT_EQ(cutter.cut(2).fraction, 0);
  }
}

/// Of a unit cube (scaled by 1/3): planes x = d, and the corner that x + y + z < d cuts off, d^3/6.
TEST(CellCutter, CutsACubeExactly) {
  const Cells cells(0);
  const auto slab = cells.cutter(0, [](const Vec3& x) { return -x.x; }).cut(-0.1);
  EXPECT_NEAR(slab.fraction, 0.3, 1e-14);
  EXPECT_NEAR(mag(slab.area - Vec3{1.0 / 9, 0, 0}), 0, 1e-15);
  EXPECT_NEAR(mag(slab.centre - Vec3{0.1, 1.0 / 6, 1.0 / 6}), 0, 1e-15);
  const auto corner = cells.cutter(0, [](const Vec3& x) { return -(x.x + x.y + x.z); }).cut(-0.2);
  EXPECT_NEAR(corner.fraction, 27 * std::pow(0.2, 3) / 6, 1e-14);
  EXPECT_NEAR(mag(corner.area), std::sqrt(3) / 2 * 0.2 * 0.2, 1e-15);
  EXPECT_NEAR(mag(corner.centre - Vec3{0.2, 0.2, 0.2} / 3.0), 0, 1e-15);
}

TEST(CellCutter, FindsTheValueOfAFraction) {
  const Cells cells(0.2);
  const auto plane = [](const Vec3& x) { return 0.3 * x.x - 0.5 * x.y + 0.8 * x.z; };
  const auto curved = [](const Vec3& x) { return std::sin(3 * x.x) + x.y * x.z - x.z; };
  for (const double fraction : {1e-9, 0.003, 0.2, 0.5, 0.77, 1 - 1e-7}) {
    for (const auto& cutter : {cells.cutter(13, plane), cells.cutter(13, curved)}) {
      const auto found = cutter.find(fraction, 1e-13);
      ASSERT_TRUE(found);
      EXPECT_NEAR(found->cut.fraction, fraction, 1e-13);
      EXPECT_EQ(cutter.cut(found->value).fraction, found->cut.fraction);
    }
  }
  EXPECT_FALSE(cells.cutter(13, [](const Vec3&) { return 0.4; }).find(0.5, 1e-8));
}

/// In boxes planes are those of CellCutter, normals along the axes and nearly so among them; another cell is no box.
TEST(PlaneInBox, IsThatOfTheCellCutter) {
  PolyMesh mesh = test::boxMesh(2, 1, 1, {});
  for (Vec3& p : mesh.points) p = {p.x * p.x, 0.3 * p.y, 0.07 * p.z};
  const auto geometry = computeGeometry(mesh);
  const CellShapes shapes(mesh, 2);
  for (int i = 0; i < 3000; ++i) {
    const Label c = i % 2;
    const Vec3 C = geometry.cellCentres[c];
    const auto half = halfEdges(shapes.view(), c, C, geometry.cellVolumes[c]);
    ASSERT_TRUE(half);
    const auto random = [i](int k) { return test::detail::noise(i, k, 0, 0); };
    Vec3 n{random(0), random(1), random(2)};
    for (int d = 0; d < 3; ++d) n[d] *= (i >> (2 + 3 * d)) % 8 == 0 ? 0 : (i >> (2 + 3 * d)) % 8 == 1 ? 1e-10 : 1;
    if (mag(n) == 0) continue;
    n = normalised(n);
    const double part = std::abs(random(3)), fraction = i % 7 == 0 ? 1e-7 * part : i % 7 == 1 ? 1 - 1e-7 * part : part;
    const CellCutter cutter(shapes.view(), c, C, [&](Label, const Vec3& p) { return dot(n, C - p); });
    const auto found = cutter.find(fraction, 1e-14);
    const auto plane = planeInBox(*half, n, fraction);
    ASSERT_TRUE(found);
    const double size = mag(*half);
    EXPECT_NEAR(plane.area / mag(found->cut.area), 1, 1e-5);
    // The cutter's plane is as near as its fraction allows.
    const double closest = 1e-12 * size + 1e-14 * cutter.volume() / plane.area;
    EXPECT_NEAR(dot(n, C + plane.centre - found->cut.centre), 0, closest);
    EXPECT_NEAR(mag(C + plane.centre - found->cut.centre), 0, 1e-7 * size);
    EXPECT_NEAR(cutter.cut(-dot(n, plane.centre)).fraction, fraction, 1e-14);
    const auto near = cutter.findNear(0.3 * found->value, fraction, 1e-13);
    ASSERT_TRUE(near);
    EXPECT_NEAR(near->cut.fraction, fraction, 1e-13);
  }
  const Cells distorted(0.2);
  EXPECT_FALSE(halfEdges(distorted.shapes.view(), 13, distorted.geometry.cellCentres[13], distorted.geometry.cellVolumes[13]));
  EXPECT_EQ(planeInBox({1, 1, 1}, {}, 0.5).area, 0);
}

/// Against sums over many moments.
TEST(SubmergedFraction, IsTheMeanOverTheStep) {
  SmallPolygon pentagon;
  for (const Vec3& p : {Vec3{0, 0, 0}, Vec3{1, 0.1, 0}, Vec3{1.2, 0.8, 0}, Vec3{0.5, 1.3, 0}, Vec3{-0.2, 0.7, 0}})
    pentagon.add(p);
  const double area = areaAndCentre(pentagon).area.z;
  const Vec3 n = normalised(Vec3{0.8, 0.5, 0.3});
  for (const double start : {-0.5, 0.1, 0.6, 2.0})
    for (const double displacement : {0.0, 1e-9, 0.4, 3.0, -0.4, -3.0}) {
      constexpr int moments = 4000;
      double sum = 0;
      for (int k = 0; k < moments; ++k) {
        const double at = start + displacement * (k + 0.5) / moments;
        double level[SmallPolygon::capacity];
        for (Label i = 0; i < pentagon.n; ++i) level[i] = -dot(n, pentagon.corners[i]);
        sum += areaAndCentre(clipped(pentagon, level, -at)).area.z / area;
      }
      EXPECT_NEAR(submergedFraction(pentagon, start * n, n, displacement), sum / moments, 1e-6) << start << ' ' << displacement;
    }
}

TEST(CellTetrahedra, IsExactForALinearField) {
  Cells cells(0.2);
  cells.shapes.chooseTetBases(cells.geometry.cellCentres);
  const auto linear = [](const Vec3& x) { return 1 + 2 * x.x - x.y + 0.5 * x.z; };
  std::vector<double> atPoints;
  for (const Vec3& p : cells.mesh.points) atPoints.push_back(linear(p));
  const Vec3 C = cells.geometry.cellCentres[13];
  for (const Vec3& shift : {Vec3{}, Vec3{0.05, -0.02, 0.01}, Vec3{-0.06, 0.06, 0.06}})
    EXPECT_NEAR(CellTetrahedra(cells.shapes.view(), 13, C)(linear(C), atPoints.data(), C + shift), linear(C + shift), 1e-14);
}

/// Beyond a face the tetrahedra of its triangles are equally near: the one that is meant must not depend on round-off.
TEST(CellTetrahedra, IsContinuousBeyondAFace) {
  PolyMesh mesh = test::boxMesh(3, 3, 3);
  for (Vec3& p : mesh.points) p += Vec3{0.31 * p.y + 0.17 * p.z, 0.13 * p.z, 0};
  const PolyGeometry geometry = computeGeometry(mesh);
  CellShapes shapes(mesh, mesh.nCells());
  shapes.chooseTetBases(geometry.cellCentres);
  std::vector<double> atPoints;
  for (const Vec3& p : mesh.points) atPoints.push_back(std::sin(9 * p.x * p.y + 5 * p.z));
  const Vec3 C = geometry.cellCentres[13];
  const auto value = [&](const Vec3& x) { return CellTetrahedra(shapes.view(), 13, C)(0.3, atPoints.data(), x); };
  for (int d = 0; d < 3; ++d)
    for (int i = 0; i < 49; ++i) {
      Vec3 beyond = C;
      beyond[d] += i % 2 ? 0.21 : -0.21;
      beyond[(d + 1) % 3] += 0.013 + 0.03 * (i % 7 - 3);
      beyond[(d + 2) % 3] += 0.007 + 0.03 * (i / 7 - 3);
      for (int e = 0; e < 6; ++e) {
        Vec3 near = beyond;
        near[e / 2] += e % 2 ? 1e-14 : -1e-14;
        EXPECT_NEAR(value(near), value(beyond), 1e-12);
      }
    }
}

}  // namespace
}  // namespace eagre::mesh
