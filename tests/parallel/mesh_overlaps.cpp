// SPDX-License-Identifier: BSD-3-Clause
// What lies behind the faces of overlapping patches (cyclicAMI): areas of overlaps, weights, ghosts; the same on any number of
// ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "core/error.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/motion.hpp"
#include "mesh/overlap_area.hpp"
#include "mesh/overlaps.hpp"
#include "support/box_mesh.hpp"
#include "support/moving_mesh.hpp"

namespace eagre::mesh {
namespace {

TriangulatedFace square(double angle, bool turned) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 4; ++i) {
    const double a = angle + (turned ? -i : i) * std::numbers::pi / 2;
    corners.push_back({std::cos(a) / std::numbers::sqrt2, std::sin(a) / std::numbers::sqrt2, 0.3});
  }
  return triangulated(corners);
}

TEST(OverlapArea, OfASquareOverItselfTurned) {
  EXPECT_NEAR(overlapArea(square(0, false), square(0, true)), 1, 1e-14);
  EXPECT_NEAR(overlapArea(square(0, false), square(std::numbers::pi / 4, true)), 2 * (std::numbers::sqrt2 - 1), 1e-14);
  EXPECT_EQ(overlapArea(square(0, false), square(0, false)), 0) << "they do not face each other";
}

TEST(OverlapArea, CutsABentFaceFromItsWidestCorner) {
  // At the second corner the angle is widest.
  const std::vector<Vec3> corners{{0, 0, 0}, {1, 0.2, 0.1}, {1.2, 1, 0}, {0, 1.2, 0}};
  const auto face = triangulated(corners);
  ASSERT_EQ(face.triangles.size(), 2u);
  EXPECT_EQ(face.triangles[0][0], corners[1]);
  EXPECT_EQ(face.triangles[0][2], corners[3]);
}

/// Two boxes of other cells side by side: the second moved along y by `shift`.
PolyMesh twoBoxes(double shift, const std::string& lowWeightCorrection) {
  test::BoxOptions left, right;
  left.types[1] = right.types[0] = "cyclicAMI";
  right.origin = {1, shift, 0};
  const std::array boxes{test::boxMesh(3, 5, 4, left), test::boxMesh(2, 3, 7, right)};
  PolyMesh mesh = boxes[0];
  const auto cells = boxes[0].nCells();
  const auto points = static_cast<Label>(boxes[0].points.size());
  mesh.points.insert(mesh.points.end(), boxes[1].points.begin(), boxes[1].points.end());
  mesh.faceOffsets = {0};
  for (auto* list : {&mesh.facePoints, &mesh.owner, &mesh.neighbour}) list->clear();
  mesh.patches.clear();
  const auto add = [&](int b, Label f) {
    for (const Label p : boxes[b].pointsOf(f)) mesh.facePoints.push_back(p + b * points);
    mesh.faceOffsets.push_back(static_cast<Label>(mesh.facePoints.size()));
    mesh.owner.push_back(boxes[b].owner[f] + b * cells);
    if (f < boxes[b].nInternalFaces()) mesh.neighbour.push_back(boxes[b].neighbour[f] + b * cells);
  };
  for (int b = 0; b < 2; ++b)
    for (Label f = 0; f < boxes[b].nInternalFaces(); ++f) add(b, f);
  for (int b = 0; b < 2; ++b)
    for (PolyPatch patch : boxes[b].patches) {
      const auto first = static_cast<Label>(patch.start);
      patch.start = mesh.nFaces();
      for (Label f = first; f < first + patch.size; ++f) add(b, f);
      patch.name = (b == 0 ? "left" : "right") + patch.name;
      if (isOverlapping(patch)) {
        patch.neighbourPatch = b == 0 ? "rightxMin" : "leftxMax";
        if (!lowWeightCorrection.empty()) patch.otherEntries.emplace_back("lowWeightCorrection", lowWeightCorrection);
      }
      mesh.patches.push_back(patch);
    }
  return mesh;
}

std::unique_ptr<Mesh> coupled(const comm::Communicator& communicator, const PolyMesh& whole) {
  std::vector<int> part;
  if (communicator.master()) part = partition(computeGeometry(whole).cellCentres, communicator.size());
  auto mesh = distribute(communicator, communicator.master() ? &whole : nullptr, part);
  keepPoints(communicator.master() ? &whole : nullptr, *mesh);
  placeFromPoints(*mesh);
  return mesh;
}

