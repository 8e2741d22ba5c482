// SPDX-License-Identifier: BSD-3-Clause
#include "case/recipe/recipe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "case/recipe/shell_syntax.hpp"

namespace {

using namespace eagre;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// A directory with scripts, removed at the end.
class Case {
 public:
  Case()
      : directory_(fs::temp_directory_path() /
                   ("recipe_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    fs::remove_all(directory_);
    fs::create_directories(directory_ / "system");
  }
  ~Case() { fs::remove_all(directory_); }
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;
  Case& file(const std::string& name, const std::string& text) {
    fs::create_directories((directory_ / name).parent_path());
    std::ofstream(directory_ / name) << text;
    return *this;
  }
  case_::Recipe recipe() const { return case_::readRecipe(directory_, "interFoam"); }
  /// The steps as text; those in doubt with a '?'.
  std::vector<std::string> steps() const {
    std::vector<std::string> texts;
    for (const auto& step : recipe().steps) texts.push_back((step.doubt.empty() ? "" : "? ") + step.text());
    return texts;
  }

 private:
  fs::path directory_;
};

TEST(Recipe, ACaseWithoutAMeshIsNotCloned) {
  Case c;
  c.file("Allrun", "if ! cloneMesh other . && ! (isTest $@ && cloneMesh another .)\nthen\n    ./Allmesh\nfi\ninterFoam\n");
  c.file("Allmesh", "blockMesh\n");
  EXPECT_THAT(c.steps(), ElementsAre("blockMesh"));
  c.file("other/constant/polyMesh/faces", "");
  EXPECT_THAT(c.steps(), ElementsAre("cloneMesh other ."));
}

TEST(Recipe, AnExitBehindAReturnInDoubtIsNotFollowed) {
  Case c;
  c.file("Allrun",
         "find() {\n for p in /opt/a /opt/b; do if [ -f $p ]; then . $p; return 0; fi; done\n echo none; exit 1\n}\nfind\n"
         "blockMesh\n");
  EXPECT_THAT(c.steps(), ElementsAre("blockMesh"));
  c.file("Allrun", "find() {\n exit 1\n}\nfind\nblockMesh\n");
  EXPECT_TRUE(c.steps().empty());
}

TEST(Recipe, PathsByTheCasesOwnNameAreSeenFromWhereTheScriptIs) {
  Case c;
  c.file("Allrun", "here=$(pwd)\ncd constant\ncp $here/a b\ncd $here\ncp $PWD/c d\ncd ../x; cd -; blockMesh\n");
  const auto steps = c.recipe().steps;
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].text(), "cp ../a b");
  EXPECT_EQ(steps[0].directory, "constant");
  EXPECT_EQ(steps[1].text(), "cp c d");
  EXPECT_EQ(steps[2].directory, "");
}

TEST(Recipe, PackingChangesNothingAndUnpackingIsGunzip) {
  Case c;
  c.file("Allrun",
         "gzip -r 0 constant/polyMesh\ngzip -df 0/U.gz\ngzip --decompress 0/p.gz\nzcat a.gz > b\ngzip -c a > b.gz\ninterFoam\n");
  EXPECT_THAT(c.steps(), ElementsAre("gunzip -f 0/U.gz", "gunzip 0/p.gz", "gunzip -c a.gz", "gzip -c a"));
}

TEST(Recipe, WhatFunctionObjectsWouldWriteBeforeTheRunIsSaid) {
  Case c;
  c.file("Allrun", "blockMesh\ninterFoam -postProcess -time 0\nsetFields\ninterFoam\n");
  EXPECT_THAT(c.steps(), ElementsAre("blockMesh", "setFields"));
  EXPECT_THAT(c.recipe().leftOut, ElementsAre(HasSubstr("Allrun:2: interFoam -postProcess -time 0 is left out")));
  c.file("Allrun", "blockMesh\ninterFoam\ninterFoam -postProcess\n");
  EXPECT_TRUE(c.recipe().leftOut.empty()) << "that looks at results";
}

TEST(Recipe, AMeshIsNotThereBeforeItIsMade) {
  Case c;
  c.file("constant/polyMesh/boundary", "");
  c.file("Allrun",
         "restore0Dir\nif [ ! -d constant/polyMesh ]\nthen\n blockMesh\nfi\nif [ -d constant/polyMesh ]; then tool; fi\n");
  EXPECT_THAT(c.steps(), ElementsAre("restore0Dir", "blockMesh", "? tool"));
}

TEST(Recipe, ConditionsAreJoined) {
  Case c;
  c.file("Allrun", R"(
for c in a b c; do
  if [ "$c" = a -o "$c" = b ]; then toolA $c; fi
  if [ "$c" = a -a "$c" = b -o "$c" = c ]; then toolB $c; fi
  if [[ $c != b && $c != c ]]; then toolC $c; fi
  if [ "$c" = a -o -n "`unknown`" ]; then toolD $c; fi
done
interFoam
)");
  EXPECT_THAT(c.steps(), ElementsAre("toolA a", "toolC a", "toolD a", "toolA b", "? toolD b", "toolB c", "? toolD c"));
}

