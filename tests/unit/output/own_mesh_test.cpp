// SPDX-License-Identifier: BSD-3-Clause
#ifdef EAGRE_HDF5
#include "output/dumps/own_mesh.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "comm/communicator.hpp"
#include "core/error.hpp"
#include "output/hdf5/hdf5.hpp"
#include "support/box_mesh.hpp"

namespace eagre::output {
namespace {

namespace fs = std::filesystem;

class OwnMeshOfDump : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  static mesh::PolyMesh box() {
    mesh::PolyMesh mesh = test::boxMesh(3, 2, 2);
    mesh.cellZones.push_back({"left", {0, 3}, {}});
    mesh.faceZones.push_back({"middle", {1, 2, 5}, {0, 1, 0}});
    mesh.pointZones.push_back({"corners", {0, 7}, {}});
    return mesh;
  }
  fs::path write(const mesh::PolyMesh& mesh, std::span<const Vec3> places = {}) const {
    const fs::path path = directory_ / "1.vtkhdf";
    const auto file = hdf5::create(path, comm::Communicator::self());
    for (const char* group : {"/eagre", "/VTKHDF"}) file->makeGroup(group);
    FileDataSink sink(*file, settings_);
    const mesh::PolyGeometry geometry = mesh::uncheckedGeometry(mesh);
    if (!places.empty()) sink.list("/VTKHDF/Points", hdf5::Type::real64, std::vector<Vec3>(places.begin(), places.end()));
    writeOwnMesh(sink, {&mesh, &geometry, places, {{{"cellLevel", {1, 2, 3}}}, 0.25}});
    file->close();
    return path;
  }
  /// What is said of a file in which a list has other values.
  std::string refusal(const std::string& object, std::vector<std::int64_t> values) const {
    const fs::path path = write(box());
    {
      const auto file = hdf5::open(path, comm::Communicator::self(), hdf5::Access::change);
      file->remove(object);
      file->makeData(object, hdf5::Type::int64, {static_cast<std::int64_t>(values.size()), 1});
      if (!values.empty()) file->write(object, 0, std::as_bytes(std::span(values)));
      file->setAttribute(object, "kind", std::string("cell"));  // as zones have it
      file->setAttribute(object, "name", std::string("left"));
      file->close();
    }
    try {
      readOwnMesh(path);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::io);
      return e.what();
    }
    return {};
  }

  DumpSettings settings_;
  fs::path directory_ = fs::temp_directory_path() / ("own_mesh_test." + std::to_string(::getpid()));
};

TEST_F(OwnMeshOfDump, IsReadAsItWasWritten) {
  const mesh::PolyMesh mesh = box();
  const OwnMesh own = readOwnMesh(write(mesh));
  EXPECT_EQ(own.mesh.facePoints, mesh.facePoints);
  EXPECT_EQ(own.mesh.faceOffsets, mesh.faceOffsets);
  EXPECT_EQ(own.mesh.owner, mesh.owner);
  EXPECT_EQ(own.mesh.neighbour, mesh.neighbour);
  ASSERT_EQ(own.mesh.points.size(), mesh.points.size());
  for (std::size_t p = 0; p < mesh.points.size(); ++p) EXPECT_EQ(mag(own.mesh.points[p] - mesh.points[p]), 0);
  ASSERT_EQ(own.mesh.patches.size(), mesh.patches.size());
  EXPECT_EQ(own.mesh.patches[0].name, mesh.patches[0].name);
  ASSERT_EQ(own.mesh.faceZones.size(), 1);
  EXPECT_EQ(own.mesh.faceZones[0].name, "middle");
  EXPECT_EQ(own.mesh.faceZones[0].flip, (std::vector<char>{0, 1, 0}));
  EXPECT_EQ(own.mesh.cellZones[0].members, (std::vector<Label>{0, 3}));
  EXPECT_EQ(own.mesh.pointZones[0].members, (std::vector<Label>{0, 7}));
  EXPECT_EQ(own.extras.lists.at("cellLevel"), (std::vector<Label>{1, 2, 3}));
  EXPECT_EQ(own.extras.level0Edge, 0.25);
  EXPECT_TRUE(own.pointsAtRest.empty());
}

TEST_F(OwnMeshOfDump, ThatMovesHasItsPointsTwice) {
  const mesh::PolyMesh mesh = box();
  std::vector<Vec3> places = mesh.points;
  for (Vec3& place : places) place += Vec3{1, 2, 3};
  const OwnMesh own = readOwnMesh(write(mesh, places));
  EXPECT_EQ(mag(own.mesh.points[5] - places[5]), 0);
  EXPECT_EQ(mag(own.pointsAtRest[5] - mesh.points[5]), 0);
}

TEST_F(OwnMeshOfDump, ListsThatAreNoneOfAMeshAreRefused) {
  const std::string group = "/eagre/ownMesh/";
  const auto wide = [](const std::vector<Label>& list) { return std::vector<std::int64_t>(list.begin(), list.end()); };
  const mesh::PolyMesh mesh = box();
  auto owner = wide(mesh.owner), points = wide(mesh.facePoints), offsets = wide(mesh.faceOffsets);
  owner[3] = std::int64_t{1} << 40;
  EXPECT_NE(refusal(group + "owner", owner).find("owner has 1099511627776"), std::string::npos);
  owner[3] = 77;
  EXPECT_FALSE(refusal(group + "owner", owner).empty());
  points[2] = -1;
  EXPECT_FALSE(refusal(group + "facePoints", points).empty());
  offsets[1] = 1000;
  EXPECT_FALSE(refusal(group + "faceOffsets", offsets).empty());
  EXPECT_FALSE(refusal(group + "faceOffsets", {}).empty());
  EXPECT_NE(refusal(group + "zones/0", {0, 12}).find("zone 'left' has cell 12 of 12"), std::string::npos);
  EXPECT_NE(refusal(group + "zones/1", {0, 1}).find("has not its length"), std::string::npos);
}

}  // namespace
}  // namespace eagre::output
#endif
