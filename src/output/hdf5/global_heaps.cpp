// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/global_heaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/plain_file.hpp"

namespace eagre::output::hdf5 {

namespace {

constexpr std::string_view signature{"GCOL\1\0\0\0", 8};  // with version 1 and what is reserved
constexpr std::size_t header = 16, objectHeader = 16;

template <class T>
T numberAt(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// Whether the heap that begins here ends in the file, of which so many bytes are left, and all its objects and its free space
/// lie in it and have a size. A heap that was not read to its end passes.
bool isSound(std::string_view heap, std::uint64_t left) {
  if (heap.size() < header) return true;
  const auto size = numberAt<std::uint64_t>(heap, 8);
  if (size > left) return false;
  if (size > heap.size()) return true;
  for (std::size_t at = header; at + objectHeader <= size;) {
    const auto index = numberAt<std::uint16_t>(heap, at);
    const auto bytes = numberAt<std::uint64_t>(heap, at + 8);
    if (bytes > size || (index == 0 && bytes == 0)) return false;
    at += index == 0 ? bytes : objectHeader + (bytes + 7) / 8 * 8;
    if (at > size) return false;
  }
  return true;
}

}  // namespace

void requireSoundHeaps(const std::filesystem::path& file) {
  constexpr std::int64_t most = std::int64_t{64} << 20;
  PlainFile plain(file);
  std::string bytes(static_cast<std::size_t>(std::min(plain.size(), most)), '\0');
  std::size_t length = 0;
  while (const std::size_t n = plain.read(std::span(bytes).subspan(length))) length += n;
  const std::string_view all(bytes.data(), length);
  for (std::size_t at = 0; (at = all.find(signature, at)) != std::string_view::npos; ++at)
    if (!isSound(all.substr(at), static_cast<std::uint64_t>(plain.size()) - at))
      throw Error(fmt::format("cannot read {}: damaged: the global heap at byte {} or an object in it has no sound size",
                              file.string(), at),
                  ExitCode::io);
}

}  // namespace eagre::output::hdf5
