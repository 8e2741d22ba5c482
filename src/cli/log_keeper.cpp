// SPDX-License-Identifier: BSD-3-Clause
#include "cli/log_keeper.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "config/dictionary.hpp"
#include "core/error.hpp"
#include "core/tell.hpp"

namespace eagre::cli {
namespace fs = std::filesystem;

namespace {

constexpr auto pace = std::chrono::milliseconds(200);
constexpr std::size_t longestLine = 4096, mostBefore = std::size_t{1} << 20;

bool isTerminal() { return isatty(STDOUT_FILENO) != 0; }

/// More ranks than this process are started by the user's mpirun or batch system: each of them is here.
bool isOneOfRanks() {
  constexpr std::array names{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
  return std::any_of(names.begin(), names.end(), [](const char* name) { return std::getenv(name) != nullptr; });
}

config::Dictionary controlDict(const fs::path& directory) {
  config::ReadOptions options;
  options.caseDirectory = directory;
  return config::Dictionary::read(directory / "system" / "controlDict", options);
}

/// Of an entry of controlDict; nothing if it cannot be read, which the run tells.
template <class T>
T entryOr(const fs::path& directory, const char* keyword, T otherwise) {
  try {
    return controlDict(directory).getOr<T>(keyword, otherwise);
  } catch (const std::exception&) { return otherwise; }
}

/// A word that is a part of a file's name and nothing else.
std::string nameOfSolver(const KeptLog& kept) {
  std::string word = kept.application.empty() ? entryOr<std::string>(kept.directory, "application", "") : kept.application;
  const bool sound = !word.empty() && word.size() < 64 &&
                     std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  return sound ? word : "eagre";
}

bool writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

std::size_t columns() {
  winsize size{};
  constexpr std::size_t usual = 80, fewest = 30;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? std::max<std::size_t>(fewest, size.ws_col) : usual;
}

}  // namespace

bool KeptLog::needed() const { return asked && (watched || (isTerminal() && !plain)) && !isOneOfRanks(); }

void addKeptLog(CLI::App& sub, Command& command) {
  sub.add_flag("--log", command.kept.plain,
               "print the log on the terminal, instead of one line there and the log in log.<solver> of the case");
  sub.add_flag("--watch", command.kept.watched, "eagre watch beside the run: a page about it, on this machine alone");
  sub.parse_complete_callback([&command] { command.kept.asked = true; });
}

LogKeeper::LogKeeper(const KeptLog& kept, int errors) : kept_(kept), line_(isTerminal() && !kept.plain), errors_(errors) {
  readEnd();
}

LogKeeper::~LogKeeper() {
  if (file_ >= 0) close(file_);
}

void LogKeeper::readEnd() { state_.setEndTime(entryOr(kept_.directory, "endTime", std::numeric_limits<double>::quiet_NaN())); }

int LogKeeper::follow(int log, int messages) {
  std::array<pollfd, 2> sources{pollfd{log, POLLIN, 0}, pollfd{messages, POLLIN, 0}};
  std::array<char, 65536> piece;
  // The log ends with the run; the page shares the other pipe and may outlive it.
  while (sources[0].fd >= 0) {
    const int ready = poll(sources.data(), sources.size(), static_cast<int>(pace.count()));
    if (ready < 0 && errno != EINTR) break;
    for (std::size_t i = sources.size(); ready > 0 && i-- > 0;) {
      if ((sources[i].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      const ssize_t n = read(sources[i].fd, piece.data(), piece.size());
      if (n < 0 && errno == EINTR) continue;
      const std::string_view text(piece.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
      if (n <= 0) sources[i].fd = -1;
      i == 0 ? takeLog(text) : takeMessages(text);
    }
    show(false);
  }
  if (errors_ >= 0) close(errors_), errors_ = -1;
  fcntl(messages, F_SETFL, O_NONBLOCK);
  for (ssize_t n = 0; (n = read(messages, piece.data(), piece.size())) > 0;)
    takeMessages(std::string_view(piece.data(), static_cast<std::size_t>(n)));
  return unwritten_;
}

void LogKeeper::takeLog(std::string_view piece) {
  takeLines(piece);
  if (begun_) return write(piece);
  before_ += piece;
  if (before_.find("\nCase   : ") != std::string::npos || before_.size() > mostBefore) begin();
}

void LogKeeper::takeLines(std::string_view piece) {
  rest_ += piece;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string_view text(rest_.data() + begin, end - begin);
    state_.take(text);
    if (text.starts_with("Re-reading system/controlDict")) readEnd();
    if (line_ && (text.starts_with("--> ") || text.starts_with("Signal received"))) takeMessages(std::string(text) + "\n");
  }
  rest_.erase(0, begin);
  if (rest_.size() > longestLine) rest_.clear();
}

void LogKeeper::takeMessages(std::string_view piece) {
  clear();
  static_cast<void>(writeAll(line_ ? STDOUT_FILENO : STDERR_FILENO, piece));
}

/// The run has the case: its log is a file from here on.
void LogKeeper::begin() {
  begun_ = true;
  if (!openFile()) line_ = false;
  if (line_) tell(stdout, fmt::format("{}: log in {}\n", nameOfSolver(kept_), path_)), std::fflush(stdout);
  write(before_);
  before_.clear();
  if (kept_.watched) startPage();
}

/// Where the output is a file already, the log is there alone.
bool LogKeeper::openFile() {
  struct stat output {};
  if (!line_ && fstat(STDOUT_FILENO, &output) == 0 && S_ISREG(output.st_mode)) {
    std::error_code none;
    path_ = fs::read_symlink("/proc/self/fd/1", none).string();
    return true;
  }
  path_ = (kept_.directory / ("log." + nameOfSolver(kept_))).lexically_normal().string();
  struct stat old {};
  if (lstat(path_.c_str(), &old) == 0) std::rename(path_.c_str(), (path_ + ".old").c_str());
  file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file_ >= 0) return true;
  clear();
  tell(stderr, fmt::format("eagre: warning: cannot write {}: {}; the log is printed here\n", path_, std::strerror(errno)));
  return false;
}

void LogKeeper::write(std::string_view text) {
  if (file_ >= 0 && unwritten_ == 0 && !writeAll(file_, text)) unwritten_ = errno;
  if (line_) return;
  const bool printed = writeAll(STDOUT_FILENO, text);
  if (!printed && unwritten_ == 0) unwritten_ = errno;
}

/// Its address, and what goes wrong with it, come as messages.
void LogKeeper::startPage() {
  page_ = fork();
  if (page_ != 0) return;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  dup2(errors_, STDOUT_FILENO);
  dup2(errors_, STDERR_FILENO);
  _exit(startPython("watch", {kept_.directory.string(), "--log", path_}));
}

void LogKeeper::show(bool now) {
  if (!line_ || (!now && Clock::now() - shownAt_ < pace)) return;
  shownAt_ = Clock::now();
  const std::size_t width = columns() - 1;
  std::string text = state_.text(width);
  const std::size_t length = text.size();
  text.resize(std::max(length, std::min(shown_, width)), ' ');
  static_cast<void>(writeAll(STDOUT_FILENO, "\r" + text));
  shown_ = length;
}

void LogKeeper::clear() {
  if (shown_ > 0) static_cast<void>(writeAll(STDOUT_FILENO, "\r" + std::string(std::min(shown_, columns() - 1), ' ') + "\r"));
  shown_ = 0;
}

void LogKeeper::end(int code) {
  if (page_ > 0) {
    kill(page_, SIGTERM);
    while (waitpid(page_, nullptr, 0) < 0 && errno == EINTR) {}
  }
  if (!begun_) static_cast<void>(writeAll(STDOUT_FILENO, before_));
  if (!line_ || !begun_) return;
  show(true);
  const std::string summary = state_.summary();
  const char* how = code == 0 ? "End" : code == static_cast<int>(ExitCode::stopped) ? "Stopped" : "Ended by an error";
  tell(stdout, fmt::format("\n{}{}{}\nLog: {}\n", how, summary.empty() ? "" : ": ", summary, path_));
}

}  // namespace eagre::cli
