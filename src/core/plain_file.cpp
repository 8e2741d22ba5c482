// SPDX-License-Identifier: BSD-3-Clause
#include "core/plain_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "core/error.hpp"

namespace eagre {
namespace fs = std::filesystem;

namespace {

constexpr const char* key = "EAGRE_LARGEST_FILE";

[[noreturn]] void fail(const fs::path& file, const std::string& why) { throw Error(Place{file.string(), 0}, why, ExitCode::io); }

void requirePlain(const fs::path& file, const struct stat& state) {
  if (S_ISREG(state.st_mode)) return;
  fail(file, S_ISDIR(state.st_mode)    ? "is a directory, not a file"
             : S_ISFIFO(state.st_mode) ? "is a FIFO, not a file"
             : S_ISSOCK(state.st_mode) ? "is a socket, not a file"
                                       : "is a device, not a file");
}

}  // namespace

void requirePlainFile(const fs::path& file) {
  struct stat state {};
  if (::stat(file.c_str(), &state) == 0) requirePlain(file, state);
}

PlainFile::PlainFile(fs::path file)
    // A FIFO would wait here for who writes into it.
    : file_(std::move(file)), descriptor_(::open(file_.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {
  if (descriptor_ < 0) {
    const int reason = errno;
    requirePlainFile(file_);
    fail(file_, fmt::format("cannot be opened: {}", std::strerror(reason)));
  }
  struct stat state {};
  try {
    if (::fstat(descriptor_, &state) != 0) fail(file_, fmt::format("cannot be read: {}", std::strerror(errno)));
    requirePlain(file_, state);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
  size_ = state.st_size;
}

PlainFile::~PlainFile() { ::close(descriptor_); }

std::size_t PlainFile::read(std::span<char> into) {
  for (;;) {
    const ssize_t n = ::read(descriptor_, into.data(), into.size());
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) fail(file_, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
}

std::size_t PlainFile::read(std::span<char> into, std::int64_t at) {
  std::size_t got = 0;
  while (got < into.size()) {
    const ssize_t n =
        ::pread(descriptor_, into.data() + got, into.size() - got, static_cast<off_t>(at) + static_cast<off_t>(got));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(file_, fmt::format("cannot be read: {}", std::strerror(errno)));
    if (n == 0) break;
    got += static_cast<std::size_t>(n);
  }
  return got;
}

std::int64_t largestFile(const fs::path& file) {
  const char* const set = std::getenv(key);
  if (!set || !*set) {
    const auto memory = static_cast<std::int64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::int64_t>(::sysconf(_SC_PAGESIZE));
    return std::max(memory / 2, std::int64_t{1} << 30);
  }
  const std::string_view text = set;
  constexpr std::array<std::pair<std::string_view, int>, 5> units{{{"", 0}, {"k", 10}, {"M", 20}, {"G", 30}, {"T", 40}}};
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  const auto unit = std::find_if(units.begin(), units.end(), [&](const auto& u) { return u.first == suffix; });
  if (status != std::errc{} || number <= 0 || unit == units.end() ||
      number > (std::numeric_limits<std::int64_t>::max() >> unit->second))
    throw Error(Place{file.string(), 0},
                fmt::format("{} is '{}'; a number of bytes is expected, with k, M, G or T behind it or none", key, text),
                ExitCode::usage);
  return number << unit->second;
}

void failTooLarge(const fs::path& file, std::int64_t most) {
  fail(file,
       fmt::format("holds more than {} bytes, unpacked; {}=<bytes> in the environment (4G, say) sets another bound", most, key));
}

std::string readWhole(const fs::path& file, std::int64_t most) {
  PlainFile plain(file);
  if (plain.size() > most) failTooLarge(file, most);
  std::string text;
  text.reserve(static_cast<std::size_t>(plain.size()));
  std::array<char, 1 << 16> buffer;
  for (std::size_t n; (n = plain.read(buffer)) > 0;) {
    text.append(buffer.data(), n);
    if (static_cast<std::int64_t>(text.size()) > most) failTooLarge(file, most);
  }
  return text;
}

}  // namespace eagre
