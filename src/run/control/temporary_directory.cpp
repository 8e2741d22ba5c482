// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/temporary_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "core/error.hpp"

namespace eagre::run {
namespace fs = std::filesystem;
namespace {

/// In a process of its own and away from the terminal's signals: makes the directory and, when the pipe's other end is closed,
/// removes it. What else was open, above all locks and the pipes that others read, is let go first.
[[noreturn]] void keep(std::string name, int untilClosed, int reply) {
  setsid();
  std::signal(SIGPIPE, SIG_IGN);  // of a program that has ended before it could read the reply
  dup2(untilClosed, STDIN_FILENO);
  dup2(reply, STDOUT_FILENO);
  dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
  close_range(STDERR_FILENO + 1, ~0U, 0);
  if (!mkdtemp(name.data())) _exit(1);
  const bool told = write(STDOUT_FILENO, name.data(), name.size()) == static_cast<ssize_t>(name.size());
  close(STDOUT_FILENO);
  char none = 0;
  while (told && read(STDIN_FILENO, &none, 1) < 0 && errno == EINTR) {}
  std::error_code ignored;
  fs::remove_all(name, ignored);
  _exit(0);
}

/// All that a pipe gives until its other end is closed.
std::string textFrom(int pipe) {
  std::string text;
  char part[256];
  ssize_t n = 0;
  while ((n = read(pipe, part, sizeof part)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0) text.append(part, static_cast<std::size_t>(n));
  return text;
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
  const std::string name = (fs::temp_directory_path() / "eagre-check-XXXXXX").string();
  int until[2] = {-1, -1}, reply[2] = {-1, -1};
  if (pipe2(until, O_CLOEXEC) == 0 && pipe2(reply, O_CLOEXEC) == 0) keeper_ = fork();
  if (keeper_ == 0) keep(name, until[0], reply[1]);
  close(until[0]);
  close(reply[1]);
  untilClosed_ = until[1];
  if (keeper_ > 0) path_ = textFrom(reply[0]);
  close(reply[0]);
  if (!path_.empty()) return;
  letGo();
  throw Error(fmt::format("cannot make a directory {}", name), ExitCode::io);
}

TemporaryDirectory::~TemporaryDirectory() { letGo(); }

void TemporaryDirectory::letGo() {
  close(untilClosed_);
  while (keeper_ > 0 && waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {}
}

}  // namespace eagre::run
