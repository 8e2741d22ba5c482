// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/mesh_times.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace fs = std::filesystem;
using eagre::output::MeshPlace;
using eagre::output::MeshTimes;

namespace {

/// A case whose mesh changes at 1, moves at 2 and 10, and changes again at 10.5.
struct MeshTimesTest : testing::Test {
  fs::path directory = fs::temp_directory_path() / ("mesh_times_" + std::to_string(getpid()));
  MeshTimesTest() {
    for (const char* file : {"0/U", "0.5/polyMesh/sets/box", "1/polyMesh/faces", "1/polyMesh/points", "2/polyMesh/points.gz",
                             "3/U", "10/polyMesh/points", "10.5/polyMesh/faces.gz", "10.5/polyMesh/points"}) {
      fs::create_directories((directory / file).parent_path());
      std::ofstream(directory / file) << "x";
    }
  }
  ~MeshTimesTest() override { fs::remove_all(directory); }
  MeshPlace place(const std::string& faces, const std::string& points) const {
    return {directory / faces / "polyMesh", directory / points / "polyMesh"};
  }
};

TEST_F(MeshTimesTest, TheLatestUpToTheTime) {
  const MeshTimes meshes(directory);
  EXPECT_EQ(meshes.at(0), place("constant", "constant"));
  EXPECT_EQ(meshes.at(0.5), place("constant", "constant"));
  EXPECT_EQ(meshes.at(1), place("1", "1"));
  EXPECT_EQ(meshes.at(1.5), place("1", "1"));
  EXPECT_EQ(meshes.at(3), place("1", "2"));
  EXPECT_EQ(meshes.at(10), place("1", "10"));
  EXPECT_EQ(meshes.at(11), place("10.5", "10.5"));
}

}  // namespace
