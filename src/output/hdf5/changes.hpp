// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace eagre::output::hdf5 {

/// Changes of a file in place that are made all or not at all, in time that depends on them and not on the file: they are held
/// in memory, written to a journal beside the file (whole or not there, flushed), and only then made. A machine that dies before
/// leaves the file as it was; one that dies later leaves the journal, with which finish makes them when the file is next opened.
class Changes {
 public:
  explicit Changes(std::filesystem::path path) : path_(std::move(path)) {}

  void write(std::int64_t at, std::span<const std::byte> bytes);
  /// Puts what has been changed into bytes that were read from place `at` of the file.
  void apply(std::int64_t at, std::span<std::byte> bytes) const;
  /// Makes the changes; the file then has so many bytes. Errors: Error(io).
  void commit(std::int64_t size);
  /// The first half of it: afterwards the changes will be made, whatever happens.
  void writeJournal(std::int64_t size) const;

  /// Makes the changes that a journal beside the file holds, if there is one. Errors: Error(io).
  static void finish(const std::filesystem::path& path);
  /// A journal beside the file is of no use any more.
  static void drop(const std::filesystem::path& path);

 private:
  struct Piece {
    std::int64_t at;
    std::vector<std::byte> bytes;
  };
  std::filesystem::path path_;
  std::vector<Piece> pieces_;  ///< in the order of writing: later ones win
};

}  // namespace eagre::output::hdf5
