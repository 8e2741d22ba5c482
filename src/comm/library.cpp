// SPDX-License-Identifier: BSD-3-Clause
#include "comm/library.hpp"

#include <dlfcn.h>

#include <array>
#include <sstream>

#include "comm/handle.hpp"

namespace eagre::comm {

std::string mpiDescription() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING + 1> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  return text.data();
}

std::string mpiLibrary() {
  std::istringstream all(mpiDescription());
  std::string line, word, words;
  std::getline(all, line);
  for (std::istringstream in(line); in >> word;) words += (words.empty() ? "" : " ") + word;
  return words;
}

std::filesystem::path mpiLauncher() {
  Dl_info found{};
  void* const function = dlsym(RTLD_DEFAULT, "MPI_Init");
  if (!function || dladdr(function, &found) == 0 || !found.dli_fname) return {};
  std::error_code ec;
  const auto library = std::filesystem::absolute(found.dli_fname, ec).lexically_normal();
  const auto launcher = library.parent_path().parent_path() / "bin" / "mpirun";
  return !ec && std::filesystem::exists(launcher, ec) ? launcher : std::filesystem::path();
}

}  // namespace eagre::comm
