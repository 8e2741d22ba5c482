// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/time_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "config/dictionary.hpp"
#include "core/error.hpp"
#include "support/file_size_limit.hpp"

namespace eagre::output {
namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;

class TimeDirectoryTest : public testing::Test {
 protected:
  void SetUp() override {
    case_ = fs::temp_directory_path() / ("eagre_time_" + std::to_string(::getpid()));
    fs::remove_all(case_);
    fs::create_directories(case_);
  }
  void TearDown() override { fs::remove_all(case_); }
  std::vector<std::string> namesInCase() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(case_)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  static std::string content(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::function<void(FileSink&)> text(const std::string& t) {
    return [t](FileSink& sink) { sink.write(t); };
  }
  fs::path case_;
  comm::Communicator self_ = comm::Communicator::self();
};

std::string messageOf(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ExitCode::io);
    return e.what();
  }
  return "no error";
}

TEST(TimeName, AsOpenFoam) {
  EXPECT_EQ(timeName(0.05), "0.05");
  EXPECT_EQ(timeName(0), "0");
  EXPECT_EQ(timeName(1e-5), "1e-05");
  EXPECT_EQ(timeName(0.123456789), "0.123457");
  EXPECT_EQ(timeName(0.123456789, TimeFormat::general, 9), "0.123456789");
  EXPECT_EQ(timeName(0.05, TimeFormat::fixed, 3), "0.050");
  EXPECT_EQ(timeName(0.05, TimeFormat::scientific, 3), "5.000e-02");
}

TEST_F(TimeDirectoryTest, FindTimesSortsByValueAndSkipsOthers) {
  for (const char* name :
       {"10", "0", "9.5", "1e-05", "constant", "0.orig", "system", "nan", "inf", "0x10", "-1", ".5.partial", "5a"})
    fs::create_directory(case_ / name);
  std::ofstream(case_ / "3") << "a file, no directory";
  std::vector<std::string> names;
  for (const TimeDir& time : findTimes(case_)) names.push_back(time.name);
  EXPECT_EQ(names, (std::vector<std::string>{"-1", "0", "1e-05", "9.5", "10"}));
  EXPECT_THROW(findTimes(case_ / "nowhere"), Error);
}

TEST_F(TimeDirectoryTest, NothingIsSeenBeforeCommit) {
  TimeDirectory directory(self_, case_, "0.05");
  directory.write("U", false, text("velocity"));
  directory.write("uniform/more", false, text("deeper"));
  EXPECT_FALSE(fs::exists(case_ / "0.05"));
  directory.commit();
  EXPECT_EQ(content(case_ / "0.05/U"), "velocity");
  EXPECT_EQ(content(case_ / "0.05/uniform/more"), "deeper");
  EXPECT_EQ(namesInCase(), std::vector<std::string>{"0.05"});
}

TEST_F(TimeDirectoryTest, WhatIsWrittenAgainReplacesAndTheRestStays) {
  const fs::path time = case_ / "0.05";
  for (const char* name : {"polyMesh", "uniform", "empty"}) fs::create_directories(time / name);
  for (const char* name :
       {"U", "p.gz", "vorticity", "polyMesh/points", "uniform/old", "U_0", "k_0.gz", "ddt0(rho,U)", "notes \xff"})
    std::ofstream(time / name) << "old";
  fs::create_symlink("/nowhere", time / "link");
  TimeDirectory directory(self_, case_, "0.05");
  directory.write("U", true, text("new"));
  directory.write("p", false, text("new"));
  directory.write("uniform/time", false, text("new"));
  directory.commit();
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(time))
    names.push_back(entry.path().lexically_relative(time).string());
  EXPECT_THAT(names, testing::UnorderedElementsAre("U.gz", "p", "uniform", "uniform/time", "vorticity", "polyMesh",
                                                   "polyMesh/points", "notes \xff", "link", "empty"));
  EXPECT_EQ(content(time / "p"), "new");
  EXPECT_EQ(content(time / "polyMesh/points"), "old");
  EXPECT_EQ(namesInCase(), std::vector<std::string>{"0.05"});
}

TEST_F(TimeDirectoryTest, NotCommittedLeavesNothing) {
  {
    TimeDirectory directory(self_, case_, "0.05");
    directory.write("U", false, text("velocity"));
  }
  EXPECT_TRUE(namesInCase().empty());
}

