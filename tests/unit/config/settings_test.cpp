// SPDX-License-Identifier: BSD-3-Clause
#include "config/settings.hpp"

#include "support.hpp"

namespace eagre::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Settings, OfTheCommandLine) {
  const GivenEntry setting = parseGivenEntry("constant/./t:water.nu=[0 2 -1 0 0 0 0] 1e-5");
  EXPECT_EQ(setting, (GivenEntry{"constant/t", "water.nu", "[0 2 -1 0 0 0 0] 1e-5"}));
  EXPECT_EQ(parseGivenEntry("0/U:boundaryField.a={ type x; }").value, "{ type x; }");
  for (const char* wrong :
       {"a/b:c", "a/b:=1", "a/b:c=", ":c=1", "b:c=1", "/a/b:c=1", "a/b:c=1; d 2", "a/b:c=(1", "a/b:c=1)", "a/b:c=\"x"})
    EXPECT_THAT(errorOf([&] { parseGivenEntry(wrong); }), HasSubstr("--set ")) << wrong;
}

TEST(Settings, KeywordsWithDots) {
  const auto dict = parse("solvers { alpha.water { tol 1; } \"U.*\" { tol 1; } }");
  const auto of = [&](const char* entry) { return keywordsOf({"a/b", entry, "1"}, dict); };
  EXPECT_THAT(of("solvers.alpha.water.tol"), ElementsAre("solvers", "alpha.water", "tol"));
  EXPECT_THAT(of("solvers/alpha.water/n.m"), ElementsAre("solvers", "alpha.water", "n.m"));
  EXPECT_THAT(of("solvers.\"U.*\".tol"), ElementsAre("solvers", "U.*", "tol"));
  EXPECT_THAT(errorOf([&] { of("solver.x"); }), HasSubstr("did you mean 'solvers'?"));
}

TEST(Settings, MacrosSeeThemAndOtherFilesDoNotHideThem) {
  const ScratchDirectory scratch;
  std::filesystem::create_directories(scratch.path() / "constant");
  std::ofstream(scratch.path() / "constant/t") << "a 1; b $a; sub { c 1; }\n#include \"other\"\n";
  std::ofstream(scratch.path() / "constant/other") << "d 1; e { f 1; }\n";
  ReadOptions options;
  options.caseDirectory = scratch.path();
  const auto read = [&](const char* entry) {
    return readWith({{"constant/t", entry, "7"}}, scratch.path(), "constant/t", options);
  };
  EXPECT_EQ(read("a").get<int>("b"), 7);
  EXPECT_EQ(read("sub.c").subDict("sub").get<int>("c"), 7);
  EXPECT_EQ(read("d").get<int>("d"), 7) << "added behind the #include";
  EXPECT_THAT(errorOf([&] { read("e.f"); }), HasSubstr("constant/t takes this from constant/other:1"));
  const auto dict = read("sub.g");
  EXPECT_TRUE(isUnused({"constant/t", "sub.g", "7"}, dict));
  EXPECT_EQ(dict.subDict("sub").get<int>("g"), 7);
  EXPECT_FALSE(isUnused({"constant/t", "sub.g", "7"}, dict));
}

}  // namespace
}  // namespace eagre::config
