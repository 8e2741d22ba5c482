// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "core/log.hpp"
#include "mesh/wall_wave.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/dumps/packed_mesh.hpp"
#include "support/box_mesh.hpp"
#include "support/same_mesh.hpp"
#include "support/shared_directory.hpp"

namespace eagre::output {
namespace {

namespace fs = std::filesystem;

using test::world;

class PackedMeshTest : public test::SharedDirectory {
 protected:
  void SetUp() override {
    if (!hdf5::isBuiltIn()) GTEST_SKIP() << "built without HDF5";
    SharedDirectory::SetUp();
    path = dumpMeshPath(directory);
  }
  /// On rank 0, for all.
  void pack(const mesh::PolyMesh& whole, const DumpSettings& settings = {}) const {
    if (world().master()) {
      const mesh::PolyGeometry geometry = computeGeometry(whole);
      const Packing packing{geometry, "points 5\n"};
      Log log;
      writeMeshFile(directory, whole, meshChecksum(whole), settings, log, &packing);
    }
    world().barrier();
  }
  fs::path path;
};

/// Large enough to stand on several ranks.
TEST_F(PackedMeshTest, IsTheMeshThatWasPacked) {
  const test::BoxOptions options{.length = {2, 1, 1}, .cyclicX = true, .perturbation = 0.1};
  const mesh::PolyMesh whole = test::boxMesh(60, 50, 30, options);
  for (const int level : {0, 1}) {
    pack(whole, {.deflate = level});
    auto slab = readPackedMesh(world(), path);
    EXPECT_EQ(world().sum(std::int64_t{!slab.geometry.cellVolumes.empty()}), std::min(2, world().size()));
    const auto part = mesh::partition(world(), slab.geometry.cellCentres, slab.cellStarts[world().rank()], world().size());
    const auto packed = distribute(world(), std::move(slab), part);
    const auto expected = test::distributedBox(world(), 60, 50, 30, options);
    test::expectSameMesh(*packed, *expected);
  }
}

TEST_F(PackedMeshTest, HoldsDistancesToWallsIfTheyWereMade) {
  const mesh::PolyMesh whole = test::boxMesh(4, 3, 2, {.types = {"wall", "patch", "patch", "wall", "patch", "patch"}});
  mesh::PolyGeometry geometry = computeGeometry(whole);
  pack(whole);
  try {
    readPackedMesh(world(), path, true);
    FAIL() << "read without distances";
  } catch (const Error& e) { EXPECT_NE(std::string(e.what()).find("eagre pack packs it again"), std::string::npos) << e.what(); }
  world().barrier();
  addWallDistances(whole, geometry, true);
  if (world().master()) {
    const Packing packing{geometry, "points 5\n"};
    Log log;
    writeMeshFile(directory, whole, meshChecksum(whole), {}, log, &packing);
  }
  world().barrier();
  const auto slab = readPackedMesh(world(), path, true);
  if (world().master()) {  // a small mesh is one slab
    EXPECT_EQ(slab.geometry.cellWallDistances, geometry.cellWallDistances);
    EXPECT_EQ(slab.geometry.boundaryWallDistances, geometry.boundaryWallDistances);
  }
}

TEST_F(PackedMeshTest, KnowsItself) {
  const mesh::PolyMesh whole = test::boxMesh(4, 3, 2, {.emptyZ = false});
  pack(whole);
  const auto packed = findPackedMesh(path);
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->checksum, meshChecksum(whole));
  EXPECT_EQ(packed->sources, "points 5\n");
  EXPECT_EQ(packed->facts.nCells, 24);
  const MeshFile file = readMeshFile(path);
  ASSERT_TRUE(file.packed);
  test::expectSamePatches(file.packed->patches, whole.patches);
  world().barrier();
  if (world().master()) {
    fs::remove(path);
    Log log;
    writeMeshFile(directory, whole, meshChecksum(whole), {}, log);
  }
  world().barrier();
  EXPECT_FALSE(findPackedMesh(path)) << "the mesh of dumps that nobody packed";
}

/// Wherever a byte is changed: the mesh, or an Error on all ranks.
TEST_F(PackedMeshTest, IsRefusedWhenAByteIsChanged) {
  const test::BoxOptions options{.perturbation = 0.1};
  const mesh::PolyMesh whole = test::boxMesh(6, 5, 4, options);
  const auto expected = test::distributedBox(world(), 6, 5, 4, options);
  pack(whole);
  const auto size = static_cast<std::size_t>(fs::file_size(path));
  int refused = 0;
  for (std::size_t at = 7; at < size; at += size / 60) {
    const auto flip = [&] {
      world().barrier();
      if (world().master()) {
        std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
        file.seekg(static_cast<std::streamoff>(at));
        const char byte = static_cast<char>(file.get() ^ 16);
        file.seekp(static_cast<std::streamoff>(at));
        file.put(byte);
      }
      world().barrier();
    };
    flip();
    try {
      auto slab = readPackedMesh(world(), path);
      const auto part = mesh::partition(world(), slab.geometry.cellCentres, slab.cellStarts[world().rank()], world().size());
      test::expectSameMesh(*distribute(world(), std::move(slab), part), *expected);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::io) << e.what();
      EXPECT_NE(std::string(e.what()).find("mesh.vtkhdf"), std::string::npos) << e.what();
      ++refused;
    }
    flip();
  }
  EXPECT_EQ(world().max(refused), world().min(refused));
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace eagre::output