TEST_F(TimeDirectoryTest, ReplacesAnOlderDirectoryAndWhatAKilledRunLeft) {
  fs::create_directories(case_ / "0.05/uniform");
  std::ofstream(case_ / "0.05/old") << "old";
  fs::create_directory(case_ / ".0.05.partial");
  std::ofstream(case_ / ".0.05.partial/rest") << "rest";
  TimeDirectory directory(self_, case_, "0.05");
  directory.write("U", false, text("new"));
  EXPECT_EQ(content(case_ / "0.05/old"), "old");
  directory.commit();
  EXPECT_EQ(content(case_ / "0.05/U"), "new");
  EXPECT_FALSE(fs::exists(case_ / "0.05/rest"));
  EXPECT_EQ(namesInCase(), std::vector<std::string>{"0.05"});
}

TEST_F(TimeDirectoryTest, AFullDiskLeavesTheOldDumpWhole) {
  fs::create_directory(case_ / "0.05");
  std::ofstream(case_ / "0.05/U") << "old";
  std::string message;
  for (const bool compressed : {false, true}) {
    const test::FileSizeLimit limit(1 << 16);
    TimeDirectory directory(self_, case_, "0.05");
    directory.write("small", false, text("fits"));
    directory.write("U", compressed, [](FileSink& sink) {
      unsigned noise = 1;  // does not compress
      for (int i = 0; i < (1 << 20); ++i) {
        noise = noise * 1664525u + 1013904223u;
        sink.write(std::string_view(reinterpret_cast<const char*>(&noise), 4));
      }
    });
    message = messageOf([&] { directory.commit(); });
    EXPECT_THAT(message, HasSubstr(compressed ? "U.gz" : "U"));
    EXPECT_THAT(message, HasSubstr("File too large"));
  }
  EXPECT_EQ(content(case_ / "0.05/U"), "old");
  EXPECT_EQ(namesInCase(), std::vector<std::string>{"0.05"});
}

TEST_F(TimeDirectoryTest, ACaseThatIsNotThereIsAnError) {
  TimeDirectory directory(self_, case_ / "nowhere", "1");
  directory.write("U", false, text("x"));
  const std::string message = messageOf([&] { directory.commit(); });
  EXPECT_THAT(message, HasSubstr("nowhere"));
  EXPECT_THAT(message, HasSubstr("No such file or directory"));
}

TEST_F(TimeDirectoryTest, UniformTimeRestartsExactly) {
  fv::TimeState time;
  time.value = 0.1 + 0.2;
  time.deltaT = 1.0 / 3;
  time.deltaT0 = 1e-4 / 7;
  time.index = 42;
  TimeDirectory directory(self_, case_, "0.3");
  directory.writeTime(time);
  directory.commit();
  const auto dict = config::Dictionary::read(case_ / "0.3/uniform/time");
  EXPECT_EQ(dict.get<double>("value"), time.value);
  EXPECT_EQ(dict.get<std::string>("name"), "0.3");
  EXPECT_EQ(dict.get<int>("index"), 42);
  EXPECT_EQ(dict.get<double>("deltaT"), time.deltaT);
  EXPECT_EQ(dict.get<double>("deltaT0"), time.deltaT0);
  EXPECT_EQ(dict.subDict("FoamFile").get<std::string>("location"), "0.3/uniform");
}

TEST_F(TimeDirectoryTest, PurgeKeepsTheLastOnesThatThisRunWrote) {
  const auto remove = [&](const std::string& name) { fs::remove_all(case_ / name); };
  PurgeWrite purge(self_, 2, remove);
  fs::create_directory(case_ / "0");
  for (const char* name : {"1", "2", "2", "3", "4"}) {
    fs::create_directory(case_ / name);
    purge.written(name);
  }
  EXPECT_EQ(namesInCase(), (std::vector<std::string>{"0", "3", "4"}));
  PurgeWrite keepAll(self_, 0, remove);
  for (const char* name : {"0", "3", "4"}) keepAll.written(name);
  EXPECT_EQ(namesInCase().size(), 3u);
}

TEST_F(TimeDirectoryTest, ParaViewFileCarriesTheNameOfTheCase) {
  writeParaViewFile(self_, case_);
  writeParaViewFile(self_, case_ / "");
  EXPECT_EQ(namesInCase(), std::vector<std::string>{case_.filename().string() + ".foam"});
}

TEST_F(TimeDirectoryTest, ReplaceFileIsWholeOrNotDone) {
  std::ofstream(case_ / "alpha") << "old";
  {
    const test::FileSizeLimit limit(4096);
    const std::string message =
        messageOf([&] { replaceFile(case_ / "alpha", false, [](FileSink& sink) { sink.write(std::string(1 << 21, 'x')); }); });
    EXPECT_THAT(message, HasSubstr("File too large"));
  }
  EXPECT_EQ(content(case_ / "alpha"), "old");
  EXPECT_EQ(namesInCase(), std::vector<std::string>{"alpha"});
}

}  // namespace
}  // namespace eagre::output
