// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/edited_files.hpp"

#include <cstdint>

namespace eagre::run {

EditedFiles::EditedFiles(const std::filesystem::path& directory, const std::vector<std::string>& names) {
  for (const std::string& name : names) files_.push_back({name, directory / name});
  for (File& file : files_) file.changed();
}

bool EditedFiles::File::changed() {
  std::error_code ec;
  const auto now = std::filesystem::last_write_time(path, ec);
  if (ec || now == time) return false;
  time = now;
  return true;
}

std::vector<std::string> EditedFiles::edited(const comm::Communicator& world) {
  std::int64_t changed = 0;  // a bit per file
  if (world.master())
    for (std::size_t i = 0; i < files_.size(); ++i) changed |= std::int64_t{files_[i].changed()} << i;
  changed = world.sum(changed);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < files_.size(); ++i)
    if ((changed >> i) & 1) names.push_back(files_[i].name);
  return names;
}

}  // namespace eagre::run
