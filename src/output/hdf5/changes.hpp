// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace eagre::output::hdf5 {

/// Changes of a file in place that are made all or not at all, in time that depends on them and not on the file: they are held
/// in memory, written to a journal beside the file (whole or not there, flushed), and only then made. A machine that dies before
/// leaves the file as it was; one that dies later leaves the journal. Who reads the file then reads it as the journal has it
/// (pending, apply) and changes nothing; who next changes it makes the changes first (finish).
///
/// A journal is of one file: it holds the file's size, and a checksum of a sample of the bytes that it leaves as they are; it has
/// a checksum itself. One that is damaged, or lies beside another file (a copy of a dump, a dump written since), is never
/// applied.
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
  /// Bytes of the file with the changes of a journal.
  std::int64_t sizeAfter() const { return sizeAfter_; }

  /// The changes of the journal beside the file, if there is one. Errors: Error(io) if it is damaged or of another file.
  static std::optional<Changes> pending(const std::filesystem::path& path);
  /// Makes them. Errors: as pending, before the first byte of the file is changed; Error(io) if they cannot be made.
  static void finish(const std::filesystem::path& path);
  /// A journal beside the file is of no use any more.
  static void drop(const std::filesystem::path& path);

 private:
  struct Piece {
    std::int64_t at;
    std::vector<std::byte> bytes;
  };
  std::int64_t end() const;
  std::uint32_t sampleChecksum(std::int64_t bytes) const;
  void make() const;

  std::filesystem::path path_;
  std::int64_t sizeAfter_ = 0;
  std::vector<Piece> pieces_;  ///< in the order of writing: later ones win
};

}  // namespace eagre::output::hdf5
