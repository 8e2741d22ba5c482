// SPDX-License-Identifier: BSD-3-Clause
// Values at points for function objects: on rank 0, the same to the last bit on any number of ranks.
#include <gtest/gtest.h>

#include <cmath>

#include "run/functions/sampling.hpp"
#include "support/box_mesh.hpp"

namespace eagre::run {
namespace {

/// Points in cells, on faces of patches, and means of many of both; one source is used by several, and one point by nobody.
class SomePoints final : public Sampling {
 public:
  SomePoints() : Sampling(mesh::PointScheme::cell, {}) {}

 private:
  void addStencils(const mesh::PointStencils& mesh, mesh::Stencils& stencils) override {
    const Label nCells = mesh.mesh().nCells(), nBoundary = mesh.mesh().nFaces() - mesh.mesh().nInternalFaces();
    for (const Label cell : {nCells - 1, 0, nCells / 2, 0}) {
      stencils.add(cell, 1);
      stencils.close();
    }
    for (const Label face : {nBoundary - 1, 0, nBoundary / 2}) {
      stencils.add(nCells + face, 1);
      stencils.close();
    }
    for (Label i = 0; i < 20; ++i) {
      stencils.add((37 * i) % nCells, 0.1 + i);
      stencils.add(nCells + (11 * i) % nBoundary, 1.0 / (3 + i));
    }
    stencils.close();
    stencils.close();
  }
};

double cellValue(GlobalLabel cell) { return std::sin(1.0 + static_cast<double>(cell)); }
double faceValue(GlobalLabel face) { return std::cos(0.5 * static_cast<double>(face)); }

/// Of the global mesh, faces counted from the first on the boundary.
std::vector<double> expected(Label nCells, Label nBoundary) {
  std::vector<double> values;
  for (const Label cell : {nCells - 1, 0, nCells / 2, 0}) values.push_back(cellValue(cell));
  for (const Label face : {nBoundary - 1, 0, nBoundary / 2}) values.push_back(faceValue(face));
  double mean = 0;
  for (Label i = 0; i < 20; ++i) {
    mean += (0.1 + i) * cellValue((37 * i) % nCells);
    mean += 1.0 / (3 + i) * faceValue((11 * i) % nBoundary);
  }
  values.push_back(mean);
  values.push_back(0);
  return values;
}

TEST(Sampling, ValuesAreOnRankZeroAlone) {
  const auto communicator = comm::Communicator::world();
  const mesh::PolyMesh whole = test::boxMesh(6, 5, 4);
  const auto mesh = test::distributedBox(communicator, 6, 5, 4);
  SomePoints points;
  if (communicator.master()) {
    const mesh::PolyGeometry geometry = mesh::computeGeometry(whole);
    points.plan(mesh::PointStencils(whole, geometry));
  }
  points.deal(communicator, *mesh);

  fv::VolScalarField p("p", dimless, *mesh);
  fv::VolVectorField U("U", dimVelocity, *mesh);
  for (Label c = 0; c < mesh->nCells; ++c) {
    p[c] = cellValue(mesh->cellGlobal[c]);
    U[c] = {p[c], 2 * p[c], -p[c]};
  }
  for (Label b = 0; b < mesh->nBoundaryFaces; ++b) {
    p.boundary()[b] = faceValue(mesh->faceGlobal[mesh->nInteriorFaces() + b] - mesh->nInternalFacesGlobal);
    U.boundary()[b] = {p.boundary()[b], 2 * p.boundary()[b], -p.boundary()[b]};
  }
  const std::vector<double> scalars = points.values(p);
  const std::vector<Vec3> vectors = points.values(U);
  if (!communicator.master()) {
    EXPECT_TRUE(scalars.empty() && vectors.empty());
    return;
  }
  const auto wanted = expected(whole.nCells(), whole.nFaces() - whole.nInternalFaces());
  EXPECT_EQ(scalars, wanted);
  ASSERT_EQ(vectors.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(vectors[i], (Vec3{wanted[i], 2 * wanted[i], -wanted[i]})) << i;
}

}  // namespace
}  // namespace eagre::run
