// SPDX-License-Identifier: BSD-3-Clause
#include "config/edit.hpp"

#include <gmock/gmock.h>

#include "core/error.hpp"

namespace eagre::config {
namespace {

const std::string text =
    "FoamFile { object f; }\n"
    "// set c0;\n"
    "set  c1;  // which cells\n"
    "div(phi,U) Gauss \"a;b\" linear;\n"
    "solvers\n{\n  alpha.water { nAlphaCorr 1; }\n  p { tolerance 1e-6; /* relTol 0.1; */ relTol (0 {1}); }\n}\n"
    "alpha.air { set x; }\n"
    "#include \"set\"\n";

TEST(Edit, ReplacesTheValueAndNothingElse) {
  std::string expected = text;
  expected.replace(expected.find("c1"), 2, "c2");
  EXPECT_EQ(withEntry(text, "set", "c2", "f"), expected);
  EXPECT_EQ(entryText(withEntry(text, "div(phi,U)", "Gauss upwind", "f"), "div(phi,U)", "f"), "Gauss upwind");
}

TEST(Edit, FindsEntriesOfDictionaries) {
  EXPECT_EQ(entryText(text, "solvers/p/relTol", "f"), "(0 {1})");
  EXPECT_EQ(entryText(text, "solvers.p.tolerance", "f"), "1e-6");
  EXPECT_EQ(entryText(text, "solvers/alpha.water/nAlphaCorr", "f"), "1");
  EXPECT_EQ(entryText(text, "alpha.air", "f"), "{ set x; }");
  EXPECT_EQ(entryText(text, "none", "f"), "");
}

TEST(Edit, AddsWhatIsNotThereToItsDictionary) {
  const std::string more = withEntry(withEntry(text, "solvers/p/minIter", "2", "f"), "U", "{ tolerance 1; }", "f");
  EXPECT_EQ(entryText(more, "solvers/p/minIter", "f"), "2");
  EXPECT_EQ(entryText(more, "U/tolerance", "f"), "1");
  EXPECT_EQ(entryText(more, "solvers/p/tolerance", "f"), "1e-6");
}

TEST(Edit, TheLastOfSeveralCounts) { EXPECT_EQ(withEntry("a 1;\na 2;", "a", "3", "f"), "a 1;\na 3;"); }

TEST(Edit, Removes) {
  EXPECT_EQ(withoutEntry("a 1; b 2;", "a", "f"), " b 2;");
  EXPECT_EQ(withoutEntry("a 1; b 2;", "c", "f"), "a 1; b 2;");
}

TEST(Edit, RefusesWhatIsNotClosedOrNotThere) {
  EXPECT_THROW(withEntry("a 1;\nb 2", "b", "3", "f"), Error);
  EXPECT_THROW(withEntry("a { b 2; ", "a/b", "3", "f"), Error);
  EXPECT_THROW(withEntry("a 1;", "b/c", "3", "f"), Error);
  EXPECT_THROW(withEntry("a 1;", "/", "3", "f"), Error);
}

}  // namespace
}  // namespace eagre::config
