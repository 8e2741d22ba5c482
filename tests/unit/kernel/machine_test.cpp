// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::kernel {
namespace {

using testing::HasSubstr;

class MachineFile : public testing::Test {
 protected:
  Machine read(const std::string& text) {
    std::ofstream(path_) << text;
    return Machine::read(path_);
  }
  std::string error(const std::string& text) {
    try {
      read(text);
    } catch (const Error& e) { return e.what(); }
    return "";
  }
  void TearDown() override { std::filesystem::remove(path_); }

  const std::string numbers_ =
      "memoryBandwidth 1e9\ncacheBandwidth 4e9\ncacheSize 1000\ncallSeconds 1e-7\niterationSeconds 2e-9\n";
  const std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                      (std::string("eagre_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(MachineFile, IsReadWithNamesOfSeveralWords) {
  const auto machine = read("# a core\n" + numbers_ + "loop 3e-9 inter: (rho/A)_f  # measured\nloop 1e-9 A x\n");
  EXPECT_EQ(machine.memoryBandwidth, 1e9);
  EXPECT_EQ(machine.loops.at("inter: (rho/A)_f"), 3e-9);
  EXPECT_EQ(machine.loops.at("A x"), 1e-9);
}

TEST_F(MachineFile, ErrorsNameTheLine) {
  EXPECT_THAT(error("cacheSize 1\nmemoryBandwith 1e9\n"), AllOf(HasSubstr(":2"), HasSubstr("did you mean 'memoryBandwidth'")));
  EXPECT_THAT(error("cacheSize -1\n"), AllOf(HasSubstr(":1"), HasSubstr("above 0")));
  EXPECT_THAT(error("cacheSize large\n"), HasSubstr("above 0"));
  EXPECT_THAT(error("loop 1e-9\n"), HasSubstr("without a name"));
  EXPECT_THAT(error("cacheSize 1000\n"), HasSubstr("no 'cacheBandwidth'"));
  EXPECT_THROW(Machine::read("/nowhere/machine"), Error);
}

TEST(NoiseTest, TakesItsShareOfWorkAndIsAnotherOneOnEachRank) {
  const Machine machine{.noisePerSecond = 100, .noiseSeconds = 50e-6};
  Noise noise(machine, 1), same(machine, 1), other(machine, 2);
  double lost = 0, lostOther = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const double now = noise.lost(1e-4);
    EXPECT_EQ(now, same.lost(1e-4));
    lost += now;
    lostOther += other.lost(1e-4);
  }
  EXPECT_NEAR(lost, 100 * 100 * 50e-6, 0.03 * 0.5);  // of 100 s; 10,000 events: 1 % is a standard deviation
  EXPECT_NE(lost, lostOther);
}

TEST(NoiseTest, IsNoneUnlessTheMachineHasSome) { EXPECT_EQ(Noise(Machine{}, 1).lost(1e9), 0); }

class LoopTimesTest : public testing::Test {
 protected:
  /// 1 byte/ns from memory, 4 from a cache of 1000 bytes; 100 ns a call.
  Machine machine_{1e9, 4e9, 1000, 100e-9, 2e-9, {{"slow", 50e-9}}};
  LoopTimes times_{machine_};
  double nanoseconds(const Loop& loop, const Iterations& iterations) { return 1e9 * times_.next(loop, iterations); }
};

TEST_F(LoopTimesTest, InstructionsOrBytesWhicheverIsLonger) {
  EXPECT_DOUBLE_EQ(nanoseconds({"slow", 8}, 10), 100 + 500);
  EXPECT_DOUBLE_EQ(nanoseconds({"unknown", 8}, 10), 100 + 80);
  EXPECT_DOUBLE_EQ(nanoseconds({"not counted"}, 10), 100 + 20);
  EXPECT_DOUBLE_EQ(nanoseconds({"slow", 8}, 0), 100);
}

TEST_F(LoopTimesTest, WhatFitsIntoTheCacheIsMovedFasterTheSecondTime) {
  EXPECT_DOUBLE_EQ(nanoseconds({"a", 8}, 100), 100 + 800);
  EXPECT_DOUBLE_EQ(nanoseconds({"a", 8}, 100), 100 + 200);
}

TEST_F(LoopTimesTest, OfADistanceTwiceTheCacheHalfIsStillThere) {
  nanoseconds({"a", 8}, 100);
  nanoseconds({"b", 12}, 100);
  EXPECT_DOUBLE_EQ(nanoseconds({"a", 8}, 100), 100 + 100 + 400);
}

TEST_F(LoopTimesTest, PiecesHaveTheDistanceOfTheWhole) {
  const auto inPieces = [&] { return nanoseconds({"a", 8}, {150, 0, 50}) + nanoseconds({"a", 8}, {50, 150, 0}); };
  EXPECT_DOUBLE_EQ(inPieces(), 2 * 100 + 1600);
  nanoseconds({"b", 8}, 50);
  EXPECT_DOUBLE_EQ(inPieces(), 2 * 100 + 400 / 2 + 1600 / 2);  // half of 2000 bytes is in the cache
}

TEST_F(LoopTimesTest, ALevelOfAnotherSizeIsOtherData) {
  nanoseconds({"a", 8}, 100);
  EXPECT_DOUBLE_EQ(nanoseconds({"a", 8}, 25), 100 + 200);
}

TEST_F(LoopTimesTest, OfManyLoopsEachIsFoundAgain) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("loop " + std::to_string(i));
  for (const auto& name : names) EXPECT_DOUBLE_EQ(nanoseconds({name.c_str(), 2}, 1), 100 + 2) << name;
  for (const auto& name : names) EXPECT_DOUBLE_EQ(nanoseconds({name.c_str(), 4}, 1), 100 + 2) << name;  // from the cache: 1 ns
  EXPECT_DOUBLE_EQ(nanoseconds({"new", 4}, 1), 100 + 4);
}

/// Loops are charged as they end; what they report to a profile is the clock's time.
TEST(Charging, LoopsReportTheTimeOfTheClock) {
  struct Counting : Clock {
    double iterations = 0;
    bool settled = false;
    double charge(const Loop&, const Iterations& n) override { return iterations += n.now, 7 * n.now; }
    void settle() override { settled = true; }
  } clock;
  Profile profile;
  {
    const Charging charging(clock);
    parallelFor("uncounted", 3, [](Label) {});
    const Recording recording(profile);
    parallelFor("counted", 5, [](Label) {});
  }
  parallelFor("real", 11, [](Label) {});
  EXPECT_EQ(clock.iterations, 8);
  EXPECT_TRUE(clock.settled);
  ASSERT_EQ(profile.entries().size(), 1u);
  EXPECT_EQ(profile.entries()[0].seconds, 35);
}

}  // namespace
}  // namespace eagre::kernel
