// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/face_areas.hpp"

#include <gtest/gtest.h>

namespace eagre::mesh {
namespace {

FaceAreas areasOf(const std::vector<Vec3>& vectors, std::vector<double>& magnitudes) {
  FaceAreas areas;
  areas.vectors = vectors;
  magnitudes.clear();
  for (const Vec3& v : vectors) magnitudes.push_back(mag(v) + vSmall);
  areas.pack(magnitudes);
  return areas;
}

TEST(FaceAreas, AlongTheAxesAreTheSameToTheLastBitWithoutBeingKept) {
  const std::vector<Vec3> vectors{{0.1, 0, 0}, {0, 1. / 3, 0}, {0, 0, 1e-9}, {-0.7, 0, 0}, {0, -5e7, 0}, {0, 0, -0.3}};
  std::vector<double> magnitudes;
  const FaceAreas areas = areasOf(vectors, magnitudes);
  EXPECT_TRUE(areas.vectors.empty());
  ASSERT_EQ(areas.size(), vectors.size());
  for (std::size_t f = 0; f < vectors.size(); ++f) {
    EXPECT_EQ(areas[static_cast<Label>(f)], vectors[f]);
    EXPECT_EQ(areas.view()[static_cast<Label>(f)], vectors[f]);
  }
}

TEST(FaceAreas, OthersAreKept) {
  const std::vector<Vec3> vectors{{0.1, 0, 0}, {0, 0.2, 1e-17}};
  std::vector<double> magnitudes;
  const FaceAreas areas = areasOf(vectors, magnitudes);
  EXPECT_EQ(areas.vectors.size(), 2u);
  EXPECT_EQ(areas.size(), 2u);
  EXPECT_EQ(areas[1], vectors[1]);
}

}  // namespace
}  // namespace eagre::mesh
