// SPDX-License-Identifier: BSD-3-Clause
#include "core/plain_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "core/error.hpp"

namespace eagre {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class PlainFiles : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::temp_directory_path() / ("eagre_plain_" + std::to_string(::getpid()));
    fs::create_directories(directory_);
    path_ = directory_ / "file";
    std::ofstream(path_) << "0123456789";
  }
  void TearDown() override {
    ::unsetenv("EAGRE_LARGEST_FILE");
    fs::remove_all(directory_);
  }
  static std::string refusal(const fs::path& path, std::int64_t most) {
    try {
      readWhole(path, most);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::io);
      return e.what();
    }
    return {};
  }

  fs::path directory_, path_;
};

TEST_F(PlainFiles, AreReadUpToABound) {
  EXPECT_EQ(readWhole(path_, 10), "0123456789");
  EXPECT_THAT(refusal(path_, 9), HasSubstr("file: holds more than 9 bytes, unpacked; EAGRE_LARGEST_FILE="));
  fs::create_symlink(path_, directory_ / "link");
  EXPECT_EQ(readWhole(directory_ / "link", 10), "0123456789");
  PlainFile file(path_);
  std::array<char, 4> some{};
  EXPECT_EQ(file.read(some, 8), 2u);
  EXPECT_EQ(some[1], '9');
}

TEST_F(PlainFiles, AreNothingElse) {
  ASSERT_EQ(::mkfifo((directory_ / "fifo").c_str(), 0600), 0);
  EXPECT_THAT(refusal(directory_ / "fifo", 10), HasSubstr("fifo: is a FIFO, not a file"));
  EXPECT_THAT(refusal("/dev/zero", 10), HasSubstr("/dev/zero: is a device, not a file"));
  EXPECT_THAT(refusal(directory_, 10), HasSubstr("is a directory, not a file"));
  EXPECT_THAT(refusal(directory_ / "nothing", 10), HasSubstr("cannot be opened: No such file"));
  EXPECT_THROW(requirePlainFile("/dev/zero"), Error);
  EXPECT_NO_THROW(requirePlainFile(path_));
}

TEST_F(PlainFiles, HaveABoundThatTheUserSets) {
  for (const auto& [text, bytes] :
       {std::pair{"1", 1LL}, {"3k", 3072LL}, {"2M", 2LL << 20}, {"4G", 4LL << 30}, {"1T", 1LL << 40}}) {
    ::setenv("EAGRE_LARGEST_FILE", text, 1);
    EXPECT_EQ(largestFile("file"), bytes) << text;
  }
  for (const char* text : {"x", "-1", "0", "1.5G", "nan", "1Gb", "99999999999T", " 1"}) {
    ::setenv("EAGRE_LARGEST_FILE", text, 1);
    EXPECT_THROW(largestFile("file"), Error) << text;
  }
  ::setenv("EAGRE_LARGEST_FILE", "", 1);
  EXPECT_GE(largestFile("file"), 1LL << 30);
}

}  // namespace
}  // namespace eagre
