// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>

#include "cli/commands.hpp"
#include "run/report/run_line.hpp"

namespace eagre::cli {

/// Keeps the log of a run that is another process: in log.<application> of the case, while the terminal shows one line of how the
/// run goes, with what it says of errors and warnings above it. Without a terminal (--watch alone) the log is handed on, too.
///
/// The file is made when the log names the case: by then the run has locked it, so that the log of another run that still goes
/// stays as it is. A log that is there is renamed log.<application>.old. No link is followed.
class LogKeeper {
 public:
  /// errors: the writing end of the pipe of the run's messages, which the page shares; closed here.
  LogKeeper(const KeptLog& kept, int errors);
  ~LogKeeper();
  LogKeeper(const LogKeeper&) = delete;
  /// Reads log and messages to their ends. Returns errno of the first write of the log that failed, or 0.
  int follow(int log, int messages);
  /// Whether the run has written anything to its log.
  bool hasRead() const { return begun_ || !before_.empty(); }
  /// Says on the terminal how the run has ended; code: its exit code.
  void end(int code);

 private:
  using Clock = std::chrono::steady_clock;
  void takeLog(std::string_view piece);
  void takeLines(std::string_view piece);
  void takeMessages(std::string_view piece);
  void begin();
  void startPage();
  bool openFile();
  void write(std::string_view text);
  void readEnd();
  void show(bool now);
  void clear();

  KeptLog kept_;
  bool line_;  ///< there is a terminal for it
  bool begun_ = false;
  int errors_, file_ = -1, unwritten_ = 0;
  pid_t page_ = -1;
  std::string path_;
  std::string before_;  ///< the log until its file is made
  std::string rest_;    ///< of its last line
  std::size_t shown_ = 0;
  Clock::time_point shownAt_{};
  run::RunLine state_;
};

}  // namespace eagre::cli
