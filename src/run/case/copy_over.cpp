// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/copy_over.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace eagre::run {

namespace fs = std::filesystem;

void copyOver(const fs::path& from, const fs::path& to) {
  const bool merges = fs::is_directory(from) && fs::is_directory(to);
  if (merges) {
    for (const auto& entry : fs::directory_iterator(from)) copyOver(entry.path(), to / entry.path().filename());
    return;
  }
  const fs::path target = to.has_filename() ? to : to.parent_path();  // "0/"
  const fs::path aside = target.parent_path() / ("." + target.filename().string() + ".partial");
  std::error_code failure, none;
  fs::create_directories(target.parent_path(), failure);
  fs::remove_all(aside, none);  // what was left by a run that was killed
  fs::copy(from, aside, fs::copy_options::recursive, failure);
  if (!failure) fs::rename(aside, target, failure);
  if (!failure) return;
  fs::remove_all(aside, none);
  throw Error(fmt::format("cannot copy {} to {}: {}", from.string(), to.string(), failure.message()), ExitCode::io);
}

}  // namespace eagre::run
