// SPDX-License-Identifier: BSD-3-Clause
// What rank 0 alone reads beside the mesh, dealt out: each rank has its own part and is told of no other.
#include <gtest/gtest.h>

#include "comm/profile.hpp"
#include "mesh/cell_zones.hpp"
#include "mesh/face_corners.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

constexpr int nZones = 60;  // more than travel together

/// Zones overlap: cell c is in those whose number divides c.
bool isMember(GlobalLabel cell, int zone) { return cell % (zone + 1) == 0; }

std::vector<Zone> wholeZones(GlobalLabel nCells) {
  std::vector<Zone> zones;
  for (int z = 0; z < nZones; ++z) {
    Zone zone{"zone" + std::to_string(z), {}, {}};
    for (auto c = static_cast<Label>(nCells); c-- > 0;)  // a file may have any order
      if (isMember(c, z)) zone.members.push_back(c);
    zones.push_back(std::move(zone));
  }
  zones[1].members.push_back(zones[1].members.front());  // and a cell twice
  return zones;
}

double broadcastBytes(comm::Profile& profile) { return profile.current()[comm::Function::bcast].bytes; }

TEST(CellZones, EachRankHasItsOwnCells) {
  const auto communicator = comm::Communicator::world();
  const auto mesh = test::distributedBox(communicator, 16, 16, 16);
  comm::Profile profile;
  {
    const comm::Recording recording(communicator, profile);
    dealCellZones(communicator, communicator.master() ? wholeZones(mesh->nCellsGlobal) : std::vector<Zone>{}, *mesh);
  }
  EXPECT_LE(broadcastBytes(profile), 20.0 * nZones);  // names
  ASSERT_EQ(mesh->cellZones.size(), static_cast<std::size_t>(nZones));
  for (int z = 0; z < nZones; ++z) {
    const Zone& zone = mesh->cellZones[static_cast<std::size_t>(z)];
    EXPECT_EQ(zone.name, "zone" + std::to_string(z));
    std::vector<Label> expected;
    for (Label c = 0; c < mesh->nCells; ++c)
      if (isMember(mesh->cellGlobal[c], z)) expected.push_back(c);
    EXPECT_EQ(zone.members, expected) << zone.name;
  }
}

TEST(CellZones, NoneIsNone) {
  const auto mesh = test::distributedBox(comm::Communicator::world(), 3, 2, 2);
  dealCellZones(mesh->communicator(), {}, *mesh);
  EXPECT_TRUE(mesh->cellZones.empty());
}

/// The faces of a box have four corners; those of the patch here three to six.
FaceCorners wholePatch(GlobalLabel nFaces) {
  FaceCorners corners;
  for (GlobalLabel f = 0; f < nFaces; ++f) {
    for (GlobalLabel k = 0; k < 3 + f % 4; ++k)
      corners.points.push_back({0.1 * static_cast<double>(f), static_cast<double>(k), -1});
    corners.starts.push_back(static_cast<Label>(corners.points.size()));
  }
  return corners;
}

TEST(FaceCornersOfPatches, EachRankHasThoseOfItsFaces) {
  const auto communicator = comm::Communicator::world();
  const auto mesh = test::distributedBox(communicator, 12, 12, 12);
  std::map<std::string, FaceCorners> corners;
  if (communicator.master()) corners["yMax"] = wholePatch(144);
  comm::Profile profile;
  {
    const comm::Recording recording(communicator, profile);
    dealFaceCorners(communicator, std::move(corners), *mesh);
  }
  EXPECT_EQ(broadcastBytes(profile), 0);
  ASSERT_EQ(mesh->corners.size(), 1u);
  const Patch& patch = *mesh->findPatch("yMax");
  const FaceCorners &own = mesh->corners.at("yMax"), whole = wholePatch(144);
  ASSERT_EQ(own.starts.size(), static_cast<std::size_t>(patch.size) + 1);
  for (Label i = 0; i < patch.size; ++i) {
    const auto f = static_cast<std::size_t>(mesh->faceGlobal[mesh->nInteriorFaces() + patch.start + i] -
                                            mesh->globalPatches[static_cast<std::size_t>(patch.globalIndex)].start);
    ASSERT_EQ(own.starts[i + 1] - own.starts[i], whole.starts[f + 1] - whole.starts[f]);
    for (Label k = 0; k < own.starts[i + 1] - own.starts[i]; ++k)
      EXPECT_EQ(own.points[own.starts[i] + k], whole.points[whole.starts[f] + k]);
  }
}

}  // namespace
}  // namespace eagre::mesh
