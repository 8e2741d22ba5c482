// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as the journal of changes beside a file (`eagre boundary --set`) are changes that are made, or an Error. The first
// byte says whether the rest is a journal, or what becomes of bytes of a good one.
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "hdf5_changes.hpp"
#include "output/hdf5/changes.hpp"
#include "scratch_directory.hpp"
#include "sound_mesh.hpp"

using namespace eagre;
using output::hdf5::Changes;

namespace {

const std::string content(300, 'x');

Changes changes(const std::filesystem::path& path) {
  Changes made(path);
  const std::string first = "some bytes", second = "others";
  made.write(20, std::as_bytes(std::span(first)));
  made.write(290, std::as_bytes(std::span(second)));
  return made;
}

std::vector<std::uint8_t> bytesOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchDirectory scratch;
  static const auto file = scratch.path() / "file", journal = scratch.path() / ".file.changes";
  if (size == 0) return 0;
  fuzz::write(file, content);
  static const std::vector<std::uint8_t> good = [] {
    changes(file).writeJournal(320);
    return bytesOf(journal);
  }();
  const std::span rest = std::span(data, size).subspan(1);
  const auto bytes = data[0] % 2 == 0 ? std::vector(rest.begin(), rest.end()) : fuzz::damaged(good, rest);
  fuzz::write(journal, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  try {
    Changes::finish(file);
    if (std::filesystem::exists(journal)) fuzz::fail("a journal whose changes are made is still there");
  } catch (const Error&) {
    if (!std::filesystem::exists(journal)) fuzz::fail("a journal that cannot be understood is gone");
  }
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path()))
    if (entry.path() != file && entry.path() != journal) fuzz::fail("another file has been made");
  return 0;
}
