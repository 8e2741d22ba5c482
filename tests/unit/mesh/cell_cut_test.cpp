// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/cell_cut.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

struct Sums {
  Vec3 area{}, moment{};
  double size = 0;
};

Sums sumsOf(const CellCut& cut) {
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

TEST(CellCut, HexagonOfACube) {
  for (const Label n : {1, 2, 3}) {  // with 2 the plane goes through points of the mesh
    const Box box(n);
    const Sums sums = sumsOf(cutCells(box.stencils, {0.5, 0.5, 0.5}, {1, 1, 1}));
    EXPECT_NEAR(sums.size, 0.75 * std::sqrt(3.0), 1e-14) << n;
    EXPECT_NEAR(dot(sums.area, Vec3{1, 1, 1}) / std::sqrt(3.0), sums.size, 1e-14) << n;
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(sums.moment[d], 0.5 * sums.size, 1e-14) << n;
  }
}

TEST(CellCut, CrossSectionOfSkewedCells) {
  const Box box(6, 0.1);
  const auto cut = cutCells(box.stencils, {0.37, 0, 0}, {2, 0, 0});
  EXPECT_NEAR(sumsOf(cut).size, 1, 2e-2) << "faces that are not plane are cut along their edges";
  EXPECT_NEAR(sumsOf(cut).area.x, 1, 1e-14);
  EXPECT_EQ(cut.polygons.size(), cut.polygonCells.size());
  EXPECT_EQ(cut.points.size(), cut.pointCells.size());
}

TEST(CellCut, ALayerOfFacesIsCutOnce) {
  const Box box(4);
  const auto cut = cutCells(box.stencils, {0, 0.25, 0}, {0, 1, 0});
  EXPECT_EQ(cut.polygons.size(), 16u);
  EXPECT_EQ(cut.points.size(), 25u);
  EXPECT_NEAR(sumsOf(cut).area.y, 1, 1e-14);
  for (const Label c : cut.polygonCells) EXPECT_LT(box.geometry.cellCentres[c].y, 0.25);
}

TEST(CellCut, NothingBesideTheMesh) {
  const Box box(2);
  EXPECT_TRUE(cutCells(box.stencils, {2, 0, 0}, {1, 0, 0}).polygons.empty());
  EXPECT_TRUE(cutCells(box.stencils, {0, 0, 0}, {1, 0, 0}).polygons.empty()) << "all cells are in front";
}

/// Where a function of position, given at the points, is zero; in triangles.
CellCut cutWhere(const Box& box, const std::function<double(const Vec3&)>& function) {
  std::vector<double> field;
  for (const Vec3& p : box.mesh.points) field.push_back(function(p));
  std::vector<Label> cells(static_cast<std::size_t>(box.mesh.nCells()));
  std::iota(cells.begin(), cells.end(), 0);
  CellCut cut = cutCells(box.stencils, field, cells);
  triangulate(cut);
  return cut;
}

/// Every edge is walked once each way.
void expectClosed(const CellCut& cut) {
  std::map<std::pair<Label, Label>, int> walks;
  for (const auto& polygon : cut.polygons)
    for (std::size_t i = 0; i < polygon.size(); ++i) ++walks[{polygon[i], polygon[(i + 1) % polygon.size()]}];
  ASSERT_FALSE(walks.empty());
  for (const auto& [edge, n] : walks) {
    EXPECT_EQ(n, 1);
    EXPECT_EQ(walks.count({edge.second, edge.first}), 1u);
  }
}

double volumeInside(const CellCut& cut) {
  double volume = 0;
  for (const auto& polygon : cut.polygons) {
    const auto geometry = polygonGeometry(cut.points, polygon);
    volume += dot(geometry.centre, geometry.area) / 3;
  }
  return volume;
}

TEST(CellCut, SphereIsClosedAndOfSecondOrder) {
  const double r = 0.3, area = 4 * M_PI * r * r, volume = area * r / 3;
  for (const double perturbation : {0.0, 0.2}) {
    std::vector<double> areaErrors, volumeErrors;
    for (const Label n : {12, 24, 48}) {
      const Box box(n, perturbation);
      const auto cut = cutWhere(box, [&](const Vec3& p) { return mag(p - Vec3{0.51, 0.48, 0.503}) - r; });
      expectClosed(cut);
      areaErrors.push_back(std::abs(sumsOf(cut).size - area) / area);
      volumeErrors.push_back(std::abs(volumeInside(cut) - volume) / volume);
    }
    EXPECT_LT(areaErrors.back(), 2e-3);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_GT(std::log2(areaErrors[i] / areaErrors[i + 1]), 1.8) << perturbation;
      EXPECT_GT(std::log2(volumeErrors[i] / volumeErrors[i + 1]), 1.8) << perturbation;
    }
  }
}

TEST(CellCut, NormalsPointToGreaterValues) {
  const auto cut = cutWhere(Box(8), [](const Vec3& p) { return 0.3 - mag(p - Vec3{0.51, 0.48, 0.503}); });
  EXPECT_LT(volumeInside(cut), 0);
}

TEST(CellCut, ClosedThroughPointsOfTheMesh) {  // an octahedron whose corners, edges and many others are on them
  const auto cut =
      cutWhere(Box(8), [](const Vec3& p) { return std::abs(p.x - 0.5) + std::abs(p.y - 0.5) + std::abs(p.z - 0.5) - 0.25; });
  expectClosed(cut);
  EXPECT_NEAR(sumsOf(cut).size, 8 * std::sqrt(3.0) / 2 * 0.25 * 0.25, 1e-14);
  EXPECT_NEAR(volumeInside(cut), 4.0 / 3 * 0.25 * 0.25 * 0.25, 1e-14);
}

TEST(CellCut, ClosedWhereFacesAreCutTwice) {
  const Box box(5, 0.1);
  const auto cut = cutWhere(box, [](const Vec3& p) {  // of alternating sign from point to point, negative on the boundary
    const double inside = p.x * (1 - p.x) * p.y * (1 - p.y) * p.z * (1 - p.z);
    return inside < 1e-6 ? -1 : std::sin(5 * M_PI * p.x) + std::sin(17 * p.y) * std::cos(16 * p.z);
  });
  EXPECT_GT(cut.polygons.size(), 100u);
  expectClosed(cut);
}

TEST(CellCut, APlaneFromTheValuesOfItsPoints) {
  const Box box(6, 0.2);
  const Vec3 normal = normalised(Vec3{1, 2, 3});
  const auto byField = cutWhere(box, [&](const Vec3& p) { return dot(p - Vec3{0.4, 0.5, 0.6}, normal); });
  auto byPlane = cutCells(box.stencils, {0.4, 0.5, 0.6}, normal);
  triangulate(byPlane);
  EXPECT_EQ(byField.polygons, byPlane.polygons);
  EXPECT_EQ(byField.points, byPlane.points);
}

}  // namespace
}  // namespace eagre::mesh
