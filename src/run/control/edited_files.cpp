// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/edited_files.hpp"

#include <algorithm>

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
  std::vector<double> changed(files_.size());
  if (world.master()) std::ranges::transform(files_, changed.begin(), [](File& file) { return file.changed() ? 1.0 : 0.0; });
  world.max(changed);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < files_.size(); ++i)
    if (changed[i] > 0) names.push_back(files_[i].name);
  return names;
}

}  // namespace eagre::run
