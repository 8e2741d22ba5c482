// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/case_lock.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>

#include "core/error.hpp"

namespace eagre::run {
namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;

/// A directory that two locks are taken in. Both by means of `name`, as on a file system without locks.
class CaseLockTest : public testing::Test {
 protected:
  CaseLockTest() {
    std::string pattern = (fs::temp_directory_path() / "eagre-lock-XXXXXX").string();
    directory = ::mkdtemp(pattern.data());
    file = directory / ".eagre.lock";
  }
  ~CaseLockTest() override {
    ::unsetenv("EAGRE_CASE_LOCKS");
    fs::remove_all(directory);
  }
  std::unique_ptr<CaseLock> take(bool force = false) {
    return std::make_unique<CaseLock>(comm::Communicator::self(), directory,
                                      CaseLock::Options{.force = force, .means = CaseLock::Means::name}, log);
  }
  void leave(long process, const std::string& host, const std::string& began) {
    std::ofstream(file) << "process " << process << "\nhost " << host << "\nbegan " << began
                        << "\nsince then\ncommand eagre run\n";
  }
  std::string text() const {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  std::string refusal() {
    try {
      take();
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::badCase);
      return e.what();
    }
    return {};
  }
  static std::string host() {
    char name[256] = "";
    ::gethostname(name, sizeof name - 1);
    return name;
  }

  fs::path directory, file;
  Log log = Log::silent();
};

TEST_F(CaseLockTest, HoldsItsFileWhileItLives) {
  {
    const auto lock = take();
    EXPECT_THAT(text(), HasSubstr("process " + std::to_string(::getpid())));
    EXPECT_THAT(text(), HasSubstr("host " + host()));
  }
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(CaseLockTest, RefusesWhatAnotherProcessHolds) {
  const auto lock = take();
  ::unsetenv("EAGRE_CASE_LOCKS");
  EXPECT_THAT(refusal(), HasSubstr("another process is writing into this directory: process " + std::to_string(::getpid())));
  EXPECT_NO_THROW(take(true));
  EXPECT_TRUE(fs::exists(file)) << "who was forced to go on beside it does not release it";
}

TEST_F(CaseLockTest, LetsThroughWhatTheHolderHasStarted) {
  const auto lock = take();
  EXPECT_EQ(refusal(), "");
  EXPECT_TRUE(fs::exists(file));
}

TEST_F(CaseLockTest, TakesOverFromAProcessThatNoLongerRuns) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  leave(child, host(), "1");
  EXPECT_EQ(refusal(), "");
  leave(::getpid(), host(), "1");  // the number has been given again
  EXPECT_EQ(refusal(), "");
}

TEST_F(CaseLockTest, KnowsNothingOfAProcessOnAnotherHost) {
  leave(1, "elsewhere", "1");
  EXPECT_THAT(refusal(),
              HasSubstr("process 1 on elsewhere since then: eagre run. Wait for it or end it, or remove " + file.string()));
  EXPECT_THAT(text(), HasSubstr("elsewhere"));
}

TEST_F(CaseLockTest, TakesOverAFileThatHasSaidNothingForLong) {
  std::ofstream(file).close();
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::minutes(1));
  EXPECT_EQ(refusal(), "");
}

}  // namespace
}  // namespace eagre::run
