// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "output/hdf5/hdf5.hpp"

/// What the fuzzers of files in HDF5 have in common: a good file, some of whose objects are replaced by others.
namespace eagre::fuzz {

/// A temporary file; TMPDIR may name a directory in memory. (HDF5 wants a path that the system can resolve: no memfd.)
class ScratchFile {
 public:
  explicit ScratchFile(std::span<const std::uint8_t> bytes)
      : path_((std::filesystem::temp_directory_path() / "eagre_fuzz_XXXXXX").string()) {
    const int descriptor = ::mkstemp(path_.data());
    if (descriptor < 0 || ::write(descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) std::abort();
    ::close(descriptor);
  }
  ~ScratchFile() { ::unlink(path_.c_str()); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

template <class F>
void attempt(F&& f) {
  try {
    f();
  } catch (const Error&) {}
}

/// Takes what a fuzzer gives apart.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  bool left() const { return !bytes_.empty(); }
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t value = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return value;
  }
  std::string of(std::span<const char* const> words) { return words[byte() % words.size()]; }
  std::string text() {
    const std::size_t length = std::min<std::size_t>(byte(), bytes_.size());
    std::string text(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(length));
    bytes_ = bytes_.subspan(length);
    return text;
  }
  std::int64_t number() {
    std::int64_t value = 0;
    for (int i = byte() % 9; i > 0; --i) value = value << 8 | byte();
    return value;
  }
  output::hdf5::Value value() {
    switch (byte() % 5) {
      case 0:
        return static_cast<double>(number());
      case 1:
        return number();
      case 2:
        return static_cast<std::uint32_t>(number());
      case 3:
        return text();
      default:
        return std::vector<std::int64_t>(byte() % 4, number());
    }
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

/// Replaces, removes or makes one of the objects, or one of their attributes.
inline void change(output::hdf5::File& file, Choices& choices, std::span<const char* const> objects,
                   std::span<const char* const> attributes) {
  const std::string object = choices.of(objects);
  switch (choices.byte() % 5) {
    case 0:
      return file.remove(object);
    case 1:
      return file.makeGroup(object);
    case 2:
      return file.writeText(object, choices.text());
    case 3:
      return file.makeData(object, static_cast<output::hdf5::Type>(choices.byte() % 4),
                           {choices.byte() % 16 ? choices.byte() : choices.number() & 0xffffff, choices.byte() % 5}, {});
    default:
      return file.setAttribute(object, choices.of(attributes), choices.value());
  }
}

/// A good file with some of its bytes replaced: after three bytes that say where, one that says what.
inline std::vector<std::uint8_t> damaged(std::vector<std::uint8_t> good, std::span<const std::uint8_t> bytes) {
  for (; bytes.size() >= 4 && !good.empty(); bytes = bytes.subspan(4))
    good[(std::size_t{bytes[0]} << 16 | std::size_t{bytes[1]} << 8 | bytes[2]) % good.size()] = bytes[3];
  return good;
}

/// A good file whose objects have been changed as the choices say.
template <class Objects, class Attributes>
void changeAll(const std::string& path, std::span<const std::uint8_t> bytes, const Objects& objects,
               const Attributes& attributes) {
  // That a good file cannot be opened is a failure: nothing would be tried.
  const auto file = output::hdf5::open(path, comm::Communicator::self(), output::hdf5::Access::change);
  attempt([&] {
    for (Choices choices(bytes); choices.left();) attempt([&] { change(*file, choices, objects, attributes); });
    file->close();
  });
}

}  // namespace eagre::fuzz
