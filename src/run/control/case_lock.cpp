// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/case_lock.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "output/file_sink.hpp"
#include "output/on_master.hpp"
#include "run/control/command_line.hpp"

namespace eagre::run {
namespace fs = std::filesystem;

namespace {

/// A run that is about to end, or that was just killed, is given this time to be gone.
constexpr auto patience = std::chrono::milliseconds(2000), pause = std::chrono::milliseconds(100);

/// Names the locks that this process and those above it hold to the processes that it starts.
constexpr const char* environmentName = "EAGRE_CASE_LOCKS";

/// Who holds a lock. A process number alone may have been given again: with when it began, in clock ticks since the machine
/// started, it is one process.
struct Holder {
  std::string host, since, command;
  long process = 0;
  std::string began;
  std::string identity() const { return fmt::format("{}:{}:{}", host, process, began); }
};

std::string thisHost() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// Field 22 of /proc/<process>/stat, behind the name of the program, which may have blanks and brackets. Empty: no such process.
std::string beginOf(long process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto bracket = text.rfind(')');
  if (bracket == std::string::npos) return {};
  std::istringstream words(text.substr(bracket + 1));
  std::string word;
  for (int field = 3; field <= 22; ++field) words >> word;
  return word;
}

Holder thisProcess() {
  Holder self{.host = thisHost(), .since = {}, .command = commandLine(), .process = ::getpid(), .began = beginOf(::getpid())};
  self.since = fmt::format("{:%F %T}", fmt::localtime(std::time(nullptr)));
  std::replace_if(
      self.command.begin(), self.command.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return self;
}

std::string textOf(const Holder& holder) {
  return fmt::format(
      "# Eagre writes into this directory. If the process no longer runs, this file means nothing.\n"
      "process {}\nhost {}\nbegan {}\nsince {}\ncommand {}\n",
      holder.process, holder.host, holder.began, holder.since, holder.command);
}

/// What a lock file says; process 0 if it says nothing yet.
Holder readHolder(int descriptor) {
  std::string text(4096, '\0');
  const ssize_t n = ::pread(descriptor, text.data(), text.size(), 0);
  text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  std::istringstream lines(text);
  Holder holder;
  for (std::string line; std::getline(lines, line);) {
    const auto blank = line.find(' ');
    const std::string key = line.substr(0, blank), value = blank == std::string::npos ? "" : line.substr(blank + 1);
    if (key == "process") holder.process = std::strtol(value.c_str(), nullptr, 10);
    if (key == "host") holder.host = value;
    if (key == "began") holder.began = value;
    if (key == "since") holder.since = value;
    if (key == "command") holder.command = value;
  }
  return holder;
}

/// Of a process on another host nothing can be known.
bool mayRun(const Holder& holder) {
  return holder.process > 0 && (holder.host != thisHost() || beginOf(holder.process) == holder.began);
}

std::string describe(const Holder& holder) {
  if (holder.process == 0) return "another process";
  return fmt::format("process {} on {} since {}: {}", holder.process, holder.host, holder.since, holder.command);
}

bool isInherited(const Holder& holder) {
  const char* const inherited = std::getenv(environmentName);
  std::istringstream words(inherited ? inherited : "");
  return std::find(std::istream_iterator<std::string>(words), {}, holder.identity()) != std::istream_iterator<std::string>{};
}

void tellChildren(const Holder& self) {
  const char* const inherited = std::getenv(environmentName);
  const std::string all = inherited ? fmt::format("{} {}", inherited, self.identity()) : self.identity();
  ::setenv(environmentName, all.c_str(), 1);
}

}  // namespace

CaseLock::CaseLock(const comm::Communicator& world, const fs::path& directory, const Options& options, Log& log)
    : directory_(directory), file_(directory / ".eagre.lock"), options_(options) {
  output::onMaster(world, [&] {
    std::error_code none;
    const bool wasThere = fs::exists(directory, none);
    if (options.makeDirectory && !wasThere) output::makeDirectory(directory), madeDirectory_ = true;
    if (fs::is_directory(directory, none)) take(log);
  });
}

void CaseLock::take(Log& log) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const Result result = tryToTake(log);
    if (result == Result::taken) return;
    const Holder holder = descriptor_ >= 0 ? readHolder(descriptor_) : Holder{};
    close();
    if (result == Result::held && isInherited(holder)) return;
    const bool late = std::chrono::steady_clock::now() >= until;
    if (result == Result::held && options_.force)
      return log.warnOnce(
          fmt::format("{} is being written into by {}; with --force this process goes on beside it: times, dumps "
                      "and tables of both may be lost or mixed",
                      directory_.string(), describe(holder)));
    if (late)
      throw Error(
          fmt::format("{}: another process is writing into this directory: {}. Wait for it or end it{}; --force goes on "
                      "beside it, and times, dumps and tables of both may be lost or mixed",
                      directory_.string(), describe(holder),
                      options_.means == Means::name ? fmt::format(", or remove {} if it no longer runs", file_.string()) : ""),
          ExitCode::badCase);
    if (result == Result::held) std::this_thread::sleep_for(pause);
  }
}

