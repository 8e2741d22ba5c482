// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/overlap_sheets.hpp"

#include <gtest/gtest.h>

namespace eagre::mesh {
namespace {

NearFace faceOf(Label number, std::vector<Vec3> corners) { return {number, 0, number, triangulated(corners)}; }

/// The rim of a box, two faces on top and two at the side below them.
struct Rim : testing::Test {
  NearFace topA = faceOf(0, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  NearFace topB = faceOf(1, {{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}});
  NearFace sideA = faceOf(2, {{0, 0, 0}, {0, 0, -1}, {1, 0, -1}, {1, 0, 0}});
  NearFace sideB = faceOf(3, {{1, 0, 0}, {1, 0, -1}, {2, 0, -1}, {2, 0, 0}});
  static std::vector<Label> kept(const std::vector<OverlapPart>& parts) {
    std::vector<Label> numbers;
    for (const OverlapPart& part : onOneSheet(parts)) numbers.push_back(part.target->global);
    return numbers;
  }
};

TEST_F(Rim, LeavesOutWhatIsRoundTheEdge) {
  EXPECT_EQ(kept({{&topA, 0.6}, {&sideA, 0.01}, {&topB, 0.4}, {&sideB, 0.02}}), (std::vector<Label>{0, 1}));
  EXPECT_EQ(kept({{&topA, 0.01}, {&sideA, 0.5}, {&sideB, 0.5}}), (std::vector<Label>{2, 3}));
}

TEST_F(Rim, KeepsAllOfOneSheet) {
  EXPECT_EQ(kept({{&topA, 0.6}, {&topB, 0.4}}), (std::vector<Label>{0, 1}));
  EXPECT_EQ(kept({{&sideB, 0.4}}), (std::vector<Label>{3}));
  EXPECT_EQ(kept({}), (std::vector<Label>{}));
}

TEST_F(Rim, FollowsFacesRoundABevel) {
  // Half way down: beside the top and beside the side at 45 degrees each.
  const NearFace top = faceOf(4, {{0, 1, 1}, {1, 1, 1}, {1, 2, 1}, {0, 2, 1}});
  const NearFace bevel = faceOf(5, {{0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {0, 1, 1}});
  EXPECT_EQ(kept({{&top, 0.5}, {&bevel, 0.3}, {&sideA, 0.2}}), (std::vector<Label>{4, 5, 2}));
}

}  // namespace
}  // namespace eagre::mesh
