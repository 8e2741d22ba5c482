// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/plane_cut.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

struct Sums {
  Vec3 area{}, moment{};
  double size = 0;
};

Sums sumsOf(const PlaneCut& cut) {
  Sums sums;
  for (const auto& polygon : cut.polygons) {
    const auto geometry = polygonGeometry(cut.points, polygon);
    sums.area += geometry.area;
    sums.size += mag(geometry.area);
    sums.moment += mag(geometry.area) * geometry.centre;
  }
  return sums;
}

struct Box {
  PolyMesh mesh;
  PolyGeometry geometry;
  PointStencils stencils;
  explicit Box(Label n, double perturbation = 0)
      : mesh(test::boxMesh(n, n, n, {.perturbation = perturbation})), geometry(computeGeometry(mesh)), stencils(mesh, geometry) {}
};

TEST(PlaneCut, HexagonOfACube) {
  for (const Label n : {1, 2, 3}) {  // with 2 the plane goes through points of the mesh
    const Box box(n);
    const Sums sums = sumsOf(cutCells(box.stencils, {0.5, 0.5, 0.5}, {1, 1, 1}));
    EXPECT_NEAR(sums.size, 0.75 * std::sqrt(3.0), 1e-14) << n;
    EXPECT_NEAR(dot(sums.area, Vec3{1, 1, 1}) / std::sqrt(3.0), sums.size, 1e-14) << n;
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(sums.moment[d], 0.5 * sums.size, 1e-14) << n;
  }
}

TEST(PlaneCut, CrossSectionOfSkewedCells) {
  const Box box(6, 0.1);
  const auto cut = cutCells(box.stencils, {0.37, 0, 0}, {2, 0, 0});
  EXPECT_NEAR(sumsOf(cut).size, 1, 2e-2) << "faces that are not plane are cut along their edges";
  EXPECT_NEAR(sumsOf(cut).area.x, 1, 1e-14);
  EXPECT_EQ(cut.polygons.size(), cut.polygonCells.size());
  EXPECT_EQ(cut.points.size(), cut.pointCells.size());
}

TEST(PlaneCut, ALayerOfFacesIsCutOnce) {
  const Box box(4);
  const auto cut = cutCells(box.stencils, {0, 0.25, 0}, {0, 1, 0});
  EXPECT_EQ(cut.polygons.size(), 16u);
  EXPECT_EQ(cut.points.size(), 25u);
  EXPECT_NEAR(sumsOf(cut).area.y, 1, 1e-14);
  for (const Label c : cut.polygonCells) EXPECT_LT(box.geometry.cellCentres[c].y, 0.25);
}

TEST(PlaneCut, NothingBesideTheMesh) {
  const Box box(2);
  EXPECT_TRUE(cutCells(box.stencils, {2, 0, 0}, {1, 0, 0}).polygons.empty());
  EXPECT_TRUE(cutCells(box.stencils, {0, 0, 0}, {1, 0, 0}).polygons.empty()) << "all cells are in front";
}

}  // namespace
}  // namespace eagre::mesh
