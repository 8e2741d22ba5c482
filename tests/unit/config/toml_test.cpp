// SPDX-License-Identifier: BSD-3-Clause
#include "config/toml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace eagre::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Toml, ValuesComeInTheOrderOfTheFileWithTheirLines) {
  Problems problems;
  const auto settings =
      parseToml("[fluid]\nRe = 300\nWe = inf\n\n[grid]\ncells = [8, 1, 16]\n[output]\none_file = false\ndirectory = \"a\"\n",
                "wave.toml", problems);
  ASSERT_TRUE(problems.empty());
  ASSERT_EQ(settings.size(), 5U);
  EXPECT_EQ(settings[0].key, "fluid.Re");
  EXPECT_EQ(toString(settings[0].place), "wave.toml:2");
  EXPECT_EQ(std::get<std::int64_t>(settings[0].items.at(0)), 300);
  EXPECT_TRUE(std::isinf(std::get<double>(settings[1].items.at(0))));
  EXPECT_TRUE(settings[2].isList);
  EXPECT_EQ(settings[2].items.size(), 3U);
  EXPECT_EQ(std::get<bool>(settings[3].items.at(0)), false);
  EXPECT_EQ(std::get<std::string>(settings[4].items.at(0)), "a");
}

TEST(Toml, WhatHasNoPlaceInASettingIsAProblemWithItsLine) {
  Problems problems;
  const auto settings = parseToml("[a]\nb = 1979-05-27\nc = [[1], 2]\n[a.d]\ne = 1\n[f]\ng = 1\n", "x.toml", problems);
  EXPECT_THAT(problems.messages(),
              ElementsAre(HasSubstr("x.toml:2: a.b"), HasSubstr("x.toml:3: a.c"), HasSubstr("x.toml:4: a.d")));
  ASSERT_EQ(settings.size(), 1U);
  EXPECT_EQ(settings[0].key, "f.g");
}

TEST(Toml, SyntaxErrorsAndDoubledKeysHaveALine) {
  Problems problems;
  parseToml("[a]\nb = \n", "x.toml", problems);
  parseToml("[a]\nb = 1\nb = 2\n", "y.toml", problems);
  parseToml(std::string_view("[a]\n[\t\0b]\n", 9), "z.toml", problems);
  EXPECT_THAT(problems.messages(),
              ElementsAre(HasSubstr("x.toml:2: no TOML"), HasSubstr("y.toml:3: no TOML"), HasSubstr("z.toml:2: no TOML")));
}

TEST(Toml, WordsOfTheCommandLineAreNumbersListsOrText) {
  EXPECT_EQ(std::get<std::int64_t>(parseOption("fluid.Re", "--Re", "300").items.at(0)), 300);
  EXPECT_EQ(std::get<double>(parseOption("time.dt", "--dt", "1e-4").items.at(0)), 1e-4);
  EXPECT_EQ(std::get<double>(parseOption("time.dt", "--dt", "-.5").items.at(0)), -0.5);
  EXPECT_EQ(std::get<bool>(parseOption("a.b", "--b", "true").items.at(0)), true);
  EXPECT_EQ(std::get<std::string>(parseOption("a.b", "--b", "12x").items.at(0)), "12x");
  const Setting list = parseOption("grid.cells", "--grid", "256,144,152");
  EXPECT_TRUE(list.isList);
  ASSERT_EQ(list.items.size(), 3U);
  EXPECT_EQ(std::get<std::int64_t>(list.items[2]), 152);
}

}  // namespace
}  // namespace eagre::config