TEST(Recipe, AScriptFindsItsOwnDirectory) {
  Case c;
  c.file("Allrun",
         "HERE=\"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" >/dev/null 2>&1 && pwd)\"\ncd \"$HERE\"\n"
         "THERE=$(cd -- \"$(dirname $0)\"; pwd -P)\ncp $THERE/a $HERE/b\nrm logs/log.blockMesh\nblockMesh\ninterFoam\n");
  c.file("a", "");
  EXPECT_THAT(c.steps(), ElementsAre("cp a b", "blockMesh"));
  c.file("Allrun", "cd \"${BASH_SOURCE%/*}\" || exit\ncp ${BASH_SOURCE[0]%run}x b\nblockMesh\ninterFoam\n");
  EXPECT_THAT(c.steps(), testing::Contains("cp ./Allx b"));
}

TEST(Recipe, OfATutorialEndsAtTheSolver) {
  Case c;
  c.file("Allrun", R"(#!/bin/sh
cd "${0%/*}" || exit                                # Run from this directory
. ${WM_PROJECT_DIR:?}/bin/tools/RunFunctions        # Tutorial run functions
#------------------------------------------------------------------------------
restore0Dir
runApplication blockMesh
runApplication -s 1 topoSet -dict system/topoSetDict.1
runApplication \
    createBaffles -overwrite > log.baffles 2>&1
runApplication decomposePar; checkMesh | tee log.checkMesh
runParallel setFields
runParallel $(getApplication)
runApplication reconstructPar
runApplication refineMesh -overwrite
)");
  EXPECT_THAT(c.steps(), ElementsAre("restore0Dir", "blockMesh", "topoSet -dict system/topoSetDict.1", "createBaffles -overwrite",
                                     "setFields"));
  EXPECT_EQ(c.recipe().steps[3].place.line, 8);
  EXPECT_EQ(c.recipe().steps[3].place.file, "Allrun");
}

TEST(Recipe, FollowsScriptsFunctionsAndLoops) {
  Case c;
  c.file("Allrun.pre",
         "(cd sub && ./Allmesh)\nprepare() {\n  runApplication -s $2 refineMesh -dict system/$1$2 -overwrite\n}\nprepare "
         "refineMeshDict 7\n")
      .file("sub/Allmesh", "blockMesh -case ..\n")
      .file("Allrun", R"(application=`getApplication`
./Allclean
./Allrun.pre || exit 1
for i in 1 2; do
  topoSet -dict system/topoSetDict.${i}
done
i=1
while [ "$i" -lt 3 ] ; do
  refineMesh -dict system/refineMeshDict$i
  if [ "$WM_OSTYPE" = "MSWindows" ]
  then
      refineMesh
  fi
  i=`expr $i + 1`
done
mpirun -np 4 $application -parallel > log 2>&1
)")
      .file("Allclean", "rm -rf constant\n");
  EXPECT_THAT(c.steps(), ElementsAre("blockMesh", "refineMesh -dict system/refineMeshDict7 -overwrite",
                                     "topoSet -dict system/topoSetDict.1", "topoSet -dict system/topoSetDict.2",
                                     "refineMesh -dict system/refineMeshDict1", "refineMesh -dict system/refineMeshDict2"));
  EXPECT_EQ(c.recipe().steps[0].place.file, "sub/Allmesh");
}

TEST(Recipe, ConditionsAreDecidedOrInDoubt) {
  Case c;
  c.file("0.orig/U", "").file("Allrun", R"(
if [ ! -f constant/polyMesh/points ]; then blockMesh; else echo old; fi
if [ ! -d 0 ] ; then
  cp -r 0.orig 0
fi
if isTest "$@"; then
  refineMesh
elif [ -d system ]; then
  setFields
fi
if grep -q x system/controlDict
then
  topoSet
fi
case "$1" in -h) exit 1 ;; *) mirrorMesh ;; esac
$SOMETHING_UNSET interFoam
)");
  EXPECT_THAT(c.steps(), ElementsAre("blockMesh", "cp -r 0.orig 0", "setFields", "? topoSet", "mirrorMesh"));
  EXPECT_THAT(c.recipe().steps[3].doubt, HasSubstr("condition of line 11"));
}

TEST(Recipe, WhatIsNotKnownIsNamed) {
  Case c;
  c.file("Allrun",
         "for f in *.stl; do cp $f constant/triSurface/; done\npython3 makeMesh.py\ncat > system/blockMeshDict << "
         "EOF\nblockMesh\nEOF\nblockMesh\n");
  const auto steps = c.recipe().steps;
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_THAT(steps[0].doubt, HasSubstr("loop over '*.stl'"));  // none is there
  EXPECT_EQ(steps[1].kind, case_::ToolKind::unknown);
  EXPECT_EQ(steps[2].tool, "cat");
  EXPECT_EQ(steps[3].place.line, 6);
}

