// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/purge_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using eagre::output::purgeable;
using eagre::output::PurgeRule;
using eagre::output::TimeDir;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::vector<std::string> gone(const std::vector<std::string>& names, const PurgeRule& rule) {
  std::vector<TimeDir> dumps;
  for (const auto& name : names) dumps.push_back({std::stod(name), name});
  std::vector<std::string> result;
  for (const auto& dump : purgeable(dumps, rule)) result.push_back(dump.name);
  return result;
}

TEST(PurgeChoice, KeepsTheLast) {
  EXPECT_THAT(gone({"0.1", "0.2", "0.3", "0.4"}, {.last = 3}), ElementsAre("0.1"));
  EXPECT_THAT(gone({"0.1", "0.2"}, {.last = 3}), IsEmpty());
  EXPECT_THAT(gone({}, {.last = 1}), IsEmpty());
}

TEST(PurgeChoice, KeepsMultiplesOfAnInterval) {
  EXPECT_THAT(gone({"0.25", "0.5", "0.75", "1", "1.25", "1.5", "1.75"}, {.every = 0.5, .last = 1}), ElementsAre("0.75", "1.25"));
}

/// 0.1 + 0.1 + 0.1 is not 0.3, and a name has six digits.
TEST(PurgeChoice, ForgivesTheRoundingOfNames) {
  EXPECT_THAT(gone({"0.3", "0.333333", "0.5", "0.666667", "0.9", "1"}, {.every = 1.0 / 3.0, .last = 0}),
              ElementsAre("0.5", "0.9"));
  EXPECT_THAT(gone({"0.1", "0.2", "0.3", "0.4", "0.6", "0.9"}, {.every = 0.3, .last = 0}), ElementsAre("0.2", "0.4"));
}

/// Steps that do not meet the interval: one dump each interval stays.
TEST(PurgeChoice, KeepsOneOfEachInterval) {
  EXPECT_THAT(gone({"0.11", "0.47", "0.52", "0.98", "1.7"}, {.every = 0.5, .last = 0}), ElementsAre("0.47", "0.98"));
}

}  // namespace
