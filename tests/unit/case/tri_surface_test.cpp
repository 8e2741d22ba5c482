// SPDX-License-Identifier: BSD-3-Clause
#include "case/tri_surface.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <fstream>

#include "core/error.hpp"

namespace eagre::case_ {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TriSurface : public testing::Test {
 protected:
  TriSurface() : dir_(fs::temp_directory_path() / ("eagre_tri_surface_" + std::to_string(::getpid()))) {
    fs::create_directories(dir_);
  }
  ~TriSurface() override { fs::remove_all(dir_); }
  Triangles read(const std::string& name, const std::string& text, double scale = 1) {
    std::ofstream(dir_ / name, std::ios::binary) << text;
    return readTriSurface(dir_ / name, scale);
  }
  std::string errorOf(const std::string& name, const std::string& text) {
    try {
      read(name, text);
    } catch (const Error& e) { return e.what(); }
    return "no error";
  }
  fs::path dir_;
};

constexpr const char* cube =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1/1 2/2 6/3 5/4\nf 3 4 8 7\nf 2 3 7 6\nf -8 -4 -1 -5\n";

TEST_F(TriSurface, ACubeOfQuadsEnclosesItsInside) {
  const TriangleTree tree(read("cube.obj", cube, 2));
  EXPECT_EQ(tree.triangles().size(), 12u);
  EXPECT_TRUE(tree.encloses({1, 1, 1}));
  EXPECT_TRUE(tree.encloses({1.99, 0.01, 1}));
  EXPECT_FALSE(tree.encloses({2.01, 1, 1}));
  EXPECT_FALSE(tree.encloses({5, 5, 5}));
  EXPECT_NEAR(tree.distance({3, 3, 1}), std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(tree.distance({1, 1, 1.75}), 0.25, 1e-12);
  const auto crossing = tree.firstCrossing({-1, 0.7, 0.9}, {5, 0.7, 0.9});
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->fraction, 1.0 / 6, 1e-12);
  EXPECT_NEAR(tree.normal(crossing->triangle).x, -1, 1e-12);
}

TEST_F(TriSurface, BinaryStl) {
  std::string text(80, 's');
  const std::uint32_t n = 1;
  const float numbers[12] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0};
  text.append(reinterpret_cast<const char*>(&n), 4).append(reinterpret_cast<const char*>(numbers), 48).append(2, '\0');
  const Triangles triangles = read("one.stl", text);
  ASSERT_EQ(triangles.size(), 1u);
  EXPECT_EQ(triangles[0][1].x, 1);
}

TEST_F(TriSurface, DamagedFilesAreErrorsWithTheirLine) {
  EXPECT_THAT(errorOf("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 x\n"),
              HasSubstr("a.stl:4: a coordinate is expected, found 'x'"));
  EXPECT_THAT(errorOf("b.stl", "solid a\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n"),
              HasSubstr("b.stl:5: a facet has 2 corners"));
  EXPECT_THAT(errorOf("c.stl", "solid a\nouter loop\nvertex 0 0 0\n"), HasSubstr("ends within a facet"));
  EXPECT_THAT(errorOf("d.stl", "solid a\nendsolid\n"), HasSubstr("no triangle"));
  EXPECT_THAT(errorOf("e.obj", "v 0 0 0\nf 1 2 3\n"), HasSubstr("e.obj:2: '2' is no point"));
  EXPECT_THAT(errorOf("f.vtk", "x"), HasSubstr("not from '.vtk'"));
}

}  // namespace
}  // namespace eagre::case_
