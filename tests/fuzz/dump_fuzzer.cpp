// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are either a dump, all of which can be read, or an Error; so is a good dump whose attributes and data sets have
// been replaced by others. The first byte says which of the two the rest is.
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "config/dictionary.hpp"
#include "hdf5_changes.hpp"
#include "output/dumps/dump_file.hpp"

using namespace eagre;
using namespace eagre::output;
using fuzz::attempt;
using fuzz::ScratchFile;

namespace {

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
  fuzz::changeAll(good.path(), bytes.subspan(1), objects, attributes);
  readAll(good.path());
  return 0;
}
