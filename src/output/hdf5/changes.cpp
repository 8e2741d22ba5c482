// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/changes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "core/error.hpp"
#include "output/file_sink.hpp"

namespace eagre::output::hdf5 {
namespace fs = std::filesystem;

namespace {

/// The journal: this line; the file's size; for each piece its place, its length and its bytes. Numbers have 64 bits.
constexpr std::string_view firstLine = "eagre changes 1\n";

fs::path journalOf(const fs::path& path) { return path.parent_path() / fmt::format(".{}.changes", path.filename().string()); }

void put(FileSink& sink, std::int64_t number) {
  sink.write(std::string_view(reinterpret_cast<const char*>(&number), sizeof number));
}

[[noreturn]] void fail(const fs::path& path, const char* why) {
  throw Error(fmt::format("cannot write {}: {}", path.string(), why), ExitCode::io);
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

void Changes::writeJournal(std::int64_t size) const {
  replaceFile(journalOf(path_), false, [&](FileSink& sink) {
    sink.write(firstLine);
    put(sink, size);
    for (const Piece& piece : pieces_) {
      put(sink, piece.at);
      put(sink, static_cast<std::int64_t>(piece.bytes.size()));
      sink.write(std::string_view(reinterpret_cast<const char*>(piece.bytes.data()), piece.bytes.size()));
    }
  });
}

void Changes::commit(std::int64_t size) {
  writeJournal(size);
  finish(path_);
}

void Changes::finish(const fs::path& path) {
  const fs::path journal = journalOf(path);
  std::error_code error;
  if (!fs::exists(journal, error)) return;
  std::ifstream stream(journal, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::string_view rest = text;
  const auto number = [&] {
    std::int64_t value = 0;
    if (rest.size() < sizeof value) fail(path, (journal.string() + " is damaged").c_str());
    std::memcpy(&value, rest.data(), sizeof value);
    rest.remove_prefix(sizeof value);
    return value;
  };
  if (!rest.starts_with(firstLine)) fail(path, (journal.string() + " is damaged").c_str());
  rest.remove_prefix(firstLine.size());
  const std::int64_t size = number();
  Descriptor file(path);
  while (!rest.empty()) {
    const std::int64_t at = number(), length = number();
    if (at < 0 || length < 0 || static_cast<std::size_t>(length) > rest.size())
      fail(path, (journal.string() + " is damaged").c_str());
    file.write(rest.substr(0, static_cast<std::size_t>(length)), at);
    rest.remove_prefix(static_cast<std::size_t>(length));
  }
  file.finish(size);
  drop(path);
}

void Changes::drop(const fs::path& path) {
  std::error_code ignored;
  if (fs::remove(journalOf(path), ignored)) syncDirectory(path.parent_path());
}

}  // namespace eagre::output::hdf5