double value(Label globalCell) { return std::sin(0.1 + globalCell * globalCell); }

/// Ghosts behind the overlapping faces, by face of the global mesh, of value().
std::map<Label, double> ghosts(const Mesh& mesh) {
  std::vector<double> x(static_cast<std::size_t>(mesh.nAllCells()), -7);
  for (Label c = 0; c < mesh.nCells; ++c) x[c] = value(mesh.cellGlobal[c]);
  mesh.halo->update(x);
  std::map<Label, double> behind;
  for (Label i = mesh.overlaps->first; i < mesh.nCoupledFaces; ++i)
    behind[mesh.faceGlobal[mesh.nInternalFaces + i]] = x[mesh.nCells + i];
  return behind;
}

TEST(Overlaps, AreTheSameOnAnyRanks) {
  const PolyMesh whole = twoBoxes(0, "");
  const auto mesh = coupled(comm::Communicator::world(), whole), alone = coupled(comm::Communicator::self(), whole);
  const auto all = ghosts(*alone);
  EXPECT_EQ(all.size(), 20u + 21u);
  for (const auto& [face, ghost] : ghosts(*mesh)) EXPECT_EQ(ghost, all.at(face)) << face;
  for (const double covered : mesh->overlaps->covered) EXPECT_NEAR(covered, 1, 1e-13);
}

TEST(Overlaps, ConserveWhatTheyExchange) {
  const auto mesh = coupled(comm::Communicator::world(), twoBoxes(0, ""));
  double sums[2] = {0, 0};  // of the left patch: what is behind its faces; of the right patch: of its own cells
  const auto behind = ghosts(*mesh);
  std::map<Label, Label> indices;
  for (Label f = mesh->nInternalFaces; f < mesh->nInteriorFaces(); ++f) indices[mesh->faceGlobal[f]] = f;
  for (const auto& [face, ghost] : behind) {
    const Label f = indices.at(face);
    const bool left = mesh->Sf[f].x > 0;
    sums[left ? 0 : 1] += mesh->magSf[f] * (left ? ghost : value(mesh->cellGlobal[mesh->owner[f]]));
  }
  mesh->communicator().sum(sums);
  EXPECT_NEAR(sums[0], sums[1], 1e-13);
}

TEST(Overlaps, PutAGhostAsFarBehindTheFaceAsTheCellsThere) {
  const auto mesh = coupled(comm::Communicator::world(), twoBoxes(0, ""));
  for (Label f = mesh->nInternalFaces + mesh->overlaps->first; f < mesh->nInteriorFaces(); ++f) {
    const bool left = mesh->Sf[f].x > 0;
    EXPECT_NEAR(mesh->weights[f], left ? 0.6 : 0.4, 1e-13);  // cells of 1/3 and 1/2
    EXPECT_NEAR(mesh->C[mesh->neighbour[f]].x, left ? 1.25 : 1 - 1.0 / 6, 1e-13);
  }
}

TEST(Overlaps, LetFacesStandApartThatLittleCovers) {
  const auto mesh = coupled(comm::Communicator::world(), twoBoxes(0.4, "0.9"));
  int n[2] = {0, 0};
  const auto behind = ghosts(*mesh);
  for (Label i = mesh->overlaps->first; i < mesh->nCoupledFaces; ++i) {
    const Label f = mesh->nInternalFaces + i;
    const bool apart = mesh->overlaps->apart[i - mesh->overlaps->first] != 0;
    ++n[apart ? 1 : 0];
    const bool littleBehind = mesh->Sf[f].x > 0 ? mesh->faceCentres()(f).y < 0.4 : mesh->faceCentres()(f).y > 0.8;
    EXPECT_EQ(apart, littleBehind);
    if (!apart) continue;
    EXPECT_EQ(behind.at(mesh->faceGlobal[f]), value(mesh->cellGlobal[mesh->owner[f]]));
  }
  double all[2] = {1.0 * n[0], 1.0 * n[1]};
  mesh->communicator().sum(all);
  EXPECT_EQ(all[1], 2 * 4 + 2 * 7);  // of the right patch 7 faces are covered by four fifths
}

