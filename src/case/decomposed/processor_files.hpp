// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "output/foam/time_directory.hpp"

namespace eagre::case_ {

/// A file of one processor, and its name for messages.
struct ProcessorText {
  std::string text, name;
};

/// The directories that decomposePar makes and parallel runs of OpenFOAM write to: processor0, processor1, ..., or collated ones,
/// which hold one file for all processors (processors4), or for groups of them (processors4_0-1, processors4_2-3).
/// On rank 0 alone.
class ProcessorFiles {
 public:
  /// Nothing if the case has no such directories. What is wrong with those that are there, checkComplete() says.
  static std::optional<ProcessorFiles> find(const std::filesystem::path& caseDirectory);

  int count() const { return count_; }
  /// "processor0 to processor3", "processors4"
  std::string description() const;
  /// Errors (badCase): one of the directories is missing, or there are several sets of them.
  void checkComplete() const;
  /// The times, by value; those that one of the directories lacks (a run was killed while it wrote) only if `all`.
  std::vector<output::TimeDir> times(bool all = false) const;
  /// Whether any of the directories has the file (or its .gz), or the folder.
  bool has(const std::filesystem::path& relative) const;
  /// What a folder holds in any of the directories, .gz left out, sorted: files, or folders.
  std::vector<std::string> files(const std::filesystem::path& folder) const { return list(folder, false); }
  std::vector<std::string> folders(const std::filesystem::path& folder) const { return list(folder, true); }
  /// The texts of a file, one a processor; blocks of collated files that have no header get that of the first block.
  /// Errors (badCase): one of the files is missing or damaged.
  std::vector<ProcessorText> read(const std::filesystem::path& relative) const;
  /// Cells of all meshes together, as the notes in the headers of their lists say; nothing if one does not.
  std::optional<std::int64_t> cellCount() const;
  /// Where the file, or folder, of processor 0 is.
  std::filesystem::path first(const std::filesystem::path& relative) const;
  /// When the last of the files was written.
  std::filesystem::file_time_type newest(const std::filesystem::path& relative) const;

 private:
  struct Directory {
    std::filesystem::path path;
    int first = 0, count = 1;  ///< processors that it holds
    bool collated = false;
  };
  /// Those that are there, by the number of processors that collated ones say; 0: processor0, processor1, ...
  static std::map<int, std::vector<Directory>> directoriesOf(const std::filesystem::path& caseDirectory);
  std::vector<std::string> list(const std::filesystem::path& folder, bool folders) const;

  std::filesystem::path case_;
  std::vector<Directory> directories_;  ///< in the order of their processors
  int count_ = 0;
  std::string problem_;  ///< what checkComplete says
};

}  // namespace eagre::case_