/// A file of another user can be locked, too, if not written to. Links are not followed.
bool CaseLock::open() {
  constexpr int always = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_EXCL | always, 0666);
  created_ = descriptor_ >= 0;
  if (descriptor_ < 0 && errno == EEXIST) descriptor_ = ::open(file_.c_str(), O_RDWR | always);
  if (descriptor_ < 0 && errno == EACCES) {
    descriptor_ = ::open(file_.c_str(), O_RDONLY | always);
    if (descriptor_ < 0 && errno == ENOENT) errno = EACCES;  // there is none, and none can be made: it has not been removed
  }
  return descriptor_ >= 0;
}

CaseLock::Result CaseLock::tryToTake(Log& log) {
  if (!open()) {
    if (errno == ENOENT) return Result::again;  // it has just been removed
    log.warnOnce(fmt::format("cannot write {}: {}; nothing keeps a second run out of this directory", file_.string(),
                             std::strerror(errno)));
    return Result::taken;
  }
  if (options_.means == Means::system && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK || errno == EINTR) return Result::held;
    options_.means = Means::name;  // the file system knows no locks
  }
  if (options_.means == Means::name) {
    if (const Result result = takeByName(); result != Result::taken) return result;
  } else if (!isStillThere()) {
    return Result::again;  // its holder has removed it since it was opened
  } else if (const Holder before = readHolder(descriptor_); before.process > 0 && before.host != thisHost()) {
    log.warnOnce(
        fmt::format("{} was left by {}, which no longer holds it: this run goes on. If that one still runs, the file "
                    "system does not pass locks between hosts",
                    file_.string(), describe(before)));
  }
  writeHolder();
  return Result::taken;
}

CaseLock::Result CaseLock::takeByName() {
  if (created_) return Result::taken;
  const Holder holder = readHolder(descriptor_);
  // A file that says nothing is being written this moment, unless its maker was killed doing it.
  struct stat status {};
  const bool young = ::fstat(descriptor_, &status) == 0 && std::time(nullptr) - status.st_mtime < 10;
  if (holder.process == 0 ? young : mayRun(holder)) return Result::held;
  ::unlink(file_.c_str());  // who makes it again has it
  return Result::again;
}

bool CaseLock::isStillThere() const {
  struct stat opened {
  }, named{};
  return ::fstat(descriptor_, &opened) == 0 && ::stat(file_.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

/// On a full disk the file stays empty: the lock holds nevertheless.
void CaseLock::writeHolder() {
  const Holder self = thisProcess();
  const std::string text = textOf(self);
  const bool written =
      ::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  if (written) tellChildren(self);
}

void CaseLock::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

CaseLock::~CaseLock() {
  // Removed before it is released: who opens it now finds it gone when he has locked it.
  if (descriptor_ >= 0 && isStillThere()) ::unlink(file_.c_str());
  close();
  std::error_code notEmpty;
  if (madeDirectory_) fs::remove(directory_, notEmpty);
}

}  // namespace eagre::run
