// SPDX-License-Identifier: BSD-3-Clause
#include "case/non_conformal_couples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"

namespace eagre::case_ {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::vector<std::pair<std::string, std::string>> couples(const std::string& text) {
  return readNonConformalCouples(config::Dictionary::parse("nonConformalCouples\n{\n" + text + "}", "dict"));
}
std::string errorOf(const std::string& text) {
  try {
    couples(text);
  } catch (const Error& e) { return e.what(); }
  return "no error";
}

TEST(NonConformalCouples, BothFormsOfTheDictionary) {
  EXPECT_THAT(couples("a { patches (p q); transform none; } b { owner { patch r; } neighbour { patch s; } }"),
              ElementsAre(Pair("p", "q"), Pair("r", "s")));
}

TEST(NonConformalCouples, WhatIsNotSupportedIsNamedWithItsLine) {
  EXPECT_THAT(
      errorOf("a { patches (p q); }\nb { patches (q r); }\nc { patches (s t); transform rotational; }\n"
              "d { owner { patch u; patchFields { } } neighbour { patch v; } }\n"),
      AllOf(HasSubstr("dict:4: patch 'q' is in two couples"), HasSubstr("dict:5: createNonConformalCouples: transform none"),
            HasSubstr("dict:6: createNonConformalCouples: patchFields")));
  EXPECT_THAT(errorOf("a { patches (p); }"), HasSubstr("two patches"));
  EXPECT_THAT(errorOf(""), HasSubstr("no couples"));
}

}  // namespace
}  // namespace eagre::case_
