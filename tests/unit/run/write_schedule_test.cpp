// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/write_schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace eagre::run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The steps of 0.1 s and 1 s on the clocks at which something is written, of ten.
std::vector<int> written(WriteSchedule schedule) {
  std::vector<int> steps;
  fv::TimeState time;
  time.deltaT = 0.1;
  for (time.index = 1; time.index <= 10; ++time.index) {
    time.value = 0.1 * time.index;
    if (schedule.due(time, {.cpu = 0.9 * time.index, .wall = 1.0 * time.index})) steps.push_back(time.index);
  }
  return steps;
}

TEST(WriteSchedule, CountsStepsTimeOrClocks) {
  EXPECT_THAT(written({{WriteControl::none, 1}, 0}), ElementsAre());
  EXPECT_THAT(written({{WriteControl::timeStep, 4}, 0}), ElementsAre(4, 8));
  EXPECT_THAT(written({{WriteControl::runTime, 0.3}, 0}), ElementsAre(3, 6, 9));
  EXPECT_THAT(written({{WriteControl::clockTime, 4.5}, 0}), ElementsAre(5, 9));
  EXPECT_THAT(written({{WriteControl::cpuTime, 4.5}, 0}), ElementsAre(5, 10));
}

TEST(WriteSchedule, GoesOnFromWhatHasPassed) {
  const auto goesOn = [](const WriteTimes& times, double start, std::int64_t index) {
    return written({times, 0, WriteProgress{times, start, index}});
  };
  EXPECT_THAT(goesOn({WriteControl::runTime, 0.3}, 0, 2), ElementsAre(9));
  EXPECT_THAT(goesOn({WriteControl::runTime, 0.3}, 0.2, 0), ElementsAre(5, 8));
  EXPECT_THAT(goesOn({WriteControl::clockTime, 4.5}, 0, 7), ElementsAre(5, 9)) << "the clocks begin with the run";
}

TEST(WriteSchedule, CountsAnewWhereTheRunBeforeHadOtherTimes) {
  const auto after = [](const WriteTimes& before, const WriteTimes& times) {
    return written({times, 0.2, WriteProgress{before, -1, 12}});
  };
  EXPECT_THAT(after({WriteControl::runTime, 0.1}, {WriteControl::runTime, 0.3}), ElementsAre(5, 8));
  EXPECT_THAT(after({WriteControl::runTime, 1}, {WriteControl::runTime, 0.3}), ElementsAre(5, 8));
  for (const auto control : {WriteControl::timeStep, WriteControl::clockTime, WriteControl::cpuTime, WriteControl::none})
    EXPECT_THAT(after({control, 0.3}, {WriteControl::runTime, 0.3}), ElementsAre(5, 8));
  EXPECT_THAT(after({WriteControl::runTime, 4}, {WriteControl::timeStep, 4}), ElementsAre(4, 8));
  EXPECT_THAT(after({WriteControl::runTime, 4.5}, {WriteControl::clockTime, 4.5}), ElementsAre(5, 9));
  EXPECT_THAT(after({WriteControl::clockTime, 1}, {WriteControl::clockTime, 4.5}), ElementsAre(5, 9));
}

TEST(WriteSchedule, SaysHowFarItHasGotAndReadsIt) {
  const WriteProgress progress{{WriteControl::adjustableRunTime, 0.1 / 3}, 1e-3 / 7, 12345678901};
  const auto read = readProgress(config::Dictionary::parse(progressText(progress), "restart"));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->times, progress.times);
  EXPECT_EQ(read->start, progress.start);
  EXPECT_EQ(read->index, progress.index);
  EXPECT_FALSE(readProgress(config::Dictionary::parse("writeOrigin 0; writeIndex 3;", "restart"))) << "of earlier versions";
  EXPECT_THROW(readProgress(config::Dictionary::parse("writeControl clokTime; writeInterval 1;", "restart")), Error);
}

TEST(WriteSchedule, FitsStepsToAdjustableTimesAlone) {
  EXPECT_DOUBLE_EQ(WriteSchedule({WriteControl::adjustableRunTime, 0.3}, 0.3).untilFitted(0.5), 0.1);
  EXPECT_TRUE(std::isinf(WriteSchedule({WriteControl::runTime, 0.3}, 0.3).untilFitted(0.5)));
}

TEST(WriteSchedule, NamesWrongWordsAndNumbers) {
  const auto problem = [](const std::string& text) {
    Problems problems;
    readWriteTimes(config::Dictionary::parse(text, "dict"), problems);
    return problems.messages().empty() ? std::string() : problems.messages().front();
  };
  EXPECT_EQ(problem("writeControl clockTime; writeInterval 600;"), "");
  EXPECT_THAT(problem("writeControl clokTime; writeInterval 600;"), HasSubstr("did you mean 'clockTime'"));
  EXPECT_THAT(problem("writeControl clockTime;"), HasSubstr("writeInterval"));
  EXPECT_THAT(problem("writeControl runTime; writeInterval 0;"), HasSubstr("positive"));
  EXPECT_THAT(problem("writeControl timeStep; writeInterval 0.5;"), HasSubstr("at least 1"));
}

}  // namespace
}  // namespace eagre::run
