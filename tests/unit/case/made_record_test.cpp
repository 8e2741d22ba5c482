// SPDX-License-Identifier: BSD-3-Clause
#include "case/made_record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace eagre::case_ {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class MadeRecordTest : public testing::Test {
 protected:
  void SetUp() override {
    case_ = fs::path(testing::TempDir()) /
            ("made_record_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(case_);
    put("system/blockMeshDict", "n 4;\n#include \"size\"\n");
    put("system/size", "size 1;\n");
    put("0.orig/U", "first");
    put("constant/polyMesh/points", "points");
    put("constant/polyMesh/faces", "faces");
    MadeRecord record(case_);
    record.addSource("system/blockMeshDict");
    record.addSource("system/nothing");
    record.addSource("0.orig/U");
    record.addMade("constant/polyMesh/points");
    record.addMade("constant/polyMesh/faces");
    record.write(meshRecord);
  }
  void TearDown() override { fs::remove_all(case_); }
  void put(const std::string& file, const std::string& text) const {
    fs::create_directories((case_ / file).parent_path());
    std::ofstream(case_ / file) << text;
  }
  MadeRecord record() const { return MadeRecord::read(case_, meshRecord).value(); }
  fs::path case_;
};

TEST_F(MadeRecordTest, NothingHasChanged) {
  EXPECT_EQ(record().sources().size(), 2u);
  EXPECT_THAT(record().changedSources(), IsEmpty());
  EXPECT_TRUE(record().isUntouched());
}

TEST_F(MadeRecordTest, ACommentChangesNothing) {
  put("system/blockMeshDict", "// cells\nn  4; #include \"size\"\n");
  EXPECT_THAT(record().changedSources(), IsEmpty());
}

TEST_F(MadeRecordTest, AnEntryAndAnIncludedFileCount) {
  put("system/size", "size 2;\n");
  EXPECT_THAT(record().changedSources(), ElementsAre("system/blockMeshDict"));
  put("system/size", "size 1;\n");
  EXPECT_THAT(record().changedSources(), IsEmpty());
  put("system/blockMeshDict", "n 5;\n#include \"size\"\n");
  EXPECT_THAT(record().changedSources(), ElementsAre("system/blockMeshDict"));
}

TEST_F(MadeRecordTest, ASourceThatIsGoneOrBrokenHasChanged) {
  put("system/blockMeshDict", "n 4; }\n");
  EXPECT_THAT(record().changedSources(), ElementsAre("system/blockMeshDict"));
  fs::remove(case_ / "system/blockMeshDict");
  fs::remove(case_ / "0.orig/U");
  EXPECT_THAT(record().changedSources(), ElementsAre("system/blockMeshDict", "0.orig/U"));
}

TEST_F(MadeRecordTest, WhatAnotherHasChangedIsTouched) {
  put("constant/polyMesh/points", "pointz");
  EXPECT_FALSE(record().isUntouched());
  fs::remove(case_ / "constant/polyMesh/points");
  EXPECT_FALSE(record().isUntouched());
}

TEST_F(MadeRecordTest, ADamagedRecordAndOneThatLeavesTheCaseSayNothing) {
  put(meshRecord.string(), "sources ( \"system/blockMeshDict\" ");
  EXPECT_FALSE(MadeRecord::read(case_, meshRecord));
  put(meshRecord.string(), "sources (); made ( \"../outside\" 1 );");
  EXPECT_FALSE(MadeRecord::read(case_, meshRecord));
  put(meshRecord.string(), "sources (); made ( \"/etc/passwd\" 1 );");
  EXPECT_FALSE(MadeRecord::read(case_, meshRecord));
  fs::remove(case_ / meshRecord);
  EXPECT_FALSE(MadeRecord::read(case_, meshRecord));
}

}  // namespace
}  // namespace eagre::case_
