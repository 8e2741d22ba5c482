// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/workspace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/vec.hpp"

namespace eagre::kernel {
namespace {

TEST(Workspace, StorageThatIsGivenBackIsTakenAgain) {
  Workspace workspace;
  auto a = workspace.take(1000);
  ASSERT_EQ(a.size(), 1000u);
  const double* storage = a.data();
  workspace.give(a);
  const auto b = workspace.take(1000);
  EXPECT_EQ(b.data(), storage);
}

TEST(Workspace, AnArrayIsEmptyOnceItIsGivenBack) {
  Workspace workspace;
  auto a = workspace.take(100);
  workspace.give(a);
  EXPECT_TRUE(a.empty());
  EXPECT_EQ(a.data(), nullptr);
  workspace.give(a);  // nothing
  EXPECT_EQ(workspace.take(10).size(), 10u);
}

TEST(Workspace, AnArrayGivesItsStorageBackAtTheEndOfItsLife) {
  Workspace workspace;
  const double* storage = nullptr;
  {
    const auto a = workspace.take(100);
    storage = a.data();
    EXPECT_NE(workspace.take(100).data(), storage);
  }
  EXPECT_EQ(workspace.take(100).data(), storage);
}

TEST(Workspace, WhatAnArrayIsMovedFromHasNothingAnyMore) {
  Workspace workspace;
  auto a = workspace.take(100);
  a[99] = 7;
  const double* storage = a.data();
  auto b = std::move(a);
  EXPECT_TRUE(a.empty());  // NOLINT(bugprone-use-after-move): that is what is asked
  EXPECT_EQ(b.data(), storage);
  EXPECT_EQ(b[99], 7);
  auto c = workspace.take(100);
  EXPECT_NE(c.data(), storage);
  c = std::move(b);  // gives its own back
  EXPECT_EQ(c.data(), storage);
  const std::size_t capacity = workspace.capacity();
  const auto d = workspace.take(100);
  EXPECT_NE(d.data(), storage);
  EXPECT_EQ(workspace.capacity(), capacity);
}

TEST(Workspace, OneArrayIsOutOnceAtATime) {
  Workspace workspace;
  auto a = workspace.take(100), b = workspace.take(100);
  EXPECT_NE(a.data(), b.data());
  const double* storage = a.data();
  workspace.give(a);
  const auto c = workspace.take(100), d = workspace.take(100);
  EXPECT_EQ(c.data(), storage);
  EXPECT_NE(d.data(), storage);
  EXPECT_NE(d.data(), b.data());
}

TEST(Workspace, StorageServesForEveryType) {
  Workspace workspace;
  const std::size_t n = 300;
  auto numbers = workspace.take<double>(3 * n);
  const void* storage = numbers.data();
  workspace.give(numbers);
  auto vectors = workspace.take<Vec3>(n);
  EXPECT_EQ(static_cast<const void*>(vectors.data()), storage);
  vectors[n - 1] = {1, 2, 3};
  EXPECT_EQ(vectors[n - 1], (Vec3{1, 2, 3}));
}

TEST(Workspace, ALongPieceIsCutAndGrowsTogetherAgain) {
  Workspace workspace;
  auto tensors = workspace.take<Tensor>(1000);
  const void* storage = tensors.data();
  workspace.give(tensors);
  const std::size_t capacity = workspace.capacity();
  {
    auto a = workspace.take(3000), b = workspace.take(3000), c = workspace.take(3000);
    EXPECT_EQ(workspace.capacity(), capacity);
    std::fill(a.begin(), a.end(), 1.0);
    std::fill(b.begin(), b.end(), 2.0);
    std::fill(c.begin(), c.end(), 3.0);
    EXPECT_THAT(a, testing::Each(1.0));
    EXPECT_THAT(b, testing::Each(2.0));
    workspace.give(b);  // between two that are out
    EXPECT_THAT(c, testing::Each(3.0));
  }
  tensors = workspace.take<Tensor>(1000);
  EXPECT_EQ(static_cast<const void*>(tensors.data()), storage);
  EXPECT_EQ(workspace.capacity(), capacity);
}

TEST(Workspace, TheShortestPieceThatFitsIsTaken) {
  Workspace workspace;
  auto longer = workspace.take(1100), shorter = workspace.take(1000);
  const double *ofLonger = longer.data(), *ofShorter = shorter.data();
  workspace.give(longer);
  workspace.give(shorter);
  auto first = workspace.take(1000), second = workspace.take(1000);
  EXPECT_EQ(first.data(), ofShorter);
  EXPECT_EQ(second.data(), ofLonger);
}

TEST(Workspace, ACopyIsOfTheHeapAndOutlivesTheWorkspace) {
  Array<double> copy;
  {
    Workspace workspace;
    auto a = workspace.take(100);
    std::fill(a.begin(), a.end(), 5.0);
    const std::size_t capacity = workspace.capacity();
    const Array<double> second(a);
    EXPECT_EQ(workspace.capacity(), capacity);
    copy = second;
  }
  EXPECT_THAT(copy, testing::Each(5.0));
  EXPECT_EQ(copy.size(), 100u);
}

TEST(Workspace, AnArrayWithoutAWorkspaceBeginsWithZerosAsAVectorDoes) {
  Array<double> array(1000, 7.0);
  array = Array<double>(1000);
  EXPECT_THAT(array, testing::Each(0.0));
}

}  // namespace
}  // namespace eagre::kernel
