// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "case/block_mesh.hpp"

namespace eagre::case_::fixtures {

inline mesh::PolyMesh makeMesh(const std::string& dict) {
  Log silent = Log::silent();
  return blockMesh(config::Dictionary::parse(dict, "blockMeshDict"), silent);
}

/// What blockMesh says against a dictionary; "" if nothing.
inline std::string complaint(const std::string& dict) {
  try {
    makeMesh(dict);
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ExitCode::badCase);
    return e.what();
  }
  return "";
}

inline std::vector<std::vector<Label>> facesOf(const mesh::PolyMesh& mesh) {
  std::vector<std::vector<Label>> faces;
  for (Label f = 0; f < mesh.nFaces(); ++f)
    faces.emplace_back(mesh.facePoints.begin() + mesh.faceOffsets[f], mesh.facePoints.begin() + mesh.faceOffsets[f + 1]);
  return faces;
}

inline void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-14) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "component " << i;
}

/// The corners of the cuboid from (x0 0 0) to (x1 1 1), in the order of a hex.
inline std::string corners(double x0, double x1) {
  std::string text;
  for (const int z : {0, 1})
    for (const auto& [x, y] : {std::pair{x0, 0}, {x1, 0}, {x1, 1}, {x0, 1}}) text += fmt::format("({} {} {})\n", x, y, z);
  return text;
}

/// One block, the unit cube, with all sides in the default patch.
inline std::string cube(const std::string& cells, const std::string& grading, const std::string& more = "") {
  return "vertices (" + corners(0, 1) + "); blocks (hex (0 1 2 3 4 5 6 7) " + cells + " " + grading + "); boundary ();" + more;
}

}  // namespace eagre::case_::fixtures