TEST(Recipe, LoopsOverFilesOfTheCase) {
  Case c;
  c.file("0.org/U.org", "")
      .file("0.org/p.org", "")
      .file("Allrun",
            "list=`ls 0.org/*.org`\nfor i in $list; do var=`basename $i`; cp $i 0/${var%.org}; done\n$(getApplication)\n");
  EXPECT_THAT(c.steps(), ElementsAre("cp 0.org/U.org 0/U", "cp 0.org/p.org 0/p"));
}

TEST(Recipe, AMeshScriptGoesBeforeARunScriptWithoutMesh) {
  Case c;
  c.file("Allrun", "setFields\ninterFoam\n").file("Allmesh", "blockMesh\nsnappyHexMesh -overwrite\n");
  EXPECT_THAT(c.steps(), ElementsAre("blockMesh", "snappyHexMesh -overwrite", "setFields"));
  EXPECT_THAT(c.recipe().scripts, ElementsAre("Allmesh", "Allrun"));
}

TEST(Recipe, AWayOutOfTheCaseLeadsBackIntoIt) {
  Case c;
  c.file("Allrun",
         "path=$(pwd)\ncd ../../other/place\nwmake\ncd $path || exit 1\nblockMesh\ncd ..\ncd $path\nsetFields\ninterFoam\n");
  const auto steps = c.recipe().steps;
  ASSERT_EQ(steps.size(), 2u);
  for (const auto& step : steps) EXPECT_EQ(step.directory, "");
}

TEST(Recipe, AQueueSaysHowManyProcesses) {
  Case c;
  c.file("Allrun",
         "foamGet Allclean\nsh ./Allclean\nblockMesh\nn=$SLURM_NTASKS\nsolver=`grep application system/controlDict | cut -d' ' "
         "-f2`\n"
         "mpirun -np $n $solver -parallel\npython3 plot.py\n");
  EXPECT_THAT(c.steps(), ElementsAre("blockMesh"));
}

TEST(Recipe, ABoxOfTurbulenceIsAMeshAndAField) {
  Case c;
  c.file("Allrun",
         "restore0Dir\nrunApplication -s createBlockMesh createBoxTurb -createBlockMesh\nrunApplication decomposePar\n"
         "runParallel createBoxTurb\nrunParallel $(getApplication)\n");
  EXPECT_THAT(c.steps(), ElementsAre("restore0Dir", "createBoxTurb -createBlockMesh", "createBoxTurb"));
  const auto recipe = c.recipe();
  EXPECT_TRUE(recipe.makesMesh());
  EXPECT_EQ(recipe.steps[2].kind, case_::ToolKind::fields);
}

TEST(Recipe, NamesOfScriptsMayBeSpelledOtherwise) {
  Case c;
  c.file("Allrun", "interFoam\n").file("makeMesh", "#!/bin/sh\nblockMesh\nextrudeMesh\n");
  EXPECT_THAT(c.steps(), ElementsAre("blockMesh", "extrudeMesh"));
  Case run;
  run.file("run_ALL.sh", "blockMesh\nsetFields\ninterFoam\n");
  EXPECT_THAT(run.steps(), ElementsAre("blockMesh", "setFields"));
}

/// A picture, a mesh, a text: without an extension a file is a script by its first line.
TEST(Recipe, AFileThatIsNoScriptIsNotRead) {
  Case c;
  c.file("mesh", "blockMesh\n").file("makeMesh.py", "blockMesh\n").file("runall.txt", "blockMesh\n");
  EXPECT_THAT(c.recipe().scripts, ElementsAre());
}

TEST(Recipe, TheTimeOfDayIsKnown) {
  Case c;
  c.file("Allrun", "b=backup_$(date +%Y%m%d)\nmkdir -p $b\nx=$(date +%N)\nmkdir $x\nblockMesh\ninterFoam\n");
  const auto steps = c.steps();
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_THAT(steps[0], ::testing::MatchesRegex("mkdir -p backup_20[0-9][0-9][0-9][0-9][0-9][0-9]"));
  EXPECT_THAT(steps[1], HasSubstr("? mkdir"));
}

TEST(Recipe, BrokenScriptsAreReadAsFarAsTheyGo) {
  for (const char* text : {"blockMesh\nif [ -d x ]; then\n", "blockMesh\n)\n", "blockMesh\nfor ((i=0; i<3; i++)); do a; done\n",
                           "blockMesh\n;;\n"}) {
    Case c;
    c.file("Allrun", text);
    EXPECT_THAT(c.steps(), ElementsAre("blockMesh", "? ...")) << text;
  }
  Case c;
  c.file("Allrun", "blockMesh\necho 'never closed\n");
  EXPECT_THAT(c.steps(), ElementsAre("? ..."));
  EXPECT_EQ(c.recipe().steps[0].place.line, 2);
  c.file("Allrun", std::string(100'000, '('));
  EXPECT_THAT(c.steps(), ElementsAre("? ..."));
  c.file("Allrun", "f() { f; }\nf\nwhile true; do ./Allrun; done\n");
  EXPECT_LT(c.recipe().steps.size(), 30'000U);
}

}  // namespace
