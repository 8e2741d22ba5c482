// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/id.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <new>

#include "core/error.hpp"

namespace eagre::output::hdf5 {

void requireMemory() {
  constexpr std::size_t enough = std::size_t{24} << 20;
  void* const room = mmap(nullptr, enough, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) throw std::bad_alloc();
  munmap(room, enough);
}

std::string lastWords() {
  std::string words;
  const auto keep = [](unsigned, const H5E_error2_t* error, void* into) -> herr_t {
    auto& text = *static_cast<std::string*>(into);
    if (error->desc && *error->desc) text = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep, &words);  // upward: from the innermost function out
  std::string innermost;
  const auto first = [](unsigned n, const H5E_error2_t* error, void* into) -> herr_t {
    if (n == 0 && error->desc) *static_cast<std::string*>(into) = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first, &innermost);
  if (innermost == words || innermost.empty()) return words;
  return words + ": " + innermost;
}

void fail(const std::filesystem::path& path, const std::string& action, const std::string& object) {
  const std::string words = lastWords();
  throw Error(fmt::format("cannot {} {}{}{}", action, path.string(), object.empty() ? "" : ": " + object,
                          words.empty() ? "" : ": " + words),
              ExitCode::io);
}

}  // namespace eagre::output::hdf5
