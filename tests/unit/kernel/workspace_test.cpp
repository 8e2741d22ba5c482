// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/workspace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace eagre::kernel {
namespace {

TEST(Workspace, GivesWhatItWasGivenBack) {
  Workspace workspace;
  auto a = workspace.take(1000);
  ASSERT_EQ(a.size(), 1000u);
  const double* memory = a.data();
  a.assign(1000, 7);
  workspace.give(a);
  EXPECT_TRUE(a.empty());
  const auto b = workspace.take(1000);
  EXPECT_EQ(b.data(), memory);
  EXPECT_THAT(b, testing::Each(7));
}

TEST(Workspace, OneArrayIsOutOnceAtATime) {
  Workspace workspace;
  auto a = workspace.take(100), b = workspace.take(100);
  EXPECT_NE(a.data(), b.data());
  const double* memory = a.data();
  workspace.give(a);
  const auto c = workspace.take(100), d = workspace.take(100);
  EXPECT_EQ(c.data(), memory);
  EXPECT_NE(d.data(), memory);
  EXPECT_NE(d.data(), b.data());
}

TEST(Workspace, ArraysOfNearlyTheSameLengthServeForOneAnother) {
  Workspace workspace;
  auto cells = workspace.take(1600);
  const double* memory = cells.data();
  workspace.give(cells);
  auto withGhosts = workspace.take(1700);  // a sixteenth more is there
  EXPECT_EQ(withGhosts.data(), memory);
  EXPECT_EQ(withGhosts.size(), 1700u);
  workspace.give(withGhosts);
  const auto fewer = workspace.take(1600);
  EXPECT_EQ(fewer.data(), memory);
  EXPECT_EQ(fewer.size(), 1600u);
}

TEST(Workspace, ALongArrayIsNotWastedOnAShortOne) {
  Workspace workspace;
  auto faces = workspace.take(3000), cells = workspace.take(1000);
  const double *ofFaces = faces.data(), *ofCells = cells.data();
  workspace.give(faces);
  const auto otherCells = workspace.take(1000);
  EXPECT_NE(otherCells.data(), ofFaces);
  workspace.give(cells);
  EXPECT_EQ(workspace.take(3000).data(), ofFaces);
  EXPECT_EQ(workspace.take(1000).data(), ofCells);
}

TEST(Workspace, TheShortestThatFitsIsTaken) {
  Workspace workspace;
  auto longer = workspace.take(1100), shorter = workspace.take(1000);
  const double *ofLonger = longer.data(), *ofShorter = shorter.data();
  workspace.give(longer);
  workspace.give(shorter);
  EXPECT_EQ(workspace.take(1000).data(), ofShorter);
  EXPECT_EQ(workspace.take(1000).data(), ofLonger);
}

TEST(Workspace, AnArrayWithoutMemoryIsNotKept) {
  Workspace workspace;
  Workspace::Array none;
  workspace.give(none);
  EXPECT_EQ(workspace.take(10).size(), 10u);
}

}  // namespace
}  // namespace eagre::kernel
