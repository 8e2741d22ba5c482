// SPDX-License-Identifier: BSD-3-Clause
#include "core/error.hpp"

#include <gtest/gtest.h>

#include "core/word_messages.hpp"

using namespace eagre;

TEST(Place, IsFileAndLine) {
  EXPECT_EQ(toString(Place{"system/fvSolution", 23}), "system/fvSolution:23");
  EXPECT_EQ(toString(Place{"0/U", 0}), "0/U");
}

TEST(Error, CarriesPlaceAndCode) {
  const Error placed(Place{"a", 4}, "bad");
  EXPECT_STREQ(placed.what(), "a:4: bad");
  EXPECT_EQ(placed.code(), ExitCode::badCase);
  EXPECT_EQ(Error("bad").code(), ExitCode::failure);
  EXPECT_STREQ(Error(Place{}, "bad").what(), "bad");
}

TEST(Problems, KeepsEachTextOnceAndThrowsAllOfThem) {
  Problems problems;
  problems.throwIfAny("nothing");
  EXPECT_TRUE(problems.empty());
  problems.add("one");
  problems.add(Place{"f", 2}, "two");
  problems.add("one");
  EXPECT_TRUE(problems.guard([] {}));
  EXPECT_FALSE(problems.guard([] { throw Error("three"); }));
  EXPECT_EQ(problems.messages(), (std::vector<std::string>{"one", "f:2: two", "three"}));
  try {
    problems.throwIfAny("The case has problems:");
    FAIL() << "no Error";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "The case has problems:\n  one\n  f:2: two\n  three");
    EXPECT_EQ(e.code(), ExitCode::badCase);
  }
}

TEST(Problems, LastsOnlyForErrors) {
  Problems problems;
  EXPECT_THROW(problems.guard([] { throw std::logic_error("a bug, not a bad case"); }), std::logic_error);
}

TEST(NearestWord, FindsTypingErrors) {
  const std::vector<std::string> words{"solver", "tolerance", "relTol", "smoother", "p"};
  EXPECT_EQ(nearestWord("sovler", words), "solver");        // two letters swapped
  EXPECT_EQ(nearestWord("tolerence", words), "tolerance");  // one wrong
  EXPECT_EQ(nearestWord("reltol", words), "relTol");        // case only
  EXPECT_EQ(nearestWord("smother", words), "smoother");     // one missing
  EXPECT_EQ(nearestWord("preconditioner", words), "");
  EXPECT_EQ(nearestWord("q", words), "");  // nothing in common with p
  EXPECT_EQ(nearestWord("", words), "");
  EXPECT_EQ(nearestWord(std::string(100000, 'x'), words), "");
}

TEST(UnknownWordMessage, SaysAllThatIsUseful) {
  const std::vector<std::string> words{"PCG", "GAMG"};
  EXPECT_EQ(unknownWordMessage("solver", "GMAG", words), "unknown solver 'GMAG'; did you mean 'GAMG'? Valid: PCG, GAMG");
  EXPECT_EQ(unknownWordMessage("solver", "banana", words), "unknown solver 'banana'; valid: PCG, GAMG");
  EXPECT_EQ(unknownWordMessage("solver", "x", {}), "unknown solver 'x'");
}

TEST(UnknownWordMessage, OfManyWordsNamesTheNearestAlone) {
  std::vector<std::string> words{"noSlip"};
  for (int i = 0; i < 20; ++i) words.push_back("condition" + std::to_string(i));
  EXPECT_EQ(unknownWordMessage("condition", "noSlp", words), "unknown condition 'noSlp'; did you mean 'noSlip'?");
  EXPECT_EQ(unknownWordMessage("condition", "slippery", words, "conditions"),
            "unknown condition 'slippery'; valid: noSlip, condition0, condition1, condition2, condition3 and 16 more; "
            "`eagre list conditions` prints all");
  EXPECT_EQ(unknownWordMessage("condition", "quux", words).find("eagre list"), std::string::npos);
}
