// SPDX-License-Identifier: BSD-3-Clause
#ifdef EAGRE_HDF5
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/error.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_extract.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {
namespace {

namespace fs = std::filesystem;

/// A dump without fields, as somebody else may have made it: work/case/dumps/1.vtkhdf.
class HostileDump : public testing::Test {
 protected:
  void SetUp() override {
    work_ = fs::temp_directory_path() / ("eagre_hostile_" + std::to_string(::getpid()));
    fs::create_directories(work_ / "case" / "dumps");
  }
  void TearDown() override { fs::remove_all(work_); }

  fs::path make(const std::string& timeName, const std::string& state, const std::string& part = {}) const {
    const fs::path path = work_ / "case" / "dumps" / "1.vtkhdf";
    const auto file = hdf5::create(path, comm::Communicator::self());
    for (const char* group : {"/eagre/fields", "/eagre/state"}) file->makeGroup(group);
    for (const char* name : {"index", "ranks", "meshChecksum"}) file->setAttribute("/eagre", name, std::int64_t{1});
    file->setAttribute("/eagre", "format", layoutFormat);
    for (const char* name : {"time", "deltaT", "deltaT0"}) file->setAttribute("/eagre", name, 1.0);
    for (const char* name : {"program", "version", "date", "command"}) file->setAttribute("/eagre", name, std::string("x"));
    file->setAttribute("/eagre", "patches", std::string("walls wall 4\n"));
    file->setAttribute("/eagre", "name", timeName);
    if (!part.empty()) file->setAttribute("/eagre", partsName, part + "\n");
    file->writeText("/eagre/state/" + state, "text");
    file->close();
    return path;
  }
  void extract(const fs::path& path) const {
    const DumpFile dump(path);
    extractDump(comm::Communicator::self(), dump, work_ / "case", {dump.header().name, {}, true}, {});
  }
  std::string refusal(const fs::path& path) const {
    try {
      extract(path);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::io);
      return e.what();
    }
    return {};
  }

  fs::path work_;
};

TEST_F(HostileDump, IsExtractedIfItsNamesAreGood) {
  extract(make("0.5", "functionObjects:properties"));
  EXPECT_TRUE(fs::exists(work_ / "case/0.5/uniform/functionObjects/properties"));
}

TEST_F(HostileDump, WritesNoStateOutside) {
  EXPECT_THAT(refusal(make("0.5", "..:..:..:evil")), testing::HasSubstr("'../../../evil', which leads out of the case"));
  EXPECT_FALSE(fs::exists(work_ / "evil"));
  EXPECT_FALSE(fs::exists(work_ / "case/.0.5.partial"));
  EXPECT_NE(refusal(make("0.5", ":tmp:evil")), "");
}

TEST_F(HostileDump, ReplacesNothingButATime) {
  for (const char* name : {"../precious", "constant", "/tmp/eagre_precious", "..", "0.5/../constant", "nan", "1e999"})
    EXPECT_THAT(refusal(make(name, "time")), testing::HasSubstr("a time is a number")) << name;
}

TEST_F(HostileDump, HasItsPartsBesideIt) {
  EXPECT_THAT(refusal(make("0.5", "time", "../../secret.vtkhdf")), testing::HasSubstr("leads out"));
}

}  // namespace
}  // namespace eagre::output
#endif
