// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace eagre::fuzz {

/// A temporary directory; TMPDIR may name one in memory.
class ScratchDirectory {
 public:
  ScratchDirectory() : path_((std::filesystem::temp_directory_path() / "eagre_fuzz_XXXXXX").string()) {
    if (!::mkdtemp(path_.data())) std::abort();
  }
  ~ScratchDirectory() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  std::filesystem::path path() const { return path_; }

 private:
  std::string path_;
};

inline void write(const std::filesystem::path& file, std::string_view text) {
  std::FILE* out = std::fopen(file.c_str(), "wb");
  if (!out || std::fwrite(text.data(), 1, text.size(), out) != text.size() || std::fclose(out) != 0) std::abort();
}

}  // namespace eagre::fuzz
