// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <sys/types.h>

#include <filesystem>

namespace eagre::run {

/// A directory for files of one `eagre check`, below TMPDIR. A process of its own makes it and removes it with all that it holds
/// when this object or the program ends: whatever ends the program, nothing is left.
class TemporaryDirectory {
 public:
  /// Errors (io): it cannot be made.
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  void letGo();

  std::filesystem::path path_;
  pid_t keeper_ = -1;     ///< the process that makes and removes it
  int untilClosed_ = -1;  ///< this end of a pipe to it: closed, it removes
};

}  // namespace eagre::run
