// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>

#include "case/recipe/shell_walk.hpp"

/// Where a script is, and what its paths mean there.
namespace eagre::case_::shell {

namespace fs = std::filesystem;

fs::path Walk::absoluteCase() const {
  const fs::path path = fs::absolute(options_.caseDirectory).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

std::string Walk::nameOf(const std::string& directory) const {
  if (directory.starts_with('?')) return unknownText("$", "PWD");
  const fs::path root = absoluteCase();
  if (root.string().find_first_of(" \t\n*?[") != std::string::npos) return ".";
  return directory.empty() ? root.string() : (root / directory).lexically_normal().string();
}

std::string Walk::fromHere(const std::string& word) const {
  const fs::path root = absoluteCase();
  if (directory_.starts_with('?') || (word != root && !word.starts_with(root.string() + "/"))) return word;
  const fs::path here = directory_.empty() ? root : (root / directory_).lexically_normal();
  return fs::path(word).lexically_relative(here).string();
}

fs::path Walk::pathInCase(const std::string& word) const {
  if (word.find(unknownMark) != std::string::npos || directory_.starts_with('?')) return {};
  const fs::path path = (fs::path(directory_) / fromHere(word)).lexically_normal();
  return path.is_absolute() || path.empty() || *path.begin() == ".." ? fs::path() : path;
}

void Walk::changeDirectory(const Words& words) {
  const std::string from = directory_;
  const std::string to = words.size() > 1 ? words[1] : std::string();
  if (words[0] == "popd") {
    directory_ = pushed_.empty() ? "?" : pushed_.back();
    if (!pushed_.empty()) pushed_.pop_back();
  } else if (to == "-") {
    directory_ = before_;
  } else if (const std::string path = fromHere(to); to.empty() || to.find(unknownMark) != std::string::npos) {
    directory_ = "?" + to;
  } else if (fs::path(path).is_absolute()) {
    const bool isBeside = path.starts_with(absoluteCase().parent_path().string() + "/");
    directory_ = isBeside ? fs::path(path).lexically_normal().lexically_relative(absoluteCase()).string() : "?" + path;
  } else if (!directory_.starts_with('?')) {
    // Through the root: a way out of the case and back into it ends there.
    directory_ = (absoluteCase() / directory_ / path).lexically_normal().lexically_relative(absoluteCase()).string();
  }
  if (words[0] == "pushd") pushed_.push_back(from);
  before_ = from;
  if (directory_ == "." || directory_ == "./") directory_.clear();
  while (directory_.ends_with('/')) directory_.pop_back();
}

}  // namespace eagre::case_::shell
