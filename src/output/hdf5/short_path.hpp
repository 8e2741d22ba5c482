// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

namespace eagre::output::hdf5 {

/// The path by which MPI-IO is to open a file. OpenMPI 4.1 makes a name for its shared file pointers, which are not used here,
/// out of it in 256 characters, and aborts if it is longer: a long path goes by way of its directory, kept open for that.
class ShortPath {
 public:
  explicit ShortPath(const std::filesystem::path& path) : path_(path) {
    constexpr std::size_t longest = 200;
    if (path.native().size() <= longest) return;
    const std::filesystem::path directory = path.has_parent_path() ? path.parent_path() : ".";
    directory_ = ::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (directory_ >= 0) path_ = std::filesystem::path("/proc/self/fd") / std::to_string(directory_) / path.filename();
  }
  ~ShortPath() {
    if (directory_ >= 0) ::close(directory_);
  }
  ShortPath(ShortPath&& other) noexcept : path_(std::move(other.path_)), directory_(std::exchange(other.directory_, -1)) {}
  ShortPath(const ShortPath&) = delete;
  ShortPath& operator=(const ShortPath&) = delete;

  const char* c_str() const { return path_.c_str(); }

 private:
  std::filesystem::path path_;
  int directory_ = -1;
};

}  // namespace eagre::output::hdf5
