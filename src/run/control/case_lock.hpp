// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "comm/communicator.hpp"
#include "core/log.hpp"

namespace eagre::run {

/// Keeps a second process from writing into a case, or into the directory of a channel, at the same time. Rank 0 holds
/// `<directory>/.eagre.lock`, which names process, host, command and time.
///
/// The lock itself is the system's (flock), so that it ends with the process, however that ends, and holds between hosts where
/// the file system passes locks on (NFS, Lustre with -o flock). Where it knows no locks, the file alone counts: it is taken over
/// if its process no longer runs on this host. A process that the holder has started, as a step of its recipe, passes.
class CaseLock {
 public:
  /// What the lock rests on. name: as on a file system without locks.
  enum class Means { system, name };
  struct Options {
    bool force = false;          ///< go on beside another process, with a warning
    bool makeDirectory = false;  ///< make the directory; if nothing is put into it, it is removed with the lock
    Means means = Means::system;
  };

  /// A directory that is not there is left to the command to refuse. One that cannot be written to, as on a full disk, is named
  /// in a warning and worked on without a lock. Collective.
  /// Errors on all ranks: badCase, if another process has held the lock for some seconds; io, a directory that cannot be made.
  CaseLock(const comm::Communicator& world, const std::filesystem::path& directory, const Options& options, Log& log);
  ~CaseLock();
  CaseLock(const CaseLock&) = delete;
  CaseLock& operator=(const CaseLock&) = delete;

 private:
  enum class Result { taken, held, again };
  void take(Log& log);
  Result tryToTake(Log& log);
  Result takeByName();
  bool open();
  bool isStillThere() const;
  void writeHolder();
  void close();

  std::filesystem::path directory_, file_;
  Options options_;
  int descriptor_ = -1;   ///< of the file; -1: none is held
  bool created_ = false;  ///< the file was not there before
  bool madeDirectory_ = false;
};

}  // namespace eagre::run
