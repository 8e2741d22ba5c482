// SPDX-License-Identifier: BSD-3-Clause
#include "core/word_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace eagre {
namespace {

const WordTable<int> numbers{{"one", "the unit", 1}, {"two", "the first prime", 2}, {"three", "the next prime", 3}};

TEST(WordTable, FindsWhatARowMakes) {
  ASSERT_NE(numbers.find("two"), nullptr);
  EXPECT_EQ(*numbers.find("two"), 2);
  EXPECT_EQ(numbers.find("four"), nullptr);
  EXPECT_TRUE(numbers.contains("one"));
  EXPECT_FALSE(numbers.contains("One"));
}

TEST(WordTable, NamesAreInTheOrderOfTheRows) {
  EXPECT_THAT(numbers.names(), testing::ElementsAre("one", "two", "three"));
  EXPECT_THAT(numbers.namesWhere([](int n) { return n > 1; }), testing::ElementsAre("two", "three"));
  WordTable<int> sorted = numbers;
  sorted.add({"four", "not a prime", 4});
  sorted.sort();
  EXPECT_THAT(sorted.names(), testing::ElementsAre("four", "one", "three", "two"));
}

TEST(WordTable, ARowKnowsTheFileThatHasIt) {
  EXPECT_EQ((WordTable<int>::Row("one", "the unit", 1, "/anywhere/src/eagre/src/fv/time/ddt.cpp").file), "fv/time/ddt.cpp");
  EXPECT_EQ((WordTable<int>::Row("one", "the unit", 1, "../src/fv/time/ddt.cpp").file), "fv/time/ddt.cpp");
  EXPECT_TRUE(numbers.words().front().file.ends_with("word_table_test.cpp"));
}

TEST(WordTable, MergedWordsSayOfWhatTheyAre) {
  const WordTable<> scalar{{"slip", "mirror"}, {"totalPressure", "p0"}}, vector{{"noSlip", "0"}, {"slip", "mirror"}};
  const auto words = merged({{"scalar", scalar.words()}, {"vector", vector.words()}});
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[0].word + words[0].of, "noSlipvector");
  EXPECT_EQ(words[1].word + words[1].of, "slip");
  EXPECT_EQ(words[2].word + words[2].of, "totalPressurescalar");
}

}  // namespace
}  // namespace eagre
