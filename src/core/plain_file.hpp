// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

/// Files that may come from elsewhere, read within bounds (docs/security.md).
namespace eagre {

/// Error (io) at the file unless it is a plain one, or a link to one: reading from a FIFO may wait without end, from a device
/// never end. A file that is not there is left to what opens it.
void requirePlainFile(const std::filesystem::path& file);

/// A plain file, open for reading. Errors (io) at the file.
class PlainFile {
 public:
  explicit PlainFile(std::filesystem::path file);
  ~PlainFile();
  PlainFile(const PlainFile&) = delete;
  PlainFile& operator=(const PlainFile&) = delete;

  std::int64_t size() const { return size_; }  ///< bytes, when it was opened
  /// The next bytes, as many as there are and `into` has room for; 0 at the end.
  std::size_t read(std::span<char> into);
  /// Those from place `at` on.
  std::size_t read(std::span<char> into, std::int64_t at);

 private:
  std::filesystem::path file_;
  int descriptor_;
  std::int64_t size_ = 0;
};

/// Bytes that one file of a case may hold, unpacked: half of the machine's memory, or what EAGRE_LARGEST_FILE says, a number of
/// bytes with k, M, G or T (of 1024) behind it or none. Error (usage) at the file if it is no such number.
std::int64_t largestFile(const std::filesystem::path& file);
/// "holds more than 12.0 GB, unpacked; EAGRE_LARGEST_FILE=..." as an Error (io) at the file.
[[noreturn]] void failTooLarge(const std::filesystem::path& file, std::int64_t most);

/// The whole of a plain file. Error (io) at the file if it cannot be read or holds more than `most` bytes, noticed while reading.
std::string readWhole(const std::filesystem::path& file, std::int64_t most);

}  // namespace eagre
