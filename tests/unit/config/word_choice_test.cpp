// SPDX-License-Identifier: BSD-3-Clause
#include "config/word_choice.hpp"

#include "support.hpp"

namespace eagre::config {
namespace {

const WordTable<int> numbers{{"one", "the unit", 1}, {"two", "the first prime", 2}};

TEST(Chosen, WithoutAnEntryTheFirstRowCounts) {
  const auto dict = parse("n two;");
  EXPECT_EQ(chosen(numbers, "number", dict.find("n")), 2);
  EXPECT_EQ(chosen(numbers, "number", dict.find("m")), 1);
}

TEST(Chosen, TheRowOfARequiredEntry) {
  const auto dict = parse("n two;");
  EXPECT_EQ(chosen(numbers, dict, "n").make, 2);
  EXPECT_EQ(chosen(numbers, dict, "n").word, "two");
  EXPECT_THROW(chosen(numbers, dict, "m"), Error);
}

TEST(Chosen, AnUnknownWordIsAnErrorWithPlaceAndTheNearest) {
  const auto dict = parse("\nn tow;");
  EXPECT_THAT(errorOf([&] { chosen(numbers, "number", dict.find("n")); }),
              testing::HasSubstr("test:2: unknown number 'tow'; did you mean 'two'? Valid: one, two"));
  EXPECT_THAT(errorOf([&] { chosen(numbers, dict, "n"); }),
              testing::HasSubstr("test:2: unknown n 'tow'; did you mean 'two'? Valid: one, two"));
}

}  // namespace
}  // namespace eagre::config
