// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are either a dump, all of which can be read, or an Error; so is a good dump whose attributes and data sets have
// been replaced by others. The first byte says which of the two the rest is.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "config/dictionary.hpp"
#include "output/dump_file.hpp"
#include "output/hdf5.hpp"

using namespace eagre;
using namespace eagre::output;

namespace {

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

/// All that tools and runs ask of a dump.
void readAll(const std::string& path) {
  attempt([&] { static_cast<void>(readMeshFile(path)); });
  attempt([&] {
    const DumpFile dump(path);
    attempt([&] { static_cast<void>(dump.verify()); });
    attempt([&] { static_cast<void>(dump.state()); });
    for (const DumpedField& field : dump.fields()) {
      attempt([&] { dump.read(field, [](std::span<const double>) {}); });
      for (const DumpedPatch& patch : dump.patches())
        attempt([&] {
          config::ReadOptions options;
          options.allowFileAccess = false;
          options.growthLimit = 1 << 20;
          static_cast<void>(config::Dictionary::parse(dump.patchEntry(field.name, patch.name).text, "fuzz", options));
        });
    }
  });
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
  template <std::size_t n>
  std::string of(const std::array<const char*, n>& words) {
    return words[byte() % n];
  }
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
  hdf5::Value value() {
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

constexpr std::array objects{"/eagre",
                             "/eagre/fields/p",
                             "/eagre/fields/U",
                             "/eagre/fields/phi",
                             "/eagre/patches",
                             "/eagre/patches/U/movingWall",
                             "/eagre/patches/phi/movingWall",
                             "/eagre/fields/q",
                             "/eagre/state/time",
                             "/VTKHDF/CellData/p",
                             "/VTKHDF/CellData/U",
                             "/eagre/faces/phi",
                             "/VTKHDF",
                             "/eagre/patches/phi/movingWall/value",
                             "/VTKHDF/NumberOfCells",
                             "/eagre/state"};
constexpr std::array attributes{"format",  "time",  "deltaT",     "index",    "ranks",      "meshChecksum", "program",
                                "patches", "class", "dimensions", "oriented", "dictionary", "crc32",        "date"};

void change(hdf5::File& file, Choices& choices) {
  const std::string object = choices.of(objects);
  switch (choices.byte() % 5) {
    case 0:
      return file.remove(object);
    case 1:
      return file.makeGroup(object);
    case 2:
      return file.writeText(object, choices.text());
    case 3:
      return file.makeData(object, static_cast<hdf5::Type>(choices.byte() % 4),
                           {choices.byte() % 16 ? choices.byte() : choices.number() & 0xffffff, choices.byte() % 5}, {});
    default:
      return file.setAttribute(object, choices.of(attributes), choices.value());
  }
}

const std::vector<std::uint8_t>& goodDump() {
  static const auto bytes = [] {
    std::ifstream stream(EAGRE_FUZZ_DUMP, std::ios::binary);
    stream.get();  // its first byte says that it is one
    return std::vector<std::uint8_t>(std::istreambuf_iterator<char>(stream), {});
  }();
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static comm::Environment environment(*argc, *argv);
  return goodDump().empty() ? 1 : 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span bytes(data, size);
  if (data[0] % 2 == 0) {
    readAll(ScratchFile(bytes.subspan(1)).path());
    return 0;
  }
  const ScratchFile good{std::span<const std::uint8_t>(goodDump())};
  attempt([&] {
    const auto file = hdf5::open(good.path(), comm::Communicator::self(), hdf5::Access::change);
    for (Choices choices(bytes.subspan(1)); choices.left();) attempt([&] { change(*file, choices); });
    file->close();
  });
  readAll(good.path());
  return 0;
}
