// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace eagre::run {

/// Files that a user may edit while a run goes on, told by when they were written last. Rank 0 looks.
class EditedFiles {
 public:
  /// As they are now.
  EditedFiles(const std::filesystem::path& directory, const std::vector<std::string>& names);
  /// Those that were edited since the last call; the same on all ranks, which call it together.
  std::vector<std::string> edited(const comm::Communicator& world);

 private:
  struct File {
    std::string name;
    std::filesystem::path path;
    std::filesystem::file_time_type time{};
    bool changed();  ///< since the last call; a file that is not there has not changed
  };
  std::vector<File> files_;
};

}  // namespace eagre::run
