// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/changes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/plain_file.hpp"
#include "output/checksum.hpp"
#include "output/file_sink.hpp"

namespace eagre::output::hdf5 {
namespace fs = std::filesystem;

namespace {

/// The journal: this line; the file's size before and after, and the checksum of the sample; for each piece its place, its length
/// and its bytes; the checksum of all that. Numbers have 64 bits.
constexpr std::string_view firstLine = "eagre changes 2\n", olderLine = "eagre changes 1\n";
constexpr std::int64_t headBytes = static_cast<std::int64_t>(firstLine.size()) + 24, number64 = 8;

/// Values of a patch with 10,000,000 faces take less.
constexpr std::int64_t largestJournal = std::int64_t{4} << 30;
/// HDF5 writes some tens.
constexpr std::size_t mostPieces = 100'000;
/// HDF5 may leave bytes at the end that nothing is written to.
constexpr std::int64_t largestGrowth = std::int64_t{1} << 24;

/// The sample: so many stretches of so many bytes, evenly over the file. Dumps of two times differ in nearly every byte of
/// values.
constexpr std::int64_t stretches = 64, stretchBytes = 4096;

fs::path journalOf(const fs::path& path) { return path.parent_path() / fmt::format(".{}.changes", path.filename().string()); }

void append(std::string& text, std::int64_t number) { text.append(reinterpret_cast<const char*>(&number), sizeof number); }

std::uint32_t checksumOf(std::string_view text) { return checksum(std::as_bytes(std::span(text))); }

[[noreturn]] void fail(const fs::path& path, const char* why) {
  throw Error(fmt::format("cannot write {}: {}", path.string(), why), ExitCode::io);
}
[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw Error(fmt::format("{}: {}; it is not applied. Where {} is whole, remove it", journalOf(path).string(), why,
                          path.filename().string()),
              ExitCode::io);
}

class Descriptor {
 public:
  explicit Descriptor(const fs::path& path) : path_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail(path, std::strerror(errno));
  }
  ~Descriptor() { ::close(descriptor_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::string_view bytes, std::int64_t at) {
    while (!bytes.empty()) {
      const ssize_t n = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail(path_, std::strerror(errno));
      bytes.remove_prefix(static_cast<std::size_t>(n));
      at += n;
    }
  }
  void finish(std::int64_t size) {
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0 || ::fsync(descriptor_) != 0) fail(path_, std::strerror(errno));
  }

 private:
  fs::path path_;
  int descriptor_;
};

}  // namespace

void Changes::write(std::int64_t at, std::span<const std::byte> bytes) { pieces_.push_back({at, {bytes.begin(), bytes.end()}}); }

void Changes::apply(std::int64_t at, std::span<std::byte> bytes) const {
  const std::int64_t end = at + static_cast<std::int64_t>(bytes.size());
  for (const Piece& piece : pieces_) {
    const std::int64_t first = std::max(at, piece.at),
                       last = std::min(end, piece.at + static_cast<std::int64_t>(piece.bytes.size()));
    if (first < last) std::copy_n(piece.bytes.begin() + (first - piece.at), last - first, bytes.begin() + (first - at));
  }
}

std::int64_t Changes::end() const {
  std::int64_t end = 0;
  for (const Piece& piece : pieces_) end = std::max(end, piece.at + std::ssize(piece.bytes));
  return end;
}

/// Of the file's first so many bytes, those that are changed taken as zeros: so it is the same before, after and in between.
std::uint32_t Changes::sampleChecksum(std::int64_t bytes) const {
  PlainFile file(path_);
  std::array<char, stretchBytes> stretch;
  std::uint32_t crc = 0;
  for (std::int64_t i = 0; i < stretches; ++i) {
    const std::int64_t at = bytes / stretches * i, end = std::min(at + stretchBytes, bytes);
    stretch.fill(0);
    file.read(std::span(stretch).first(static_cast<std::size_t>(end - at)), at);
    for (const Piece& piece : pieces_) {
      const std::int64_t first = std::max(at, piece.at), last = std::min(end, piece.at + std::ssize(piece.bytes));
      if (first < last) std::fill_n(stretch.begin() + (first - at), last - first, '\0');
    }
    crc = checksum(std::as_bytes(std::span(stretch)), crc);
  }
  return crc;
}

