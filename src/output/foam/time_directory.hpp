// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "fv/fields/context.hpp"
#include "output/file_sink.hpp"
#include "output/foam/field_file_writer.hpp"

namespace eagre::output {

enum class TimeFormat { general, fixed, scientific };
/// The name of a time directory: timeFormat and timePrecision of controlDict.
std::string timeName(double value, TimeFormat format = TimeFormat::general, int precision = 6);

struct TimeDir {
  double value = 0;
  std::string name;
};
/// In a time directory that has fields of function objects alone, at a time that the run did not write.
inline constexpr const char* ownTimeMark = "uniform/timeOfFunctionObjects";
/// The directories of a case whose names are numbers, sorted by value (then by name), but for those that have ownTimeMark:
/// nothing starts from them. Errors: Error(io) if caseDir cannot be listed.
std::vector<TimeDir> findTimes(const std::filesystem::path& caseDir);
/// The same with those.
std::vector<TimeDir> findAllTimes(const std::filesystem::path& caseDir);

/// The file uniform/time of a time directory as v1912 writes it, deltaT and deltaT0 with all digits: what a restart needs.
std::string timeText(const std::string& name, const fv::TimeState& time);

/// Writes one time directory whole or not at all. Everything goes into a hidden sibling (.0.05.partial), is flushed, and
/// commit() renames it; a directory of that name that is already there is replaced in the same step, and what it holds beside,
/// but for the history of a run (uniform, U_0, ..), is kept. Rank 0 alone touches the file system. A failure there (full disk,
/// missing permission) is kept, later writes are skipped, and commit() throws it on all ranks. Nothing half-written is ever seen
/// under the final name; a directory that is not committed is removed. All member functions are collective.
class TimeDirectory {
 public:
  TimeDirectory(const comm::Communicator& communicator, const std::filesystem::path& caseDir, const std::string& name);
  ~TimeDirectory();
  TimeDirectory(const TimeDirectory&) = delete;
  TimeDirectory& operator=(const TimeDirectory&) = delete;

  const std::string& name() const { return name_; }
  /// Where it is until commit(), for what rank 0 writes by itself.
  const std::filesystem::path& partial() const { return partial_; }

  /// One file, path relative to the directory (".gz" is added if compressed). `content` fills the sink; it is called on every
  /// rank (the sinks of all but rank 0 swallow what they get), so that it may gather.
  void write(const std::string& relativePath, bool compressed, const std::function<void(FileSink&)>& content);
  /// The same of this rank alone: another one writes other files meanwhile. Not collective. After ready().
  void writeOwn(const std::string& relativePath, bool compressed, const std::function<void(FileSink&)>& content);
  /// The directory is there for all ranks.
  void ready() { communicator_.barrier(); }
  /// uniform/time
  void writeTime(const fv::TimeState& time);
  /// Error(io) on all ranks if anything could not be written.
  void commit();

 private:
  void fail(std::string_view action, const std::filesystem::path& path, const std::string& reason);
  void shareFailure();
  void keepOthers();
  void commitOnMaster();
  /// Renames the directory to its final name; replaces: that of another one, which goes.
  void takeName(bool replaces);

  comm::Communicator communicator_;
  std::filesystem::path caseDir_, partial_, final_;
  std::string name_;
  std::string failure_;  ///< of this rank
  bool committed_ = false;
};

/// purgeWrite: keeps the last `keep` time directories, or dumps, that this run wrote (0: all).
class PurgeWrite {
 public:
  /// remove: takes one away, by its name; on rank 0.
  using Remove = std::function<void(const std::string& name)>;
  PurgeWrite(const comm::Communicator& communicator, int keep, Remove remove)
      : communicator_(communicator), keep_(keep), remove_(std::move(remove)) {}
  /// Says that one of that name has been written; removes the oldest beyond the limit. Collective. Errors: those of `remove`, on
  /// all ranks.
  void written(const std::string& name);

 private:
  comm::Communicator communicator_;
  int keep_;
  Remove remove_;
  std::deque<std::string> names_;
};

/// The empty <case>.foam file in a case directory by which ParaView opens it. Collective.
/// Errors: Error(io) on all ranks.
void writeParaViewFile(const comm::Communicator& communicator, const std::filesystem::path& caseDir);

}  // namespace eagre::output