TEST(Overlaps, AreAnErrorWhereThereAreNone) {
  try {
    coupled(comm::Communicator::world(), twoBoxes(0.5, ""));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::badCase);
    EXPECT_THAT(error.what(), testing::HasSubstr("'leftxMax': 8 of its 20 faces lie over no face of 'rightxMin'"));
  }
}

/// The same two boxes with blockages on what does not overlap: cyclicACMI.
PolyMesh partlyOpen(double shift) {
  PolyMesh mesh = twoBoxes(shift, "");
  for (std::size_t p = 0, n = mesh.patches.size(); p < n; ++p) {
    if (!isOverlapping(mesh.patches[p])) continue;
    mesh.patches[p].type = "cyclicACMI";
    PolyPatch blockage{
        .name = mesh.patches[p].name + "Rest", .type = "wall", .start = mesh.nFaces(), .size = mesh.patches[p].size};
    mesh.patches[p].otherEntries.emplace_back("nonOverlapPatch", blockage.name);
    for (auto f = static_cast<Label>(mesh.patches[p].start); f < mesh.patches[p].start + blockage.size; ++f) {
      const std::vector<Label> corners(mesh.pointsOf(f).begin(), mesh.pointsOf(f).end());
      mesh.facePoints.insert(mesh.facePoints.end(), corners.begin(), corners.end());
      mesh.faceOffsets.push_back(static_cast<Label>(mesh.facePoints.size()));
      mesh.owner.push_back(mesh.owner[f]);
    }
    mesh.patches.push_back(blockage);
  }
  return mesh;
}

TEST(Blockages, ShareAreasWithWhatOverlaps) {
  const PolyMesh whole = partlyOpen(0.4);
  Problems problems;
  checkPolyMesh(whole, problems);
  EXPECT_TRUE(problems.empty()) << (problems.empty() ? "" : problems.messages().front());
  const auto mesh = coupled(comm::Communicator::world(), whole);
  std::vector<Vec3> sums(static_cast<std::size_t>(mesh->nAllCells()));
  for (Label f = 0; f < mesh->nFaces(); ++f) {
    sums[mesh->owner[f]] += mesh->Sf[f];
    if (f < mesh->nInternalFaces) sums[mesh->neighbour[f]] -= mesh->Sf[f];
  }
  for (Label c = 0; c < mesh->nCells; ++c) {
    EXPECT_LT(mag(sums[c]), 1e-15) << "a cell is not closed";
    EXPECT_NEAR(mesh->V[c], mesh->cellGlobal[c] < 60 ? 1.0 / 60 : 1.0 / 42, 1e-15);
  }
  double open[2] = {0, 0};  // area of the left patch, of the right one
  for (Label f = mesh->nInternalFaces + mesh->overlaps->first; f < mesh->nInteriorFaces(); ++f)
    open[mesh->Sf[f].x > 0 ? 0 : 1] += mesh->magSf[f];
  mesh->communicator().sum(open);
  EXPECT_NEAR(open[0], 0.6, 1e-11);
  EXPECT_NEAR(open[1], 0.6, 1e-11);
}

TEST(Blockages, ShareTheVolumesThatFacesSweep) {
  const PolyMesh whole = partlyOpen(0.3);
  const auto& world = comm::Communicator::world();
  const auto mesh = coupled(world, whole);
  allowMotion(world.master() ? &whole : nullptr, *mesh);
  beginMotionStep(*mesh);
  std::vector<Vec3> points = mesh->points->shape.points;
  for (Vec3& p : points) p += Vec3{0.02 * std::sin(3 * p.y), 0.01 * std::cos(p.x), 0.01 * std::sin(2 * p.x)};
  movePoints(*mesh, std::move(points));
  EXPECT_LT(test::spaceConservationError(*mesh), 3e-15);
  double swept = 0;
  for (Label f = mesh->nInternalFaces + mesh->overlaps->first; f < mesh->nInteriorFaces(); ++f)
    swept += std::abs(mesh->motion->swept[f]);
  EXPECT_GT(world.sum(swept), 1e-3);
}

}  // namespace
}  // namespace eagre::mesh