void Changes::writeJournal(std::int64_t size) const {
  const std::int64_t before = PlainFile(path_).size();
  std::string text(firstLine);
  append(text, before);
  append(text, size);
  append(text, sampleChecksum(std::min(before, size)));
  for (const Piece& piece : pieces_) {
    append(text, piece.at);
    append(text, std::ssize(piece.bytes));
    text.append(reinterpret_cast<const char*>(piece.bytes.data()), piece.bytes.size());
  }
  append(text, checksumOf(text));
  replaceFile(journalOf(path_), false, [&](FileSink& sink) { sink.write(text); });
}

void Changes::commit(std::int64_t size) {
  writeJournal(size);
  finish(path_);
}

namespace {

/// The number at the front, which is taken off.
std::int64_t takeNumber(std::string_view& rest, const fs::path& path) {
  std::int64_t value = 0;
  if (rest.size() < sizeof value) refuse(path, "it is damaged");
  std::memcpy(&value, rest.data(), sizeof value);
  rest.remove_prefix(sizeof value);
  return value;
}

/// A journal without its first line and its checksum, which are looked at.
std::string_view bodyOf(std::string_view journal, const fs::path& path) {
  if (journal.starts_with(olderLine)) refuse(path, "an older program wrote it, and it does not say of which file it is");
  if (!journal.starts_with(firstLine) || std::ssize(journal) < headBytes + number64) refuse(path, "it is damaged");
  std::string_view stated = journal.substr(journal.size() - number64);
  journal.remove_suffix(number64);
  if (takeNumber(stated, path) != checksumOf(journal)) refuse(path, "its bytes do not agree with its checksum");
  journal.remove_prefix(firstLine.size());
  return journal;
}

}  // namespace

std::optional<Changes> Changes::pending(const fs::path& path) {
  const fs::path journal = journalOf(path);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(journal, error))) return std::nullopt;
  const std::string text = readWhole(journal, largestJournal);
  std::string_view rest = bodyOf(text, path);
  const auto number = [&] { return takeNumber(rest, path); };
  Changes changes(path);
  const std::int64_t before = number(), after = number(), sample = number();
  const std::int64_t room = std::max(before, after);
  if (before < 0 || after < 0 || room - before > std::ssize(text) + largestGrowth) refuse(path, "it is damaged");
  while (!rest.empty()) {
    const std::int64_t at = number(), length = number();
    if (at < 0 || length < 0 || length > std::ssize(rest) || at > room + std::ssize(text) || changes.pieces_.size() >= mostPieces)
      refuse(path, "it is damaged");
    changes.write(at, std::as_bytes(std::span(rest.substr(0, static_cast<std::size_t>(length)))));
    rest.remove_prefix(static_cast<std::size_t>(length));
  }
  changes.sizeAfter_ = after;
  const std::int64_t now = PlainFile(path).size();
  if (now < std::min(before, after) || now > std::max(room, changes.end()) ||
      sample != changes.sampleChecksum(std::min(before, after)))
    refuse(path, "it is of another file");
  return changes;
}

void Changes::make() const {
  Descriptor file(path_);
  for (const Piece& piece : pieces_)
    file.write({reinterpret_cast<const char*>(piece.bytes.data()), piece.bytes.size()}, piece.at);
  file.finish(sizeAfter_);
}

void Changes::finish(const fs::path& path) {
  const auto changes = pending(path);
  if (!changes) return;
  changes->make();
  drop(path);
}

void Changes::drop(const fs::path& path) {
  std::error_code ignored;
  if (fs::remove(journalOf(path), ignored)) syncDirectory(path.parent_path());
}

}  // namespace eagre::output::hdf5
