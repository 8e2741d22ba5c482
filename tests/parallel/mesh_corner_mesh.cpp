// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mesh/cell_cut.hpp"
#include "mesh/corner_mesh.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

double wave(const Vec3& p) { return std::sin(7 * p.x) * std::cos(5 * p.y) + p.z; }

/// The global mesh on every rank, and what it gives.
struct Whole {
  PolyMesh mesh;
  PolyGeometry geometry;
  PointStencils stencils;
  explicit Whole(const test::BoxOptions& options)
      : mesh(test::boxMesh(7, 6, options.emptyZ ? 1 : 5, options)), geometry(computeGeometry(mesh)), stencils(mesh, geometry) {}

  std::vector<double> waveAtPoints() const {
    std::vector<double> sources;
    for (const Vec3& c : geometry.cellCentres) sources.push_back(wave(c));
    for (Label f = mesh.nInternalFaces(); f < mesh.nFaces(); ++f) sources.push_back(wave(geometry.faceCentres[f]));
    Stencils ofPoints;
    for (Label p = 0; p < static_cast<Label>(mesh.points.size()); ++p) {
      stencils.addPoint(ofPoints, p, 1);
      ofPoints.close();
    }
    return weightedSums(ofPoints, sources);
  }
};

class CornerMeshes : public testing::TestWithParam<test::BoxOptions> {};

TEST_P(CornerMeshes, AreTheUndividedMeshToTheLastBit) {
  const auto communicator = comm::Communicator::world();
  const Whole whole(GetParam());
  const auto mesh =
      distribute(communicator, communicator.master() ? &whole.mesh : nullptr,
                 communicator.master() ? partition(whole.geometry.cellCentres, communicator.size()) : std::vector<int>());
  const CornerMesh corners(&whole.mesh, &whole.geometry, *mesh);
  ASSERT_EQ(corners.ownedCells().size(), static_cast<std::size_t>(mesh->nCells));

  std::vector<double> cells, boundary;
  for (const Label c : mesh->cellGlobal) cells.push_back(wave(whole.geometry.cellCentres[c]));
  for (Label f = mesh->nInteriorFaces(); f < mesh->nFaces(); ++f)
    boundary.push_back(wave(whole.geometry.faceCentres[mesh->faceGlobal[f]]));
  const auto values = corners.values(cells, boundary);

  const auto expected = whole.waveAtPoints();
  const PointStencils& stencils = corners.stencils();
  std::vector<double> level(stencils.mesh().points.size(), std::nan("")), expectedLevel;
  for (const Label c : corners.ownedCells())
    for (const Label f : stencils.facesOf(c))
      for (const Label p : stencils.cornersOf(f)) {
        Stencils one;
        stencils.addPoint(one, p, 1);
        one.close();
        level[static_cast<std::size_t>(p)] = weightedSums(one, values)[0] - 0.5;
        ASSERT_EQ(level[static_cast<std::size_t>(p)] + 0.5,
                  expected[static_cast<std::size_t>(corners.globalPoint(p))] - 0.5 + 0.5);
      }
  for (const double value : expected) expectedLevel.push_back(value - 0.5);

  const CellCut cut = cutCells(stencils, level, corners.ownedCells());
  std::vector<Label> globalCells;
  for (const Label c : corners.ownedCells()) globalCells.push_back(corners.globalCell(c));
  EXPECT_TRUE(std::is_sorted(globalCells.begin(), globalCells.end()));
  const CellCut same = cutCells(whole.stencils, expectedLevel, globalCells);
  EXPECT_EQ(cut.points, same.points);
  EXPECT_EQ(cut.polygons, same.polygons);
  EXPECT_GT(communicator.sum(static_cast<std::int64_t>(cut.polygons.size())), 20);

  Stencils between, expectedBetween;  // also where a face's triangles depend on the cell on the other side
  for (std::size_t p = 0; p < cut.points.size(); ++p) {
    stencils.add(between, PointScheme::cellPoint, cut.points[p], cut.pointCells[p]);
    between.close();
    whole.stencils.add(expectedBetween, PointScheme::cellPoint, same.points[p],
                       globalCells[static_cast<std::size_t>(
                           std::lower_bound(corners.ownedCells().begin(), corners.ownedCells().end(), cut.pointCells[p]) -
                           corners.ownedCells().begin())]);
    expectedBetween.close();
  }
  EXPECT_EQ(between.weights, expectedBetween.weights);
  EXPECT_EQ(between.starts, expectedBetween.starts);
}

INSTANTIATE_TEST_SUITE_P(Boxes, CornerMeshes,
                         testing::Values(test::BoxOptions{}, test::BoxOptions{.perturbation = 0.2},
                                         test::BoxOptions{.emptyZ = true, .perturbation = 0.2}));

}  // namespace
}  // namespace eagre::mesh
